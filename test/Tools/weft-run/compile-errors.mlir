// Errors of the compiler name the place.

// RUN: split-file %s %t
// RUN: not weft-run %t/syntax.mlir 2>&1 | FileCheck %s --check-prefix=SYNTAX
// SYNTAX: syntax.mlir:2:3: error: custom op 'foo' is unknown
// RUN: not weft-run - < %t/syntax.mlir 2>&1 | FileCheck %s --check-prefix=STDIN
// STDIN: <stdin>:2:3: error: custom op 'foo' is unknown
// RUN: not weft-run %t/types.mlir 2>&1 | FileCheck %s --check-prefix=TYPES
// TYPES: types.mlir:2:{{[0-9]+}}: error: use of value '%a' expects different type
// RUN: not weft-run %t/unknown-op.mlir --input f32=1 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: unknown-op.mlir:2:8: error: 'tf.Frobnicate' op cannot be compiled: weft does not convert this TensorFlow op
// RUN: echo "" | not weft-run - 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: error: the file has no public function
// RUN: not weft-run %t/not-utf8.mlir 2>&1 | FileCheck %s --check-prefix=BYTES
// BYTES: not-utf8.mlir:1:1: error:

//--- syntax.mlir
func.func @main() {
  foo
}

//--- types.mlir
func.func @main(%a: i32) -> i64 {
  return %a : i64
}

//--- unknown-op.mlir
func.func @main(%a: tensor<f32>) -> tensor<f32> {
  %0 = "tf.Frobnicate"(%a) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

//--- not-utf8.mlir
ÿþfunc
