// RUN: weft-opt %s --split-input-file --verify-diagnostics

func.func @c1_output_type(%i: tensor<1x1xi32>, %u: tensor<1xf32>, %t: tensor<4xf32>) {
  // expected-error @below {{failed to verify that all of {tensor, output} have same type}}
  %0 = "weft.tensor_scatter_sub"(%i, %u, %t) : (tensor<1x1xi32>, tensor<1xf32>, tensor<4xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @c2_element_types(%i: tensor<1x1xi32>, %u: tensor<1xf64>, %t: tensor<4xf32>) {
  // expected-error @below {{failed to verify that all of {tensor, updates} have same element type}}
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<1x1xi32>, tensor<1xf64>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @c3_booleans(%i: tensor<1x1xi32>, %u: tensor<1xi1>, %t: tensor<4xi1>) {
  // expected-error @below {{operand #1 must be ranked tensor of signless integer of at least 2 bits, f16, bf16, f32, f64 or complex of such floats values, but got 'tensor<1xi1>'}}
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<1x1xi32>, tensor<1xi1>) outs(%t : tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @c3_float8(%i: tensor<1x1xi32>, %u: tensor<1xf8E5M2>, %t: tensor<4xf8E5M2>) {
  // expected-error @below {{but got 'tensor<1xf8E5M2>'}}
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<1x1xi32>, tensor<1xf8E5M2>) outs(%t : tensor<4xf8E5M2>) -> tensor<4xf8E5M2>
  return
}

// -----

func.func @c3_complex_integers(%i: tensor<1x1xi32>, %u: tensor<1xcomplex<i32>>, %t: tensor<4xcomplex<i32>>) {
  // expected-error @below {{but got 'tensor<1xcomplex<i32>>'}}
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<1x1xi32>, tensor<1xcomplex<i32>>) outs(%t : tensor<4xcomplex<i32>>) -> tensor<4xcomplex<i32>>
  return
}

// -----

func.func @c4_scalar_indices(%i: tensor<i32>, %u: tensor<f32>, %t: tensor<4xf32>) {
  // expected-error @below {{expected rank of 'indices' to be at least 1, but got 0}}
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<i32>, tensor<f32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @c5_depth_above_rank(%i: tensor<1x2xi32>, %u: tensor<1xf32>, %t: tensor<4xf32>) {
  // expected-error @below {{expected dimension 1 of 'indices', the depth of an index, to be at most 1, the rank of 'tensor', but got 2}}
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<1x2xi32>, tensor<1xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @c5_dynamic_depth(%i: tensor<1x?xi32>, %u: tensor<1x4x1xf32>, %t: tensor<4xf32>) {
  // expected-error @below {{expected rank of 'updates' to be at least 1 and at most 2, but got 3}}
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<1x?xi32>, tensor<1x4x1xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @c5_dynamic_depth_low(%i: tensor<1x1x?xi32>, %u: tensor<1xf32>, %t: tensor<4xf32>) {
  // expected-error @below {{expected rank of 'updates' to be at least 2 and at most 3, but got 1}}
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<1x1x?xi32>, tensor<1xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @c6_updates_rank(%i: tensor<2x1xi32>, %u: tensor<2xf32>, %t: tensor<4x2xf32>) {
  // expected-error @below {{expected rank of 'updates' to be 2 for indices of depth 1, but got 1}}
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xf32>) outs(%t : tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @c7_positions(%i: tensor<2x3x1xi32>, %u: tensor<2x4xf32>, %t: tensor<4xf32>) {
  // expected-error @below {{expected dimension 1 of 'updates' to be 3 as in 'indices', but got 4}}
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x3x1xi32>, tensor<2x4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// There is no broadcasting.
func.func @c8_slice(%i: tensor<2x1xi32>, %u: tensor<2x1xf32>, %t: tensor<4x2xf32>) {
  // expected-error @below {{expected dimension 1 of 'updates' to be 2 as in 'tensor', but got 1}}
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2x1xf32>) outs(%t : tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @c9_unknown_policy(%i: tensor<2x1xi32>, %u: tensor<2xf32>, %t: tensor<4xf32>) {
  // expected-error @below {{to be one of: error, ignore}}
  // expected-error @below {{failed to parse}}
  %0 = weft.tensor_scatter_sub bad_indices_policy<skip> ins(%i, %u : tensor<2x1xi32>, tensor<2xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @index_element_type(%i: tensor<2x1xi16>, %u: tensor<2xf32>, %t: tensor<4xf32>) {
  // expected-error @below {{operand #0 must be ranked tensor of 32-bit signless integer or 64-bit signless integer or index values, but got 'tensor<2x1xi16>'}}
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi16>, tensor<2xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return
}
