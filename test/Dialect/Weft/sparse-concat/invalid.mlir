// What the verifier refuses; c<n> tests constraint Cn of the op's description.
//
// RUN: weft-opt %s --split-input-file --verify-diagnostics

func.func @c1_no_inputs() {
  // expected-error @below {{expected at least 1 input, but got 0}}
  %0:3 = "weft.sparse_concat"() <{concat_dim = 0 : i64, operandSegmentSizes = array<i32: 0, 0, 0>}>
      : () -> (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>)
  return
}

// -----

func.func @c1_fewer_shapes(%i: tensor<?x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>) {
  // expected-error @below {{expected 'indices', 'values' and 'shapes' to have the same number of operands, but got 2, 2 and 1}}
  %0:3 = weft.sparse_concat dim 0 indices(%i, %i : tensor<?x2xi64>, tensor<?x2xi64>) values(%v, %v : tensor<?xf32>, tensor<?xf32>)
      shapes(%s : tensor<2xi64>) -> tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
  return
}

// -----

func.func @c1_generic_form_wrong_segments(%i: tensor<?x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>) {
  // expected-error @below {{operand count (3) does not match with the total size (4) specified in attribute 'operandSegmentSizes'}}
  %0:3 = "weft.sparse_concat"(%i, %v, %s) <{concat_dim = 0 : i64, operandSegmentSizes = array<i32: 1, 2, 1>}>
      : (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) -> (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>)
  return
}

// -----

func.func @c2_indices_rank(%i: tensor<?xi64>, %v: tensor<?xf32>, %s: tensor<1xi64>) {
  // expected-error @below {{operand #0 must be variadic of 2D tensor of 64-bit signless integer values, but got 'tensor<?xi64>'}}
  %0:3 = weft.sparse_concat dim 0 indices(%i : tensor<?xi64>) values(%v : tensor<?xf32>) shapes(%s : tensor<1xi64>)
      -> tensor<?x1xi64>, tensor<?xf32>, tensor<1xi64>
  return
}

// -----

func.func @c2_indices_type(%i: tensor<?x1xi32>, %v: tensor<?xf32>, %s: tensor<1xi64>) {
  // expected-error @below {{operand #0 must be variadic of 2D tensor of 64-bit signless integer values, but got 'tensor<?x1xi32>'}}
  %0:3 = weft.sparse_concat dim 0 indices(%i : tensor<?x1xi32>) values(%v : tensor<?xf32>) shapes(%s : tensor<1xi64>)
      -> tensor<?x1xi64>, tensor<?xf32>, tensor<1xi64>
  return
}

// -----

func.func @c2_indices_unranked(%i: tensor<*xi64>, %v: tensor<?xf32>, %s: tensor<1xi64>) {
  // expected-error @below {{operand #0 must be variadic of 2D tensor of 64-bit signless integer values, but got 'tensor<*xi64>'}}
  %0:3 = weft.sparse_concat dim 0 indices(%i : tensor<*xi64>) values(%v : tensor<?xf32>) shapes(%s : tensor<1xi64>)
      -> tensor<?x1xi64>, tensor<?xf32>, tensor<1xi64>
  return
}

// -----

func.func @c3_values_rank(%i: tensor<?x1xi64>, %v: tensor<?x1xf32>, %s: tensor<1xi64>) {
  // expected-error @below {{operand #1 must be variadic of 1D tensor of any type values, but got 'tensor<?x1xf32>'}}
  %0:3 = weft.sparse_concat dim 0 indices(%i : tensor<?x1xi64>) values(%v : tensor<?x1xf32>) shapes(%s : tensor<1xi64>)
      -> tensor<?x1xi64>, tensor<?xf32>, tensor<1xi64>
  return
}

// -----

func.func @c4_shapes_rank(%i: tensor<?x1xi64>, %v: tensor<?xf32>, %s: tensor<1x1xi64>) {
  // expected-error @below {{operand #2 must be variadic of 1D tensor of 64-bit signless integer values, but got 'tensor<1x1xi64>'}}
  %0:3 = weft.sparse_concat dim 0 indices(%i : tensor<?x1xi64>) values(%v : tensor<?xf32>) shapes(%s : tensor<1x1xi64>)
      -> tensor<?x1xi64>, tensor<?xf32>, tensor<1xi64>
  return
}

// -----

func.func @c5_element_types(%i: tensor<?x1xi64>, %v: tensor<?xf32>, %w: tensor<?xf64>, %s: tensor<1xi64>) {
  // expected-error @below {{expected the element type of 'values'[1] to be 'f32', but got 'f64'}}
  %0:3 = weft.sparse_concat dim 0 indices(%i, %i : tensor<?x1xi64>, tensor<?x1xi64>) values(%v, %w : tensor<?xf32>, tensor<?xf64>)
      shapes(%s, %s : tensor<1xi64>, tensor<1xi64>) -> tensor<?x1xi64>, tensor<?xf32>, tensor<1xi64>
  return
}

// -----

func.func @c6_rank_unknown(%i: tensor<?x?xi64>, %v: tensor<?xf32>, %s: tensor<?xi64>) {
  // expected-error @below {{expected one of 'indices' to have a static number of columns or one of 'shapes' a static length}}
  %0:3 = weft.sparse_concat dim 0 indices(%i : tensor<?x?xi64>) values(%v : tensor<?xf32>) shapes(%s : tensor<?xi64>)
      -> tensor<?x?xi64>, tensor<?xf32>, tensor<?xi64>
  return
}

// -----

