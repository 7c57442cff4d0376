// The examples of TensorScatterSub's document.
//
// RUN: weft-run %s --entry=example_1 --input='8xi32=1 1 1 1 1 1 1 1' --input='4x1xi32=4 3 1 7' --input='4xi32=9 10 11 12' | FileCheck %s --check-prefix=EXAMPLE-1
// RUN: weft-run %s --entry=example_2 --input='4x4x4xi32=1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1' --input='2x1xi32=0 2' --input='2x4x4xi32=5 5 5 5 6 6 6 6 7 7 7 7 8 8 8 8 5 5 5 5 6 6 6 6 7 7 7 7 8 8 8 8' | FileCheck %s --check-prefix=EXAMPLE-2

// Scalars out of a vector; the tensor itself stays as it was.
// EXAMPLE-1{LITERAL}: result 0: 8xi32 = [1, -10, 1, -9, -8, 1, 1, -11]
func.func @example_1(%tensor: tensor<8xi32>, %indices: tensor<4x1xi32>, %updates: tensor<4xi32>) -> tensor<8xi32> {
  %0 = weft.tensor_scatter_sub ins(%indices, %updates : tensor<4x1xi32>, tensor<4xi32>) outs(%tensor : tensor<8xi32>) -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

// Two slices of a rank-3 tensor.
// EXAMPLE-2{LITERAL}: result 0: 4x4x4xi32 = [[[-4, -4, -4, -4], [-5, -5, -5, -5], [-6, -6, -6, -6], [-7, -7, -7, -7]], [[1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]], [[-4, -4, -4, -4], [-5, -5, -5, -5], [-6, -6, -6, -6], [-7, -7, -7, -7]], [[1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]]]
func.func @example_2(%tensor: tensor<4x4x4xi32>, %indices: tensor<2x1xi32>, %updates: tensor<2x4x4xi32>) -> tensor<4x4x4xi32> {
  %0 = weft.tensor_scatter_sub ins(%indices, %updates : tensor<2x1xi32>, tensor<2x4x4xi32>) outs(%tensor : tensor<4x4x4xi32>) -> tensor<4x4x4xi32>
  return %0 : tensor<4x4x4xi32>
}
