// The examples of SpaceToBatchND's document.
//
// RUN: weft-run %s --entry=example_1 --input='1x2x2x1xi32=1 2 3 4' | FileCheck %s --check-prefix=EXAMPLE-1
// RUN: weft-run %s --entry=example_2 --input='1x2x2x3xi32=1 2 3 4 5 6 7 8 9 10 11 12' | FileCheck %s --check-prefix=EXAMPLE-2
// RUN: weft-run %s --entry=example_3 --input='1x4x4x1xi32=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16' | FileCheck %s --check-prefix=EXAMPLE-3
// RUN: weft-run %s --entry=example_4 --input='2x2x4x1xi32=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16' | FileCheck %s --check-prefix=EXAMPLE-4

// Four pixels of one channel: each becomes an image of its own.
// EXAMPLE-1{LITERAL}: result 0: 4x1x1x1xi32 = [[[[1]]], [[[2]]], [[[3]]], [[[4]]]]
func.func @example_1(%x: tensor<1x2x2x1xi32>) -> tensor<4x1x1x1xi32> {
  %0 = weft.space_to_batch_nd %x block_shape [2, 2] paddings [[0, 0], [0, 0]] : tensor<1x2x2x1xi32> -> tensor<4x1x1x1xi32>
  return %0 : tensor<4x1x1x1xi32>
}

// Three channels move together.
// EXAMPLE-2{LITERAL}: result 0: 4x1x1x3xi32 = [[[[1, 2, 3]]], [[[4, 5, 6]]], [[[7, 8, 9]]], [[[10, 11, 12]]]]
func.func @example_2(%x: tensor<1x2x2x3xi32>) -> tensor<4x1x1x3xi32> {
  %0 = weft.space_to_batch_nd %x block_shape [2, 2] paddings [[0, 0], [0, 0]] : tensor<1x2x2x3xi32> -> tensor<4x1x1x3xi32>
  return %0 : tensor<4x1x1x3xi32>
}

// Block offsets end up in the slow part of the batch.
// EXAMPLE-3{LITERAL}: result 0: 4x2x2x1xi32 = [[[[1], [3]], [[9], [11]]], [[[2], [4]], [[10], [12]]], [[[5], [7]], [[13], [15]]], [[[6], [8]], [[14], [16]]]]
func.func @example_3(%x: tensor<1x4x4x1xi32>) -> tensor<4x2x2x1xi32> {
  %0 = weft.space_to_batch_nd %x block_shape [2, 2] paddings [[0, 0], [0, 0]] : tensor<1x4x4x1xi32> -> tensor<4x2x2x1xi32>
  return %0 : tensor<4x2x2x1xi32>
}

// Two images, two columns of zeros on the left.
// EXAMPLE-4{LITERAL}: result 0: 8x1x3x1xi32 = [[[[0], [1], [3]]], [[[0], [9], [11]]], [[[0], [2], [4]]], [[[0], [10], [12]]], [[[0], [5], [7]]], [[[0], [13], [15]]], [[[0], [6], [8]]], [[[0], [14], [16]]]]
func.func @example_4(%x: tensor<2x2x4x1xi32>) -> tensor<8x1x3x1xi32> {
  %0 = weft.space_to_batch_nd %x block_shape [2, 2] paddings [[0, 0], [2, 0]] : tensor<2x2x4x1xi32> -> tensor<8x1x3x1xi32>
  return %0 : tensor<8x1x3x1xi32>
}
