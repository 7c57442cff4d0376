// RUN: weft-opt %s --weft-lower-asserts | FileCheck %s
// RUN: not weft-run %s --entry f --input i1=0 2>&1 | FileCheck %s --check-prefix=FAILS
// RUN: weft-run %s --entry f --input i1=1 | count 0
// RUN: not weft-run %s --entry nested --input i1=0 --input "2xi1=1 0" 2>&1 | FileCheck %s --check-prefix=NESTED

// The message is not a format.
// CHECK-DAG: @[[$TEXT:.*]]("100%% of %%d\00")
// CHECK-DAG: @[[$PLACE:.*]]("{{.*}}lower-asserts.mlir:[[@LINE+9]]:3\00")
// CHECK-LABEL: func.func @f(
// CHECK-NOT: cf.assert
// CHECK: scf.if
// CHECK: %[[PLACE_ADDRESS:.*]] = llvm.mlir.addressof @[[$PLACE]]
// CHECK: %[[TEXT_ADDRESS:.*]] = llvm.mlir.addressof @[[$TEXT]]
// CHECK: llvm.call @weft_fail(%[[PLACE_ADDRESS]], %[[TEXT_ADDRESS]])
// FAILS: {{^}}{{.*}}lower-asserts.mlir:[[@LINE+2]]:3: error: 100% of %d{{$}}
func.func @f(%ok: i1) {
  cf.assert %ok, "100% of %d"
  return
}

// In a loop body and between blocks.
// NESTED: lower-asserts.mlir:[[@LINE+5]]:5: error: element
func.func @nested(%c: i1, %t: tensor<2xi1>) -> tensor<2xi1> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%t : tensor<2xi1>) {
  ^bb0(%x: i1):
    %1 = arith.xori %x, %c : i1
    cf.assert %x, "element"
    linalg.yield %1 : i1
  } -> tensor<2xi1>
  cf.cond_br %c, ^then, ^else
^then:
  cf.assert %c, "then"
  return %0 : tensor<2xi1>
^else:
  return %t : tensor<2xi1>
}
