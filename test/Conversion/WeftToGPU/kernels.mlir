// The kernels that each op becomes, and the buffers that they use.

// RUN: weft-opt %s --convert-weft-to-gpu --canonicalize | FileCheck %s --check-prefixes=CHECK,OLD
// RUN: weft-opt %s --convert-weft-to-gpu='compute-capability=90 ptx-version=81' --canonicalize | FileCheck %s --check-prefixes=CHECK,NEW
// RUN: weft-opt %s --convert-weft-to-gpu=index-width=64 --canonicalize | FileCheck %s --check-prefix=WIDE
// RUN: weft-opt %s --convert-weft-to-gpu=index-width=32 --canonicalize | FileCheck %s --check-prefix=NARROW
// RUN: weft-opt %s --convert-weft-to-gpu=deterministic --canonicalize | FileCheck %s --check-prefix=ORDERED

// WIDE-NOT: _i32)
// NARROW-NOT: _i64)
// WIDE: function(@space_to_batch_nd_16b_i64)
// NARROW: cf.assert {{.*}}, "kernels with 32-bit indices cannot reach all of the elements"
// NARROW: function(@space_to_batch_nd_16b_i32)

// Dynamic sizes: 16 bytes or an element at once, by 32 or 64 bits.
// CHECK-LABEL: func @space(
// CHECK-SAME: %[[X:.*]]: tensor<?x?x?xf32>
// CHECK-DAG: %[[INPUT:.*]] = bufferization.to_buffer %[[X]] read_only
// CHECK-DAG: %[[OUTPUT:.*]] = memref.alloc
// CHECK: "weft.device_region"(%[[INPUT]], %[[OUTPUT]]) <{groups = array<i64: 1>, operandSegmentSizes = array<i32: 1, 1, 0>}>
// CHECK-DAG: weft.device_buffer 0 : memref<?xi8>
// CHECK-DAG: weft.device_buffer 1 : memref<?xi8>
// CHECK: gpu.launch {{.*}} function(@space_to_batch_nd_16b_i32)
// CHECK: gpu.launch {{.*}} function(@space_to_batch_nd_16b_i64)
// CHECK: gpu.launch {{.*}} function(@space_to_batch_nd_4b_i32)
// CHECK: gpu.launch {{.*}} function(@space_to_batch_nd_4b_i64)
// CHECK: bufferization.to_tensor %[[OUTPUT]] restrict writable
func.func @space(%x: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [2] paddings [[0, 0]] : tensor<?x?x?xf32> -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// All indices are one buffer, all data another one, and the owners a third one.
// CHECK-LABEL: func @stitch(
// CHECK: memref.alloc
// CHECK: "weft.device_region"({{.*}}) <{groups = array<i64: 3, 3>, operandSegmentSizes = array<i32: 6, 1, 1>}>
// CHECK: gpu.memset
// CHECK: gpu.launch {{.*}} function(@parallel_dynamic_stitch_owners_i32)
// CHECK: gpu.launch {{.*}} function(@parallel_dynamic_stitch_2b_i32)
func.func @stitch(%i: tensor<2xi32>, %d: tensor<2x3xf16>) -> tensor<?x3xf16> {
  %0 = weft.parallel_dynamic_stitch indices(%i, %i, %i : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
      data(%d, %d, %d : tensor<2x3xf16>, tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<?x3xf16>
  return %0 : tensor<?x3xf16>
}

// Bad indices are skipped, unless the op says otherwise.
// CHECK-LABEL: func @scatter(
// CHECK-NOT: cf.assert
// CHECK: gpu.memcpy
// OLD: gpu.launch {{.*}} function(@tensor_scatter_sub_x1_i32)
// OLD: "red.relaxed.gpu.global.add.f32 [$0], $1;", "l,f,~{memory}"
// NEW: gpu.launch {{.*}} function(@tensor_scatter_sub_x4_i32)
// NEW: "red.relaxed.gpu.global.add.v4.f32 [$0], {$1, $2, $3, $4};", "l,r,r,r,r,~{memory}"
// ORDERED-LABEL: func @scatter(
// ORDERED: function(@tensor_scatter_sub_ordered_i32)
// ORDERED-NOT: red.
func.func @scatter(%t: tensor<8x4xf32>, %i: tensor<2x1xi32>, %u: tensor<2x4xf32>) -> tensor<8x4xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2x4xf32>) outs(%t : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// Integers without atomics go by the ordered kernel.
// CHECK-LABEL: func @scatter_i4(
// CHECK: function(@tensor_scatter_sub_ordered_i32)
func.func @scatter_i4(%t: tensor<8xi4>, %i: tensor<2x1xi32>, %u: tensor<2xi4>) -> tensor<8xi4> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<2x1xi32>, tensor<2xi4>) outs(%t : tensor<8xi4>) -> tensor<8xi4>
  return %0 : tensor<8xi4>
}

// The host sorts what is not sorted, and decides so in a loop of its own.
// CHECK-LABEL: func @sparse(
// CHECK: scf.if
// CHECK-NOT: = weft.sparse_concat
// CHECK: function(@sparse_concat_i32)
func.func @sparse(%i: tensor<4x2xi64>, %v: tensor<4xf32>, %s: tensor<2xi64>) -> tensor<8x2xi64> {
  %0:3 = weft.sparse_concat dim 1 sort_inputs indices(%i, %i : tensor<4x2xi64>, tensor<4x2xi64>) values(%v, %v : tensor<4xf32>, tensor<4xf32>)
      shapes(%s, %s : tensor<2xi64>, tensor<2xi64>) -> tensor<8x2xi64>, tensor<8xf32>, tensor<2xi64>
  return %0#0 : tensor<8x2xi64>
}
