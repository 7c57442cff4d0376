// However a row is moved, the result is the same. Pieces are whole cache lines, which
// may be written past the caches, or single elements; rows have several segments.
//
// RUN: weft-run %s --entry=main --input index=5 --input index=1 --input index=4 --output %t.s0 --output %t.h0 --output %t.e0
// RUN: weft-run %s --entry=main --input index=5 --input index=1 --input index=4 --output %t.s1 --output %t.h1 --output %t.e1 \
// RUN:   --pipeline-options="space-streaming-bytes=1 vector-bytes=64"
// RUN: cmp %t.s0 %t.s1
// RUN: cmp %t.h0 %t.h1
// RUN: cmp %t.e0 %t.e1
// RUN: weft-run %s --entry=main --input index=5 --input index=1 --input index=4 --output %t.s2 --output %t.h2 --output %t.e2 \
// RUN:   --target-cpu=native --pipeline-options="space-streaming-bytes=1"
// RUN: cmp %t.s0 %t.s2
// RUN: cmp %t.h0 %t.h2
// RUN: cmp %t.e0 %t.e2
// RUN: weft-run %s --entry=main --input index=5 --input index=1 --input index=4 --output %t.s3 --output %t.h3 --output %t.e3 \
// RUN:   --pipeline-options=space-strategy=pieces
// RUN: cmp %t.s0 %t.s3
// RUN: cmp %t.h0 %t.h3
// RUN: cmp %t.e0 %t.e3
// RUN: weft-run %s --entry=main --input index=5 --input index=1 --input index=4 --output %t.s4 --output %t.h4 --output %t.e4 \
// RUN:   --pipeline-options=space-strategy=blocked
// RUN: cmp %t.s0 %t.s4
// RUN: cmp %t.h0 %t.h4
// RUN: cmp %t.e0 %t.e4
// RUN: weft-run %s --entry=main --input index=5 --input index=1 --input index=4 --output %t.s5 --output %t.h5 --output %t.e5 \
// RUN:   --pipeline-options=space-strategy=strided
// RUN: cmp %t.s0 %t.s5
// RUN: cmp %t.h0 %t.h5
// RUN: cmp %t.e0 %t.e5
// RUN: weft-run %s --entry=main --input index=5 --input index=1 --input index=4 --output %t.s6 --output %t.h6 --output %t.e6 \
// RUN:   --pipeline-options=space-strategy=tiles
// RUN: cmp %t.s0 %t.s6
// RUN: cmp %t.h0 %t.h6
// RUN: cmp %t.e0 %t.e6
// RUN: weft-run %s --entry=main --input index=5 --input index=1 --input index=4 --output %t.s7 --output %t.h7 --output %t.e7 \
// RUN:   --threads=2 --pipeline-options=space-parallel-bytes=1
// RUN: cmp %t.s0 %t.s7
// RUN: cmp %t.h0 %t.h7
// RUN: cmp %t.e0 %t.e7
// RUN: weft-run %s --entry=main --input index=5 --input index=1 --input index=4 --output %t.s8 --output %t.h8 --output %t.e8 \
// RUN:   --threads=2 --pipeline-options=space-parallel-bytes=1000000000
// RUN: cmp %t.s0 %t.s8
// RUN: cmp %t.h0 %t.h8
// RUN: cmp %t.e0 %t.e8
//
// There and back nothing changes.
// RUN: weft-run %s --entry=differences --input index=5 --input index=1 --input index=4 --pipeline-options=space-streaming-bytes=1 | FileCheck %s
// RUN: weft-run %s --entry=differences --input index=2 --input index=4 --input index=2 | FileCheck %s
// RUN: weft-run %s --entry=differences --input index=3 --input index=0 --input index=0 | FileCheck %s
// RUN: weft-run %s --entry=differences --input index=1500 --input index=0 --input index=0 | FileCheck %s
// CHECK: result 0: index = 0
func.func private @source(%n: index) -> tensor<2x?x16xi32> {
  %c1500 = arith.constant 1500 : index
  %c16 = arith.constant 16 : index
  %x = tensor.generate %n {
  ^bb0(%i: index, %j: index, %k: index):
    %0 = arith.muli %i, %c1500 : index
    %1 = arith.addi %0, %j : index
    %2 = arith.muli %1, %c16 : index
    %3 = arith.addi %2, %k : index
    %4 = arith.index_cast %3 : index to i32
    tensor.yield %4 : i32
  } : tensor<2x?x16xi32>
  return %x : tensor<2x?x16xi32>
}

