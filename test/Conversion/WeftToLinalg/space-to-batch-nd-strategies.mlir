// How a row is moved: by the sizes, or as told.
//
// RUN: weft-opt %s --convert-weft-to-linalg --canonicalize --cse --split-input-file | FileCheck %s
// RUN: weft-opt %s --convert-weft-to-linalg=space-strategy=strided --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=STRIDED
// RUN: weft-opt %s --convert-weft-to-linalg=space-strategy=blocked --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=GROUPS
// RUN: weft-opt %s --convert-weft-to-linalg=space-strategy=tiles --canonicalize --cse --split-input-file \
// RUN: | mlir-opt --split-input-file --canonicalize --cse --one-shot-bufferize="bufferize-function-boundaries" \
// RUN:     --canonicalize --cse --canonicalize | FileCheck %s --check-prefix=BUFFER

// Narrow pieces and a constant block: one generic op for all whole blocks of a row.
// CHECK-DAG: #[[$BLOCKED:.*]] = affine_map<(d0, d1, d2) -> (d0 * 2 + d1, d2)>
// CHECK-DAG: #[[$ROWS:.*]] = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
// CHECK-LABEL: func @narrow
// CHECK: linalg.generic {indexing_maps = [#[[$BLOCKED]], #[[$ROWS]]]
// STRIDED-LABEL: func @narrow
// STRIDED: scf.forall
// STRIDED: scf.for
// STRIDED-NOT: scf.for
// STRIDED: tensor.extract_slice %{{.*}}[%{{.*}}, 0] [3, 1] [2, 1]
// STRIDED: linalg.copy
// GROUPS-LABEL: func @narrow
// GROUPS: scf.forall
// GROUPS-COUNT-2: scf.for
// GROUPS: linalg.copy
// BUFFER-LABEL: func @narrow
// BUFFER-COUNT-1: memref.alloc
// BUFFER-NOT: memref.alloc
// BUFFER-NOT: memref.copy
// BUFFER: return
func.func @narrow(%x: tensor<3x4x6x1xf32>) -> tensor<12x2x3x1xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [2, 2] paddings [[0, 0], [0, 0]] : tensor<3x4x6x1xf32> -> tensor<12x2x3x1xf32>
  return %0 : tensor<12x2x3x1xf32>
}

// -----

// The same with run-time blocks: one strided copy for each offset.
// CHECK-LABEL: func @run_time_block
// CHECK: scf.forall
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: linalg.copy
func.func @run_time_block(%x: tensor<?x?x3xf32>, %b: index) -> tensor<?x?x3xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [%b] paddings [[0, 0]] {weft.checked} : tensor<?x?x3xf32> -> tensor<?x?x3xf32>
  return %0 : tensor<?x?x3xf32>
}

// -----

// Pieces of a cache line or more: one by one; with run-time blocks in one loop that
// carries offset and block.
// CHECK-LABEL: func @wide
// CHECK: scf.for %{{.*}} -> (tensor<?x?x16xf32>, index, index)
// CHECK: linalg.copy ins(%{{.*}} : tensor<16xf32>)
func.func @wide(%x: tensor<?x?x16xf32>, %b: index) -> tensor<?x?x16xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [%b] paddings [[0, 0]] {weft.checked} : tensor<?x?x16xf32> -> tensor<?x?x16xf32>
  return %0 : tensor<?x?x16xf32>
}

// -----

// Pieces whose size only a run shows: both, chosen once per row.
// CHECK-LABEL: func @unknown
// CHECK: scf.forall
// CHECK: scf.if
// CHECK: linalg.copy
// CHECK: } else {
// CHECK: linalg.copy
func.func @unknown(%x: tensor<?x?x?xf32>, %b: index) -> tensor<?x?x?xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [%b] paddings [[0, 0]] {weft.checked} : tensor<?x?x?xf32> -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
