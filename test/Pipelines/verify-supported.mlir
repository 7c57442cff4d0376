// RUN: weft-opt %s --convert-tf-to-weft --weft-verify-supported --split-input-file --verify-diagnostics --allow-unregistered-dialect
// RUN: weft-opt %s --weft-cpu-pipeline --split-input-file --verify-diagnostics --allow-unregistered-dialect

// All ops that are not converted are reported, in program order; not what is in
// them, and not the types that they leave unconverted around them.
func.func @tensorflow_ops(%a: tensor<2x2xf32>, %u: tensor<2xui8>) -> tensor<2x2xf32> {
  %0 = "tf.Identity"(%a) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  // expected-error @below {{'tf.MatMul' op cannot be compiled: weft does not convert this TensorFlow op}}
  %1 = "tf.MatMul"(%0, %a) {transpose_a = false} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  // expected-error @below {{'tf.IfRegion' op cannot be compiled: weft does not convert this TensorFlow op}}
  "tf.IfRegion"() ({
    "tf.Yield"() : () -> ()
  }) : () -> ()
  // expected-error @below {{'tf.Relu' op cannot be compiled: weft does not convert this TensorFlow op}}
  %2 = "tf.Relu"(%u) : (tensor<2xui8>) -> tensor<2xui8>
  return %1 : tensor<2x2xf32>
}

// -----

func.func @other_dialects() {
  // expected-error @below {{'foo.bar' op cannot be compiled: weft does not know this op}}
  "foo.bar"() : () -> ()
  return
}

// -----

// expected-error @below {{'func.func' op cannot be compiled: its type '(tensor<4x!tf_type.variant>) -> tensor<4x!tf_type.variant>' has no form in memory}}
func.func @types(%a: tensor<4x!tf_type.variant>) -> tensor<4x!tf_type.variant> {
  return %a : tensor<4x!tf_type.variant>
}

// -----

func.func @types_inside() {
  // expected-error @below {{'tensor.empty' op cannot be compiled: its type 'tensor<4x!tf_type.variant>' has no form in memory}}
  %0 = tensor.empty() : tensor<4x!tf_type.variant>
  return
}

// -----

// What remains of a module without such ops is compiled.
func.func @supported(%a: tensor<2x!tf_type.string>, %b: tensor<2xui8>) -> (tensor<2x!tf_type.string>, tensor<2xui8>) {
  %0 = "tf.Identity"(%a) : (tensor<2x!tf_type.string>) -> tensor<2x!tf_type.string>
  return %0, %b : tensor<2x!tf_type.string>, tensor<2xui8>
}
