// RUN: weft-opt %s --split-input-file --verify-diagnostics

func.func @c1_no_inputs() {
  // expected-error @below {{expected at least 1 input, but got 0}}
  %0 = "weft.parallel_dynamic_stitch"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> tensor<?xf32>
  return
}

// -----

func.func @c2_fewer_data(%i: tensor<1xi32>, %d: tensor<1xf32>) {
  // expected-error @below {{expected as many 'data' as 'indices' (2), but got 1}}
  %0 = weft.parallel_dynamic_stitch indices(%i, %i : tensor<1xi32>, tensor<1xi32>) data(%d : tensor<1xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @c2_fewer_indices(%i: tensor<1xi32>, %d: tensor<1xf32>) {
  // expected-error @below {{expected as many 'data' as 'indices' (1), but got 2}}
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<1xi32>) data(%d, %d : tensor<1xf32>, tensor<1xf32>) -> tensor<?xf32>
  return
}

// -----

// Segment sizes of the generic form that do not add up to the operands.
func.func @c2_wrong_segments(%i: tensor<1xi32>, %d: tensor<1xf32>) {
  // expected-error @below {{operand count (2) does not match with the total size (3)}}
  %0 = "weft.parallel_dynamic_stitch"(%i, %d) <{operandSegmentSizes = array<i32: 1, 2>}> : (tensor<1xi32>, tensor<1xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @c3_data_types_differ(%i: tensor<1xi32>, %a: tensor<1xf32>, %b: tensor<1xi32>) {
  // expected-error @below {{expected element type of 'data'[1] to be 'f32' as in 'data'[0], but got 'i32'}}
  %0 = weft.parallel_dynamic_stitch indices(%i, %i : tensor<1xi32>, tensor<1xi32>) data(%a, %b : tensor<1xf32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @c3_merged_type_differs(%i: tensor<1xi32>, %d: tensor<1xf32>) {
  // expected-error @below {{expected element type of 'merged' to be 'f32' as in 'data', but got 'f64'}}
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<1xi32>) data(%d : tensor<1xf32>) -> tensor<?xf64>
  return
}

// -----

func.func @c4_rank_below_indices(%i: tensor<1x2xi32>, %d: tensor<1xf32>) {
  // expected-error @below {{expected rank of 'data'[0] to be at least 2, the rank of 'indices'[0], but got 1}}
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<1x2xi32>) data(%d : tensor<1xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @c4_prefix_differs(%i: tensor<1xi32>, %j: tensor<2x3xi32>, %a: tensor<1xf32>, %b: tensor<2x4xf32>) {
  // expected-error @below {{expected dimension 1 of 'data'[1] to be 3 as in 'indices'[1], but got 4}}
  %0 = weft.parallel_dynamic_stitch indices(%i, %j : tensor<1xi32>, tensor<2x3xi32>) data(%a, %b : tensor<1xf32>, tensor<2x4xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @c5_row_rank_differs(%i: tensor<1xi32>, %a: tensor<1x2xf32>, %b: tensor<1xf32>) {
  // expected-error @below {{expected rank of 'data'[1] to be 2 for rows of rank 1 as in 'data'[0], but got 1}}
  %0 = weft.parallel_dynamic_stitch indices(%i, %i : tensor<1xi32>, tensor<1xi32>) data(%a, %b : tensor<1x2xf32>, tensor<1xf32>) -> tensor<?x2xf32>
  return
}

// -----

// Inputs without indices are no exception, and what is known is gathered on the way.
func.func @c5_row_size_differs(%i: tensor<1xi32>, %e: tensor<0x1xi32>, %a: tensor<1x?xf32>, %b: tensor<1x2xf32>, %c: tensor<0x1x3xf32>) {
  // expected-error @below {{expected dimension 2 of 'data'[2] to be 2 as in the inputs before, but got 3}}
  %0 = weft.parallel_dynamic_stitch indices(%i, %i, %e : tensor<1xi32>, tensor<1xi32>, tensor<0x1xi32>)
         data(%a, %b, %c : tensor<1x?xf32>, tensor<1x2xf32>, tensor<0x1x3xf32>) -> tensor<?x2xf32>
  return
}

// -----

func.func @c6_merged_rank(%i: tensor<1xi32>, %d: tensor<1x2xf32>) {
  // expected-error @below {{expected rank of 'merged' to be 2, but got 1}}
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<1xi32>) data(%d : tensor<1x2xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @c6_merged_row_size(%i: tensor<1xi32>, %d: tensor<1x2xf32>) {
  // expected-error @below {{expected dimension 1 of 'merged' to be 2 as in 'data', but got 3}}
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<1xi32>) data(%d : tensor<1x2xf32>) -> tensor<?x3xf32>
  return
}

// -----

func.func @index_element_type(%i: tensor<1xi16>, %d: tensor<1xf32>) {
  // expected-error @below {{operand #0 must be variadic of ranked tensor of 32-bit signless integer or 64-bit signless integer or index values, but got 'tensor<1xi16>'}}
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<1xi16>) data(%d : tensor<1xf32>) -> tensor<?xf32>
  return
}
