// RUN: weft-opt %s --verify-roundtrip | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func @constants
// CHECK: weft.space_to_batch_nd %{{.*}} block_shape [2, 3] paddings {{\[\[}}0, 0], [1, 2]]
// CHECK-SAME: : tensor<2x4x3x5xf32> -> tensor<12x2x2x5xf32>
// GENERIC-LABEL: sym_name = "constants"
// GENERIC: "weft.space_to_batch_nd"(%{{.*}}) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_block_shape = array<i64: 2, 3>, static_paddings = array<i64: 0, 0, 1, 2>}>
func.func @constants(%x: tensor<2x4x3x5xf32>) -> tensor<12x2x2x5xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [2, 3] paddings [[0, 0], [1, 2]] : tensor<2x4x3x5xf32> -> tensor<12x2x2x5xf32>
  return %0 : tensor<12x2x2x5xf32>
}

// CHECK-LABEL: func @mixed(
// CHECK-SAME: %[[X:.*]]: tensor<?x4x?x5xf32>, %[[B:.*]]: index, %[[P:.*]]: index)
// CHECK: weft.space_to_batch_nd %[[X]] block_shape [2, %[[B]]] paddings {{\[\[}}0, 0], [%[[P]], 2]]
func.func @mixed(%x: tensor<?x4x?x5xf32>, %b: index, %p: index) -> tensor<?x2x?x5xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [2, %b] paddings [[0, 0], [%p, 2]] : tensor<?x4x?x5xf32> -> tensor<?x2x?x5xf32>
  return %0 : tensor<?x2x?x5xf32>
}

// CHECK-LABEL: func @no_block_dimensions
// CHECK: block_shape [] paddings [] : tensor<3xi1> -> tensor<3xi1>
func.func @no_block_dimensions(%x: tensor<3xi1>) -> tensor<3xi1> {
  %0 = weft.space_to_batch_nd %x block_shape [] paddings [] : tensor<3xi1> -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// Elements are only moved: any type will do. Five block dimensions are no limit.
// CHECK-LABEL: func @element_types
func.func @element_types(%a: tensor<1x2x!llvm.struct<(ptr, i64)>>, %b: tensor<1x2xf8E5M2>, %c: tensor<1x2xcomplex<f64>>,
                         %d: tensor<1x2xui8>, %e: tensor<1x2x2x2x2x2xvector<4xi3>>) {
  // CHECK: tensor<1x2x!llvm.struct<(ptr, i64)>> -> tensor<2x1x!llvm.struct<(ptr, i64)>>
  %0 = weft.space_to_batch_nd %a block_shape [2] paddings [[0, 0]] : tensor<1x2x!llvm.struct<(ptr, i64)>> -> tensor<2x1x!llvm.struct<(ptr, i64)>>
  %1 = weft.space_to_batch_nd %b block_shape [2] paddings [[0, 0]] : tensor<1x2xf8E5M2> -> tensor<2x1xf8E5M2>
  %2 = weft.space_to_batch_nd %c block_shape [2] paddings [[0, 0]] : tensor<1x2xcomplex<f64>> -> tensor<2x1xcomplex<f64>>
  %3 = weft.space_to_batch_nd %d block_shape [2] paddings [[0, 0]] : tensor<1x2xui8> -> tensor<2x1xui8>
  // CHECK: block_shape [2, 2, 2, 2, 2]
  %4 = weft.space_to_batch_nd %e block_shape [2, 2, 2, 2, 2] paddings [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]]
      : tensor<1x2x2x2x2x2xvector<4xi3>> -> tensor<32x1x1x1x1x1xvector<4xi3>>
  return
}

// Empty tensors; padding alone makes elements.
// CHECK-LABEL: func @empty
func.func @empty(%a: tensor<0x4xf32>, %b: tensor<2x0xf32>, %c: tensor<1x2x0xf32>) {
  %0 = weft.space_to_batch_nd %a block_shape [4611686018427387904] paddings [[0, 4611686018427387900]] : tensor<0x4xf32> -> tensor<0x1xf32>
  %1 = weft.space_to_batch_nd %b block_shape [2] paddings [[3, 1]] : tensor<2x0xf32> -> tensor<4x2xf32>
  %2 = weft.space_to_batch_nd %c block_shape [2] paddings [[0, 0]] : tensor<1x2x0xf32> -> tensor<2x1x0xf32>
  return
}
