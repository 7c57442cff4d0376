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

// expected-error @below {{its type '(tensor<4xtf32>) -> tensor<4xtf32>' has no form in memory}}
func.func @tf32(%a: tensor<4xtf32>) -> tensor<4xtf32> {
  return %a : tensor<4xtf32>
}

// -----

// expected-error @below {{has no form in memory}}
func.func @quantized(%a: tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4x!quant.uniform<i8:f32, 0.5>> {
  return %a : tensor<4x!quant.uniform<i8:f32, 0.5>>
}

// -----

// What remains of a module without such ops is compiled.
func.func @supported(%a: tensor<2x!tf_type.string>, %b: tensor<2xui8>) -> (tensor<2x!tf_type.string>, tensor<2xui8>) {
  %0 = "tf.Identity"(%a) : (tensor<2x!tf_type.string>) -> tensor<2x!tf_type.string>
  return %0, %b : tensor<2x!tf_type.string>, tensor<2xui8>
}

// -----

// One-Shot Bufferize takes twice as long for each loop around a loop.
func.func @deep(%n: index, %t: tensor<4xf32>) -> tensor<4xf32> {
  %z = arith.constant 0 : index
  %o = arith.constant 1 : index
  %r0 = scf.for %i0 = %z to %n step %o iter_args(%t0 = %t) -> tensor<4xf32> {
  %r1 = scf.for %i1 = %z to %n step %o iter_args(%t1 = %t0) -> tensor<4xf32> {
  %r2 = scf.for %i2 = %z to %n step %o iter_args(%t2 = %t1) -> tensor<4xf32> {
  %r3 = scf.for %i3 = %z to %n step %o iter_args(%t3 = %t2) -> tensor<4xf32> {
  %r4 = scf.for %i4 = %z to %n step %o iter_args(%t4 = %t3) -> tensor<4xf32> {
  %r5 = scf.for %i5 = %z to %n step %o iter_args(%t5 = %t4) -> tensor<4xf32> {
  %r6 = scf.for %i6 = %z to %n step %o iter_args(%t6 = %t5) -> tensor<4xf32> {
  %r7 = scf.for %i7 = %z to %n step %o iter_args(%t7 = %t6) -> tensor<4xf32> {
  %r8 = scf.for %i8 = %z to %n step %o iter_args(%t8 = %t7) -> tensor<4xf32> {
  %r9 = scf.for %i9 = %z to %n step %o iter_args(%t9 = %t8) -> tensor<4xf32> {
  %r10 = scf.for %i10 = %z to %n step %o iter_args(%t10 = %t9) -> tensor<4xf32> {
  %r11 = scf.for %i11 = %z to %n step %o iter_args(%t11 = %t10) -> tensor<4xf32> {
  %r12 = scf.for %i12 = %z to %n step %o iter_args(%t12 = %t11) -> tensor<4xf32> {
  %r13 = scf.for %i13 = %z to %n step %o iter_args(%t13 = %t12) -> tensor<4xf32> {
  %r14 = scf.for %i14 = %z to %n step %o iter_args(%t14 = %t13) -> tensor<4xf32> {
  %r15 = scf.for %i15 = %z to %n step %o iter_args(%t15 = %t14) -> tensor<4xf32> {
  // expected-error @below {{'scf.for' op expected at most 16 nested loops that carry tensors, but got 17}}
  %r16 = scf.for %i16 = %z to %n step %o iter_args(%t16 = %t15) -> tensor<4xf32> {
  scf.yield %t16 : tensor<4xf32> }
  scf.yield %r16 : tensor<4xf32> }
  scf.yield %r15 : tensor<4xf32> }
  scf.yield %r14 : tensor<4xf32> }
  scf.yield %r13 : tensor<4xf32> }
  scf.yield %r12 : tensor<4xf32> }
  scf.yield %r11 : tensor<4xf32> }
  scf.yield %r10 : tensor<4xf32> }
  scf.yield %r9 : tensor<4xf32> }
  scf.yield %r8 : tensor<4xf32> }
  scf.yield %r7 : tensor<4xf32> }
  scf.yield %r6 : tensor<4xf32> }
  scf.yield %r5 : tensor<4xf32> }
  scf.yield %r4 : tensor<4xf32> }
  scf.yield %r3 : tensor<4xf32> }
  scf.yield %r2 : tensor<4xf32> }
  scf.yield %r1 : tensor<4xf32> }
  return %r0 : tensor<4xf32>
}
