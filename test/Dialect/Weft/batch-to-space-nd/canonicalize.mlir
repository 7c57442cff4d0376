// RUN: weft-opt %s --canonicalize --split-input-file | FileCheck %s

// All blocks 1, nothing cropped: the input itself.
// CHECK-LABEL: func @identity(
// CHECK-SAME: %[[X:.*]]: tensor<?x4x?xf32>
// CHECK-NEXT: return %[[X]]
func.func @identity(%x: tensor<?x4x?xf32>) -> tensor<?x4x?xf32> {
  %one = arith.constant 1 : index
  %0 = weft.batch_to_space_nd %x block_shape [%one, 1] crops [[0, 0], [0, 0]] : tensor<?x4x?xf32> -> tensor<?x4x?xf32>
  return %0 : tensor<?x4x?xf32>
}

// -----

// CHECK-LABEL: func @no_block_dimensions(
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf32>
// CHECK-NEXT: return %[[X]]
func.func @no_block_dimensions(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = weft.batch_to_space_nd %x block_shape [] crops [] : tensor<?x4xf32> -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// The result says less than the input: it becomes the input behind a cast.
// CHECK-LABEL: func @identity_of_another_type(
// CHECK-SAME: %[[X:.*]]: tensor<3x4xf32>
// CHECK-NEXT: %[[CAST:.*]] = tensor.cast %[[X]] : tensor<3x4xf32> to tensor<?x?xf32>
// CHECK-NEXT: return %[[CAST]]
func.func @identity_of_another_type(%x: tensor<3x4xf32>) -> tensor<?x?xf32> {
  %0 = weft.batch_to_space_nd %x block_shape [1] crops [[0, 0]] : tensor<3x4xf32> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// The result says more than the input: a check stays to be made.
// CHECK-LABEL: func @asserting_identity
// CHECK-NEXT: weft.batch_to_space_nd
func.func @asserting_identity(%x: tensor<?x?xf32>) -> tensor<3x4xf32> {
  %0 = weft.batch_to_space_nd %x block_shape [1] crops [[0, 0]] : tensor<?x?xf32> -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// A crop alone is not an identity.
// CHECK-LABEL: func @crop
// CHECK-NEXT: weft.batch_to_space_nd
func.func @crop(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = weft.batch_to_space_nd %x block_shape [1] crops [[0, 1]] : tensor<?x?xf32> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// Constant operands become attributes, the result type follows, and what is known
// about the op (here: that it is checked) stays.
// CHECK-LABEL: func @constants(
// CHECK-SAME: %[[X:.*]]: tensor<4x4x?xf32>, %[[B:.*]]: index
// CHECK-NEXT: %[[O:.*]] = weft.batch_to_space_nd %[[X]] block_shape [2, %[[B]]] crops {{\[\[}}1, 1], [0, 3]] {weft.checked} : tensor<4x4x?xf32> -> tensor<?x6x?xf32>
// CHECK-NEXT: %[[CAST:.*]] = tensor.cast %[[O]] : tensor<?x6x?xf32> to tensor<?x?x?xf32>
// CHECK-NEXT: return %[[CAST]]
func.func @constants(%x: tensor<4x4x?xf32>, %b: index) -> tensor<?x?x?xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %0 = weft.batch_to_space_nd %x block_shape [%c2, %b] crops [[%c1, 1], [0, %c3]] {weft.checked} : tensor<4x4x?xf32> -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// -----

// Values that would not verify stay operands, for the run-time check to report.
// CHECK-LABEL: func @invalid_constants
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[MINUS:.*]] = arith.constant -1 : index
// CHECK: weft.batch_to_space_nd %{{.*}} block_shape [%[[ZERO]]] crops {{\[\[}}%[[MINUS]], 4]]
func.func @invalid_constants(%x: tensor<2x4xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c-1 = arith.constant -1 : index
  %c4 = arith.constant 4 : index
  %0 = weft.batch_to_space_nd %x block_shape [%c0] crops [[%c-1, %c4]] : tensor<2x4xf32> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// The same where only several values together are wrong: 3 is not divisible by 2.
// CHECK-LABEL: func @constants_that_disagree
// CHECK: %[[TWO:.*]] = arith.constant 2 : index
// CHECK: weft.batch_to_space_nd %{{.*}} block_shape [%[[TWO]]] crops {{\[\[}}1, 0]]
func.func @constants_that_disagree(%x: tensor<3x4xf32>) -> tensor<?x?xf32> {
  %c2 = arith.constant 2 : index
  %0 = weft.batch_to_space_nd %x block_shape [%c2] crops [[1, 0]] : tensor<3x4xf32> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
