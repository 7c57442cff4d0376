// Narrow pieces in blocks of constant sizes: tiles of odd sizes, and what is not moved by
// tiles, give what moving the pieces one by one gives, for each width of vectors: results have
// the same hash.
//
// RUN: weft-run %s --pipeline-options=space-strategy=pieces > %t.pieces
// RUN: weft-run %s > %t.auto
// RUN: cmp %t.pieces %t.auto
// RUN: weft-run %s --pipeline-options=vector-bytes=64 > %t.wide
// RUN: cmp %t.pieces %t.wide
// RUN: weft-run %s --target-cpu=native > %t.native
// RUN: cmp %t.pieces %t.native
// RUN: weft-run %s --threads=2 --pipeline-options=space-parallel-bytes=1 > %t.threads
// RUN: cmp %t.pieces %t.threads
// RUN: weft-run %s --pipeline-options=space-strategy=tiles > %t.tiles
// RUN: cmp %t.pieces %t.tiles

func.func @main() -> (i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64) {
  %n0 = arith.constant 8400 : index
  %f0 = call @numbers_i8(%n0) : (index) -> tensor<?xi8>
  %s0 = tensor.cast %f0 : tensor<?xi8> to tensor<8400xi8>
  %x0 = tensor.expand_shape %s0 [[0, 1, 2, 3]] output_shape [2, 35, 120, 1] : tensor<8400xi8> into tensor<2x35x120x1xi8>
  %0 = weft.space_to_batch_nd %x0 block_shape [18, 24] paddings [[0, 1], [0, 0]] : tensor<2x35x120x1xi8> -> tensor<864x2x5x1xi8>
  %c0 = tensor.collapse_shape %0 [[0, 1, 2, 3]] : tensor<864x2x5x1xi8> into tensor<8640xi8>
  %d0 = tensor.cast %c0 : tensor<8640xi8> to tensor<?xi8>
  %h0 = call @hash_i8(%d0) : (tensor<?xi8>) -> i64
  %n1 = arith.constant 3456 : index
  %f1 = call @numbers_i8(%n1) : (index) -> tensor<?xi8>
  %s1 = tensor.cast %f1 : tensor<?xi8> to tensor<3456xi8>
  %x1 = tensor.expand_shape %s1 [[0, 1, 2, 3]] output_shape [1, 24, 48, 3] : tensor<3456xi8> into tensor<1x24x48x3xi8>
  %1 = weft.space_to_batch_nd %x1 block_shape [12, 12] paddings [[0, 0], [0, 0]] : tensor<1x24x48x3xi8> -> tensor<144x2x4x3xi8>
  %c1 = tensor.collapse_shape %1 [[0, 1, 2, 3]] : tensor<144x2x4x3xi8> into tensor<3456xi8>
  %d1 = tensor.cast %c1 : tensor<3456xi8> to tensor<?xi8>
  %h1 = call @hash_i8(%d1) : (tensor<?xi8>) -> i64
  %n2 = arith.constant 7104 : index
  %f2 = call @numbers_i8(%n2) : (index) -> tensor<?xi8>
  %s2 = tensor.cast %f2 : tensor<?xi8> to tensor<7104xi8>
  %x2 = tensor.expand_shape %s2 [[0, 1, 2, 3]] output_shape [1, 37, 64, 3] : tensor<7104xi8> into tensor<1x37x64x3xi8>
  %2 = weft.space_to_batch_nd %x2 block_shape [3, 8] paddings [[1, 1], [0, 0]] : tensor<1x37x64x3xi8> -> tensor<24x13x8x3xi8>
  %c2 = tensor.collapse_shape %2 [[0, 1, 2, 3]] : tensor<24x13x8x3xi8> into tensor<7488xi8>
  %d2 = tensor.cast %c2 : tensor<7488xi8> to tensor<?xi8>
  %h2 = call @hash_i8(%d2) : (tensor<?xi8>) -> i64
  %n3 = arith.constant 300 : index
  %f3 = call @numbers_i8(%n3) : (index) -> tensor<?xi8>
  %s3 = tensor.cast %f3 : tensor<?xi8> to tensor<300xi8>
  %x3 = tensor.expand_shape %s3 [[0, 1, 2]] output_shape [1, 60, 5] : tensor<300xi8> into tensor<1x60x5xi8>
  %3 = weft.space_to_batch_nd %x3 block_shape [6] paddings [[2, 4]] : tensor<1x60x5xi8> -> tensor<6x11x5xi8>
  %c3 = tensor.collapse_shape %3 [[0, 1, 2]] : tensor<6x11x5xi8> into tensor<330xi8>
  %d3 = tensor.cast %c3 : tensor<330xi8> to tensor<?xi8>
  %h3 = call @hash_i8(%d3) : (tensor<?xi8>) -> i64
  %n4 = arith.constant 1890 : index
  %f4 = call @numbers_i8(%n4) : (index) -> tensor<?xi8>
  %s4 = tensor.cast %f4 : tensor<?xi8> to tensor<1890xi8>
  %x4 = tensor.expand_shape %s4 [[0, 1, 2, 3]] output_shape [9, 6, 35, 1] : tensor<1890xi8> into tensor<9x6x35x1xi8>
  %4 = weft.batch_to_space_nd %x4 block_shape [3, 3] crops [[0, 1], [2, 0]] : tensor<9x6x35x1xi8> -> tensor<1x17x103x1xi8>
  %c4 = tensor.collapse_shape %4 [[0, 1, 2, 3]] : tensor<1x17x103x1xi8> into tensor<1751xi8>
  %d4 = tensor.cast %c4 : tensor<1751xi8> to tensor<?xi8>
  %h4 = call @hash_i8(%d4) : (tensor<?xi8>) -> i64
  %n5 = arith.constant 5328 : index
  %f5 = call @numbers_i8(%n5) : (index) -> tensor<?xi8>
  %s5 = tensor.cast %f5 : tensor<?xi8> to tensor<5328xi8>
  %x5 = tensor.expand_shape %s5 [[0, 1, 2, 3]] output_shape [16, 3, 37, 3] : tensor<5328xi8> into tensor<16x3x37x3xi8>
  %5 = weft.batch_to_space_nd %x5 block_shape [4, 4] crops [[0, 0], [1, 2]] : tensor<16x3x37x3xi8> -> tensor<1x12x145x3xi8>
  %c5 = tensor.collapse_shape %5 [[0, 1, 2, 3]] : tensor<1x12x145x3xi8> into tensor<5220xi8>
  %d5 = tensor.cast %c5 : tensor<5220xi8> to tensor<?xi8>
  %h5 = call @hash_i8(%d5) : (tensor<?xi8>) -> i64
  %n6 = arith.constant 1160 : index
  %f6 = call @numbers_i8(%n6) : (index) -> tensor<?xi8>
  %s6 = tensor.cast %f6 : tensor<?xi8> to tensor<1160xi8>
  %x6 = tensor.expand_shape %s6 [[0, 1, 2]] output_shape [8, 29, 5] : tensor<1160xi8> into tensor<8x29x5xi8>
  %6 = weft.batch_to_space_nd %x6 block_shape [8] crops [[0, 3]] : tensor<8x29x5xi8> -> tensor<1x229x5xi8>
  %c6 = tensor.collapse_shape %6 [[0, 1, 2]] : tensor<1x229x5xi8> into tensor<1145xi8>
  %d6 = tensor.cast %c6 : tensor<1145xi8> to tensor<?xi8>
  %h6 = call @hash_i8(%d6) : (tensor<?xi8>) -> i64
  %n7 = arith.constant 480 : index
  %f7 = call @numbers_i8(%n7) : (index) -> tensor<?xi8>
  %s7 = tensor.cast %f7 : tensor<?xi8> to tensor<480xi8>
  %x7 = tensor.expand_shape %s7 [[0, 1, 2]] output_shape [6, 40, 2] : tensor<480xi8> into tensor<6x40x2xi8>
  %7 = weft.batch_to_space_nd %x7 block_shape [6] crops [[0, 0]] : tensor<6x40x2xi8> -> tensor<1x240x2xi8>
  %c7 = tensor.collapse_shape %7 [[0, 1, 2]] : tensor<1x240x2xi8> into tensor<480xi8>
  %d7 = tensor.cast %c7 : tensor<480xi8> to tensor<?xi8>
  %h7 = call @hash_i8(%d7) : (tensor<?xi8>) -> i64
  %n8 = arith.constant 210 : index
  %f8 = call @numbers_i16(%n8) : (index) -> tensor<?xi16>
  %s8 = tensor.cast %f8 : tensor<?xi16> to tensor<210xi16>
  %x8 = tensor.expand_shape %s8 [[0, 1, 2]] output_shape [3, 70, 1] : tensor<210xi16> into tensor<3x70x1xi16>
  %8 = weft.batch_to_space_nd %x8 block_shape [3] crops [[1, 1]] : tensor<3x70x1xi16> -> tensor<1x208x1xi16>
  %c8 = tensor.collapse_shape %8 [[0, 1, 2]] : tensor<1x208x1xi16> into tensor<208xi16>
  %d8 = tensor.cast %c8 : tensor<208xi16> to tensor<?xi16>
  %h8 = call @hash_i16(%d8) : (tensor<?xi16>) -> i64
  %n9 = arith.constant 495 : index
  %f9 = call @numbers_i16(%n9) : (index) -> tensor<?xi16>
  %s9 = tensor.cast %f9 : tensor<?xi16> to tensor<495xi16>
  %x9 = tensor.expand_shape %s9 [[0, 1, 2]] output_shape [5, 33, 3] : tensor<495xi16> into tensor<5x33x3xi16>
  %9 = weft.batch_to_space_nd %x9 block_shape [5] crops [[0, 0]] : tensor<5x33x3xi16> -> tensor<1x165x3xi16>
  %c9 = tensor.collapse_shape %9 [[0, 1, 2]] : tensor<1x165x3xi16> into tensor<495xi16>
  %d9 = tensor.cast %c9 : tensor<495xi16> to tensor<?xi16>
  %h9 = call @hash_i16(%d9) : (tensor<?xi16>) -> i64
  %n10 = arith.constant 1512 : index
  %f10 = call @numbers_i16(%n10) : (index) -> tensor<?xi16>
  %s10 = tensor.cast %f10 : tensor<?xi16> to tensor<1512xi16>
  %x10 = tensor.expand_shape %s10 [[0, 1, 2]] output_shape [1, 252, 6] : tensor<1512xi16> into tensor<1x252x6xi16>
  %10 = weft.space_to_batch_nd %x10 block_shape [12] paddings [[0, 0]] : tensor<1x252x6xi16> -> tensor<12x21x6xi16>
  %c10 = tensor.collapse_shape %10 [[0, 1, 2]] : tensor<12x21x6xi16> into tensor<1512xi16>
  %d10 = tensor.cast %c10 : tensor<1512xi16> to tensor<?xi16>
  %h10 = call @hash_i16(%d10) : (tensor<?xi16>) -> i64
  %n11 = arith.constant 7200 : index
  %f11 = call @numbers_i16(%n11) : (index) -> tensor<?xi16>
  %s11 = tensor.cast %f11 : tensor<?xi16> to tensor<7200xi16>
  %x11 = tensor.expand_shape %s11 [[0, 1, 2, 3]] output_shape [1, 9, 40, 20] : tensor<7200xi16> into tensor<1x9x40x20xi16>
  %11 = weft.space_to_batch_nd %x11 block_shape [8, 8] paddings [[3, 4], [0, 0]] : tensor<1x9x40x20xi16> -> tensor<64x2x5x20xi16>
  %c11 = tensor.collapse_shape %11 [[0, 1, 2, 3]] : tensor<64x2x5x20xi16> into tensor<12800xi16>
  %d11 = tensor.cast %c11 : tensor<12800xi16> to tensor<?xi16>
  %h11 = call @hash_i16(%d11) : (tensor<?xi16>) -> i64
  %n12 = arith.constant 72 : index
  %f12 = call @numbers_i16(%n12) : (index) -> tensor<?xi16>
  %s12 = tensor.cast %f12 : tensor<?xi16> to tensor<72xi16>
  %x12 = tensor.expand_shape %s12 [[0, 1, 2]] output_shape [1, 72, 1] : tensor<72xi16> into tensor<1x72x1xi16>
  %12 = weft.space_to_batch_nd %x12 block_shape [3] paddings [[0, 0]] : tensor<1x72x1xi16> -> tensor<3x24x1xi16>
  %c12 = tensor.collapse_shape %12 [[0, 1, 2]] : tensor<3x24x1xi16> into tensor<72xi16>
  %d12 = tensor.cast %c12 : tensor<72xi16> to tensor<?xi16>
  %h12 = call @hash_i16(%d12) : (tensor<?xi16>) -> i64
  %n13 = arith.constant 14076 : index
  %f13 = call @numbers_i32(%n13) : (index) -> tensor<?xi32>
  %s13 = tensor.cast %f13 : tensor<?xi32> to tensor<14076xi32>
  %x13 = tensor.expand_shape %s13 [[0, 1, 2, 3]] output_shape [1, 23, 204, 3] : tensor<14076xi32> into tensor<1x23x204x3xi32>
  %13 = weft.space_to_batch_nd %x13 block_shape [2, 12] paddings [[0, 1], [0, 0]] : tensor<1x23x204x3xi32> -> tensor<24x12x17x3xi32>
  %c13 = tensor.collapse_shape %13 [[0, 1, 2, 3]] : tensor<24x12x17x3xi32> into tensor<14688xi32>
  %d13 = tensor.cast %c13 : tensor<14688xi32> to tensor<?xi32>
  %h13 = call @hash_i32(%d13) : (tensor<?xi32>) -> i64
  %n14 = arith.constant 612 : index
  %f14 = call @numbers_i32(%n14) : (index) -> tensor<?xi32>
  %s14 = tensor.cast %f14 : tensor<?xi32> to tensor<612xi32>
  %x14 = tensor.expand_shape %s14 [[0, 1, 2]] output_shape [12, 17, 3] : tensor<612xi32> into tensor<12x17x3xi32>
  %14 = weft.batch_to_space_nd %x14 block_shape [12] crops [[0, 0]] : tensor<12x17x3xi32> -> tensor<1x204x3xi32>
  %c14 = tensor.collapse_shape %14 [[0, 1, 2]] : tensor<1x204x3xi32> into tensor<612xi32>
  %d14 = tensor.cast %c14 : tensor<612xi32> to tensor<?xi32>
  %h14 = call @hash_i32(%d14) : (tensor<?xi32>) -> i64
  %n15 = arith.constant 4320 : index
  %f15 = call @numbers_i32(%n15) : (index) -> tensor<?xi32>
  %s15 = tensor.cast %f15 : tensor<?xi32> to tensor<4320xi32>
  %x15 = tensor.expand_shape %s15 [[0, 1, 2]] output_shape [24, 12, 15] : tensor<4320xi32> into tensor<24x12x15xi32>
  %15 = weft.batch_to_space_nd %x15 block_shape [24] crops [[1, 0]] : tensor<24x12x15xi32> -> tensor<1x287x15xi32>
  %c15 = tensor.collapse_shape %15 [[0, 1, 2]] : tensor<1x287x15xi32> into tensor<4305xi32>
  %d15 = tensor.cast %c15 : tensor<4305xi32> to tensor<?xi32>
  %h15 = call @hash_i32(%d15) : (tensor<?xi32>) -> i64
  %n16 = arith.constant 700 : index
  %f16 = call @numbers_i64(%n16) : (index) -> tensor<?xi64>
  %s16 = tensor.cast %f16 : tensor<?xi64> to tensor<700xi64>
  %x16 = tensor.expand_shape %s16 [[0, 1, 2, 3]] output_shape [1, 4, 25, 7] : tensor<700xi64> into tensor<1x4x25x7xi64>
  %16 = weft.space_to_batch_nd %x16 block_shape [4, 5] paddings [[1, 3], [0, 0]] : tensor<1x4x25x7xi64> -> tensor<20x2x5x7xi64>
  %c16 = tensor.collapse_shape %16 [[0, 1, 2, 3]] : tensor<20x2x5x7xi64> into tensor<1400xi64>
  %d16 = tensor.cast %c16 : tensor<1400xi64> to tensor<?xi64>
  %h16 = call @hash_i64(%d16) : (tensor<?xi64>) -> i64
  return %h0, %h1, %h2, %h3, %h4, %h5, %h6, %h7, %h8, %h9, %h10, %h11, %h12, %h13, %h14, %h15, %h16
    : i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64
}

