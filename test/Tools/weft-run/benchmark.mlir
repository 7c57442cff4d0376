// RUN: weft-run %s --input "3xf32=1 2 3" --benchmark 7 | FileCheck %s
// RUN: weft-run %s --input "3xf32=1 2 3" --benchmark=7 --json > %t
// RUN: tail -n 1 %t | %python -c "import json, sys; r = json.load(sys.stdin); print(sorted(r), r['calls'], r['result_bytes'], 0 < r['best_s'] <= r['median_s'])" | FileCheck %s --check-prefix=JSON

// CHECK: result 0: 3xf32 = [1, 2, 3]
// CHECK-NEXT: result 1: i64 = 7
// CHECK-NEXT: 7 calls: best {{[0-9.]+}} us, median {{[0-9.]+}} us
// JSON: ['best_s', 'calls', 'median_s', 'result_bytes'] 7 20 True
func.func @main(%a: tensor<?xf32>) -> (tensor<?xf32>, i64) {
  %0 = arith.constant 7 : i64
  return %a, %0 : tensor<?xf32>, i64
}
