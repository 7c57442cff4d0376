// What upstream's interface generates, and the messages of failed checks.
//
// RUN: weft-opt %s --generate-runtime-verification --canonicalize | FileCheck %s
//
// DEFINE: %{input} = '4x4x1xf32=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16'
// DEFINE: %{entry} = every_check
// DEFINE: %{run} = not weft-run %s --entry=%{entry} --input=%{input} --input
// RUN: %{run} index=2 --input index=0 --input index=0 --input index=0 2>&1 | FileCheck %s --check-prefix=C4
// RUN: %{run} index=-2 --input index=-2 --input index=0 --input index=0 2>&1 | FileCheck %s --check-prefix=C4B
// RUN: %{run} index=4294967296 --input index=4294967296 --input index=0 --input index=0 2>&1 | FileCheck %s --check-prefix=C5
// RUN: %{run} index=3 --input index=1 --input index=0 --input index=0 2>&1 | FileCheck %s --check-prefix=C6
// RUN: %{run} index=2 --input index=1 --input index=-1 --input index=1 2>&1 | FileCheck %s --check-prefix=C7
// RUN: %{run} index=2 --input index=1 --input index=0 --input index=-2 2>&1 | FileCheck %s --check-prefix=C7B
// RUN: %{run} index=2 --input index=1 --input index=5 --input index=4 2>&1 | FileCheck %s --check-prefix=C9
// RUN: %{run} index=2 --input index=1 --input index=9223372036854775807 --input index=9223372036854775807 2>&1 | FileCheck %s --check-prefix=C9B
//
// REDEFINE: %{entry} = c10_static_result
// RUN: %{run} index=2 2>&1 | FileCheck %s --check-prefix=C10
// REDEFINE: %{entry} = c8_size_overflows
// REDEFINE: %{input} = '0x4xf32='
// RUN: %{run} index=4611686018427387904 2>&1 | FileCheck %s --check-prefix=C8

// C4: error: 'weft.batch_to_space_nd' op expected block_shape[1] to be at least 1, but got 0{{$}}
// C4B: error: 'weft.batch_to_space_nd' op expected block_shape[0] to be at least 1, but got -2{{$}}
// C5: error: 'weft.batch_to_space_nd' op expected block_shape[1] (4294967296) times the product of the block sizes before it (4294967296) to fit in 64 bits{{$}}
// C6: error: 'weft.batch_to_space_nd' op expected the batch size (4) to be divisible by the product of block_shape (3){{$}}
// C7: error: 'weft.batch_to_space_nd' op expected crops[0][0] to be non-negative, but got -1{{$}}
// C7B: error: 'weft.batch_to_space_nd' op expected crops[0][1] to be non-negative, but got -2{{$}}
// C9: error: 'weft.batch_to_space_nd' op expected crops[0][0] (5) plus crops[0][1] (4) to be at most dimension 1 times block_shape[0] (8){{$}}
// C9B: error: 'weft.batch_to_space_nd' op expected crops[0][0] (9223372036854775807) plus crops[0][1] (9223372036854775807) to be at most dimension 1 times block_shape[0] (8){{$}}

// The checks stand in this order, each in its own assertion.
// CHECK-LABEL: func @every_check
// CHECK: cf.assert %{{.*}}expected block_shape[0] to be at least 1
// CHECK: cf.assert %{{.*}}expected block_shape[1] to be at least 1
// CHECK: cf.assert %{{.*}}expected block_shape[1] times the product of the block sizes before it to fit in 64 bits
// CHECK: cf.assert %{{.*}}expected the batch size to be divisible by the product of block_shape
// CHECK: cf.assert %{{.*}}expected crops[0][0] to be non-negative
// CHECK: cf.assert %{{.*}}expected crops[0][1] to be non-negative
// CHECK: cf.assert %{{.*}}expected dimension 1 times block_shape[0] to fit in 64 bits
// CHECK: cf.assert %{{.*}}expected crops[0][0] plus crops[0][1] to be at most dimension 1 times block_shape[0]
// CHECK: cf.assert %{{.*}}expected dimension 2 times block_shape[1] to fit in 64 bits
// CHECK-NOT: cf.assert
// CHECK: weft.batch_to_space_nd
func.func @every_check(%x: tensor<?x?x?xf32>, %b0: index, %b1: index, %c: index, %d: index) -> tensor<?x?x?xf32> {
  %0 = weft.batch_to_space_nd %x block_shape [%b0, %b1] crops [[%c, %d], [0, 0]] : tensor<?x?x?xf32> -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// No elements, but a size that cannot be counted (4 * 2^62).
// C8: error: 'weft.batch_to_space_nd' op expected dimension 1 (4) times block_shape[0] (4611686018427387904) to fit in 64 bits{{$}}
func.func @c8_size_overflows(%x: tensor<?x?xf32>, %b: index) -> tensor<?x?xf32> {
  %0 = weft.batch_to_space_nd %x block_shape [%b] crops [[0, 0]] : tensor<?x?xf32> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// C10: error: 'weft.batch_to_space_nd' op expected dimension 0 of 'output' to have the computed size (2), but got 3{{$}}
func.func @c10_static_result(%x: tensor<?x?x1xf32>, %b: index) -> tensor<3x?x1xf32> {
  %0 = weft.batch_to_space_nd %x block_shape [%b] crops [[0, 0]] : tensor<?x?x1xf32> -> tensor<3x?x1xf32>
  return %0 : tensor<3x?x1xf32>
}

// Constants and types that show everything to be right leave nothing to check.
// CHECK-LABEL: func @nothing_to_check
// CHECK-NOT: cf.assert
// CHECK: weft.batch_to_space_nd
func.func @nothing_to_check(%x: tensor<4x3x3xf32>) -> tensor<2x4x3xf32> {
  %0 = weft.batch_to_space_nd %x block_shape [2] crops [[1, 1]] : tensor<4x3x3xf32> -> tensor<2x4x3xf32>
  return %0 : tensor<2x4x3xf32>
}
