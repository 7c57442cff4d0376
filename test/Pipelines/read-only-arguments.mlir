// An update happens in place where the tensor is donated or dead, and on one copy
// where it is the caller's.
//
// RUN: weft-opt %s --convert-weft-to-linalg=checks=none --canonicalize --cse --weft-protect-arguments --one-shot-bufferize='bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map' --canonicalize --cse --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @callers_tensor
// CHECK-COUNT-1: memref.alloc
// CHECK-NOT: memref.alloc
func.func @callers_tensor(%t: tensor<?x4xf32>, %i: tensor<?x1xi32>, %u: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<?x1xi32>, tensor<?x4xf32>) outs(%t : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @donated_tensor
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
func.func @donated_tensor(%t: tensor<?x4xf32> {bufferization.writable = true}, %i: tensor<?x1xi32>, %u: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<?x1xi32>, tensor<?x4xf32>) outs(%t : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @chain
// CHECK-COUNT-1: memref.alloc
// CHECK-NOT: memref.alloc
func.func @chain(%t: tensor<?x4xf32>, %i: tensor<?x1xi32>, %u: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<?x1xi32>, tensor<?x4xf32>) outs(%t : tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = weft.tensor_scatter_sub ins(%i, %u : tensor<?x1xi32>, tensor<?x4xf32>) outs(%0 : tensor<?x4xf32>) -> tensor<?x4xf32>
  %2 = weft.tensor_scatter_sub ins(%i, %u : tensor<?x1xi32>, tensor<?x4xf32>) outs(%1 : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}

// CHECK-NOT: memref.alloc
