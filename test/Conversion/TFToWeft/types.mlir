// Unsigned integers become signless and strings become handles wherever they
// occur, not only in TensorFlow's ops.
// RUN: weft-opt %s --convert-tf-to-weft --split-input-file | FileCheck %s

// CHECK-LABEL: func private @callee(tensor<4xi8>) -> tensor<4xi16>
func.func private @callee(tensor<4xui8>) -> tensor<4xui16>

// CHECK-LABEL: func @calls_and_control_flow
// CHECK-SAME:      (%[[A:.*]]: tensor<4xi8>, %[[C:.*]]: i1) -> (tensor<4xi16>, tensor<4xi8>, i32)
// CHECK:         call @callee(%[[A]]) : (tensor<4xi8>) -> tensor<4xi16>
// CHECK:         %[[K:.*]] = arith.constant dense<[1, -56, 3, 4]> : tensor<4xi8>
// CHECK:         cf.cond_br %[[C]], ^bb1(%[[A]] : tensor<4xi8>), ^bb1(%[[K]] : tensor<4xi8>)
// CHECK:       ^bb1(%[[X:.*]]: tensor<4xi8>):
// CHECK:         scf.if %[[C]] -> (tensor<4xi8>)
// CHECK:           scf.yield %[[X]] : tensor<4xi8>
// CHECK:           scf.yield %[[K]] : tensor<4xi8>
// CHECK:         tensor.extract %{{.*}} : tensor<i32>
// CHECK-NOT:     ui
func.func @calls_and_control_flow(%a: tensor<4xui8>, %c: i1) -> (tensor<4xui16>, tensor<4xui8>, ui32) {
  %0 = func.call @callee(%a) : (tensor<4xui8>) -> tensor<4xui16>
  %k = arith.constant dense<[1, 200, 3, 4]> : tensor<4xui8>
  cf.cond_br %c, ^next(%a : tensor<4xui8>), ^next(%k : tensor<4xui8>)
^next(%x: tensor<4xui8>):
  %1 = scf.if %c -> tensor<4xui8> {
    scf.yield %x : tensor<4xui8>
  } else {
    %y = "tf.Identity"(%k) : (tensor<4xui8>) -> tensor<4xui8>
    scf.yield %y : tensor<4xui8>
  }
  %z = "tf.Const"() {value = dense<4294967295> : tensor<ui32>} : () -> tensor<ui32>
  %e = tensor.extract %z[] : tensor<ui32>
  return %0, %1, %e : tensor<4xui16>, tensor<4xui8>, ui32
}

// -----

