// How a row is moved: by the sizes, or as told.
//
// RUN: weft-opt %s --convert-weft-to-linalg --canonicalize --cse --split-input-file | FileCheck %s
// RUN: weft-opt %s --convert-weft-to-linalg=space-strategy=strided --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=STRIDED
// RUN: weft-opt %s --convert-weft-to-linalg=space-strategy=blocked --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=GROUPS
// RUN: weft-opt %s --convert-weft-to-linalg="space-streaming-bytes=1024 space-parallel-bytes=512" --canonicalize --cse --split-input-file \
// RUN: | FileCheck %s --check-prefix=BYTES
// RUN: weft-opt %s --convert-weft-to-linalg="space-streaming-bytes=1024 space-parallel-bytes=512" --canonicalize --cse --split-input-file \
// RUN: | mlir-opt --split-input-file --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:     --canonicalize --cse --canonicalize | FileCheck %s --check-prefix=ONE-BUFFER
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

// Where only a run shows the size of a block or of a piece, one generic op loads the
// elements from where they are.
// CHECK-LABEL: func @run_time_block
// CHECK-SAME: %[[B:[a-z0-9]+]]: index
// CHECK: scf.forall
// CHECK-NOT: scf.for
// CHECK: linalg.generic
// CHECK-SAME: attrs = {{.*}}weft.move_pieces, weft.prefetch
// CHECK: %[[O:.*]] = linalg.index 0
// CHECK: %[[S:.*]] = linalg.index 1
// CHECK: %[[C:.*]] = linalg.index 2
// CHECK: %[[FIRST:.*]] = arith.muli %[[S]], %[[B]]
// CHECK: %[[D:.*]] = arith.addi %[[FIRST]], %[[O]]
// CHECK: tensor.extract %{{.*}}[%[[D]], %[[C]]]
func.func @run_time_block(%x: tensor<?x?x3xf32>, %b: index) -> tensor<?x?x3xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [%b] paddings [[0, 0]] {weft.checked} : tensor<?x?x3xf32> -> tensor<?x?x3xf32>
  return %0 : tensor<?x?x3xf32>
}

// -----

// Padding is a part of that op, also of rows that are nothing else. Blocks are counted
// once, not for each row.
// CHECK-LABEL: func @run_time_padding
// CHECK-SAME: %[[B:[a-z0-9]+]]: index, %[[P:[a-z0-9]+]]: index
// CHECK: %[[BEFORE:.*]] = arith.divui %[[P]], %[[B]]
// CHECK: %[[END:.*]] = arith.divui %{{.*}}, %[[B]]
// CHECK: scf.forall
// CHECK: %[[ROW:.*]] = arith.subi %{{.*}}, %[[P]]
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[ROW]],
// CHECK-NOT: scf.if
// CHECK: linalg.generic {{.*}} ins(%[[BEFORE]], %[[END]] : index, index)
// CHECK: %[[D:.*]] = arith.subi %{{.*}}, %[[P]]
// CHECK: %[[WITHIN:.*]] = arith.cmpi ult, %[[D]],
// CHECK: %[[BOTH:.*]] = arith.andi %[[INSIDE]], %[[WITHIN]]
// CHECK: scf.if %[[BOTH]]
// CHECK: tensor.extract %{{.*}}[%[[D]], %{{.*}}]
func.func @run_time_padding(%x: tensor<?x?x?x3xf32>, %b: index, %p: index, %q: index) -> tensor<?x?x?x3xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [%b, %b] paddings [[%p, %q], [%p, %q]] {weft.checked} : tensor<?x?x?x3xf32> -> tensor<?x?x?x3xf32>
  return %0 : tensor<?x?x?x3xf32>
}

// -----

