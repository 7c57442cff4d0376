// Sizes of the results without the results.
//
// RUN: weft-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func @dynamic
// CHECK-SAME: (%[[I:.*]]: tensor<?x2xi64>, %[[J:.*]]: tensor<?x2xi64>,
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[A:.*]] = tensor.dim %[[I]], %[[C0]]
// CHECK-DAG: %[[B:.*]] = tensor.dim %[[J]], %[[C0]]
// CHECK: %[[N:.*]] = arith.addi %[[A]], %[[B]]
// CHECK: return %[[N]], %[[C2]], %[[N]]
func.func @dynamic(%i: tensor<?x2xi64>, %j: tensor<?x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:3 = weft.sparse_concat dim 0 indices(%i, %j : tensor<?x2xi64>, tensor<?x2xi64>) values(%v, %v : tensor<?xf32>, tensor<?xf32>)
      shapes(%s, %s : tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xi64>, tensor<?xf32>, tensor<?xi64>
  %rows = tensor.dim %0#0, %c0 : tensor<?x?xi64>
  %length = tensor.dim %0#2, %c0 : tensor<?xi64>
  %count = tensor.dim %0#1, %c0 : tensor<?xf32>
  return %rows, %length, %count : index, index, index
}

// The number of entries of an input is that of its values where these are static.
// CHECK-LABEL: func @static_values
// CHECK: %[[C7:.*]] = arith.constant 7 : index
// CHECK: return %[[C7]]
func.func @static_values(%i: tensor<?x2xi64>, %j: tensor<4x2xi64>, %v: tensor<3xf32>, %w: tensor<?xf32>, %s: tensor<2xi64>) -> index {
  %c0 = arith.constant 0 : index
  %0:3 = weft.sparse_concat dim 0 indices(%i, %j : tensor<?x2xi64>, tensor<4x2xi64>) values(%v, %w : tensor<3xf32>, tensor<?xf32>)
      shapes(%s, %s : tensor<2xi64>, tensor<2xi64>) -> tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
  %rows = tensor.dim %0#0, %c0 : tensor<?x2xi64>
  return %rows : index
}
