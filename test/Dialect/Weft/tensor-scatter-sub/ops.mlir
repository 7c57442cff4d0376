// RUN: weft-opt %s --verify-roundtrip | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @depth_1
// CHECK:         weft.tensor_scatter_sub ins(%{{.*}}, %{{.*}} : tensor<4x1xi32>, tensor<4x3xf32>) outs(%{{.*}} : tensor<?x3xf32>) -> tensor<?x3xf32>
// GENERIC-LABEL: sym_name = "depth_1"
// GENERIC:         "weft.tensor_scatter_sub"(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<4x1xi32>, tensor<4x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
func.func @depth_1(%i: tensor<4x1xi32>, %u: tensor<4x3xf32>, %t: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<4x1xi32>, tensor<4x3xf32>) outs(%t : tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK-LABEL: func.func @policies
// CHECK:         weft.tensor_scatter_sub bad_indices_policy<ignore> ins(
// CHECK:         weft.tensor_scatter_sub bad_indices_policy<error> ins(
// GENERIC-LABEL: sym_name = "policies"
// GENERIC:         <{bad_indices_policy = #weft.bad_indices_policy<ignore>}>
func.func @policies(%i: tensor<?x?x2xi64>, %u: tensor<?x?xi8>, %t: tensor<?x?xi8>) -> tensor<?x?xi8> {
  %0 = weft.tensor_scatter_sub bad_indices_policy<ignore> ins(%i, %u : tensor<?x?x2xi64>, tensor<?x?xi8>) outs(%t : tensor<?x?xi8>) -> tensor<?x?xi8>
  %1 = weft.tensor_scatter_sub bad_indices_policy<error> ins(%i, %u : tensor<?x?x2xi64>, tensor<?x?xi8>) outs(%0 : tensor<?x?xi8>) -> tensor<?x?xi8>
  return %1 : tensor<?x?xi8>
}

// One update, whose index is a vector; of an element, of a slice, of everything.
// CHECK-LABEL: func.func @one_update
func.func @one_update(%i0: tensor<0xindex>, %i1: tensor<1xindex>, %i2: tensor<2xindex>, %u0: tensor<2x3xf16>, %u1: tensor<3xf16>, %u2: tensor<f16>, %t: tensor<2x3xf16>) -> tensor<2x3xf16> {
  // CHECK: ins(%{{.*}}, %{{.*}} : tensor<0xindex>, tensor<2x3xf16>)
  %0 = weft.tensor_scatter_sub ins(%i0, %u0 : tensor<0xindex>, tensor<2x3xf16>) outs(%t : tensor<2x3xf16>) -> tensor<2x3xf16>
  // CHECK: ins(%{{.*}}, %{{.*}} : tensor<1xindex>, tensor<3xf16>)
  %1 = weft.tensor_scatter_sub ins(%i1, %u1 : tensor<1xindex>, tensor<3xf16>) outs(%0 : tensor<2x3xf16>) -> tensor<2x3xf16>
  // CHECK: ins(%{{.*}}, %{{.*}} : tensor<2xindex>, tensor<f16>)
  %2 = weft.tensor_scatter_sub ins(%i2, %u2 : tensor<2xindex>, tensor<f16>) outs(%1 : tensor<2x3xf16>) -> tensor<2x3xf16>
  return %2 : tensor<2x3xf16>
}

// Ranks tell the depth where the last dimension of the indices does not: 1 here.
// CHECK-LABEL: func.func @dynamic_depth
// CHECK:         tensor<?x?xi32>, tensor<?x?xf32>
func.func @dynamic_depth(%i: tensor<?x?xi32>, %u: tensor<?x?xf32>, %t: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<?x?xi32>, tensor<?x?xf32>) outs(%t : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// A scalar has no dimension to name: all indices are empty.
// CHECK-LABEL: func.func @scalar_tensor
// CHECK:         outs(%{{.*}} : tensor<i3>) -> tensor<i3>
func.func @scalar_tensor(%i: tensor<5x0xi32>, %u: tensor<5xi3>, %t: tensor<i3>) -> tensor<i3> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<5x0xi32>, tensor<5xi3>) outs(%t : tensor<i3>) -> tensor<i3>
  return %0 : tensor<i3>
}
