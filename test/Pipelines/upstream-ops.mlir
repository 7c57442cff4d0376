// weft-cpu-pipeline compiles the upstream ops that stand around weft ops.
//
// RUN: weft-run %s --entry=pad --input='1x3xf32=1 2 3' | FileCheck %s --check-prefix=PAD
// RUN: weft-run %s --entry=tosa --input='1x2x2x1xf32=1 2 3 4' --input='1x3x3x1xf32=0 0 0 0 2 0 0 0 0' --input='1xf32=0.5' | FileCheck %s --check-prefix=TOSA
// RUN: weft-run %s --entry=math --input='2xf32=0 1' | FileCheck %s --check-prefix=MATH
// RUN: weft-run %s --entry=concat --input='1x2xf32=1 2' --input='2x2xf32=3 4 5 6' | FileCheck %s --check-prefix=CONCAT
// RUN: weft-run %s --entry=control_flow --input='i1=1' --input='2xf32=1 2' | FileCheck %s --check-prefix=TRUE
// RUN: weft-run %s --entry=control_flow --input='i1=0' --input='2xf32=1 2' | FileCheck %s --check-prefix=FALSE
// RUN: weft-run %s --entry=expand --input='6xf32=1 2 3 4 5 6' --input='index=2' --input='index=3' | FileCheck %s --check-prefix=EXPAND
// RUN: weft-run %s --entry=around_a_weft_op --input='1x2x2x1xf32=1 2 3 4' | FileCheck %s --check-prefix=AROUND
// RUN: weft-run %s --entry=constant | FileCheck %s --check-prefix=CONSTANT

// PAD{LITERAL}: result 0: 2x5xf32 = [[1.5, 1.5, 1.5, 1.5, 1.5], [1, 2, 3, 1.5, 1.5]]
func.func @pad(%x: tensor<?x3xf32>) -> tensor<?x5xf32> {
  %z = arith.constant 1.5 : f32
  %p = tensor.pad %x low[1, 0] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<?x3xf32> to tensor<?x5xf32>
  return %p : tensor<?x5xf32>
}

// TOSA{LITERAL}: result 0: 1x2x2x1xf32 = [[[[2.5], [4.5]], [[6.5], [8.5]]]]
func.func @tosa(%x: tensor<1x2x2x1xf32>, %w: tensor<1x3x3x1xf32>, %b: tensor<1xf32>) -> tensor<1x2x2x1xf32> {
  %zp = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0 = tosa.conv2d %x, %w, %b, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x2x2x1xf32>, tensor<1x3x3x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x1xf32>
  return %0 : tensor<1x2x2x1xf32>
}

// tanh(exp(x) - 1)
// MATH: result 0: 2xf32 = [0, 0.9376
func.func @math(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = math.expm1 %x : tensor<?xf32>
  %1 = math.tanh %0 : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// CONCAT{LITERAL}: result 0: 3x2xf32 = [[1, 2], [3, 4], [5, 6]]
// CONCAT{LITERAL}: result 1: 2x3xf32 = [[1, 3, 5], [2, 4, 6]]
func.func @concat(%x: tensor<1x2xf32>, %y: tensor<2x2xf32>) -> (tensor<3x2xf32>, tensor<2x3xf32>) {
  %0 = tensor.concat dim(0) %x, %y : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
  %e = tensor.empty() : tensor<2x3xf32>
  %t = linalg.transpose ins(%0 : tensor<3x2xf32>) outs(%e : tensor<2x3xf32>) permutation = [1, 0]
  return %0, %t : tensor<3x2xf32>, tensor<2x3xf32>
}

// TRUE{LITERAL}: result 0: 2xf32 = [2, 4]
// FALSE{LITERAL}: result 0: 2xf32 = [1, 2]
func.func @control_flow(%c: i1, %x: tensor<2xf32>) -> tensor<2xf32> {
  %r = scf.if %c -> tensor<2xf32> {
    %y = arith.addf %x, %x : tensor<2xf32>
    scf.yield %y : tensor<2xf32>
  } else {
    scf.yield %x : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}

// Two run-time sizes out of one dimension: upstream's expand-strided-metadata
// would crash.
// EXPAND{LITERAL}: result 0: 2x3xf32 = [[2, 4, 6], [8, 10, 12]]
func.func @expand(%x: tensor<?xf32>, %a: index, %b: index) -> tensor<?x?xf32> {
  %r = tensor.expand_shape %x [[0, 1]] output_shape [%a, %b] : tensor<?xf32> into tensor<?x?xf32>
  %s = arith.addf %r, %r : tensor<?x?xf32>
  return %s : tensor<?x?xf32>
}

// AROUND{LITERAL}: result 0: 4x1x1x1xf32 = [[[[-1]]], [[[-2]]], [[[-3]]], [[[-4]]]]
func.func @around_a_weft_op(%x: tensor<1x2x2x1xf32>) -> tensor<4x1x1x1xf32> {
  %0 = arith.negf %x : tensor<1x2x2x1xf32>
  %1 = weft.space_to_batch_nd %0 block_shape [2, 2] paddings [[0, 0], [0, 0]] : tensor<1x2x2x1xf32> -> tensor<4x1x1x1xf32>
  return %1 : tensor<4x1x1x1xf32>
}

// CONSTANT{LITERAL}: result 0: 2xi32 = [1, 2]
func.func @constant() -> tensor<2xi32> {
  %c = arith.constant dense<[1, 2]> : tensor<2xi32>
  return %c : tensor<2xi32>
}