func.func private @numbers_i8(%n: index) -> tensor<?xi8> {
  %factor = arith.constant 7919 : i64
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    %1 = arith.index_cast %i : index to i64
    %2 = arith.muli %1, %factor : i64
    %3 = arith.trunci %2 : i64 to i8
    tensor.yield %3 : i8
  } : tensor<?xi8>
  return %0 : tensor<?xi8>
}

func.func private @numbers_i16(%n: index) -> tensor<?xi16> {
  %factor = arith.constant 7919 : i64
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    %1 = arith.index_cast %i : index to i64
    %2 = arith.muli %1, %factor : i64
    %3 = arith.trunci %2 : i64 to i16
    tensor.yield %3 : i16
  } : tensor<?xi16>
  return %0 : tensor<?xi16>
}

func.func private @numbers_i32(%n: index) -> tensor<?xi32> {
  %factor = arith.constant 7919 : i64
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    %1 = arith.index_cast %i : index to i64
    %2 = arith.muli %1, %factor : i64
    %3 = arith.trunci %2 : i64 to i32
    tensor.yield %3 : i32
  } : tensor<?xi32>
  return %0 : tensor<?xi32>
}

func.func private @numbers_i64(%n: index) -> tensor<?xi64> {
  %factor = arith.constant 7919 : i64
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    %1 = arith.index_cast %i : index to i64
    %2 = arith.muli %1, %factor : i64
    tensor.yield %2 : i64
  } : tensor<?xi64>
  return %0 : tensor<?xi64>
}

