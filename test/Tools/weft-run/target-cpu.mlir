// RUN: weft-run %s --input "4xf32=1 2 3 4" | FileCheck %s
// RUN: weft-run %s --input "4xf32=1 2 3 4" --target-cpu generic | FileCheck %s
// RUN: weft-run %s --input "4xf32=1 2 3 4" --target-cpu=native | FileCheck %s
// RUN: not weft-run %s --input "4xf32=1 2 3 4" --target-cpu=abacus 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: unknown --target-cpu 'abacus'
// RUN: not weft-run %s --input "4xf32=1 2 3 4" --target-cpu= 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: error: unknown --target-cpu ''
// CHECK: result 0: 4xf32 = [2, 4, 6, 8]
func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.addf %a, %a : tensor<?xf32>
  return %0 : tensor<?xf32>
}
