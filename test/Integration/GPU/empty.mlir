// Empty tensors: nothing is launched, and sizes that multiply to more than 64 bits
// cost nothing.

// RUN: env WEFT_EMULATOR_COUNTS=1 weft-run %s --target gpu-emulated --entry s2b --input 0x4x3xf32= 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=NONE,S2B
// RUN: env WEFT_EMULATOR_COUNTS=1 weft-run %s --target gpu-emulated --entry s2b --input 2305843009213693952x4x0xf32= 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=NONE,HUGE
// RUN: env WEFT_EMULATOR_COUNTS=1 weft-run %s --target gpu-emulated --entry b2s --input 4x0x3xi8= 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=NONE,B2S
// RUN: env WEFT_EMULATOR_COUNTS=1 weft-run %s --target gpu-emulated --entry stitch --input 0xi32= --input 0x5xf16= 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=NONE,STITCH
// RUN: env WEFT_EMULATOR_COUNTS=1 weft-run %s --target gpu-emulated --entry stitch --input 1xi32=2147483646 --input 1x0xf16= 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=NONE,ROWS
// RUN: env WEFT_EMULATOR_COUNTS=1 weft-run %s --target gpu-emulated --entry scatter --input "2xf32=1 2" --input 0x1xi32= --input 0xf32= 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=NONE,SCATTER
// RUN: env WEFT_EMULATOR_COUNTS=1 weft-run %s --target gpu-emulated --entry scatter --input 0xf32= --input "2x1xi32=0 1" --input "2xf32=1 2" 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=NONE,NOWHERE
// RUN: env WEFT_EMULATOR_COUNTS=1 weft-run %s --target gpu-emulated --entry sparse --input 0x2xi64= --input 0xf32= --input "2xi64=3 4" 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=NONE,SPARSE
// NONE-NOT: cuda-emulator
// S2B: result 0: 0x2x3xf32 = []
// HUGE: result 0: 4611686018427387904x2x0xf32 = {{.*}}
// B2S: result 0: 2x0x3xi8 = {{.*}}
// STITCH: result 0: 0x5xf16 = []
// ROWS: result 0: 2147483647x0xf16 = {{.*}}
// SCATTER: result 0: 2xf32 = [1, 2]
// NOWHERE: result 0: 0xf32 = []
// SPARSE: result 0: 0x2xi64 = []
// SPARSE: result 1: 0xf32 = []
// SPARSE: result 2: 2xi64 = [3, 8]
// NONE-NOT: cuda-emulator
func.func @s2b(%x: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [2] paddings [[0, 0]] : tensor<?x?x?xf32> -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
func.func @b2s(%x: tensor<?x?x?xi8>) -> tensor<?x?x?xi8> {
  %0 = weft.batch_to_space_nd %x block_shape [2] crops [[0, 0]] : tensor<?x?x?xi8> -> tensor<?x?x?xi8>
  return %0 : tensor<?x?x?xi8>
}
func.func @stitch(%i: tensor<?xi32>, %d: tensor<?x?xf16>) -> tensor<?x?xf16> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?xi32>) data(%d : tensor<?x?xf16>) -> tensor<?x?xf16>
  return %0 : tensor<?x?xf16>
}
func.func @scatter(%t: tensor<?xf32>, %i: tensor<?x1xi32>, %u: tensor<?xf32>) -> tensor<?xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<?x1xi32>, tensor<?xf32>) outs(%t : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @sparse(%i: tensor<?x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>) -> (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) {
  %0:3 = weft.sparse_concat dim 1 indices(%i, %i : tensor<?x2xi64>, tensor<?x2xi64>) values(%v, %v : tensor<?xf32>, tensor<?xf32>)
      shapes(%s, %s : tensor<2xi64>, tensor<2xi64>) -> tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
  return %0#0, %0#1, %0#2 : tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
}