func.func private @hash_i8(%x: tensor<?xi8>) -> i64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %factor = arith.constant 1000003 : i64
  %start = arith.constant 1 : i64
  %n = tensor.dim %x, %zero : tensor<?xi8>
  %hash = scf.for %i = %zero to %n step %one iter_args(%h = %start) -> i64 {
    %0 = tensor.extract %x[%i] : tensor<?xi8>
    %1 = arith.extsi %0 : i8 to i64
    %2 = arith.muli %h, %factor : i64
    %3 = arith.addi %2, %1 : i64
    scf.yield %3 : i64
  }
  return %hash : i64
}

func.func private @hash_i16(%x: tensor<?xi16>) -> i64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %factor = arith.constant 1000003 : i64
  %start = arith.constant 1 : i64
  %n = tensor.dim %x, %zero : tensor<?xi16>
  %hash = scf.for %i = %zero to %n step %one iter_args(%h = %start) -> i64 {
    %0 = tensor.extract %x[%i] : tensor<?xi16>
    %1 = arith.extsi %0 : i16 to i64
    %2 = arith.muli %h, %factor : i64
    %3 = arith.addi %2, %1 : i64
    scf.yield %3 : i64
  }
  return %hash : i64
}

func.func private @hash_i32(%x: tensor<?xi32>) -> i64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %factor = arith.constant 1000003 : i64
  %start = arith.constant 1 : i64
  %n = tensor.dim %x, %zero : tensor<?xi32>
  %hash = scf.for %i = %zero to %n step %one iter_args(%h = %start) -> i64 {
    %0 = tensor.extract %x[%i] : tensor<?xi32>
    %1 = arith.extsi %0 : i32 to i64
    %2 = arith.muli %h, %factor : i64
    %3 = arith.addi %2, %1 : i64
    scf.yield %3 : i64
  }
  return %hash : i64
}

func.func private @hash_i64(%x: tensor<?xi64>) -> i64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %factor = arith.constant 1000003 : i64
  %start = arith.constant 1 : i64
  %n = tensor.dim %x, %zero : tensor<?xi64>
  %hash = scf.for %i = %zero to %n step %one iter_args(%h = %start) -> i64 {
    %0 = tensor.extract %x[%i] : tensor<?xi64>
    %2 = arith.muli %h, %factor : i64
    %3 = arith.addi %2, %0 : i64
    scf.yield %3 : i64
  }
  return %hash : i64
}
