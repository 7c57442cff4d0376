// What the lowered op allocates: tables of operands, counters, a stage of a fixed size, and the results. Nothing of the size of the data, and
// no operand is copied if its elements follow one another.
//
// RUN: weft-opt %s --convert-weft-to-linalg \
// RUN:   | mlir-opt --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --canonicalize --buffer-deallocation-pipeline \
// RUN:   | FileCheck %s --implicit-check-not=memref.copy --implicit-check-not=bufferization.clone --implicit-check-not='memref.alloc(%'
//
// An operand of a layout that nobody knows is.
// RUN: weft-opt %s --convert-weft-to-linalg --canonicalize --cse \
// RUN:   | mlir-opt --one-shot-bufferize="bufferize-function-boundaries" --canonicalize --buffer-deallocation-pipeline \
// RUN:   | FileCheck %s --check-prefix=LAYOUT --implicit-check-not=bufferization.clone
// LAYOUT-LABEL: func.func @merge
// LAYOUT: memref.copy %{{.*}} : memref<?x3xi64, strided<[?, ?], offset: ?>> to memref<?x3xi64>

// CHECK-LABEL: func.func @merge
// CHECK: %[[I:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?x3xi64>
// CHECK: %[[V:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xf32>
// CHECK: return %[[I]], %[[V]]
func.func @merge(%i0: tensor<?x3xi64>, %v0: tensor<?xf32>, %s0: tensor<3xi64>, %i1: tensor<?x3xi64>, %v1: tensor<?xf32>, %s1: tensor<3xi64>)
    -> (tensor<?x3xi64>, tensor<?xf32>, tensor<3xi64>) {
  %i, %v, %s = weft.sparse_concat dim 1 indices(%i0, %i1 : tensor<?x3xi64>, tensor<?x3xi64>) values(%v0, %v1 : tensor<?xf32>, tensor<?xf32>)
      shapes(%s0, %s1 : tensor<3xi64>, tensor<3xi64>) -> tensor<?x3xi64>, tensor<?xf32>, tensor<3xi64>
  return %i, %v, %s : tensor<?x3xi64>, tensor<?xf32>, tensor<3xi64>
}

// CHECK-LABEL: func.func @append
// CHECK: %[[I:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?x3xi64>
// CHECK: %[[V:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xf32>
// CHECK: return %[[I]], %[[V]]
func.func @append(%i0: tensor<?x3xi64>, %v0: tensor<?xf32>, %s0: tensor<3xi64>, %i1: tensor<?x3xi64>, %v1: tensor<?xf32>, %s1: tensor<3xi64>)
    -> (tensor<?x3xi64>, tensor<?xf32>, tensor<3xi64>) {
  %i, %v, %s = weft.sparse_concat dim 0 indices(%i0, %i1 : tensor<?x3xi64>, tensor<?x3xi64>) values(%v0, %v1 : tensor<?xf32>, tensor<?xf32>)
      shapes(%s0, %s1 : tensor<3xi64>, tensor<3xi64>) -> tensor<?x3xi64>, tensor<?xf32>, tensor<3xi64>
  return %i, %v, %s : tensor<?x3xi64>, tensor<?xf32>, tensor<3xi64>
}
