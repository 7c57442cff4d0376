// RUN: weft-opt %s --convert-weft-to-linalg=space-strategy=pieces --canonicalize --cse --split-input-file | FileCheck %s
// RUN: weft-opt %s --convert-weft-to-linalg=space-strategy=pieces --canonicalize --cse --split-input-file \
// RUN: | mlir-opt --split-input-file --canonicalize --cse --one-shot-bufferize=bufferize-function-boundaries \
// RUN:     --canonicalize --cse --canonicalize | FileCheck %s --check-prefix=BUFFER
// RUN: weft-opt %s --convert-weft-to-linalg=space-strategy=pieces --canonicalize --cse --split-input-file \
// RUN: | mlir-opt --split-input-file --canonicalize --cse --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:     --canonicalize --cse --canonicalize | FileCheck %s --check-prefix=BUFFER

// Constants: one loop over rows, each offset's row N batches apart in the result,
// the input's row walked in order; nothing is divided.
// CHECK-LABEL: func @constants(
// CHECK-SAME: %[[X:.*]]: tensor<3x4x6x5xf32>
// CHECK-NOT: weft.
// CHECK-NOT: cf.assert
// CHECK-NOT: arith.div
// CHECK: %[[E:.*]] = tensor.empty() : tensor<12x2x3x5xf32>
// CHECK: scf.forall (%[[N:.*]], %[[S:.*]], %[[O:.*]]) in (3, 2, 2) shared_outs(%[[ACC:.*]] = %[[E]])
// CHECK: %[[TILE:.*]] = tensor.extract_slice %[[ACC]][%[[BATCH:.*]], %[[S]], 0, 0] [2, 1, 3, 5] [3, 1, 1, 1]
// CHECK: %[[ROW:.*]] = tensor.extract_slice %[[X]][%[[N]], %{{.*}}, 0, 0] [1, 1, 6, 5] [1, 1, 1, 1]
// CHECK: scf.for %[[S1:.*]] = %{{.*}} iter_args(%{{.*}} = %[[TILE]])
// CHECK: scf.for %[[O1:[a-z0-9]+]] =
// CHECK: %[[FROM:.*]] = tensor.extract_slice %[[ROW]][%{{.*}}, 0] [1, 5] [1, 1]
// CHECK: %[[TO:.*]] = tensor.extract_slice %{{.*}}[%[[O1]], 0, %[[S1]], 0] [1, 1, 1, 5] [1, 1, 1, 1]
// CHECK: linalg.copy {weft.prefetch} ins(%[[FROM]] : tensor<5xf32>) outs(%[[TO]] : tensor<5xf32>)
// CHECK: tensor.parallel_insert_slice %{{.*}} into %[[ACC]][%[[BATCH]], %[[S]], 0, 0] [2, 1, 3, 5] [3, 1, 1, 1]
//
// The result is the only buffer, and pieces are copied into place.
// BUFFER-LABEL: func @constants
// BUFFER-COUNT-1: memref.alloc
// BUFFER-NOT: memref.alloc
// BUFFER-NOT: memref.copy
// BUFFER: return
func.func @constants(%x: tensor<3x4x6x5xf32>) -> tensor<12x2x3x5xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [2, 2] paddings [[0, 0], [0, 0]] : tensor<3x4x6x5xf32> -> tensor<12x2x3x5xf32>
  return %0 : tensor<12x2x3x5xf32>
}

// -----

// Everything at run time. A row that is all padding is filled; in others the edges
// of each offset's row are.
// CHECK-LABEL: func @run_time
// CHECK-NOT: weft.
// CHECK: cf.assert
// CHECK: scf.forall
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult
// CHECK: scf.if %[[INSIDE]]
// CHECK: scf.for
// CHECK-COUNT-2: linalg.fill
// CHECK: scf.for
// CHECK: linalg.copy
// CHECK: } else {
// CHECK: linalg.fill
// BUFFER-LABEL: func @run_time
// BUFFER-COUNT-1: memref.alloc
// BUFFER-NOT: memref.alloc
// BUFFER-NOT: memref.copy
// BUFFER: return
func.func @run_time(%x: tensor<?x?x?x?xf32>, %b0: index, %b1: index, %p0: index, %q0: index, %p1: index, %q1: index) -> tensor<?x?x?x?xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [%b0, %b1] paddings [[%p0, %q0], [%p1, %q1]] : tensor<?x?x?x?xf32> -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}

// -----

// One block dimension and no others. Ops that carry weft.checked are not checked
// again.
// CHECK-LABEL: func @vectors
// CHECK-NOT: cf.assert
// CHECK: scf.forall
// CHECK: linalg.copy {weft.prefetch} ins(%{{.*}} : tensor<i1>) outs(%{{.*}} : tensor<i1>)
// BUFFER-LABEL: func @vectors
// BUFFER-COUNT-1: memref.alloc
// BUFFER-NOT: memref.alloc
// BUFFER-NOT: memref.copy
// BUFFER: return
func.func @vectors(%x: tensor<?x?xi1>, %b: index) -> tensor<?x?xi1> {
  %0 = weft.space_to_batch_nd %x block_shape [%b] paddings [[1, 1]] {weft.checked} : tensor<?x?xi1> -> tensor<?x?xi1>
  return %0 : tensor<?x?xi1>
}

// -----

// Trailing block dimensions that do nothing are moved as part of the pieces.
// CHECK-LABEL: func @idle_dimension
// CHECK: linalg.copy {weft.prefetch} ins(%{{.*}} : tensor<6x5xf32>) outs(%{{.*}} : tensor<6x5xf32>)
func.func @idle_dimension(%x: tensor<3x4x6x5xf32>) -> tensor<6x2x6x5xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [2, 1] paddings [[0, 0], [0, 0]] : tensor<3x4x6x5xf32> -> tensor<6x2x6x5xf32>
  return %0 : tensor<6x2x6x5xf32>
}

// -----

// Without block dimensions that do anything there is nothing to move.
// CHECK-LABEL: func @identity(
// CHECK-SAME: %[[X:.*]]: tensor<3x4xf32>
// CHECK-NEXT: %[[CAST:.*]] = tensor.cast %[[X]] : tensor<3x4xf32> to tensor<?x4xf32>
// CHECK-NEXT: return %[[CAST]]
func.func @identity(%x: tensor<3x4xf32>) -> tensor<?x4xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [1] paddings [[0, 0]] : tensor<3x4xf32> -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// An empty result costs no loop; at run time the loop over rows gets no iteration.
// CHECK-LABEL: func @empty(
// CHECK-NEXT: tensor.empty
// CHECK-NEXT: return
func.func @empty(%x: tensor<1099511627776x2x0xf32>) -> tensor<2199023255552x1x0xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [2] paddings [[0, 0]] : tensor<1099511627776x2x0xf32> -> tensor<2199023255552x1x0xf32>
  return %0 : tensor<2199023255552x1x0xf32>
}

// CHECK-LABEL: func @empty_at_run_time(
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: %[[EMPTY:.*]] = arith.cmpi eq, %[[C:.*]], %[[C0]]
// CHECK: %[[ROWS:.*]] = arith.select %[[EMPTY]], %[[C0]], %{{.*}} : index
// CHECK: scf.forall (%{{.*}}) in (%[[ROWS]])
func.func @empty_at_run_time(%x: tensor<1099511627776x2x?xf32>) -> tensor<2199023255552x1x?xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [2] paddings [[0, 0]] {weft.checked} : tensor<1099511627776x2x?xf32> -> tensor<2199023255552x1x?xf32>
  return %0 : tensor<2199023255552x1x?xf32>
}