func.func @c6_rank_zero(%i: tensor<?x0xi64>, %v: tensor<?xf32>, %s: tensor<0xi64>) {
  // expected-error @below {{expected the rank of the sparse tensors to be at least 1, but got 0}}
  %0:3 = weft.sparse_concat dim 0 indices(%i : tensor<?x0xi64>) values(%v : tensor<?xf32>) shapes(%s : tensor<0xi64>)
      -> tensor<?x0xi64>, tensor<?xf32>, tensor<0xi64>
  return
}

// -----

func.func @c7_dim_too_large(%i: tensor<?x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>) {
  // expected-error @below {{expected 'concat_dim' to be in [-2, 2), but got 2}}
  %0:3 = weft.sparse_concat dim 2 indices(%i : tensor<?x2xi64>) values(%v : tensor<?xf32>) shapes(%s : tensor<2xi64>)
      -> tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
  return
}

// -----

func.func @c7_dim_too_small(%i: tensor<?x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>) {
  // expected-error @below {{expected 'concat_dim' to be in [-2, 2), but got -9223372036854775808}}
  %0:3 = weft.sparse_concat dim -9223372036854775808 indices(%i : tensor<?x2xi64>) values(%v : tensor<?xf32>) shapes(%s : tensor<2xi64>)
      -> tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
  return
}

// -----

func.func @c8_columns(%i: tensor<?x2xi64>, %j: tensor<?x3xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>) {
  // expected-error @below {{expected 'indices'[1] to have 2 columns, but got 3}}
  %0:3 = weft.sparse_concat dim 0 indices(%i, %j : tensor<?x2xi64>, tensor<?x3xi64>) values(%v, %v : tensor<?xf32>, tensor<?xf32>)
      shapes(%s, %s : tensor<2xi64>, tensor<2xi64>) -> tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
  return
}

// -----

func.func @c8_length(%i: tensor<?x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>, %t: tensor<1xi64>) {
  // expected-error @below {{expected 'shapes'[1] to have 2 elements, but got 1}}
  %0:3 = weft.sparse_concat dim 0 indices(%i, %i : tensor<?x2xi64>, tensor<?x2xi64>) values(%v, %v : tensor<?xf32>, tensor<?xf32>)
      shapes(%s, %t : tensor<2xi64>, tensor<1xi64>) -> tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
  return
}

// -----

func.func @c9_rows_and_values(%i: tensor<?x2xi64>, %j: tensor<3x2xi64>, %v: tensor<4xf32>, %s: tensor<2xi64>) {
  // expected-error @below {{expected 'values'[1] to have as many elements as 'indices'[1] has rows (3), but got 4}}
  %0:3 = weft.sparse_concat dim 0 indices(%i, %j : tensor<?x2xi64>, tensor<3x2xi64>) values(%v, %v : tensor<4xf32>, tensor<4xf32>)
      shapes(%s, %s : tensor<2xi64>, tensor<2xi64>) -> tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
  return
}

// -----

func.func @c13_too_many_entries(%i: tensor<6000000000000000000x1xi64>, %v: tensor<?xf32>, %s: tensor<1xi64>) {
  // expected-error @below {{expected all inputs together to have at most 9223372036854775807 entries, but input 1 with 6000000000000000000 exceeds that}}
  %0:3 = weft.sparse_concat dim 0 indices(%i, %i : tensor<6000000000000000000x1xi64>, tensor<6000000000000000000x1xi64>) values(%v, %v : tensor<?xf32>, tensor<?xf32>)
      shapes(%s, %s : tensor<1xi64>, tensor<1xi64>) -> tensor<?x1xi64>, tensor<?xf32>, tensor<1xi64>
  return
}

// -----

func.func @c16_result_rows(%i: tensor<3x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>) {
  // expected-error @below {{expected 'output_indices' to be 'tensor<6x2xi64>', but got 'tensor<5x2xi64>'}}
  %0:3 = weft.sparse_concat dim 0 indices(%i, %i : tensor<3x2xi64>, tensor<3x2xi64>) values(%v, %v : tensor<?xf32>, tensor<?xf32>)
      shapes(%s, %s : tensor<2xi64>, tensor<2xi64>) -> tensor<5x2xi64>, tensor<?xf32>, tensor<2xi64>
  return
}

// -----

func.func @c16_result_element_type(%i: tensor<?x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>) {
  // expected-error @below {{expected 'output_values' to be 'tensor<?xf32>', but got 'tensor<?xi32>'}}
  %0:3 = weft.sparse_concat dim 0 indices(%i : tensor<?x2xi64>) values(%v : tensor<?xf32>) shapes(%s : tensor<2xi64>)
      -> tensor<?x2xi64>, tensor<?xi32>, tensor<2xi64>
  return
}

// -----

func.func @c16_result_length(%i: tensor<?x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>) {
  // expected-error @below {{expected 'output_shape' to be 'tensor<2xi64>', but got 'tensor<3xi64>'}}
  %0:3 = weft.sparse_concat dim 0 indices(%i : tensor<?x2xi64>) values(%v : tensor<?xf32>) shapes(%s : tensor<2xi64>)
      -> tensor<?x2xi64>, tensor<?xf32>, tensor<3xi64>
  return
}

// -----

func.func @c16_results_disagree(%i: tensor<?x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>) {
  // expected-error @below {{expected 'output_values' to have as many elements as 'output_indices' has rows (5), but got 6}}
  %0:3 = weft.sparse_concat dim 0 indices(%i : tensor<?x2xi64>) values(%v : tensor<?xf32>) shapes(%s : tensor<2xi64>)
      -> tensor<5x2xi64>, tensor<6xf32>, tensor<2xi64>
  return
}
