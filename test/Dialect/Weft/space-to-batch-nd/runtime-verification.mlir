// What upstream's interface generates, and the messages of failed checks.
//
// RUN: weft-opt %s --generate-runtime-verification --canonicalize | FileCheck %s
//
// DEFINE: %{input} = '1x4x3xf32=1 2 3 4 5 6 7 8 9 10 11 12'
// DEFINE: %{entry} = every_check
// DEFINE: %{run} = not weft-run %s --entry=%{entry} --input=%{input} --input
// RUN: %{run} index=0 --input index=1 --input index=0 --input index=0 2>&1 | FileCheck %s --check-prefix=C4
// RUN: %{run} index=1 --input index=-3 --input index=0 --input index=0 2>&1 | FileCheck %s --check-prefix=C4B
// RUN: %{run} index=4294967296 --input index=4294967296 --input index=0 --input index=0 2>&1 | FileCheck %s --check-prefix=C5
// RUN: %{run} index=2 --input index=1 --input index=-1 --input index=1 2>&1 | FileCheck %s --check-prefix=C7
// RUN: %{run} index=2 --input index=1 --input index=0 --input index=-2 2>&1 | FileCheck %s --check-prefix=C7B
// RUN: %{run} index=1 --input index=1 --input index=9223372036854775807 --input index=9223372036854775807 2>&1 | FileCheck %s --check-prefix=C8
// RUN: %{run} index=2 --input index=1 --input index=0 --input index=1 2>&1 | FileCheck %s --check-prefix=C9
// RUN: %{run} index=1 --input index=1 --input index=1152921504606846976 --input index=0 2>&1 | FileCheck %s --check-prefix=C11
//
// REDEFINE: %{entry} = c10_static_result
// RUN: %{run} index=1 2>&1 | FileCheck %s --check-prefix=C10
// REDEFINE: %{entry} = c6_batch_overflows
// REDEFINE: %{input} = '16x0xf32='
// RUN: %{run} index=1152921504606846976 2>&1 | FileCheck %s --check-prefix=C6

// C4: error: 'weft.space_to_batch_nd' op expected block_shape[0] to be at least 1, but got 0{{$}}
// C4B: error: 'weft.space_to_batch_nd' op expected block_shape[1] to be at least 1, but got -3{{$}}
// C5: error: 'weft.space_to_batch_nd' op expected block_shape[1] (4294967296) times the product of the block sizes before it (4294967296) to fit in 64 bits{{$}}
// C7: error: 'weft.space_to_batch_nd' op expected paddings[0][0] to be non-negative, but got -1{{$}}
// C7B: error: 'weft.space_to_batch_nd' op expected paddings[0][1] to be non-negative, but got -2{{$}}
// C8: error: 'weft.space_to_batch_nd' op expected dimension 1 (4) plus its start padding (9223372036854775807) plus its end padding (9223372036854775807) to fit in 64 bits{{$}}
// C9: error: 'weft.space_to_batch_nd' op expected padded dimension 1 (5) to be divisible by block_shape[0] (2){{$}}
// C11: error: 'weft.space_to_batch_nd' op expected dimensions (1) (1152921504606846980) (3) of 'output' with elements of 4 bytes to fit in 64 bits{{$}}

// The checks stand in this order, each in its own assertion.
// CHECK-LABEL: func @every_check
// CHECK: cf.assert %{{.*}}expected block_shape[0] to be at least 1
// CHECK: cf.assert %{{.*}}expected block_shape[1] to be at least 1
// CHECK: cf.assert %{{.*}}expected block_shape[1] times the product of the block sizes before it to fit in 64 bits
// CHECK: cf.assert %{{.*}}expected the batch size times the product of block_shape to fit in 64 bits
// CHECK: cf.assert %{{.*}}expected paddings[0][0] to be non-negative
// CHECK: cf.assert %{{.*}}expected paddings[0][1] to be non-negative
// CHECK: cf.assert %{{.*}}expected dimension 1 plus its start padding plus its end padding to fit in 64 bits
// CHECK: cf.assert %{{.*}}expected padded dimension 1 to be divisible by block_shape[0]
// CHECK: cf.assert %{{.*}}expected padded dimension 2 to be divisible by block_shape[1]
// CHECK: cf.assert %{{.*}}expected dimensions of 'output' with elements of 4 bytes to fit in 64 bits
// CHECK: weft.space_to_batch_nd
func.func @every_check(%x: tensor<?x?x?xf32>, %b0: index, %b1: index, %p: index, %q: index) -> tensor<?x?x?xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [%b0, %b1] paddings [[%p, %q], [0, 0]] : tensor<?x?x?xf32> -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// No elements, but a batch that cannot be counted (16 * 2^60).
// C6: error: 'weft.space_to_batch_nd' op expected the batch size (16) times the product of block_shape (1152921504606846976) to fit in 64 bits{{$}}
func.func @c6_batch_overflows(%x: tensor<?x?xf32>, %b: index) -> tensor<?x?xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [%b] paddings [[0, 0]] : tensor<?x?xf32> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// C10: error: 'weft.space_to_batch_nd' op expected dimension 0 of 'output' to have the computed size (1), but got 2{{$}}
func.func @c10_static_result(%x: tensor<?x?x3xf32>, %b: index) -> tensor<2x?x3xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [%b] paddings [[0, 0]] : tensor<?x?x3xf32> -> tensor<2x?x3xf32>
  return %0 : tensor<2x?x3xf32>
}

// Constants and types that show everything to be right leave nothing to check.
// CHECK-LABEL: func @nothing_to_check
// CHECK-NOT: cf.assert
// CHECK: weft.space_to_batch_nd
func.func @nothing_to_check(%x: tensor<2x4x3xf32>) -> tensor<4x3x3xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [2] paddings [[1, 1]] : tensor<2x4x3xf32> -> tensor<4x3x3xf32>
  return %0 : tensor<4x3x3xf32>
}

// A padding up to the next multiple of the block is known to divide.
// CHECK-LABEL: func @padded_to_a_multiple
// CHECK-NOT: divisible
// CHECK: weft.space_to_batch_nd
func.func @padded_to_a_multiple(%x: tensor<2x?x3xf32>) -> tensor<12x?x3xf32> {
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c1 : tensor<2x?x3xf32>
  %end = affine.apply affine_map<()[s0] -> ((-s0) mod 6 + 6)>()[%d]
  %0 = weft.space_to_batch_nd %x block_shape [6] paddings [[6, %end]] : tensor<2x?x3xf32> -> tensor<12x?x3xf32>
  return %0 : tensor<12x?x3xf32>
}

// One that is not is checked.
// CHECK-LABEL: func @padded_to_another_multiple
// CHECK: cf.assert %{{.*}}expected padded dimension 1 to be divisible by block_shape[0]
func.func @padded_to_another_multiple(%x: tensor<2x?x3xf32>) -> tensor<12x?x3xf32> {
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c1 : tensor<2x?x3xf32>
  %end = affine.apply affine_map<()[s0] -> ((-s0) mod 5)>()[%d]
  %0 = weft.space_to_batch_nd %x block_shape [6] paddings [[6, %end]] : tensor<2x?x3xf32> -> tensor<12x?x3xf32>
  return %0 : tensor<12x?x3xf32>
}
