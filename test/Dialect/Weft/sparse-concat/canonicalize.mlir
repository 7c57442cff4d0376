// RUN: weft-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func @negative_dim
// CHECK: weft.sparse_concat dim 1
func.func @negative_dim(%i: tensor<?x3xi64>, %v: tensor<?xf32>, %s: tensor<3xi64>) -> tensor<?x3xi64> {
  %0:3 = weft.sparse_concat dim -2 indices(%i : tensor<?x3xi64>) values(%v : tensor<?xf32>) shapes(%s : tensor<3xi64>)
      -> tensor<?x3xi64>, tensor<?xf32>, tensor<3xi64>
  return %0#0 : tensor<?x3xi64>
}

// The number of entries comes from the indices of one input and the values of the other.
// CHECK-LABEL: func @static_results
// CHECK: %[[I:.*]], %[[V:.*]], %[[S:.*]] = weft.sparse_concat {{.*}} -> tensor<7x2xi64>, tensor<7xf32>, tensor<2xi64>
// CHECK-DAG: tensor.cast %[[I]] : tensor<7x2xi64> to tensor<?x?xi64>
// CHECK-DAG: tensor.cast %[[V]] : tensor<7xf32> to tensor<?xf32>
// CHECK-DAG: tensor.cast %[[S]] : tensor<2xi64> to tensor<?xi64>
func.func @static_results(%i: tensor<4x?xi64>, %j: tensor<?x2xi64>, %v: tensor<?xf32>, %w: tensor<3xf32>, %s: tensor<?xi64>)
    -> (tensor<?x?xi64>, tensor<?xf32>, tensor<?xi64>) {
  %0:3 = weft.sparse_concat dim 1 indices(%i, %j : tensor<4x?xi64>, tensor<?x2xi64>) values(%v, %w : tensor<?xf32>, tensor<3xf32>)
      shapes(%s, %s : tensor<?xi64>, tensor<?xi64>) -> tensor<?x?xi64>, tensor<?xf32>, tensor<?xi64>
  return %0#0, %0#1, %0#2 : tensor<?x?xi64>, tensor<?xf32>, tensor<?xi64>
}

// Attributes survive.
// CHECK-LABEL: func @casts_of_operands
// CHECK-SAME: (%[[I:.*]]: tensor<4x2xi64>, %[[V:.*]]: tensor<4xf32>, %[[S:.*]]: tensor<2xi64>)
// CHECK: %[[R:.*]], %{{.*}}, %{{.*}} = weft.sparse_concat dim 0 sort_inputs indices(%[[I]] : tensor<4x2xi64>) values(%[[V]] : tensor<4xf32>) shapes(%[[S]] : tensor<2xi64>) {weft.checked}
// CHECK: tensor.cast %[[R]] : tensor<4x2xi64> to tensor<?x2xi64>
func.func @casts_of_operands(%i: tensor<4x2xi64>, %v: tensor<4xf32>, %s: tensor<2xi64>) -> tensor<?x2xi64> {
  %ci = tensor.cast %i : tensor<4x2xi64> to tensor<?x2xi64>
  %cv = tensor.cast %v : tensor<4xf32> to tensor<?xf32>
  %cs = tensor.cast %s : tensor<2xi64> to tensor<?xi64>
  %0:3 = weft.sparse_concat dim 0 sort_inputs indices(%ci : tensor<?x2xi64>) values(%cv : tensor<?xf32>) shapes(%cs : tensor<?xi64>) {weft.checked}
      -> tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
  return %0#0 : tensor<?x2xi64>
}

// What the casts hide is wrong: it stays an error at run time.
// CHECK-LABEL: func @wrong_behind_casts
// CHECK: weft.sparse_concat {{.*}} values(%{{.*}} : tensor<?xf32>)
func.func @wrong_behind_casts(%i: tensor<4x2xi64>, %v: tensor<5xf32>, %s: tensor<2xi64>) -> tensor<?x2xi64> {
  %cv = tensor.cast %v : tensor<5xf32> to tensor<?xf32>
  %0:3 = weft.sparse_concat dim 0 indices(%i : tensor<4x2xi64>) values(%cv : tensor<?xf32>) shapes(%s : tensor<2xi64>)
      -> tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
  return %0#0 : tensor<?x2xi64>
}
