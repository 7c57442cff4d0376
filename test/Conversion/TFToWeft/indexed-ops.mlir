// RUN: weft-opt %s --convert-tf-to-weft --split-input-file | FileCheck %s

// CHECK-LABEL: func @stitch
// CHECK-SAME:      %[[I0:.*]]: tensor<i32>, %[[I1:.*]]: tensor<?xi32>, %[[D0:.*]]: tensor<2xf32>, %[[D1:.*]]: tensor<?x2xf32>
// CHECK:         weft.parallel_dynamic_stitch indices(%[[I0]], %[[I1]] : tensor<i32>, tensor<?xi32>) data(%[[D0]], %[[D1]] : tensor<2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
func.func @stitch(%i0: tensor<i32>, %i1: tensor<?xi32>, %d0: tensor<2xf32>, %d1: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %r = "tf.ParallelDynamicStitch"(%i0, %i1, %d0, %d1) {N = 2 : i64, T = f32} : (tensor<i32>, tensor<?xi32>, tensor<2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  return %r : tensor<?x2xf32>
}

// -----

// DynamicStitch promises more about duplicates, which weft's op keeps too.
// CHECK-LABEL: func @dynamic_stitch_constant_indices
// CHECK:         %[[I:.*]] = arith.constant dense<[2, 0]> : tensor<2xi32>
// CHECK:         weft.parallel_dynamic_stitch indices(%[[I]] : tensor<2xi32>) data(%{{.*}} : tensor<2xi1>) -> tensor<{{3|\?}}xi1>
func.func @dynamic_stitch_constant_indices(%d: tensor<2xi1>) -> tensor<?xi1> {
  %i = "tf.Const"() <{value = dense<[2, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %r = "tf.DynamicStitch"(%i, %d) : (tensor<2xi32>, tensor<2xi1>) -> tensor<?xi1>
  return %r : tensor<?xi1>
}

// -----

// CHECK-LABEL: func @scatter_sub
// CHECK-SAME:      %[[T:.*]]: tensor<8xf32>, %[[I:.*]]: tensor<?x1xi32>, %[[U:.*]]: tensor<?xf32>
// CHECK:         %[[R0:.*]] = weft.tensor_scatter_sub ins(%[[I]], %[[U]] : tensor<?x1xi32>, tensor<?xf32>) outs(%[[T]] : tensor<8xf32>) -> tensor<8xf32>
// CHECK:         %[[R1:.*]] = weft.tensor_scatter_sub ins(%[[I]], %[[U]] : tensor<?x1xi32>, tensor<?xf32>) outs(%[[R0]] : tensor<8xf32>) -> tensor<8xf32>
// CHECK:         %[[R2:.*]] = weft.tensor_scatter_sub ins(%[[I]], %[[U]] : tensor<?x1xi32>, tensor<?xf32>) outs(%[[R1]] : tensor<8xf32>) -> tensor<8xf32>
// CHECK:         %[[R3:.*]] = weft.tensor_scatter_sub bad_indices_policy<error> ins(%[[I]], %[[U]] : tensor<?x1xi32>, tensor<?xf32>) outs(%[[R2]] : tensor<8xf32>) -> tensor<8xf32>
// CHECK:         weft.tensor_scatter_sub bad_indices_policy<ignore> ins(%[[I]], %[[U]] : tensor<?x1xi32>, tensor<?xf32>) outs(%[[R3]] : tensor<8xf32>) -> tensor<8xf32>
func.func @scatter_sub(%t: tensor<8xf32>, %i: tensor<?x1xi32>, %u: tensor<?xf32>) -> tensor<8xf32> {
  %0 = "tf.TensorScatterSub"(%t, %i, %u) : (tensor<8xf32>, tensor<?x1xi32>, tensor<?xf32>) -> tensor<8xf32>
  %1 = "tf.TensorScatterSub"(%0, %i, %u) <{bad_indices_policy = ""}> : (tensor<8xf32>, tensor<?x1xi32>, tensor<?xf32>) -> tensor<8xf32>
  %2 = "tf.TensorScatterSub"(%1, %i, %u) <{bad_indices_policy = "DEFAULT"}> : (tensor<8xf32>, tensor<?x1xi32>, tensor<?xf32>) -> tensor<8xf32>
  %3 = "tf.TensorScatterSub"(%2, %i, %u) {bad_indices_policy = "ERROR"} : (tensor<8xf32>, tensor<?x1xi32>, tensor<?xf32>) -> tensor<8xf32>
  %4 = "tf.TensorScatterSub"(%3, %i, %u) <{bad_indices_policy = "IGNORE"}> : (tensor<8xf32>, tensor<?x1xi32>, tensor<?xf32>) -> tensor<8xf32>
  return %4 : tensor<8xf32>
}

// -----

// weft's op gives back the type of its tensor.
// CHECK-LABEL: func @scatter_sub_casts
// CHECK:         %[[R:.*]] = weft.tensor_scatter_sub ins(%{{.*}}) outs(%{{.*}} : tensor<?x4xi64>) -> tensor<?x4xi64>
// CHECK:         tensor.cast %[[R]] : tensor<?x4xi64> to tensor<8x?xi64>
func.func @scatter_sub_casts(%t: tensor<?x4xi64>, %i: tensor<2x1xi64>, %u: tensor<2x4xi64>) -> tensor<8x?xi64> {
  %0 = "tf.TensorScatterSub"(%t, %i, %u) : (tensor<?x4xi64>, tensor<2x1xi64>, tensor<2x4xi64>) -> tensor<8x?xi64>
  return %0 : tensor<8x?xi64>
}

// -----

// CHECK-LABEL: func @sparse_concat
// CHECK-SAME:      %[[I0:.*]]: tensor<?x2xi64>, %[[V0:.*]]: tensor<?xf32>, %[[S0:.*]]: tensor<2xi64>, %[[I1:.*]]: tensor<?x2xi64>, %[[V1:.*]]: tensor<?xf32>, %[[S1:.*]]: tensor<2xi64>
// CHECK:         weft.sparse_concat dim -1 sort_inputs
// CHECK-SAME:      indices(%[[I0]], %[[I1]] :
// CHECK-SAME:      values(%[[V0]], %[[V1]] :
// CHECK-SAME:      shapes(%[[S0]], %[[S1]] :
// CHECK-SAME:      -> tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
func.func @sparse_concat(%i0: tensor<?x2xi64>, %v0: tensor<?xf32>, %s0: tensor<2xi64>, %i1: tensor<?x2xi64>, %v1: tensor<?xf32>, %s1: tensor<2xi64>)
    -> (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) {
  %r:3 = "tf.SparseConcat"(%i0, %i1, %v0, %v1, %s0, %s1) {N = 2 : i64, T = f32, concat_dim = -1 : i64, device = ""}
      : (tensor<?x2xi64>, tensor<?x2xi64>, tensor<?xf32>, tensor<?xf32>, tensor<2xi64>, tensor<2xi64>) -> (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>)
  return %r#0, %r#1, %r#2 : tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
}

// -----

// One input, no attribute N, a short integer as concat_dim, sizes not known.
// CHECK-LABEL: func @sparse_concat_single
// CHECK:         %[[I:.*]], %[[V:.*]], %[[S:.*]] = weft.sparse_concat dim 0 {{.*}} -> tensor<3x1xi64>, tensor<3xi16>, tensor<1xi64>
// CHECK-DAG:     tensor.cast %[[I]] : tensor<3x1xi64> to tensor<?x?xi64>
// CHECK-DAG:     tensor.cast %[[V]] : tensor<3xi16> to tensor<?xi16>
// CHECK-DAG:     tensor.cast %[[S]] : tensor<1xi64> to tensor<?xi64>
func.func @sparse_concat_single(%i: tensor<3x1xi64>, %v: tensor<3xi16>, %s: tensor<1xi64>) -> (tensor<?x?xi64>, tensor<?xi16>, tensor<?xi64>) {
  %r:3 = "tf.SparseConcat"(%i, %v, %s) <{concat_dim = 0 : i8}> : (tensor<3x1xi64>, tensor<3xi16>, tensor<1xi64>) -> (tensor<?x?xi64>, tensor<?xi16>, tensor<?xi64>)
  return %r#0, %r#1, %r#2 : tensor<?x?xi64>, tensor<?xi16>, tensor<?xi64>
}
