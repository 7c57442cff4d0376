// Run-time sizes, blocks and paddings, through weft's pipeline.
//
// RUN: weft-run %s --entry=two --input='1x3x4x1xi32=1 2 3 4 5 6 7 8 9 10 11 12' --input=index=2 --input=index=3 \
// RUN:   --input=index=1 --input=index=0 --input=index=0 --input=index=2 | FileCheck %s --check-prefix=TWO
// RUN: weft-run %s --entry=one --input='2x3xi8=1 2 3 4 5 6' --input=index=4 --input=index=6 --input=index=3 | FileCheck %s --check-prefix=ONE
// RUN: weft-run %s --entry=one --input='2x0xi8=' --input=index=2 --input=index=1 --input=index=3 | FileCheck %s --check-prefix=FROM-NOTHING
// RUN: weft-run %s --entry=three --input='1x2x1x2x2xf32=1 2 3 4 5 6 7 8' | FileCheck %s --check-prefix=THREE
// RUN: weft-run %s --entry=bits --input='1x5xi1=1 0 1 1 0' | FileCheck %s --check-prefix=BITS
// RUN: weft-run %s --entry=huge --input='1099511627776x2x0xf32=' --input=index=2 --input=index=0 | FileCheck %s --check-prefix=HUGE
// RUN: weft-run %s --entry=huge --input='0x2x1xf32=' --input=index=4611686018427387904 --input=index=4611686018427387902 | FileCheck %s --check-prefix=HUGE-BLOCK

// TWO{LITERAL}: result 0: 6x2x2x1xi32 = [[[[0], [0]], [[5], [8]]], [[[0], [0]], [[6], [0]]], [[[0], [0]], [[7], [0]]], [[[1], [4]], [[9], [12]]], [[[2], [0]], [[10], [0]]], [[[3], [0]], [[11], [0]]]]
func.func @two(%x: tensor<?x?x?x1xi32>, %b0: index, %b1: index, %p0: index, %q0: index, %p1: index, %q1: index) -> tensor<?x?x?x1xi32> {
  %0 = weft.space_to_batch_nd %x block_shape [%b0, %b1] paddings [[%p0, %q0], [%p1, %q1]] : tensor<?x?x?x1xi32> -> tensor<?x?x?x1xi32>
  return %0 : tensor<?x?x?x1xi32>
}

// A padding of more than a block; no dimension but the batch and the block's.
// ONE{LITERAL}: result 0: 8x3xi8 = [[0, 0, 3], [0, 0, 6], [0, 0, 0], [0, 0, 0], [0, 1, 0], [0, 4, 0], [0, 2, 0], [0, 5, 0]]
// FROM-NOTHING{LITERAL}: result 0: 4x2xi8 = [[0, 0], [0, 0], [0, 0], [0, 0]]
func.func @one(%x: tensor<?x?xi8>, %b: index, %p: index, %q: index) -> tensor<?x?xi8> {
  %0 = weft.space_to_batch_nd %x block_shape [%b] paddings [[%p, %q]] : tensor<?x?xi8> -> tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}

// Three block dimensions, with a middle one that only pads.
// THREE{LITERAL}: result 0: 4x1x2x1x2xf32 = [[[[[0, 0]], [[1, 2]]]], [[[[0, 0]], [[3, 4]]]], [[[[0, 0]], [[5, 6]]]], [[[[0, 0]], [[7, 8]]]]]
func.func @three(%x: tensor<?x2x1x?x2xf32>) -> tensor<?x1x2x?x2xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [2, 1, 2] paddings [[0, 0], [1, 0], [0, 0]] : tensor<?x2x1x?x2xf32> -> tensor<?x1x2x?x2xf32>
  return %0 : tensor<?x1x2x?x2xf32>
}

// BITS{LITERAL}: result 0: 2x3xi1 = [[true, true, false], [false, true, false]]
func.func @bits(%x: tensor<1x5xi1>) -> tensor<2x3xi1> {
  %0 = weft.space_to_batch_nd %x block_shape [2] paddings [[0, 1]] : tensor<1x5xi1> -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// Without elements nothing takes time, however large the other sizes are.
// HUGE: result 0: 2199023255552x1x0xf32 =
// HUGE-BLOCK: result 0: 0x1x1xf32 =
func.func @huge(%x: tensor<?x?x?xf32>, %b: index, %q: index) -> tensor<?x?x?xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [%b] paddings [[0, %q]] : tensor<?x?x?xf32> -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
