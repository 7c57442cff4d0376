// RUN: weft-opt %s --convert-tf-to-weft --split-input-file | FileCheck %s

// CHECK-LABEL: func @elements
// CHECK-DAG:     arith.constant dense<[1.000000e+00, -0.000000e+00, 0x7FC00001]> : tensor<3xf32>
// CHECK-DAG:     arith.constant dense<{{\[}}[1, 2], [3, 4]]> : tensor<2x2xi32>
// CHECK-DAG:     arith.constant dense<7> : tensor<i64>
// CHECK-DAG:     arith.constant dense<[true, false, true]> : tensor<3xi1>
// CHECK-DAG:     arith.constant dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,4.000000e+00)]> : tensor<2xcomplex<f64>>
// CHECK-DAG:     arith.constant dense<1.500000e+00> : tensor<4xbf16>
// CHECK-DAG:     arith.constant dense<> : tensor<0x3xf16>
// CHECK-DAG:     arith.constant dense<[-1, 2]> : tensor<2xi4>
func.func @elements() {
  %0 = "tf.Const"() <{value = dense<[1.0, -0.0, 0x7FC00001]> : tensor<3xf32>}> {device = ""} : () -> tensor<3xf32>
  %1 = "tf.Const"() {value = dense<"0x01000000020000000300000004000000"> : tensor<2x2xi32>} : () -> tensor<2x2xi32>
  %2 = "tf.Const"() {value = dense<7> : tensor<i64>} : () -> tensor<i64>
  %3 = "tf.Const"() {value = dense<[true, false, true]> : tensor<3xi1>} : () -> tensor<3xi1>
  %4 = "tf.Const"() {value = dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f64>>} : () -> tensor<2xcomplex<f64>>
  %5 = "tf.Const"() {value = dense<1.5> : tensor<4xbf16>} : () -> tensor<4xbf16>
  %6 = "tf.Const"() {value = dense<> : tensor<0x3xf16>} : () -> tensor<0x3xf16>
  %7 = "tf.Const"() {value = dense<[-1, 2]> : tensor<2xi4>} : () -> tensor<2xi4>
  return
}

// -----

// Unsigned constants keep their bits.
// CHECK-LABEL: func @unsigned
// CHECK-DAG:     arith.constant dense<[1, -56, 3]> : tensor<3xi8>
// CHECK-DAG:     arith.constant dense<-1> : tensor<2xi64>
// CHECK-DAG:     arith.constant dense<[-1, 1]> : tensor<2xi16>
func.func @unsigned() -> (tensor<3xui8>, tensor<2xui64>, tensor<2xui16>) {
  %0 = "tf.Const"() {value = dense<[1, 200, 3]> : tensor<3xui8>} : () -> tensor<3xui8>
  %1 = "tf.Const"() {value = dense<18446744073709551615> : tensor<2xui64>} : () -> tensor<2xui64>
  %2 = "tf.Const"() {value = dense<"0xFFFF0100"> : tensor<2xui16>} : () -> tensor<2xui16>
  return %0, %1, %2 : tensor<3xui8>, tensor<2xui64>, tensor<2xui16>
}

// -----

// A result type that says less than the value.
// CHECK-LABEL: func @cast
// CHECK-SAME:      -> tensor<?xi32>
// CHECK:         %[[A:.*]] = arith.constant dense<[1, 2]> : tensor<2xi32>
// CHECK:         %[[C:.*]] = tensor.cast %[[A]] : tensor<2xi32> to tensor<?xi32>
// CHECK:         return %[[C]] : tensor<?xi32>
func.func @cast() -> tensor<?xi32> {
  %0 = "tf.Const"() {value = dense<[1, 2]> : tensor<2xi32>} : () -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// One global per string, wherever it is used; names that are taken are left alone.
// CHECK-LABEL: module
// CHECK-NEXT:    llvm.mlir.global private constant @[[$A:weft_string_[0-9]+]]("a") {addr_space = 0 : i32}
// CHECK-NEXT:    llvm.mlir.global private constant @[[$B:weft_string_[0-9]+]]("b\00\FF\22") {addr_space = 0 : i32}
// CHECK-NEXT:    func
// CHECK-NOT:     llvm.mlir.global
module {
  // CHECK-LABEL: func @strings
  // CHECK-SAME:      -> tensor<2x2x!llvm.struct<(ptr, i64)>>
  // CHECK:         %[[EMPTY:.*]] = llvm.mlir.zero : !llvm.struct<(ptr, i64)>
  // CHECK:         %[[PA:.*]] = llvm.mlir.addressof @[[$A]] : !llvm.ptr
  // CHECK:         %[[LA:.*]] = llvm.mlir.constant(1 : i64) : i64
  // CHECK:         %[[HA:.*]] = llvm.insertvalue %[[PA]], %{{.*}}[0] : !llvm.struct<(ptr, i64)>
  // CHECK:         %[[A:.*]] = llvm.insertvalue %[[LA]], %[[HA]][1] : !llvm.struct<(ptr, i64)>
  // CHECK:         llvm.mlir.addressof @[[$A]] : !llvm.ptr
  // CHECK:         llvm.mlir.addressof @[[$B]] : !llvm.ptr
  // CHECK:         llvm.mlir.constant(4 : i64) : i64
  // CHECK:         tensor.from_elements %[[EMPTY]], %[[A]], %{{.*}}, %{{.*}} : tensor<2x2x!llvm.struct<(ptr, i64)>>
  func.func @strings() -> tensor<2x2x!tf_type.string> {
    %0 = "tf.Const"() {value = dense<[["", "a"], ["a", "b\00\FF\22"]]> : tensor<2x2x!tf_type.string>} : () -> tensor<2x2x!tf_type.string>
    return %0 : tensor<2x2x!tf_type.string>
  }
  // A splat stays one, however large.
  // CHECK-LABEL: func @splat
  // CHECK:         llvm.mlir.addressof @[[$A]] : !llvm.ptr
  // CHECK:         tensor.splat %{{.*}} : tensor<1000000x!llvm.struct<(ptr, i64)>>
  func.func @splat() -> tensor<1000000x!tf_type.string> {
    %0 = "tf.Const"() {value = dense<"a"> : tensor<1000000x!tf_type.string>} : () -> tensor<1000000x!tf_type.string>
    return %0 : tensor<1000000x!tf_type.string>
  }
  // CHECK-LABEL: func @no_strings
  // CHECK:         tensor.from_elements : tensor<0x!llvm.struct<(ptr, i64)>>
  func.func @no_strings() -> tensor<0x!tf_type.string> {
    %0 = "tf.Const"() {value = dense<> : tensor<0x!tf_type.string>} : () -> tensor<0x!tf_type.string>
    return %0 : tensor<0x!tf_type.string>
  }
  // CHECK:         llvm.mlir.global private constant @weft_string("mine")
  // CHECK-NOT:     llvm.mlir.global
  llvm.mlir.global private constant @weft_string("mine")
}

// -----

// Strings of a nested module live in that module.
// CHECK-LABEL: module @nested
// CHECK-NEXT:    llvm.mlir.global private constant @weft_string("a")
// CHECK-NEXT:    func
module {
  module @nested {
    func.func @f() -> tensor<!tf_type.string> {
      %0 = "tf.Const"() {value = dense<"a"> : tensor<!tf_type.string>} : () -> tensor<!tf_type.string>
      return %0 : tensor<!tf_type.string>
    }
  }
}
