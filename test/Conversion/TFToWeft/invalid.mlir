// Each op that cannot be converted is one error, at the op, in TensorFlow's names.
// RUN: weft-opt %s --convert-tf-to-weft --split-input-file --verify-diagnostics

func.func @space_operand_count(%x: tensor<1x4xf32>, %b: tensor<1xi32>) {
  // expected-error @below {{'tf.SpaceToBatchND' op expected 3 operands, but got 2}}
  %0 = "tf.SpaceToBatchND"(%x, %b) : (tensor<1x4xf32>, tensor<1xi32>) -> tensor<2x2xf32>
  // expected-error @below {{'tf.BatchToSpaceND' op expected 3 operands, but got 0}}
  %1 = "tf.BatchToSpaceND"() : () -> tensor<2x2xf32>
  return
}

// -----

func.func @space_result_count(%x: tensor<1x4xf32>, %b: tensor<1xi32>, %p: tensor<1x2xi32>) {
  // expected-error @below {{'tf.SpaceToBatchND' op expected 1 result, but got 2}}
  %0:2 = "tf.SpaceToBatchND"(%x, %b, %p) : (tensor<1x4xf32>, tensor<1xi32>, tensor<1x2xi32>) -> (tensor<2x2xf32>, tensor<2x2xf32>)
  // expected-error @below {{'tf.SpaceToBatchND' op expected 1 result, but got 0}}
  "tf.SpaceToBatchND"(%x, %b, %p) : (tensor<1x4xf32>, tensor<1xi32>, tensor<1x2xi32>) -> ()
  return
}

// -----

