// RUN: weft-opt %s --split-input-file --verify-diagnostics

func.func @c1_list_too_short(%x: tensor<1x4xf32>) {
  // expected-error @below {{expected paddings to have 2 entries, but got 1}}
  %0 = "weft.space_to_batch_nd"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_block_shape = array<i64: 2>, static_paddings = array<i64: 0>}> : (tensor<1x4xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @c1_list_too_long(%x: tensor<1x4xf32>) {
  // expected-error @below {{expected paddings to have 2 entries, but got 4}}
  %0 = "weft.space_to_batch_nd"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_block_shape = array<i64: 2>, static_paddings = array<i64: 0, 0, 0, 0>}> : (tensor<1x4xf32>) -> tensor<2x2xf32>
  return
}

// -----

// The number -2^63 in a list stands for an operand.
func.func @c1_missing_block_operand(%x: tensor<1x4xf32>) {
  // expected-error @below {{expected block_shape to have 1 operands for entries that are not constants, but got 0}}
  %0 = "weft.space_to_batch_nd"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_block_shape = array<i64: -9223372036854775808>, static_paddings = array<i64: 0, 0>}> : (tensor<1x4xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @c1_missing_padding_operand(%x: tensor<1x4xf32>) {
  // expected-error @below {{expected paddings to have 1 operands for entries that are not constants, but got 0}}
  %0 = "weft.space_to_batch_nd"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_block_shape = array<i64: 2>, static_paddings = array<i64: 0, -9223372036854775808>}> : (tensor<1x4xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @c1_too_many_operands(%x: tensor<1x4xf32>, %b: index) {
  // expected-error @below {{expected block_shape to have 0 operands for entries that are not constants, but got 1}}
  %0 = "weft.space_to_batch_nd"(%x, %b) <{operandSegmentSizes = array<i32: 1, 1, 0>, static_block_shape = array<i64: 2>, static_paddings = array<i64: 0, 0>}> : (tensor<1x4xf32>, index) -> tensor<2x2xf32>
  return
}

// -----

func.func @c1_reserved_integer(%x: tensor<1x4xf32>) {
  // expected-error @below {{integer is reserved for values}}
  %0 = weft.space_to_batch_nd %x block_shape [2] paddings [[0, -9223372036854775808]] : tensor<1x4xf32> -> tensor<2x2xf32>
  return
}

// -----

func.func @c2_rank_below_block_dimensions(%x: tensor<1x4xf32>) {
  // expected-error @below {{expected 'input' to have rank 3 or more, but got 2}}
  %0 = weft.space_to_batch_nd %x block_shape [2, 2] paddings [[0, 0], [0, 0]] : tensor<1x4xf32> -> tensor<2x2xf32>
  return
}

// -----

// Without block dimensions there is still a batch.
func.func @c2_scalar(%x: tensor<f32>) {
  // expected-error @below {{expected 'input' to have rank 1 or more, but got 0}}
  %0 = weft.space_to_batch_nd %x block_shape [] paddings [] : tensor<f32> -> tensor<f32>
  return
}

// -----

func.func @c3_element_type(%x: tensor<1x4xf32>) {
  // expected-error @below {{expected 'output' to have element type 'f32', but got 'i32'}}
  %0 = weft.space_to_batch_nd %x block_shape [2] paddings [[0, 0]] : tensor<1x4xf32> -> tensor<2x2xi32>
  return
}

// -----

func.func @c4_block_shape_zero(%x: tensor<4x2x2xf32>) {
  // expected-error @below {{expected block_shape[1] to be at least 1, but got 0}}
  %0 = weft.space_to_batch_nd %x block_shape [2, 0] paddings [[0, 0], [0, 0]] : tensor<4x2x2xf32> -> tensor<?x?x?xf32>
  return
}

// -----

// The product of two negative blocks is positive.
func.func @c4_block_shape_negative(%x: tensor<4x0x2xf32>) {
  // expected-error @below {{expected block_shape[0] to be at least 1, but got -2}}
  %0 = weft.space_to_batch_nd %x block_shape [-2, -2] paddings [[0, 0], [0, 0]] : tensor<4x0x2xf32> -> tensor<?x?x?xf32>
  return
}

// -----

// 2^64 would wrap to 0.
func.func @c5_block_product_overflows(%x: tensor<0x0x0xf32>) {
  // expected-error @below {{expected block_shape[1] (4294967296) times the product of the block sizes before it (4294967296) to fit in 64 bits}}
  %0 = weft.space_to_batch_nd %x block_shape [4294967296, 4294967296] paddings [[0, 0], [0, 0]] : tensor<0x0x0xf32> -> tensor<?x?x?xf32>
  return
}

// -----

func.func @c6_batch_overflows(%x: tensor<4x0xf32>) {
  // expected-error @below {{expected the batch size (4) times the product of block_shape (4611686018427387904) to fit in 64 bits}}
  %0 = weft.space_to_batch_nd %x block_shape [4611686018427387904] paddings [[0, 0]] : tensor<4x0xf32> -> tensor<?x?xf32>
  return
}

// -----

// A negative padding hidden by a positive one.
func.func @c7_padding_negative(%x: tensor<1x4xf32>) {
  // expected-error @below {{expected paddings[0][0] to be non-negative, but got -1}}
  %0 = weft.space_to_batch_nd %x block_shape [2] paddings [[-1, 1]] : tensor<1x4xf32> -> tensor<2x2xf32>
  return
}

// -----

func.func @c7_end_padding_negative(%x: tensor<1x4xf32>) {
  // expected-error @below {{expected paddings[0][1] to be non-negative, but got -2}}
  %0 = weft.space_to_batch_nd %x block_shape [2] paddings [[0, -2]] : tensor<1x4xf32> -> tensor<?x?xf32>
  return
}

// -----

// The sum would wrap to 2.
func.func @c8_padded_size_overflows(%x: tensor<1x4xf32>) {
  // expected-error @below {{expected dimension 1 (4) plus its start padding (9223372036854775807) plus its end padding (9223372036854775807) to fit in 64 bits}}
  %0 = weft.space_to_batch_nd %x block_shape [2] paddings [[9223372036854775807, 9223372036854775807]] : tensor<1x4xf32> -> tensor<?x?xf32>
  return
}

// -----

func.func @c8_paddings_overflow_whatever_the_size(%x: tensor<1x?xf32>) {
  // expected-error @below {{expected dimension 1 (0) plus its start padding (9223372036854775807) plus its end padding (1) to fit in 64 bits}}
  %0 = weft.space_to_batch_nd %x block_shape [1] paddings [[9223372036854775807, 1]] : tensor<1x?xf32> -> tensor<?x?xf32>
  return
}

// -----

func.func @c9_padded_size_not_divisible(%x: tensor<1x4x5xf32>) {
  // expected-error @below {{expected padded dimension 2 (7) to be divisible by block_shape[1] (2)}}
  %0 = weft.space_to_batch_nd %x block_shape [2, 2] paddings [[0, 0], [1, 1]] : tensor<1x4x5xf32> -> tensor<?x?x?xf32>
  return
}

// -----

func.func @c10_batch_of_output(%x: tensor<1x4xf32>) {
  // expected-error @below {{expected dimension 0 of 'output' to have the computed size (2), but got 1}}
  %0 = weft.space_to_batch_nd %x block_shape [2] paddings [[0, 0]] : tensor<1x4xf32> -> tensor<1x2xf32>
  return
}

// -----

func.func @c10_size_of_output(%x: tensor<1x4xf32>) {
  // expected-error @below {{expected dimension 1 of 'output' to have the computed size (3), but got 4}}
  %0 = weft.space_to_batch_nd %x block_shape [2] paddings [[0, 2]] : tensor<1x4xf32> -> tensor<?x4xf32>
  return
}

// -----

func.func @c10_rest_of_output(%x: tensor<1x4x3xf32>) {
  // expected-error @below {{expected dimension 2 of 'output' to have the computed size (3), but got 5}}
  %0 = weft.space_to_batch_nd %x block_shape [2] paddings [[0, 0]] : tensor<1x4x3xf32> -> tensor<?x?x5xf32>
  return
}

// -----

func.func @c10_rank_of_output(%x: tensor<1x4xf32>) {
  // expected-error @below {{expected 'output' to have rank 2, but got 3}}
  %0 = weft.space_to_batch_nd %x block_shape [2] paddings [[0, 0]] : tensor<1x4xf32> -> tensor<2x2x1xf32>
  return
}

// -----

func.func @c11_too_many_elements(%x: tensor<1x0x4xf32>) {
  // expected-error @below {{expected the number of elements of 'output' to fit in 64 bits, but its type is 'tensor<1x4611686018427387904x4xf32>'}}
  %0 = weft.space_to_batch_nd %x block_shape [1] paddings [[4611686018427387904, 0]] : tensor<1x0x4xf32> -> tensor<1x4611686018427387904x4xf32>
  return
}
