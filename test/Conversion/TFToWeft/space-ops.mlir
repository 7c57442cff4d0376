// RUN: weft-opt %s --convert-tf-to-weft --split-input-file | FileCheck %s

// CHECK-LABEL: func @constant_lists
// CHECK-SAME:      %[[X:.*]]: tensor<4x65x65x8xf32>
// CHECK:         %[[O:.*]] = weft.space_to_batch_nd %[[X]] block_shape [4, 4] paddings {{\[}}[4, 7], [4, 7]] : tensor<4x65x65x8xf32> -> tensor<64x19x19x8xf32>
// CHECK-NEXT:    return %[[O]]
func.func @constant_lists(%x: tensor<4x65x65x8xf32>) -> tensor<64x19x19x8xf32> {
  %b = "tf.Const"() <{value = dense<4> : tensor<2xi32>}> : () -> tensor<2xi32>
  %p = "tf.Const"() <{value = dense<[[4, 7], [4, 7]]> : tensor<2x2xi64>}> : () -> tensor<2x2xi64>
  %o = "tf.SpaceToBatchND"(%x, %b, %p) {device = ""} : (tensor<4x65x65x8xf32>, tensor<2xi32>, tensor<2x2xi64>) -> tensor<64x19x19x8xf32>
  return %o : tensor<64x19x19x8xf32>
}

// -----

// Elements are read in row-major order; i32 and i64 may be mixed.
// CHECK-LABEL: func @run_time_lists
// CHECK-SAME:      %[[X:.*]]: tensor<?x?x?x3xf32>, %[[B:.*]]: tensor<2xi32>, %[[P:.*]]: tensor<2x2xi64>
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1 : index
// CHECK:         %[[B0:.*]] = tensor.extract %[[B]][%[[C0]]]
// CHECK:         %[[B0I:.*]] = arith.index_cast %[[B0]] : i32 to index
// CHECK:         %[[B1:.*]] = tensor.extract %[[B]][%[[C1]]]
// CHECK:         %[[B1I:.*]] = arith.index_cast %[[B1]] : i32 to index
// CHECK:         %[[P0:.*]] = tensor.extract %[[P]][%[[C0]], %[[C0]]]
// CHECK:         %[[P0I:.*]] = arith.index_cast %[[P0]] : i64 to index
// CHECK:         %[[P1:.*]] = tensor.extract %[[P]][%[[C0]], %[[C1]]]
// CHECK:         %[[P1I:.*]] = arith.index_cast %[[P1]] : i64 to index
// CHECK:         %[[P2:.*]] = tensor.extract %[[P]][%[[C1]], %[[C0]]]
// CHECK:         %[[P2I:.*]] = arith.index_cast %[[P2]] : i64 to index
// CHECK:         %[[P3:.*]] = tensor.extract %[[P]][%[[C1]], %[[C1]]]
// CHECK:         %[[P3I:.*]] = arith.index_cast %[[P3]] : i64 to index
// CHECK:         weft.batch_to_space_nd %[[X]] block_shape [%[[B0I]], %[[B1I]]] crops {{\[}}[%[[P0I]], %[[P1I]]], [%[[P2I]], %[[P3I]]]] : tensor<?x?x?x3xf32> -> tensor<?x?x?x3xf32>
func.func @run_time_lists(%x: tensor<?x?x?x3xf32>, %b: tensor<2xi32>, %p: tensor<2x2xi64>) -> tensor<?x?x?x3xf32> {
  %o = "tf.BatchToSpaceND"(%x, %b, %p) : (tensor<?x?x?x3xf32>, tensor<2xi32>, tensor<2x2xi64>) -> tensor<?x?x?x3xf32>
  return %o : tensor<?x?x?x3xf32>
}

// -----