// Whether pieces go past the caches is known when it runs. All write into one buffer.
// CHECK-LABEL: func @unknown(
// CHECK: scf.forall
// CHECK: linalg.generic
// CHECK-NOT: scf.forall (
// BYTES-LABEL: func @unknown(
// BYTES: arith.cmpi sge, %{{.*}}, %c1024
// BYTES: %[[LARGE:.*]] = arith.andi
// BYTES: scf.if
// BYTES: scf.forall
// BYTES: linalg.generic {{.*}} ins(%[[LARGE]] : i1)
// BYTES-SAME: weft.nontemporal
// BYTES: } else {
// BYTES-NOT: scf.forall
// BYTES: linalg.generic
// BYTES-NOT: weft.nontemporal
// BYTES: return
// ONE-BUFFER-LABEL: func @unknown(
// ONE-BUFFER-COUNT-1: memref.alloc
// ONE-BUFFER-NOT: memref.alloc
// ONE-BUFFER-NOT: memref.copy
// ONE-BUFFER: return
func.func @unknown(%x: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [2] paddings [[0, 0]] {weft.checked} : tensor<?x?x?xf32> -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// -----

// Several dimensions of a piece are one.
// CHECK-LABEL: func @unknown_image
// CHECK: %[[X:.*]] = tensor.collapse_shape %{{.*}} {{.*}}[2, 3]] : tensor<?x?x?x?xf32> into tensor<?x?x?xf32>
// CHECK: linalg.generic
// CHECK: tensor.expand_shape %{{.*}} {{.*}}[2, 3]]
// ONE-BUFFER-LABEL: func @unknown_image
// ONE-BUFFER-COUNT-1: memref.alloc
// ONE-BUFFER-NOT: memref.alloc
// ONE-BUFFER-NOT: memref.copy
// ONE-BUFFER: return
func.func @unknown_image(%x: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [2] paddings [[1, 1]] {weft.checked} : tensor<?x?x?x?xf32> -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}

// -----

// Large results are written past the caches, if pieces are whole cache lines; small
// ones are not worth a team of threads.
// BYTES-LABEL: func @large(
// BYTES-NOT: scf.if
// BYTES: scf.forall
// BYTES: linalg.copy {weft.nontemporal}
// BYTES-LABEL: func @large_but_narrow(
// BYTES-NOT: weft.nontemporal
// BYTES: scf.forall
// BYTES-NOT: weft.nontemporal
// BYTES-LABEL: func @small(
// BYTES-NOT: scf.forall
// BYTES: scf.for
// BYTES-NOT: weft.nontemporal
// BYTES-LABEL: func @unknown_size(
// BYTES: scf.if
// BYTES: scf.forall
// BYTES: linalg.copy {weft.nontemporal}
// BYTES: } else {
// BYTES: scf.if
// BYTES: scf.forall
// BYTES-NOT: weft.nontemporal
// BYTES: } else {
// BYTES-NOT: scf.forall
// BYTES: linalg.copy
// BYTES: return
func.func @large(%x: tensor<2x8x16xf32>) -> tensor<4x4x16xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [2] paddings [[0, 0]] : tensor<2x8x16xf32> -> tensor<4x4x16xf32>
  return %0 : tensor<4x4x16xf32>
}

func.func @large_but_narrow(%x: tensor<2x16x8xf32>) -> tensor<4x8x8xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [2] paddings [[0, 0]] : tensor<2x16x8xf32> -> tensor<4x8x8xf32>
  return %0 : tensor<4x8x8xf32>
}

func.func @small(%x: tensor<2x2x16xf32>) -> tensor<4x1x16xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [2] paddings [[0, 0]] : tensor<2x2x16xf32> -> tensor<4x1x16xf32>
  return %0 : tensor<4x1x16xf32>
}

func.func @unknown_size(%x: tensor<?x?x16xf32>) -> tensor<?x?x16xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [2] paddings [[0, 0]] {weft.checked} : tensor<?x?x16xf32> -> tensor<?x?x16xf32>
  return %0 : tensor<?x?x16xf32>
}

// -----

// One long row is divided into segments that threads can share, here of 32 blocks.
// CHECK-LABEL: func @one_row(
// CHECK: scf.forall (%[[I:.*]]) in (4)
// CHECK: arith.muli %[[I]], %c32
// CHECK: tensor.parallel_insert_slice
func.func @one_row(%x: tensor<1x1600x16xf32>) -> tensor<16x100x16xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [16] paddings [[0, 0]] : tensor<1x1600x16xf32> -> tensor<16x100x16xf32>
  return %0 : tensor<16x100x16xf32>
}