func.func @space_region(%x: tensor<1x4xf32>, %b: tensor<1xi32>, %p: tensor<1x2xi32>) {
  // expected-error @below {{'tf.SpaceToBatchND' op expected no regions, but got 1}}
  %0 = "tf.SpaceToBatchND"(%x, %b, %p) ({}) : (tensor<1x4xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @space_successor(%x: tensor<1x4xf32>, %b: tensor<1xi32>, %p: tensor<1x2xi32>) {
  // expected-error @below {{'tf.SpaceToBatchND' op expected no successors, but got 1}}
  %0 = "tf.SpaceToBatchND"(%x, %b, %p) [^next] : (tensor<1x4xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<2x2xf32>
^next:
  return
}

// -----

func.func @space_unranked(%x: tensor<*xf32>, %y: tensor<1x4xf32>, %b: tensor<1xi32>, %c: tensor<*xi32>, %p: tensor<1x2xi32>, %q: tensor<*xi64>) {
  // expected-error @below {{'tf.SpaceToBatchND' op expected 'input' to be a ranked tensor, but got 'tensor<*xf32>'}}
  %0 = "tf.SpaceToBatchND"(%x, %b, %p) : (tensor<*xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<2x2xf32>
  // expected-error @below {{'tf.SpaceToBatchND' op expected 'block_shape' to be a ranked tensor, but got 'tensor<*xi32>'}}
  %1 = "tf.SpaceToBatchND"(%y, %c, %p) : (tensor<1x4xf32>, tensor<*xi32>, tensor<1x2xi32>) -> tensor<2x2xf32>
  // expected-error @below {{'tf.SpaceToBatchND' op expected 'paddings' to be a ranked tensor, but got 'tensor<*xi64>'}}
  %2 = "tf.SpaceToBatchND"(%y, %b, %q) : (tensor<1x4xf32>, tensor<1xi32>, tensor<*xi64>) -> tensor<2x2xf32>
  // expected-error @below {{'tf.BatchToSpaceND' op expected 'crops' to be a ranked tensor, but got 'tensor<*xi64>'}}
  %3 = "tf.BatchToSpaceND"(%y, %b, %q) : (tensor<1x4xf32>, tensor<1xi32>, tensor<*xi64>) -> tensor<2x2xf32>
  return
}

// -----

func.func @space_not_a_tensor(%x: f32, %y: tensor<1x4xf32>, %b: vector<1xi32>, %c: tensor<1xi32>, %p: tensor<1x2xi32>) {
  // expected-error @below {{'tf.SpaceToBatchND' op expected 'input' to be a ranked tensor, but got 'f32'}}
  %0 = "tf.SpaceToBatchND"(%x, %b, %p) : (f32, vector<1xi32>, tensor<1x2xi32>) -> tensor<2x2xf32>
  // expected-error @below {{'tf.SpaceToBatchND' op expected 'block_shape' to be a ranked tensor, but got 'vector<1xi32>'}}
  %1 = "tf.SpaceToBatchND"(%y, %b, %p) : (tensor<1x4xf32>, vector<1xi32>, tensor<1x2xi32>) -> tensor<2x2xf32>
  // expected-error @below {{'tf.SpaceToBatchND' op expected result 'output' to be a tensor, but got 'f32'}}
  %2 = "tf.SpaceToBatchND"(%y, %c, %p) : (tensor<1x4xf32>, tensor<1xi32>, tensor<1x2xi32>) -> f32
  return
}

// -----

func.func @space_integer_types(%x: tensor<1x4xf32>, %b: tensor<1xi32>, %c: tensor<1xf32>, %d: tensor<1xui32>, %p: tensor<1x2xi32>, %q: tensor<1x2xi16>, %s: tensor<1x2x!tf_type.string>) {
  // expected-error @below {{'tf.SpaceToBatchND' op expected element type of 'block_shape' to be i32 or i64, but got 'f32'}}
  %0 = "tf.SpaceToBatchND"(%x, %c, %p) : (tensor<1x4xf32>, tensor<1xf32>, tensor<1x2xi32>) -> tensor<2x2xf32>
  // expected-error @below {{'tf.SpaceToBatchND' op expected element type of 'block_shape' to be i32 or i64, but got 'ui32'}}
  %1 = "tf.SpaceToBatchND"(%x, %d, %p) : (tensor<1x4xf32>, tensor<1xui32>, tensor<1x2xi32>) -> tensor<2x2xf32>
  // expected-error @below {{'tf.SpaceToBatchND' op expected element type of 'paddings' to be i32 or i64, but got 'i16'}}
  %2 = "tf.SpaceToBatchND"(%x, %b, %q) : (tensor<1x4xf32>, tensor<1xi32>, tensor<1x2xi16>) -> tensor<2x2xf32>
  // expected-error @below {{'tf.BatchToSpaceND' op expected element type of 'crops' to be i32 or i64, but got '!tf_type.string'}}
  %3 = "tf.BatchToSpaceND"(%x, %b, %s) : (tensor<1x4xf32>, tensor<1xi32>, tensor<1x2x!tf_type.string>) -> tensor<2x2xf32>
  return
}

// -----

func.func @space_list_shapes(%x: tensor<1x4xf32>, %a: tensor<i32>, %b: tensor<1xi32>, %c: tensor<?xi32>, %d: tensor<1x1xi32>, %e: tensor<2xi32>,
                             %p: tensor<1x2xi32>, %q: tensor<2xi32>, %r: tensor<1x3xi32>, %s: tensor<?x2xi32>, %t: tensor<2x2xi32>) {
  // expected-error @below {{'tf.SpaceToBatchND' op expected 'block_shape' to have rank 1, but got 'tensor<i32>'}}
  %0 = "tf.SpaceToBatchND"(%x, %a, %p) : (tensor<1x4xf32>, tensor<i32>, tensor<1x2xi32>) -> tensor<2x2xf32>
  // expected-error @below {{'tf.SpaceToBatchND' op expected 'block_shape' to have rank 1, but got 'tensor<1x1xi32>'}}
  %1 = "tf.SpaceToBatchND"(%x, %d, %p) : (tensor<1x4xf32>, tensor<1x1xi32>, tensor<1x2xi32>) -> tensor<2x2xf32>
  // expected-error @below {{'tf.SpaceToBatchND' op expected the length of 'block_shape' to be known, but got 'tensor<?xi32>'}}
  %2 = "tf.SpaceToBatchND"(%x, %c, %p) : (tensor<1x4xf32>, tensor<?xi32>, tensor<1x2xi32>) -> tensor<2x2xf32>
  // expected-error @below {{'tf.SpaceToBatchND' op expected 'input' to have rank 1 + 2 or more, for the length of 'block_shape', but got 2}}
  %3 = "tf.SpaceToBatchND"(%x, %e, %t) : (tensor<1x4xf32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<2x2xf32>
  // expected-error @below {{'tf.SpaceToBatchND' op expected 'paddings' to have the shape [1, 2], but got 'tensor<2xi32>'}}
  %4 = "tf.SpaceToBatchND"(%x, %b, %q) : (tensor<1x4xf32>, tensor<1xi32>, tensor<2xi32>) -> tensor<2x2xf32>
  // expected-error @below {{'tf.BatchToSpaceND' op expected 'crops' to have the shape [1, 2], but got 'tensor<1x3xi32>'}}
  %5 = "tf.BatchToSpaceND"(%x, %b, %r) : (tensor<1x4xf32>, tensor<1xi32>, tensor<1x3xi32>) -> tensor<2x2xf32>
  // expected-error @below {{'tf.SpaceToBatchND' op expected 'paddings' to have the shape [1, 2], but got 'tensor<?x2xi32>'}}
  %6 = "tf.SpaceToBatchND"(%x, %b, %s) : (tensor<1x4xf32>, tensor<1xi32>, tensor<?x2xi32>) -> tensor<2x2xf32>
  // expected-error @below {{'tf.SpaceToBatchND' op expected 'paddings' to have the shape [1, 2], but got 'tensor<2x2xi32>'}}
  %7 = "tf.SpaceToBatchND"(%x, %b, %t) : (tensor<1x4xf32>, tensor<1xi32>, tensor<2x2xi32>) -> tensor<2x2xf32>
  return
}

// -----

// A length that no list may have is refused before anything of that length is made.
func.func @space_huge_lists(%x: tensor<1x4xf32>, %b: tensor<9223372036854775807xi32>, %p: tensor<9223372036854775807x2xi32>) {
  // expected-error @below {{'tf.SpaceToBatchND' op expected 'input' to have rank 1 + 9223372036854775807 or more, for the length of 'block_shape', but got 2}}
  %0 = "tf.SpaceToBatchND"(%x, %b, %p) : (tensor<1x4xf32>, tensor<9223372036854775807xi32>, tensor<9223372036854775807x2xi32>) -> tensor<2x2xf32>
  %c = "tf.Const"() {value = dense<1> : tensor<1000000000000xi32>} : () -> tensor<1000000000000xi32>
  %q = "tf.Const"() {value = dense<0> : tensor<1000000000000x2xi32>} : () -> tensor<1000000000000x2xi32>
  // expected-error @below {{'tf.BatchToSpaceND' op expected 'input' to have rank 1 + 1000000000000 or more, for the length of 'block_shape', but got 2}}
  %1 = "tf.BatchToSpaceND"(%x, %c, %q) : (tensor<1x4xf32>, tensor<1000000000000xi32>, tensor<1000000000000x2xi32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @space_rank_0(%x: tensor<f32>, %b: tensor<0xi32>, %p: tensor<0x2xi32>) {
  // expected-error @below {{'tf.SpaceToBatchND' op expected 'input' to have rank 1 + 0 or more, for the length of 'block_shape', but got 0}}
  %0 = "tf.SpaceToBatchND"(%x, %b, %p) : (tensor<f32>, tensor<0xi32>, tensor<0x2xi32>) -> tensor<f32>
  return
}

// -----

// What constants show to be wrong.
func.func @space_constants(%x: tensor<3x4xf32>, %p: tensor<1x2xi32>, %b: tensor<1xi32>) {
  %zero = "tf.Const"() {value = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  // expected-error @below {{'tf.SpaceToBatchND' op expected block_shape[0] to be at least 1, but got 0}}
  %0 = "tf.SpaceToBatchND"(%x, %zero, %p) : (tensor<3x4xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?x?xf32>
  %negative = "tf.Const"() {value = dense<[[0, -2]]> : tensor<1x2xi32>} : () -> tensor<1x2xi32>
  // expected-error @below {{'tf.BatchToSpaceND' op expected crops[0][1] to be non-negative, but got -2}}
  %1 = "tf.BatchToSpaceND"(%x, %b, %negative) : (tensor<3x4xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?x?xf32>
  %two = "tf.Const"() {value = dense<2> : tensor<1xi64>} : () -> tensor<1xi64>
  // expected-error @below {{'tf.BatchToSpaceND' op expected the batch size (3) to be divisible by the product of block_shape (2)}}
  %2 = "tf.BatchToSpaceND"(%x, %two, %p) : (tensor<3x4xf32>, tensor<1xi64>, tensor<1x2xi32>) -> tensor<?x?xf32>
  %one = "tf.Const"() {value = dense<[[1, 0]]> : tensor<1x2xi32>} : () -> tensor<1x2xi32>
  // expected-error @below {{'tf.SpaceToBatchND' op expected padded dimension 1 (5) to be divisible by block_shape[0] (2)}}
  %3 = "tf.SpaceToBatchND"(%x, %two, %one) : (tensor<3x4xf32>, tensor<1xi64>, tensor<1x2xi32>) -> tensor<?x?xf32>
  return
}

// -----

// The smallest 64-bit integer means "known at run time" in attributes.
func.func @space_smallest_integer(%x: tensor<3x4xf32>, %p: tensor<1x2xi32>, %b: tensor<1xi32>) {
  %c = "tf.Const"() {value = dense<-9223372036854775808> : tensor<1xi64>} : () -> tensor<1xi64>
  // expected-error @below {{'tf.SpaceToBatchND' op expected every element of 'block_shape' to be non-negative, but got -9223372036854775808}}
  %0 = "tf.SpaceToBatchND"(%x, %c, %p) : (tensor<3x4xf32>, tensor<1xi64>, tensor<1x2xi32>) -> tensor<?x?xf32>
  %q = "tf.Const"() {value = dense<[[0, -9223372036854775808]]> : tensor<1x2xi64>} : () -> tensor<1x2xi64>
  // expected-error @below {{'tf.BatchToSpaceND' op expected every element of 'crops' to be non-negative, but got -9223372036854775808}}
  %1 = "tf.BatchToSpaceND"(%x, %b, %q) : (tensor<3x4xf32>, tensor<1xi32>, tensor<1x2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @space_result_type(%x: tensor<1x4xf32>) {
  %b = "tf.Const"() {value = dense<2> : tensor<1xi32>} : () -> tensor<1xi32>
  %p = "tf.Const"() {value = dense<0> : tensor<1x2xi32>} : () -> tensor<1x2xi32>
  // expected-error @below {{'tf.SpaceToBatchND' op expected type of result 'output' to be compatible with 'tensor<2x2xf32>', but got 'tensor<2x3xf32>'}}
  %0 = "tf.SpaceToBatchND"(%x, %b, %p) : (tensor<1x4xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<2x3xf32>
  // expected-error @below {{'tf.SpaceToBatchND' op expected type of result 'output' to be compatible with 'tensor<2x2xf32>', but got 'tensor<?xf32>'}}
  %1 = "tf.SpaceToBatchND"(%x, %b, %p) : (tensor<1x4xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  // expected-error @below {{'tf.SpaceToBatchND' op expected element type of result 'output' to be 'f32', but got 'f16'}}
  %2 = "tf.SpaceToBatchND"(%x, %b, %p) : (tensor<1x4xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<2x2xf16>
  return
}

// -----

func.func @elements_without_storage(%x: tensor<1x4x!tf_type.variant>, %b: tensor<1xi32>, %p: tensor<1x2xi32>) {
  // expected-error @below {{'tf.SpaceToBatchND' op expected 'input' to have elements that can be stored in memory, but got 'tensor<1x4x!tf_type.variant>'}}
  %0 = "tf.SpaceToBatchND"(%x, %b, %p) : (tensor<1x4x!tf_type.variant>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<2x2x!tf_type.variant>
  return
}

// -----

func.func @stitch_operand_count(%i: tensor<2xi32>, %d: tensor<2xf32>) {
  // expected-error @below {{'tf.ParallelDynamicStitch' op expected N 'indices' and N 'data', at least one of each, but got 0 operands}}
  %0 = "tf.ParallelDynamicStitch"() : () -> tensor<?xf32>
  // expected-error @below {{'tf.DynamicStitch' op expected N 'indices' and N 'data', at least one of each, but got 3 operands}}
  %1 = "tf.DynamicStitch"(%i, %i, %d) : (tensor<2xi32>, tensor<2xi32>, tensor<2xf32>) -> tensor<?xf32>
  // expected-error @below {{'tf.DynamicStitch' op expected attribute 'N' to be 1, the number of 'indices', but got 2 : i64}}
  %2 = "tf.DynamicStitch"(%i, %d) {N = 2 : i64} : (tensor<2xi32>, tensor<2xf32>) -> tensor<?xf32>
  // expected-error @below {{'tf.DynamicStitch' op expected attribute 'N' to be 1, the number of 'indices', but got "one"}}
  %3 = "tf.DynamicStitch"(%i, %d) {N = "one"} : (tensor<2xi32>, tensor<2xf32>) -> tensor<?xf32>
  // expected-error @below {{'tf.DynamicStitch' op expected 1 result, but got 0}}
  "tf.DynamicStitch"(%i, %d) : (tensor<2xi32>, tensor<2xf32>) -> ()
  return
}

// -----

func.func @stitch_types(%i: tensor<2xi32>, %j: tensor<2xf32>, %k: tensor<*xi32>, %d: tensor<2xf32>, %e: tensor<2xf64>, %f: tensor<*xf32>, %g: tensor<2xui8>, %h: tensor<2xi8>, %l: tensor<2xi64>) {
  // expected-error @below {{'tf.DynamicStitch' op expected element type of 'indices[0]' to be i32, but got 'i64'}}
  %6 = "tf.DynamicStitch"(%l, %d) : (tensor<2xi64>, tensor<2xf32>) -> tensor<?xf32>
  // expected-error @below {{'tf.ParallelDynamicStitch' op expected element type of 'indices[1]' to be i32, but got 'f32'}}
  %0 = "tf.ParallelDynamicStitch"(%i, %j, %d, %d) : (tensor<2xi32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<?xf32>
  // expected-error @below {{'tf.ParallelDynamicStitch' op expected 'indices[0]' to be a ranked tensor, but got 'tensor<*xi32>'}}
  %1 = "tf.ParallelDynamicStitch"(%k, %d) : (tensor<*xi32>, tensor<2xf32>) -> tensor<?xf32>
  // expected-error @below {{'tf.ParallelDynamicStitch' op expected 'data[0]' to be a ranked tensor, but got 'tensor<*xf32>'}}
  %2 = "tf.ParallelDynamicStitch"(%i, %f) : (tensor<2xi32>, tensor<*xf32>) -> tensor<?xf32>
  // expected-error @below {{'tf.ParallelDynamicStitch' op expected element type of 'data[1]' to be 'f32' as that of 'data[0]', but got 'f64'}}
  %3 = "tf.ParallelDynamicStitch"(%i, %i, %d, %e) : (tensor<2xi32>, tensor<2xi32>, tensor<2xf32>, tensor<2xf64>) -> tensor<?xf32>
  // expected-error @below {{'tf.ParallelDynamicStitch' op expected element type of 'data[1]' to be 'ui8' as that of 'data[0]', but got 'i8'}}
  %4 = "tf.ParallelDynamicStitch"(%i, %i, %g, %h) : (tensor<2xi32>, tensor<2xi32>, tensor<2xui8>, tensor<2xi8>) -> tensor<?xui8>
  // expected-error @below {{'tf.ParallelDynamicStitch' op expected element type of result 'merged' to be 'f32', but got 'i32'}}
  %5 = "tf.ParallelDynamicStitch"(%i, %d) : (tensor<2xi32>, tensor<2xf32>) -> tensor<?xi32>
  return
}

// -----

func.func @scatter_sub_operands(%t: tensor<8xf32>, %i: tensor<2x1xi32>, %u: tensor<2xf32>, %j: tensor<2x1xi8>, %v: tensor<*xf32>, %w: tensor<2xf64>) {
  // expected-error @below {{'tf.TensorScatterSub' op expected 3 operands, but got 4}}
  %0 = "tf.TensorScatterSub"(%t, %i, %u, %u) : (tensor<8xf32>, tensor<2x1xi32>, tensor<2xf32>, tensor<2xf32>) -> tensor<8xf32>
  // expected-error @below {{'tf.TensorScatterSub' op expected element type of 'indices' to be i32 or i64, but got 'i8'}}
  %1 = "tf.TensorScatterSub"(%t, %j, %u) : (tensor<8xf32>, tensor<2x1xi8>, tensor<2xf32>) -> tensor<8xf32>
  // expected-error @below {{'tf.TensorScatterSub' op expected 'updates' to be a ranked tensor, but got 'tensor<*xf32>'}}
  %2 = "tf.TensorScatterSub"(%t, %i, %v) : (tensor<8xf32>, tensor<2x1xi32>, tensor<*xf32>) -> tensor<8xf32>
  // expected-error @below {{'tf.TensorScatterSub' op expected 'tensor' to be a ranked tensor, but got 'tensor<*xf32>'}}
  %3 = "tf.TensorScatterSub"(%v, %i, %u) : (tensor<*xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<8xf32>
  // expected-error @below {{'tf.TensorScatterSub' op expected element type of 'updates' to be 'f32' as that of 'tensor', but got 'f64'}}
  %4 = "tf.TensorScatterSub"(%t, %i, %w) : (tensor<8xf32>, tensor<2x1xi32>, tensor<2xf64>) -> tensor<8xf32>
  return
}

// -----

func.func @scatter_sub_element_types(%b: tensor<8xi1>, %s: tensor<8x!tf_type.string>, %i: tensor<2x1xi32>, %u: tensor<2xi1>, %v: tensor<2x!tf_type.string>) {
  // expected-error @below {{'tf.TensorScatterSub' op expected element type of 'tensor' to be an integer of at least 2 bits, a float of at least 16 bits or complex of such floats, but got 'i1'}}
  %0 = "tf.TensorScatterSub"(%b, %i, %u) : (tensor<8xi1>, tensor<2x1xi32>, tensor<2xi1>) -> tensor<8xi1>
  // expected-error @below {{'tf.TensorScatterSub' op expected element type of 'tensor' to be an integer of at least 2 bits, a float of at least 16 bits or complex of such floats, but got '!tf_type.string'}}
  %1 = "tf.TensorScatterSub"(%s, %i, %v) : (tensor<8x!tf_type.string>, tensor<2x1xi32>, tensor<2x!tf_type.string>) -> tensor<8x!tf_type.string>
  return
}

// -----

func.func @scatter_sub_policy(%t: tensor<8xf32>, %i: tensor<2x1xi32>, %u: tensor<2xf32>) {
  // expected-error @below {{'tf.TensorScatterSub' op expected attribute 'bad_indices_policy' to be "", "DEFAULT", "ERROR" or "IGNORE", but got "error"}}
  %0 = "tf.TensorScatterSub"(%t, %i, %u) <{bad_indices_policy = "error"}> : (tensor<8xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<8xf32>
  // expected-error @below {{'tf.TensorScatterSub' op expected attribute 'bad_indices_policy' to be "", "DEFAULT", "ERROR" or "IGNORE", but got 1 : i64}}
  %1 = "tf.TensorScatterSub"(%t, %i, %u) <{bad_indices_policy = 1 : i64}> : (tensor<8xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @concat_operand_count(%i: tensor<2x1xi64>, %v: tensor<2xf32>, %s: tensor<1xi64>) {
  // expected-error @below {{'tf.SparseConcat' op expected N 'indices', N 'values' and N 'shapes', at least one of each, but got 0 operands}}
  %0:3 = "tf.SparseConcat"() {concat_dim = 0 : i64} : () -> (tensor<?x1xi64>, tensor<?xf32>, tensor<1xi64>)
  // expected-error @below {{'tf.SparseConcat' op expected N 'indices', N 'values' and N 'shapes', at least one of each, but got 4 operands}}
  %1:3 = "tf.SparseConcat"(%i, %i, %v, %s) {concat_dim = 0 : i64} : (tensor<2x1xi64>, tensor<2x1xi64>, tensor<2xf32>, tensor<1xi64>) -> (tensor<?x1xi64>, tensor<?xf32>, tensor<1xi64>)
  // expected-error @below {{'tf.SparseConcat' op expected attribute 'N' to be 1, the number of 'indices', but got 3 : i64}}
  %2:3 = "tf.SparseConcat"(%i, %v, %s) {N = 3 : i64, concat_dim = 0 : i64} : (tensor<2x1xi64>, tensor<2xf32>, tensor<1xi64>) -> (tensor<?x1xi64>, tensor<?xf32>, tensor<1xi64>)
  // expected-error @below {{'tf.SparseConcat' op expected 3 results, but got 2}}
  %3:2 = "tf.SparseConcat"(%i, %v, %s) {concat_dim = 0 : i64} : (tensor<2x1xi64>, tensor<2xf32>, tensor<1xi64>) -> (tensor<?x1xi64>, tensor<?xf32>)
  return
}

// -----

func.func @concat_dim(%i: tensor<2x1xi64>, %v: tensor<2xf32>, %s: tensor<1xi64>) {
  // expected-error @below {{'tf.SparseConcat' op expected an attribute 'concat_dim'}}
  %0:3 = "tf.SparseConcat"(%i, %v, %s) : (tensor<2x1xi64>, tensor<2xf32>, tensor<1xi64>) -> (tensor<?x1xi64>, tensor<?xf32>, tensor<1xi64>)
  // expected-error @below {{'tf.SparseConcat' op expected attribute 'concat_dim' to be a 64-bit integer, but got "0"}}
  %1:3 = "tf.SparseConcat"(%i, %v, %s) {concat_dim = "0"} : (tensor<2x1xi64>, tensor<2xf32>, tensor<1xi64>) -> (tensor<?x1xi64>, tensor<?xf32>, tensor<1xi64>)
  // expected-error @below {{'tf.SparseConcat' op expected attribute 'concat_dim' to be a 64-bit integer, but got 18446744073709551616 : i128}}
  %2:3 = "tf.SparseConcat"(%i, %v, %s) {concat_dim = 18446744073709551616 : i128} : (tensor<2x1xi64>, tensor<2xf32>, tensor<1xi64>) -> (tensor<?x1xi64>, tensor<?xf32>, tensor<1xi64>)
  return
}

// -----

func.func @concat_types(%i: tensor<2x1xi64>, %v: tensor<2xf32>, %s: tensor<1xi64>, %j: tensor<2x1xi32>, %w: tensor<2xf64>, %r: tensor<1xi32>, %u: tensor<*xi64>) {
  // expected-error @below {{'tf.SparseConcat' op expected element type of 'indices[1]' to be i64, but got 'i32'}}
  %0:3 = "tf.SparseConcat"(%i, %j, %v, %v, %s, %s) {concat_dim = 0 : i64}
      : (tensor<2x1xi64>, tensor<2x1xi32>, tensor<2xf32>, tensor<2xf32>, tensor<1xi64>, tensor<1xi64>) -> (tensor<?x1xi64>, tensor<?xf32>, tensor<1xi64>)
  // expected-error @below {{'tf.SparseConcat' op expected element type of 'values[1]' to be 'f32' as that of 'values[0]', but got 'f64'}}
  %1:3 = "tf.SparseConcat"(%i, %i, %v, %w, %s, %s) {concat_dim = 0 : i64}
      : (tensor<2x1xi64>, tensor<2x1xi64>, tensor<2xf32>, tensor<2xf64>, tensor<1xi64>, tensor<1xi64>) -> (tensor<?x1xi64>, tensor<?xf32>, tensor<1xi64>)
  // expected-error @below {{'tf.SparseConcat' op expected element type of 'shapes[0]' to be i64, but got 'i32'}}
  %2:3 = "tf.SparseConcat"(%i, %v, %r) {concat_dim = 0 : i64} : (tensor<2x1xi64>, tensor<2xf32>, tensor<1xi32>) -> (tensor<?x1xi64>, tensor<?xf32>, tensor<1xi64>)
  // expected-error @below {{'tf.SparseConcat' op expected 'shapes[0]' to be a ranked tensor, but got 'tensor<*xi64>'}}
  %3:3 = "tf.SparseConcat"(%i, %v, %u) {concat_dim = 0 : i64} : (tensor<2x1xi64>, tensor<2xf32>, tensor<*xi64>) -> (tensor<?x1xi64>, tensor<?xf32>, tensor<1xi64>)
  // expected-error @below {{'tf.SparseConcat' op expected type of result 'output_values' to be compatible with 'tensor<2xf32>', but got 'tensor<3xf32>'}}
  %4:3 = "tf.SparseConcat"(%i, %v, %s) {concat_dim = 0 : i64} : (tensor<2x1xi64>, tensor<2xf32>, tensor<1xi64>) -> (tensor<?x1xi64>, tensor<3xf32>, tensor<1xi64>)
  // expected-error @below {{'tf.SparseConcat' op expected element type of result 'output_shape' to be 'i64', but got 'i32'}}
  %5:3 = "tf.SparseConcat"(%i, %v, %s) {concat_dim = 0 : i64} : (tensor<2x1xi64>, tensor<2xf32>, tensor<1xi64>) -> (tensor<?x1xi64>, tensor<2xf32>, tensor<1xi32>)
  return
}

// -----

func.func @const(%x: tensor<2xi32>) {
  // expected-error @below {{'tf.Const' op expected 0 operands, but got 1}}
  %0 = "tf.Const"(%x) {value = dense<0> : tensor<2xi32>} : (tensor<2xi32>) -> tensor<2xi32>
  // expected-error @below {{'tf.Const' op expected an attribute 'value'}}
  %1 = "tf.Const"() {valeu = dense<0> : tensor<2xi32>} : () -> tensor<2xi32>
  // expected-error @below {{'tf.Const' op expected attribute 'value' to be a dense constant of a tensor type, but got 0 : i32}}
  %2 = "tf.Const"() {value = 0 : i32} : () -> tensor<i32>
  // expected-error @below {{'tf.Const' op expected attribute 'value' to be a dense constant of a tensor type, but got dense<0> : vector<2xi32>}}
  %3 = "tf.Const"() {value = dense<0> : vector<2xi32>} : () -> tensor<2xi32>
  // expected-error @below {{'tf.Const' op expected attribute 'value' to be a dense constant of a tensor type, but got #tf_type<tensor_proto : "0x12">}}
  %4 = "tf.Const"() {value = #tf_type<tensor_proto : "0x12">} : () -> tensor<2xi32>
  // expected-error @below {{'tf.Const' op expected element type of result 'output' to be 'i32', but got 'ui32'}}
  %5 = "tf.Const"() {value = dense<0> : tensor<2xi32>} : () -> tensor<2xui32>
  // expected-error @below {{'tf.Const' op expected type of result 'output' to be compatible with 'tensor<2xi32>', but got 'tensor<3xi32>'}}
  %6 = "tf.Const"() {value = dense<0> : tensor<2xi32>} : () -> tensor<3xi32>
  // expected-error @below {{'tf.Const' op expected strings to have the element type '!tf_type.string', but got '!tf_type.text'}}
  %7 = "tf.Const"() {value = dense<"a"> : tensor<2x!tf_type.text>} : () -> tensor<2x!tf_type.text>
  // expected-error @below {{'tf.Const' op expected the number of elements of 'value' to fit in 64 bits, but its type is 'tensor<4294967296x4294967296xi32>'}}
  %9 = "tf.Const"() {value = dense<0> : tensor<4294967296x4294967296xi32>} : () -> tensor<4294967296x4294967296xi32>
  // expected-error @below {{'tf.Const' op expected result 'output' to be a tensor, but got 'i32'}}
  %8 = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> i32
  return
}

// -----

func.func @identity(%x: tensor<2xi32>, %y: i32) {
  // expected-error @below {{'tf.Identity' op expected 1 operand, but got 2}}
  %0 = "tf.Identity"(%x, %x) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  // expected-error @below {{'tf.Identity' op expected 'input' to be a ranked tensor, but got 'i32'}}
  %1 = "tf.Identity"(%y) : (i32) -> i32
  // expected-error @below {{'tf.Identity' op expected type of result 'output' to be compatible with 'tensor<2xi32>', but got 'tensor<3xi32>'}}
  %2 = "tf.Identity"(%x) : (tensor<2xi32>) -> tensor<3xi32>
  // expected-error @below {{'tf.Identity' op expected element type of result 'output' to be 'i32', but got 'i64'}}
  %3 = "tf.Identity"(%x) : (tensor<2xi32>) -> tensor<2xi64>
  return
}

// -----

// Only unreachable code can do this.
func.func @cyclic_identities(%x: tensor<2xi32>) {
  return
^unreachable:
  // expected-error @below {{'tf.Identity' op expected 'input' not to be the op's own result}}
  %0 = "tf.Identity"(%0) : (tensor<2xi32>) -> tensor<2xi32>
  // expected-error @below {{'tf.Identity' op expected 'input' not to be the op's own result}}
  %1 = "tf.Identity"(%2) : (tensor<2xi32>) -> tensor<2xi32>
  // expected-error @below {{'tf.Identity' op expected 'input' not to be the op's own result}}
  %2 = "tf.Identity"(%1) : (tensor<2xi32>) -> tensor<2xi32>
  cf.br ^unreachable
}

// -----

// Variables have no value in the module.
// expected-error @below {{'func.func' op expected no TensorFlow variables, but got 'tensor<*x!tf_type.resource<tensor<2x2xf32>>>': freeze the variables first (convert_variables_to_constants_v2)}}
func.func @variable_argument(%v: tensor<*x!tf_type.resource<tensor<2x2xf32>>>) -> tensor<*xf32> {
  %0 = "tf.ReadVariableOp"(%v) {device = ""} : (tensor<*x!tf_type.resource<tensor<2x2xf32>>>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @variable_handle() -> tensor<2x2xf32> {
  // expected-error @below {{'tf.VarHandleOp' op expected no TensorFlow variables, but got 'tensor<!tf_type.resource>': freeze the variables first (convert_variables_to_constants_v2)}}
  %0 = "tf.VarHandleOp"() {container = "", shared_name = "v"} : () -> tensor<!tf_type.resource>
  // expected-error @below {{'tf.ReadVariableOp' op expected no TensorFlow variables, but got 'tensor<!tf_type.resource>'}}
  %1 = "tf.ReadVariableOp"(%0) {device = ""} : (tensor<!tf_type.resource>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}