// One list constant, behind tf.Identity and in arith's spelling; the other at
// run time. What TensorFlow says about the result's sizes is kept: the checks
// compare it with the values.
// CHECK-LABEL: func @mixed_lists
// CHECK:         weft.space_to_batch_nd %{{.*}} block_shape [3] paddings {{\[}}[%{{.*}}, %{{.*}}]] : tensor<2x?xi8> -> tensor<6x4xi8>
// CHECK:         weft.batch_to_space_nd %{{.*}} block_shape [%{{.*}}] crops {{\[}}[1, 0]] : tensor<6x4xi8> -> tensor<2x?xi8>
func.func @mixed_lists(%x: tensor<2x?xi8>, %b: tensor<1xi64>, %p: tensor<1x2xi32>) -> tensor<2x?xi8> {
  %c = "tf.Const"() <{value = dense<3> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c1 = "tf.Identity"(%c) : (tensor<1xi32>) -> tensor<1xi32>
  %c2 = "tf.Identity"(%c1) : (tensor<1xi32>) -> tensor<1xi32>
  %s = "tf.SpaceToBatchND"(%x, %c2, %p) : (tensor<2x?xi8>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<6x4xi8>
  %q = arith.constant dense<[[1, 0]]> : tensor<1x2xi64>
  %o = "tf.BatchToSpaceND"(%s, %b, %q) : (tensor<6x4xi8>, tensor<1xi64>, tensor<1x2xi64>) -> tensor<2x?xi8>
  return %o : tensor<2x?xi8>
}

// -----

// No block dimension at all.
// CHECK-LABEL: func @no_block_dimension
// CHECK:         weft.space_to_batch_nd %{{.*}} block_shape [] paddings [] : tensor<?xf32> -> tensor<?xf32>
// CHECK:         weft.batch_to_space_nd %{{.*}} block_shape [] crops [] : tensor<?xf32> -> tensor<?xf32>
func.func @no_block_dimension(%x: tensor<?xf32>, %b: tensor<0xi32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %p = "tf.Const"() <{value = dense<> : tensor<0x2xi32>}> : () -> tensor<0x2xi32>
  %o = "tf.SpaceToBatchND"(%x, %b, %p) : (tensor<?xf32>, tensor<0xi32>, tensor<0x2xi32>) -> tensor<?xf32>
  %q = "tf.BatchToSpaceND"(%x, %b, %p) : (tensor<?xf32>, tensor<0xi32>, tensor<0x2xi32>) -> tensor<?xf32>
  return %o, %q : tensor<?xf32>, tensor<?xf32>
}

// -----

// Where TensorFlow knew less than can be inferred, its type stays at the users.
// CHECK-LABEL: func @less_static_result
// CHECK:         %[[O:.*]] = weft.space_to_batch_nd %{{.*}} : tensor<1x4x5xf32> -> tensor<2x2x5xf32>
// CHECK-NEXT:    %[[C:.*]] = tensor.cast %[[O]] : tensor<2x2x5xf32> to tensor<?x?x5xf32>
// CHECK-NEXT:    return %[[C]] : tensor<?x?x5xf32>
func.func @less_static_result(%x: tensor<1x4x5xf32>) -> tensor<?x?x5xf32> {
  %b = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %p = "tf.Const"() <{value = dense<0> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %o = "tf.SpaceToBatchND"(%x, %b, %p) : (tensor<1x4x5xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?x?x5xf32>
  return %o : tensor<?x?x5xf32>
}

// -----

// Constants of 64 bits that are far from any size, and from each other.
// CHECK-LABEL: func @huge_constants
// CHECK:         block_shape [4611686018427387904] paddings {{\[}}[4611686018427387904, 0]] : tensor<0x0xf32>
func.func @huge_constants(%x: tensor<0x0xf32>) -> tensor<0x1xf32> {
  %b = "tf.Const"() <{value = dense<4611686018427387904> : tensor<1xi64>}> : () -> tensor<1xi64>
  %p = "tf.Const"() <{value = dense<[[4611686018427387904, 0]]> : tensor<1x2xi64>}> : () -> tensor<1x2xi64>
  %o = "tf.SpaceToBatchND"(%x, %b, %p) : (tensor<0x0xf32>, tensor<1xi64>, tensor<1x2xi64>) -> tensor<0x1xf32>
  return %o : tensor<0x1xf32>
}
