// TensorFlow prints unranked results behind variables and unknown inputs. Where
// the operands are ranked the results are found, and so are those of a function
// that nobody calls; other users keep the type that they were written with.
// RUN: weft-opt %s --convert-tf-to-weft --split-input-file | FileCheck %s

// CHECK-LABEL: func @chain
// CHECK-SAME:      -> (tensor<?x2x5xf32>, tensor<?x4x5xf32>)
// CHECK:         %[[S:.*]] = weft.space_to_batch_nd {{.*}} : tensor<?x4x5xf32> -> tensor<?x2x5xf32>
// CHECK:         %[[B:.*]] = weft.batch_to_space_nd %[[S]] {{.*}} : tensor<?x2x5xf32> -> tensor<?x4x5xf32>
// CHECK:         return %[[S]], %[[B]] : tensor<?x2x5xf32>, tensor<?x4x5xf32>
func.func @chain(%x: tensor<?x4x5xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %b = "tf.Const"() {value = dense<2> : tensor<1xi32>} : () -> tensor<*xi32>
  %p = "tf.Const"() {value = dense<0> : tensor<1x2xi32>} : () -> tensor<1x2xi32>
  %0 = "tf.SpaceToBatchND"(%x, %b, %p) : (tensor<?x4x5xf32>, tensor<*xi32>, tensor<1x2xi32>) -> tensor<*xf32>
  %1 = "tf.Identity"(%0) : (tensor<*xf32>) -> tensor<*xf32>
  %2 = "tf.BatchToSpaceND"(%1, %b, %p) : (tensor<*xf32>, tensor<*xi32>, tensor<1x2xi32>) -> tensor<*xf32>
  return %0, %2 : tensor<*xf32>, tensor<*xf32>
}

// -----

// CHECK-LABEL: func @indexed_ops
// CHECK:         weft.parallel_dynamic_stitch {{.*}} -> tensor<?x2xi8>
// CHECK:         weft.tensor_scatter_sub {{.*}} -> tensor<?x2xi8>
// CHECK:         %[[I:.*]], %[[V:.*]], %[[S:.*]] = weft.sparse_concat {{.*}} -> tensor<?x2xi64>, tensor<?xi8>, tensor<2xi64>
// CHECK:         return %{{.*}}, %[[I]], %[[V]], %[[S]] : tensor<?x2xi8>, tensor<?x2xi64>, tensor<?xi8>, tensor<2xi64>
func.func @indexed_ops(%i: tensor<?xi32>, %d: tensor<?x2xui8>, %j: tensor<?x1xi32>, %c: tensor<?x2xi64>, %v: tensor<?xui8>, %s: tensor<2xi64>)
    -> (tensor<*xui8>, tensor<*xi64>, tensor<*xui8>, tensor<*xi64>) {
  %0 = "tf.DynamicStitch"(%i, %d) : (tensor<?xi32>, tensor<?x2xui8>) -> tensor<*xui8>
  %1 = "tf.TensorScatterSub"(%0, %j, %d) : (tensor<*xui8>, tensor<?x1xi32>, tensor<?x2xui8>) -> tensor<*xui8>
  %2:3 = "tf.SparseConcat"(%c, %v, %s) {concat_dim = 0 : i64} : (tensor<?x2xi64>, tensor<?xui8>, tensor<2xi64>) -> (tensor<*xi64>, tensor<*xui8>, tensor<*xi64>)
  return %1, %2#0, %2#1, %2#2 : tensor<*xui8>, tensor<*xi64>, tensor<*xui8>, tensor<*xi64>
}

// -----

// Nobody asks for the rank here.
// CHECK-LABEL: func @identity
// CHECK-SAME:      %[[X:.*]]: tensor<*xi8>
// CHECK-NEXT:    return %[[X]] : tensor<*xi8>
func.func @identity(%x: tensor<*xui8>) -> tensor<*xui8> {
  %0 = "tf.Identity"(%x) : (tensor<*xui8>) -> tensor<*xui8>
  return %0 : tensor<*xui8>
}

// -----

// CHECK-LABEL: func @other_user
// CHECK:         %[[S:.*]] = weft.space_to_batch_nd {{.*}} -> tensor<2x2xi8>
// CHECK:         %[[C:.*]] = tensor.cast %[[S]] : tensor<2x2xi8> to tensor<*xi8>
// CHECK:         %[[U:.*]] = builtin.unrealized_conversion_cast %[[C]] : tensor<*xi8> to tensor<*xui8>
// CHECK:         "tf.Size"(%[[U]]) : (tensor<*xui8>) -> tensor<i32>
func.func @other_user(%x: tensor<1x4xui8>) -> tensor<i32> {
  %b = "tf.Const"() {value = dense<2> : tensor<1xi32>} : () -> tensor<1xi32>
  %p = "tf.Const"() {value = dense<0> : tensor<1x2xi32>} : () -> tensor<1x2xi32>
  %0 = "tf.SpaceToBatchND"(%x, %b, %p) : (tensor<1x4xui8>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<*xui8>
  %1 = "tf.Size"(%0) : (tensor<*xui8>) -> tensor<i32>
  return %1 : tensor<i32>
}

// -----

// A function that is called, one whose returns do not agree, one without a body.
// CHECK-LABEL: func private @callee{{.*}} -> tensor<*xf32>
// CHECK:         tensor.cast %{{.*}} : tensor<2x2xf32> to tensor<*xf32>
func.func private @callee(%x: tensor<2x2xf32>) -> tensor<*xf32> {
  %0 = "tf.Identity"(%x) : (tensor<2x2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// CHECK-LABEL: func @caller{{.*}} -> tensor<*xf32>
func.func @caller(%x: tensor<2x2xf32>) -> tensor<*xf32> {
  %0 = call @callee(%x) : (tensor<2x2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
// CHECK-LABEL: func @returns{{.*}} -> (tensor<*xf32>, tensor<2xf32>)
func.func @returns(%c: i1, %x: tensor<2x2xf32>, %y: tensor<2xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %0 = "tf.Identity"(%x) : (tensor<2x2xf32>) -> tensor<*xf32>
  %1 = "tf.Identity"(%y) : (tensor<2xf32>) -> tensor<*xf32>
  cf.cond_br %c, ^a, ^b
^a:
  return %0, %1 : tensor<*xf32>, tensor<*xf32>
^b:
  return %1, %1 : tensor<*xf32>, tensor<*xf32>
}
// CHECK-LABEL: func private @external(tensor<2xf32>) -> tensor<*xf32>
func.func private @external(tensor<2xf32>) -> tensor<*xf32>
