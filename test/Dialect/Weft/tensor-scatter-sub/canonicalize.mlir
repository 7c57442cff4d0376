// RUN: weft-opt %s --canonicalize | FileCheck %s

// Without updates nothing is subtracted.
// CHECK-LABEL: func.func @no_updates
// CHECK-SAME:    %[[T:[^:]*]]: tensor<4x3xf32>
// CHECK-NEXT:    return %[[T]]
func.func @no_updates(%i: tensor<2x0x1xi32>, %u: tensor<2x0x3xf32>, %t: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x0x1xi32>, tensor<2x0x3xf32>) outs(%t : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// The first dimension may be unknown, no slice has to fit it.
// CHECK-LABEL: func.func @no_updates_of_dynamic_rows
// CHECK-NOT:     weft.
func.func @no_updates_of_dynamic_rows(%i: tensor<0x1xi32>, %u: tensor<0x3xf32>, %t: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<0x1xi32>, tensor<0x3xf32>) outs(%t : tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// A slice that has yet to be checked is not forgotten.
// CHECK-LABEL: func.func @unchecked_slice
// CHECK:         weft.tensor_scatter_sub
func.func @unchecked_slice(%i: tensor<0x1xi32>, %u: tensor<0x?xf32>, %t: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<0x1xi32>, tensor<0x?xf32>) outs(%t : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// CHECK-LABEL: func.func @unchecked_depth
// CHECK:         weft.tensor_scatter_sub
func.func @unchecked_depth(%i: tensor<0x?xi32>, %u: tensor<0x3xf32>, %t: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<0x?xi32>, tensor<0x3xf32>) outs(%t : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// Nor are the indices of empty slices, unless bad ones are ignored.
// CHECK-LABEL: func.func @empty_slices
// CHECK:         %[[R:.*]] = weft.tensor_scatter_sub
// CHECK-NOT:     weft.
// CHECK:         return %[[R]]
func.func @empty_slices(%i: tensor<2x1xi32>, %u: tensor<2x0xf32>, %t: tensor<4x0xf32>) -> tensor<4x0xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2x0xf32>) outs(%t : tensor<4x0xf32>) -> tensor<4x0xf32>
  %1 = weft.tensor_scatter_sub bad_indices_policy<ignore> ins(%i, %u : tensor<2x1xi32>, tensor<2x0xf32>) outs(%0 : tensor<4x0xf32>) -> tensor<4x0xf32>
  return %1 : tensor<4x0xf32>
}

// Depth 0 has no index to be checked.
// CHECK-LABEL: func.func @empty_tensor_depth_0
// CHECK-NOT:     weft.
func.func @empty_tensor_depth_0(%i: tensor<2x0xi32>, %u: tensor<2x0xf32>, %t: tensor<0xf32>) -> tensor<0xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x0xi32>, tensor<2x0xf32>) outs(%t : tensor<0xf32>) -> tensor<0xf32>
  return %0 : tensor<0xf32>
}
