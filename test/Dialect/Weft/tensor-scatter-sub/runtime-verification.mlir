// What is checked at run time, as IR. The checks at work: Integration/CPU.
//
// RUN: weft-opt %s --weft-insert-checks --canonicalize --cse | FileCheck %s
// RUN: weft-opt %s --weft-insert-checks=checks=runtime | FileCheck %s --check-prefix=RUNTIME
// RUN: weft-opt %s --weft-insert-checks=checks=none | FileCheck %s --check-prefix=NONE

// NONE-NOT: cf.assert
// NONE-NOT: scf.for

// CHECK-LABEL: func.func @c6_depth
// CHECK:         cf.assert %{{.*}}, "'weft.tensor_scatter_sub' op expected dimension 1 of 'indices' to be 1"
func.func @c6_depth(%i: tensor<2x?xi32>, %u: tensor<2x3xf32>, %t: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x?xi32>, tensor<2x3xf32>) outs(%t : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// CHECK-LABEL: func.func @c7_positions
// CHECK:         cf.assert %{{.*}}, "'weft.tensor_scatter_sub' op expected dimension 1 of 'updates' to be that of 'indices'"
func.func @c7_positions(%i: tensor<2x?x1xi32>, %u: tensor<2x?xf32>, %t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x?x1xi32>, tensor<2x?xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @c8_slice
// CHECK:         cf.assert %{{.*}}, "'weft.tensor_scatter_sub' op expected dimension 1 of 'updates' to be that of 'tensor'"
func.func @c8_slice(%i: tensor<2x1xi32>, %u: tensor<2x?xf32>, %t: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2x?xf32>) outs(%t : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// One pass over the indices, with an unsigned maximum for each component, before
// anything is written. A dimension that i32 cannot count is no excuse for a
// negative index: the bound is at most 2^31.
// CHECK-LABEL: func.func @c9_indices
// CHECK-SAME:    %[[I:[^:]*]]: tensor<?x2xi32>, %{{.*}}: tensor<?xf32>, %[[T:[^:]*]]: tensor<3x?xf32>
// CHECK:         %[[MAX:.*]]:2 = scf.for
// CHECK-COUNT-2:   arith.maxui
// CHECK:         arith.index_castui %[[MAX]]#0
// CHECK:         cf.assert %{{.*}}, "'weft.tensor_scatter_sub' op expected 'indices'[?, 0] to be in [0, ?)"
// CHECK:         %[[D:.*]] = tensor.dim %[[T]], %c1
// CHECK:         %[[BOUND:.*]] = arith.minsi %[[D]], %c2147483648
// CHECK:         %[[TOP:.*]] = arith.index_castui %[[MAX]]#1
// CHECK:         %[[IN:.*]] = arith.cmpi ult, %[[TOP]], %[[BOUND]]
// CHECK:         %[[OK:.*]] = arith.ori %{{.*}}, %[[IN]]
// CHECK:         cf.assert %[[OK]], "'weft.tensor_scatter_sub' op expected 'indices'[?, 1] to be in [0, ?)"
// CHECK-NOT:     cf.assert
// CHECK:         weft.tensor_scatter_sub
// RUNTIME-LABEL: func.func @c9_indices
// RUNTIME:         scf.if
// RUNTIME:         scf.if %{{.*}} {
// RUNTIME:           %[[WHERE:.*]]:3 = scf.for
// RUNTIME:           llvm.call @weft_fail
func.func @c9_indices(%i: tensor<?x2xi32>, %u: tensor<?xf32>, %t: tensor<3x?xf32>) -> tensor<3x?xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<?x2xi32>, tensor<?xf32>) outs(%t : tensor<3x?xf32>) -> tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}

// CHECK-LABEL: func.func @ignored
// CHECK-NOT:     cf.assert
// CHECK:         weft.tensor_scatter_sub bad_indices_policy<ignore> {{.*}} {weft.checked}
func.func @ignored(%i: tensor<2x1xi32>, %u: tensor<2xf32>, %t: tensor<?xf32>) -> tensor<?xf32> {
  %0 = weft.tensor_scatter_sub bad_indices_policy<ignore> ins(%i, %u : tensor<2x1xi32>, tensor<2xf32>) outs(%t : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
