// The lowering bufferizes in place. What stays is the copy of a tensor that must not
// be overwritten.
//
// RUN: weft-opt %s --convert-weft-to-linalg --weft-protect-arguments --canonicalize --cse --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --canonicalize --cse --canonicalize | FileCheck %s
// RUN: weft-opt %s --convert-weft-to-linalg --weft-protect-arguments --canonicalize --cse --one-shot-bufferize=bufferize-function-boundaries --canonicalize --cse --canonicalize | FileCheck %s

// The caller keeps its tensor: one copy.
// CHECK-LABEL: func.func @of_the_caller
// CHECK-COUNT-1: memref.alloc
// CHECK-COUNT-1: memref.copy
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @of_the_caller(%i: tensor<?x?x2xi32>, %u: tensor<?x?x?x?xf32>, %t: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<?x?x2xi32>, tensor<?x?x?x?xf32>) outs(%t : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}

// A donated one is updated in place, also by a chain of updates.
// CHECK-LABEL: func.func @donated
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @donated(%i: tensor<?x1xi32>, %u: tensor<?x?xf16>, %t: tensor<?x?xf16> {bufferization.writable = true}) -> tensor<?x?xf16> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<?x1xi32>, tensor<?x?xf16>) outs(%t : tensor<?x?xf16>) -> tensor<?x?xf16>
  %1 = weft.tensor_scatter_sub bad_indices_policy<ignore> ins(%i, %u : tensor<?x1xi32>, tensor<?x?xf16>) outs(%0 : tensor<?x?xf16>) -> tensor<?x?xf16>
  return %1 : tensor<?x?xf16>
}

// A chain on a tensor that the caller keeps copies it once.
// CHECK-LABEL: func.func @chain
// CHECK-COUNT-1: memref.alloc
// CHECK-COUNT-1: memref.copy
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @chain(%i: tensor<?x1xi32>, %u: tensor<?x?xf16>, %t: tensor<?x?xf16>) -> tensor<?x?xf16> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<?x1xi32>, tensor<?x?xf16>) outs(%t : tensor<?x?xf16>) -> tensor<?x?xf16>
  %1 = weft.tensor_scatter_sub bad_indices_policy<ignore> ins(%i, %u : tensor<?x1xi32>, tensor<?x?xf16>) outs(%0 : tensor<?x?xf16>) -> tensor<?x?xf16>
  return %1 : tensor<?x?xf16>
}

// So is one that is made here.
// CHECK-LABEL: func.func @dead
// CHECK-COUNT-1: memref.alloc
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @dead(%i: tensor<?x1xi32>, %u: tensor<?xi32>) -> tensor<100xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<100xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<100xi32>) -> tensor<100xi32>
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<?x1xi32>, tensor<?xi32>) outs(%f : tensor<100xi32>) -> tensor<100xi32>
  return %0 : tensor<100xi32>
}

// A tensor that is its own update must be copied, donated or not.
// CHECK-LABEL: func.func @from_itself
// CHECK-COUNT-1: memref.alloc
// CHECK-COUNT-1: memref.copy
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @from_itself(%i: tensor<?x1xi32>, %t: tensor<?x4xf32> {bufferization.writable = true}) -> tensor<?x4xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %t : tensor<?x1xi32>, tensor<?x4xf32>) outs(%t : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
