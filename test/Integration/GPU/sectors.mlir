// Warps touch the least possible number of 32-byte sectors.

// REQUIRES: numpy
// RUN: %python -c 'import numpy as np; np.save("%t.c1.npy", np.zeros((2, 64, 64, 1), np.float32)); np.save("%t.b1.npy", np.zeros((8, 32, 32, 1), np.float32)); np.save("%t.c32.npy", np.zeros((1, 16, 16, 32), np.float32)); np.save("%t.b32.npy", np.zeros((4, 8, 8, 32), np.float32)); np.save("%t.rows.npy", np.zeros((512, 8), np.float32)); np.save("%t.index.npy", np.random.default_rng(1).permutation(512).astype(np.int32))'

// RUN: env WEFT_EMULATOR_COUNTS=1 weft-run %s --target gpu-emulated --entry s2b --input @%t.c1.npy 2>&1 \
// RUN:   | FileCheck %s -DKERNEL=space_to_batch_nd_4b_i32 -DBYTES=32768
// RUN: env WEFT_EMULATOR_COUNTS=1 weft-run %s --target gpu-emulated --entry s2b --input @%t.c32.npy 2>&1 \
// RUN:   | FileCheck %s -DKERNEL=space_to_batch_nd_16b_i32 -DBYTES=32768
// RUN: env WEFT_EMULATOR_COUNTS=1 weft-run %s --target gpu-emulated --entry b2s --input @%t.b1.npy 2>&1 \
// RUN:   | FileCheck %s -DKERNEL=batch_to_space_nd_4b_i32 -DBYTES=32768
// RUN: env WEFT_EMULATOR_COUNTS=1 weft-run %s --target gpu-emulated --entry b2s --input @%t.b32.npy 2>&1 \
// RUN:   | FileCheck %s -DKERNEL=batch_to_space_nd_16b_i32 -DBYTES=32768
// RUN: env WEFT_EMULATOR_COUNTS=1 weft-run %s --target gpu-emulated --entry s2b_blocks --input @%t.c1.npy 2>&1 \
// RUN:   | FileCheck %s -DKERNEL=space_to_batch_nd_4b_x2_i32 -DBYTES=32768
// RUN: env WEFT_EMULATOR_COUNTS=1 weft-run %s --target gpu-emulated --entry b2s_blocks --input @%t.b1.npy 2>&1 \
// RUN:   | FileCheck %s -DKERNEL=batch_to_space_nd_4b_x2_i32 -DBYTES=32768
// CHECK: cuda-emulator: [[KERNEL]]: {{.*}}loaded [[BYTES]] bytes, stored [[BYTES]] bytes, {{[0-9]+}} requests, [[N:[0-9]+]] sectors (least [[N]])
// CHECK-NOT: cuda-emulator

// Rows of 32 bytes in any order. The two threads of a row read one owner, which the
// least number does not know: 16 KiB of rows loaded and stored in 1024 sectors, and
// 2 KiB of owners in 64.
// RUN: env WEFT_EMULATOR_COUNTS=1 weft-run %s --target gpu-emulated --entry stitch --input @%t.index.npy --input @%t.rows.npy 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STITCH
// STITCH: cuda-emulator: parallel_dynamic_stitch_owners_i32
// STITCH: cuda-emulator: parallel_dynamic_stitch_16b_i32: {{.*}} 1088 sectors
// STITCH-NOT: cuda-emulator
func.func @s2b(%x: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [2, 2] paddings [[0, 0], [0, 0]] : tensor<?x?x?x?xf32> -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}
func.func @b2s(%x: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %0 = weft.batch_to_space_nd %x block_shape [2, 2] crops [[0, 0], [0, 0]] : tensor<?x?x?x?xf32> -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}
func.func @s2b_blocks(%x: tensor<?x?x?x1xf32>) -> tensor<?x?x?x1xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [2, 2] paddings [[0, 0], [0, 0]] : tensor<?x?x?x1xf32> -> tensor<?x?x?x1xf32>
  return %0 : tensor<?x?x?x1xf32>
}
func.func @b2s_blocks(%x: tensor<?x?x?x1xf32>) -> tensor<?x?x?x1xf32> {
  %0 = weft.batch_to_space_nd %x block_shape [2, 2] crops [[0, 0], [0, 0]] : tensor<?x?x?x1xf32> -> tensor<?x?x?x1xf32>
  return %0 : tensor<?x?x?x1xf32>
}
func.func @stitch(%i: tensor<?xi32>, %d: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?xi32>) data(%d : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
