// RUN: weft-opt %s --verify-roundtrip | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func @constants
// CHECK: weft.batch_to_space_nd %{{.*}} block_shape [2, 3] crops {{\[\[}}0, 0], [1, 2]]
// CHECK-SAME: : tensor<12x2x2x5xf32> -> tensor<2x4x3x5xf32>
// GENERIC-LABEL: sym_name = "constants"
// GENERIC: "weft.batch_to_space_nd"(%{{.*}}) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_block_shape = array<i64: 2, 3>, static_crops = array<i64: 0, 0, 1, 2>}>
func.func @constants(%x: tensor<12x2x2x5xf32>) -> tensor<2x4x3x5xf32> {
  %0 = weft.batch_to_space_nd %x block_shape [2, 3] crops [[0, 0], [1, 2]] : tensor<12x2x2x5xf32> -> tensor<2x4x3x5xf32>
  return %0 : tensor<2x4x3x5xf32>
}

// CHECK-LABEL: func @mixed(
// CHECK-SAME: %[[X:.*]]: tensor<?x2x?x5xf32>, %[[B:.*]]: index, %[[C:.*]]: index)
// CHECK: weft.batch_to_space_nd %[[X]] block_shape [2, %[[B]]] crops {{\[\[}}0, 0], [%[[C]], 2]]
func.func @mixed(%x: tensor<?x2x?x5xf32>, %b: index, %c: index) -> tensor<?x4x?x5xf32> {
  %0 = weft.batch_to_space_nd %x block_shape [2, %b] crops [[0, 0], [%c, 2]] : tensor<?x2x?x5xf32> -> tensor<?x4x?x5xf32>
  return %0 : tensor<?x4x?x5xf32>
}

// CHECK-LABEL: func @no_block_dimensions
// CHECK: block_shape [] crops [] : tensor<3xi1> -> tensor<3xi1>
func.func @no_block_dimensions(%x: tensor<3xi1>) -> tensor<3xi1> {
  %0 = weft.batch_to_space_nd %x block_shape [] crops [] : tensor<3xi1> -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// Elements are only moved: any type will do. Five block dimensions are no limit.
// CHECK-LABEL: func @element_types
func.func @element_types(%a: tensor<2x1x!llvm.struct<(ptr, i64)>>, %b: tensor<2x1xf8E5M2>, %c: tensor<2x1xcomplex<f64>>,
                         %d: tensor<2x1xui8>, %e: tensor<32x1x1x1x1x1xvector<4xi3>>) {
  // CHECK: tensor<2x1x!llvm.struct<(ptr, i64)>> -> tensor<1x2x!llvm.struct<(ptr, i64)>>
  %0 = weft.batch_to_space_nd %a block_shape [2] crops [[0, 0]] : tensor<2x1x!llvm.struct<(ptr, i64)>> -> tensor<1x2x!llvm.struct<(ptr, i64)>>
  %1 = weft.batch_to_space_nd %b block_shape [2] crops [[0, 0]] : tensor<2x1xf8E5M2> -> tensor<1x2xf8E5M2>
  %2 = weft.batch_to_space_nd %c block_shape [2] crops [[0, 0]] : tensor<2x1xcomplex<f64>> -> tensor<1x2xcomplex<f64>>
  %3 = weft.batch_to_space_nd %d block_shape [2] crops [[0, 0]] : tensor<2x1xui8> -> tensor<1x2xui8>
  // CHECK: block_shape [2, 2, 2, 2, 2]
  %4 = weft.batch_to_space_nd %e block_shape [2, 2, 2, 2, 2] crops [[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]]
      : tensor<32x1x1x1x1x1xvector<4xi3>> -> tensor<1x2x2x2x2x2xvector<4xi3>>
  return
}

// Empty tensors; crops may leave nothing, and take whole blocks.
// CHECK-LABEL: func @empty
func.func @empty(%a: tensor<0x2xf32>, %b: tensor<4x2xf32>, %c: tensor<2x0xf32>) {
  %0 = weft.batch_to_space_nd %a block_shape [4611686018427387903] crops [[0, 0]] : tensor<0x2xf32> -> tensor<0x9223372036854775806xf32>
  %1 = weft.batch_to_space_nd %b block_shape [2] crops [[3, 1]] : tensor<4x2xf32> -> tensor<2x0xf32>
  %2 = weft.batch_to_space_nd %c block_shape [2] crops [[0, 0]] : tensor<2x0xf32> -> tensor<1x0xf32>
  return
}
