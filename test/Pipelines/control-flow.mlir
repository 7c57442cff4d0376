// weft ops in loops, branches and called functions: buffers that a loop carries
// are freed, and the caller's tensors stay as they are.
//
// RUN: weft-run %s --entry=carried --input='2x4xf32=1 2 3 4 5 6 7 8' --input=index=3 | FileCheck %s --check-prefix=CARRIED
// RUN: weft-run %s --entry=carried --input='2x4xf32=1 2 3 4 5 6 7 8' --input=index=0 | FileCheck %s --check-prefix=CARRIED
// RUN: weft-run %s --entry=branch --input='1x4xf32=1 2 3 4' --input=i1=1 | FileCheck %s --check-prefix=TAKEN
// RUN: weft-run %s --entry=branch --input='1x4xf32=1 2 3 4' --input=i1=0 | FileCheck %s --check-prefix=OTHER
// RUN: weft-run %s --entry=caller --input='1x4xf32=1 2 3 4' | FileCheck %s --check-prefix=CALLER

// CARRIED{LITERAL}: result 0: 2x4xf32 = [[1, 2, 3, 4], [5, 6, 7, 8]]
func.func @carried(%x: tensor<?x4xf32>, %n: index) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<?x4xf32> {
    %0 = weft.space_to_batch_nd %a block_shape [%c2] paddings [[0, 0]] : tensor<?x4xf32> -> tensor<?x2xf32>
    %1 = weft.batch_to_space_nd %0 block_shape [%c2] crops [[0, 0]] : tensor<?x2xf32> -> tensor<?x4xf32>
    scf.yield %1 : tensor<?x4xf32>
  }
  return %r : tensor<?x4xf32>
}

// TAKEN{LITERAL}: result 0: 2x2xf32 = [[1, 3], [2, 4]]
// OTHER{LITERAL}: result 0: 2x2xf32 = [[0, 2], [1, 3]]
func.func @branch(%x: tensor<1x4xf32>, %c: i1) -> tensor<2x2xf32> {
  %one = arith.constant dense<1.0> : tensor<1x4xf32>
  %r = scf.if %c -> tensor<2x2xf32> {
    %0 = weft.space_to_batch_nd %x block_shape [2] paddings [[0, 0]] : tensor<1x4xf32> -> tensor<2x2xf32>
    scf.yield %0 : tensor<2x2xf32>
  } else {
    %0 = arith.subf %x, %one : tensor<1x4xf32>
    %1 = weft.space_to_batch_nd %0 block_shape [2] paddings [[0, 0]] : tensor<1x4xf32> -> tensor<2x2xf32>
    scf.yield %1 : tensor<2x2xf32>
  }
  return %r : tensor<2x2xf32>
}

// CALLER{LITERAL}: result 0: 1x4xf32 = [[1, 2, 3, 4]]
// CALLER{LITERAL}: result 1: 1x4xf32 = [[0, 2, 3, 4]]
func.func @caller(%x: tensor<1x4xf32>) -> (tensor<1x4xf32>, tensor<1x4xf32>) {
  %i = arith.constant dense<[[0, 0]]> : tensor<1x2xi32>
  %0 = call @update(%x, %i) : (tensor<1x4xf32>, tensor<1x2xi32>) -> tensor<1x4xf32>
  return %x, %0 : tensor<1x4xf32>, tensor<1x4xf32>
}
func.func private @update(%x: tensor<1x4xf32>, %i: tensor<1x2xi32>) -> tensor<1x4xf32> {
  %u = arith.constant dense<1.0> : tensor<1xf32>
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<1x2xi32>, tensor<1xf32>) outs(%x : tensor<1x4xf32>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}