// Every class of element types passes the moving ops.
// CHECK-LABEL: func @element_types
// CHECK-SAME:      tensor<1x4xi8>
// CHECK-SAME:      tensor<1x4x!llvm.struct<(ptr, i64)>>
// CHECK-SAME:      tensor<1x4xi1>
// CHECK-SAME:      tensor<1x4xf8E4M3FN>
// CHECK-SAME:      tensor<1x4xcomplex<f32>>
// CHECK:         weft.space_to_batch_nd {{.*}} -> tensor<2x2xi8>
// CHECK:         weft.space_to_batch_nd {{.*}} -> tensor<2x2x!llvm.struct<(ptr, i64)>>
// CHECK:         weft.space_to_batch_nd {{.*}} -> tensor<2x2xi1>
// CHECK:         weft.space_to_batch_nd {{.*}} -> tensor<2x2xf8E4M3FN>
// CHECK:         weft.space_to_batch_nd {{.*}} -> tensor<2x2xcomplex<f32>>
func.func @element_types(%0: tensor<1x4xui8>, %1: tensor<1x4x!tf_type.string>, %2: tensor<1x4xi1>, %3: tensor<1x4xf8E4M3FN>, %4: tensor<1x4xcomplex<f32>>)
    -> (tensor<2x2xui8>, tensor<2x2x!tf_type.string>, tensor<2x2xi1>, tensor<2x2xf8E4M3FN>, tensor<2x2xcomplex<f32>>) {
  %b = "tf.Const"() {value = dense<2> : tensor<1xi32>} : () -> tensor<1xi32>
  %p = "tf.Const"() {value = dense<0> : tensor<1x2xi32>} : () -> tensor<1x2xi32>
  %5 = "tf.SpaceToBatchND"(%0, %b, %p) : (tensor<1x4xui8>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<2x2xui8>
  %6 = "tf.SpaceToBatchND"(%1, %b, %p) : (tensor<1x4x!tf_type.string>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<2x2x!tf_type.string>
  %7 = "tf.SpaceToBatchND"(%2, %b, %p) : (tensor<1x4xi1>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<2x2xi1>
  %8 = "tf.SpaceToBatchND"(%3, %b, %p) : (tensor<1x4xf8E4M3FN>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<2x2xf8E4M3FN>
  %9 = "tf.SpaceToBatchND"(%4, %b, %p) : (tensor<1x4xcomplex<f32>>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<2x2xcomplex<f32>>
  return %5, %6, %7, %8, %9 : tensor<2x2xui8>, tensor<2x2x!tf_type.string>, tensor<2x2xi1>, tensor<2x2xf8E4M3FN>, tensor<2x2xcomplex<f32>>
}

// -----

// Wrapping subtraction is the same for signed and unsigned integers.
// CHECK-LABEL: func @scatter_sub_unsigned
// CHECK:         weft.tensor_scatter_sub ins(%{{.*}}, %{{.*}} : tensor<?x1xi32>, tensor<?xi8>) outs(%{{.*}} : tensor<3xi8>) -> tensor<3xi8>
func.func @scatter_sub_unsigned(%i: tensor<?x1xi32>, %u: tensor<?xui8>) -> tensor<3xui8> {
  %t = "tf.Const"() <{value = dense<[1, 200, 3]> : tensor<3xui8>}> : () -> tensor<3xui8>
  %0 = "tf.TensorScatterSub"(%t, %i, %u) <{bad_indices_policy = ""}> : (tensor<3xui8>, tensor<?x1xi32>, tensor<?xui8>) -> tensor<3xui8>
  return %0 : tensor<3xui8>
}

// -----

// Ops that are not converted keep their types, so that the one who converts
// them later sees them.
// CHECK-LABEL: func @other_ops
// CHECK-SAME:      %[[A:.*]]: tensor<4xi8>
// CHECK:         %[[U:.*]] = builtin.unrealized_conversion_cast %[[A]] : tensor<4xi8> to tensor<4xui8>
// CHECK:         %[[D:.*]] = "tf.FloorDiv"(%[[U]], %[[U]]) {device = ""} : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
// CHECK:         %[[S:.*]] = builtin.unrealized_conversion_cast %[[D]] : tensor<4xui8> to tensor<4xi8>
// CHECK:         return %[[S]] : tensor<4xi8>
func.func @other_ops(%a: tensor<4xui8>) -> tensor<4xui8> {
  %0 = "tf.FloorDiv"(%a, %a) {device = ""} : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  return %0 : tensor<4xui8>
}

// -----

// Attributes and types of TensorFlow that weft knows nothing about are kept.
// CHECK-LABEL: module attributes {tf.versions = {bad_consumers = [], min_consumer = 0 : i32, producer = 2474 : i32}}
module attributes {tf.versions = {bad_consumers = [], min_consumer = 0 : i32, producer = 2474 : i32}} {
  // CHECK-LABEL: func @kept
  // CHECK-NOT:       tf._user_specified_name
  // CHECK-SAME:      attributes {tf._input_shapes = [#tf_type.shape<2x?>], tf.entry_function = {inputs = "x"}}
  func.func @kept(%x: tensor<2x!tf_type.variant> {tf._user_specified_name = "x"}) -> tensor<2x!tf_type.variant>
      attributes {tf._input_shapes = [#tf_type.shape<2x?>], tf.entry_function = {inputs = "x"}} {
    %0 = "tf.Identity"(%x) : (tensor<2x!tf_type.variant>) -> tensor<2x!tf_type.variant>
    return %0 : tensor<2x!tf_type.variant>
  }
}