// Pieces of 64 bytes, of 64 bytes of f16, and of one element.
func.func @main(%b: index, %p: index, %q: index) -> (tensor<?x?x16xi32>, tensor<?x?x32xf16>, tensor<?x?xi32>) {
  %n = arith.constant 1500 : index
  %x = func.call @source(%n) : (index) -> tensor<2x?x16xi32>
  %s = weft.space_to_batch_nd %x block_shape [%b] paddings [[%p, %q]] : tensor<2x?x16xi32> -> tensor<?x?x16xi32>
  %h0 = arith.trunci %x : tensor<2x?x16xi32> to tensor<2x?x16xi16>
  %h1 = arith.bitcast %h0 : tensor<2x?x16xi16> to tensor<2x?x16xf16>
  %h2 = tensor.collapse_shape %h1 [[0, 1, 2]] : tensor<2x?x16xf16> into tensor<?xf16>
  %half = arith.constant 750 : index
  %h3 = tensor.expand_shape %h2 [[0, 1, 2]] output_shape [2, %half, 32] : tensor<?xf16> into tensor<2x?x32xf16>
  %h = weft.space_to_batch_nd %h3 block_shape [%b] paddings [[0, 0]] : tensor<2x?x32xf16> -> tensor<?x?x32xf16>
  %e0 = tensor.collapse_shape %x [[0, 1, 2]] : tensor<2x?x16xi32> into tensor<?xi32>
  %all = arith.constant 24000 : index
  %e1 = tensor.expand_shape %e0 [[0, 1]] output_shape [2, %all] : tensor<?xi32> into tensor<2x?xi32>
  %e = weft.space_to_batch_nd %e1 block_shape [%b] paddings [[0, 0]] : tensor<2x?xi32> -> tensor<?x?xi32>
  return %s, %h, %e : tensor<?x?x16xi32>, tensor<?x?x32xf16>, tensor<?x?xi32>
}

// The number of elements that differ after both ops.
func.func @differences(%b: index, %p: index, %q: index) -> index {
  %n = arith.constant 1500 : index
  %x = func.call @source(%n) : (index) -> tensor<2x?x16xi32>
  %s = weft.space_to_batch_nd %x block_shape [%b] paddings [[%p, %q]] : tensor<2x?x16xi32> -> tensor<?x?x16xi32>
  %y = weft.batch_to_space_nd %s block_shape [%b] crops [[%p, %q]] : tensor<?x?x16xi32> -> tensor<?x?x16xi32>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %count = scf.for %i = %zero to %two step %one iter_args(%c0 = %zero) -> index {
    %c1 = scf.for %j = %zero to %n step %one iter_args(%c2 = %c0) -> index {
      %c3 = scf.for %k = %zero to %c16 step %one iter_args(%c4 = %c2) -> index {
        %from = tensor.extract %x[%i, %j, %k] : tensor<2x?x16xi32>
        %to = tensor.extract %y[%i, %j, %k] : tensor<?x?x16xi32>
        %differs = arith.cmpi ne, %from, %to : i32
        %d = arith.select %differs, %one, %zero : index
        %c5 = arith.addi %c4, %d : index
        scf.yield %c5 : index
      }
      scf.yield %c3 : index
    }
    scf.yield %c1 : index
  }
  return %count : index
}
