// The lowering bufferizes to the result and nothing of its size else: tables of the
// inputs, a bit for each wide row, and no copy of an input whose elements follow one
// another.
//
// RUN: weft-opt %s --convert-weft-to-linalg --canonicalize --cse --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --canonicalize --cse --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @ranks
// CHECK:         memref.alloc() : memref<2xmemref<
// CHECK:         memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?x?x?xf32>
// CHECK-NOT:     memref.copy
// CHECK:         memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?xi64>
// CHECK-NOT:     memref.alloc(
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @ranks(%i0: tensor<i32>, %i1: tensor<?x?xi64>, %d0: tensor<?x?xf32>, %d1: tensor<?x?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i0, %i1 : tensor<i32>, tensor<?x?xi64>) data(%d0, %d1 : tensor<?x?xf32>, tensor<?x?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// CHECK-LABEL: func.func @scalars
// CHECK-NOT:     memref.alloc()
// CHECK-COUNT-1: memref.alloc(
// CHECK-NOT:     memref.alloc(
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @scalars(%i: tensor<?xi32>, %d: tensor<?x!llvm.struct<(ptr, i64)>>) -> tensor<?x!llvm.struct<(ptr, i64)>> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?xi32>) data(%d : tensor<?x!llvm.struct<(ptr, i64)>>) -> tensor<?x!llvm.struct<(ptr, i64)>>
  return %0 : tensor<?x!llvm.struct<(ptr, i64)>>
}

// Rows out of the middle of another tensor are first made to follow one another.
// CHECK-LABEL: func.func @strided_data
// CHECK:         memref.copy
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @strided_data(%i: tensor<4xi32>, %d: tensor<8x2x8xf32>) -> tensor<?x2x3xf32> {
  %s = tensor.extract_slice %d[2, 0, 5] [4, 2, 3] [1, 1, 1] : tensor<8x2x8xf32> to tensor<4x2x3xf32>
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<4xi32>) data(%s : tensor<4x2x3xf32>) -> tensor<?x2x3xf32>
  return %0 : tensor<?x2x3xf32>
}

// CHECK-LABEL: func.func @wide_rows
// CHECK-NOT:     memref.alloc()
// CHECK:         memref.alloc(%{{.*}}) {{.*}} : memref<?x8x8xf32>
// CHECK:         memref.alloc(%{{.*}}) {{.*}} : memref<?xi64>
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @wide_rows(%i: tensor<?x2xi32>, %d: tensor<?x2x8x8xf32>) -> tensor<?x8x8xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?x2xi32>) data(%d : tensor<?x2x8x8xf32>) -> tensor<?x8x8xf32>
  return %0 : tensor<?x8x8xf32>
}
