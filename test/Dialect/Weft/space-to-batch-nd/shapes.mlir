// Sizes of the result, computed from the input's sizes and the operands.
//
// RUN: weft-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize --cse --split-input-file | FileCheck %s

// CHECK-DAG: #[[$BATCH:.*]] = affine_map<()[s0, s1, s2] -> ((s1 * s2) * s0)>
// CHECK-DAG: #[[$PADDED:.*]] = affine_map<()[s0, s1, s2, s3] -> ((s0 + s1 + s2) floordiv s3)>
// CHECK-LABEL: func @run_time(
// CHECK-SAME: %[[X:.*]]: tensor<?x?x?x?xf32>, %[[B0:.*]]: index, %[[B1:.*]]: index, %[[P:.*]]: index, %[[Q:.*]]: index)
func.func @run_time(%x: tensor<?x?x?x?xf32>, %b0: index, %b1: index, %p: index, %q: index) -> (index, index, index) {
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
  // CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
  // CHECK-DAG: %[[N:.*]] = tensor.dim %[[X]], %[[C0]]
  // CHECK-DAG: %[[D:.*]] = tensor.dim %[[X]], %[[C2]]
  // CHECK-DAG: %[[R:.*]] = tensor.dim %[[X]], %[[C3]]
  // CHECK-DAG: %[[S0:.*]] = affine.apply #[[$BATCH]]()[%[[B1]], %[[N]], %[[B0]]]
  // CHECK-DAG: %[[S2:.*]] = affine.apply #[[$PADDED]]()[%[[D]], %[[P]], %[[Q]], %[[B1]]]
  // CHECK: return %[[S0]], %[[S2]], %[[R]]
  %0 = weft.space_to_batch_nd %x block_shape [%b0, %b1] paddings [[0, 0], [%p, %q]] : tensor<?x?x?x?xf32> -> tensor<?x?x?x?xf32>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %s0 = tensor.dim %0, %c0 : tensor<?x?x?x?xf32>
  %s2 = tensor.dim %0, %c2 : tensor<?x?x?x?xf32>
  %s3 = tensor.dim %0, %c3 : tensor<?x?x?x?xf32>
  return %s0, %s2, %s3 : index, index, index
}

// -----

// What the type of the result says is not computed.
// CHECK-LABEL: func @static_result
// CHECK-DAG: %[[C6:.*]] = arith.constant 6 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK: return %[[C6]], %[[C4]]
func.func @static_result(%x: tensor<?x?xf32>, %b: index) -> (index, index) {
  %0 = weft.space_to_batch_nd %x block_shape [%b] paddings [[0, 0]] : tensor<?x?xf32> -> tensor<6x4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s0 = tensor.dim %0, %c0 : tensor<6x4xf32>
  %s1 = tensor.dim %0, %c1 : tensor<6x4xf32>
  return %s0, %s1 : index, index
}

// -----

// Constants are part of the expressions.
// CHECK-DAG: #[[$BATCH:.*]] = affine_map<()[s0] -> (s0 * 6)>
// CHECK-DAG: #[[$PADDED:.*]] = affine_map<()[s0] -> ((s0 + 1) floordiv 3)>
// CHECK-LABEL: func @constants
// CHECK-DAG: affine.apply #[[$BATCH]]()
// CHECK-DAG: affine.apply #[[$PADDED]]()
func.func @constants(%x: tensor<?x4x?xf32>) -> (index, index) {
  %0 = weft.space_to_batch_nd %x block_shape [2, 3] paddings [[0, 0], [0, 1]] : tensor<?x4x?xf32> -> tensor<?x2x?xf32>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %s0 = tensor.dim %0, %c0 : tensor<?x2x?xf32>
  %s2 = tensor.dim %0, %c2 : tensor<?x2x?xf32>
  return %s0, %s2 : index, index
}
