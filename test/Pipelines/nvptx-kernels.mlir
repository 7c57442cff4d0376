// What the kernels look like in PTX. Each function is for one property; kernels
// follow one another in the file in the order of the functions.

// RUN: weft-opt %s --weft-nvptx-pipeline='chip=sm_80 kernel-file=%t.80.ptx' -o %t.mlir
// RUN: FileCheck %s < %t.80.ptx --check-prefixes=CHECK,SM80
// RUN: FileCheck %s < %t.mlir --check-prefix=HOST
// RUN: weft-opt %s --weft-nvptx-pipeline='chip=sm_90 kernel-file=%t.90.ptx' -o /dev/null
// RUN: FileCheck %s < %t.90.ptx --check-prefixes=CHECK,SM90
// RUN: weft-opt %s --weft-nvptx-pipeline='chip=sm_100 kernel-file=-' -o /dev/null \
// RUN:   | FileCheck %s --check-prefix=SM100
// RUN: weft-opt %s --weft-nvptx-pipeline='chip=sm_90 ptx-version=78 kernel-file=-' -o /dev/null \
// RUN:   | FileCheck %s --check-prefix=PTX78
// RUN: weft-opt %s --weft-nvptx-pipeline='index-width=64 deterministic kernel-file=-' -o /dev/null \
// RUN:   | FileCheck %s --check-prefix=WIDE

// SM80: .version 7.0
// SM80: .target sm_80
// SM90: .version 8.1
// SM90: .target sm_90

// With an older PTX there are pairs, but no vectors.
// PTX78: .version 7.8
// PTX78-NOT: add.{{.*}}v4
// PTX78: red.relaxed.gpu.global.add.noftz.bf16x2
// PTX78-NOT: add.{{.*}}v4

// Neither narrow indices nor atomics.
// WIDE-NOT: _i32
// WIDE-NOT: {{(atom|red)}}.{{.*}}add
// WIDE: .entry tensor_scatter_sub_ordered_i64

// Static sizes: one kernel, which moves 16 bytes a thread and divides nothing.
// CHECK-LABEL: .entry space_to_batch_nd_16b_i32(
// CHECK: .maxntid 256
// CHECK-NOT: {{(div|rem)\.}}
// CHECK: ld.global{{.*}}.v4.b32
// CHECK: st.global{{.*}}.v4.b32
// CHECK-NOT: .entry space
func.func @wide_chunks(%x: tensor<2x8x8x16xf32>) -> tensor<8x4x4x16xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [2, 2] paddings [[0, 0], [0, 0]]
      : tensor<2x8x8x16xf32> -> tensor<8x4x4x16xf32>
  return %0 : tensor<8x4x4x16xf32>
}

// 64 bits are one access.
// CHECK-LABEL: .entry batch_to_space_nd_8b_i32(
// CHECK: ld.global{{.*}}.b64
// CHECK: st.global{{.*}}.b64
func.func @words(%x: tensor<8x4x4x1xi64>) -> tensor<2x8x7x1xi64> {
  %0 = weft.batch_to_space_nd %x block_shape [2, 2] crops [[0, 0], [0, 1]]
      : tensor<8x4x4x1xi64> -> tensor<2x8x7x1xi64>
  return %0 : tensor<2x8x7x1xi64>
}

// Single elements: a thread moves a block of the last dimension.
// CHECK-LABEL: .entry space_to_batch_nd_4b_x2_i32(
// CHECK-NOT: {{(div|rem)\.}}
// CHECK: ld.global{{.*}}.v2.b32
// CHECK: st.global{{.*}}.b32
// CHECK: st.global{{.*}}.b32
// CHECK-LABEL: .entry space_to_batch_nd_4b_x2_i64(
// CHECK-LABEL: .entry batch_to_space_nd_2b_x4_i32(
// CHECK-COUNT-4: ld.global{{.*}}.b16
// CHECK: st.global{{.*}}.{{b64|v2.b32|v4.b16}}
func.func @blocks(%x: tensor<?x?x?x1xf32>, %y: tensor<4x4x3xf16>, %b: index) -> (tensor<?x?x?x1xf32>, tensor<1x4x12xf16>) {
  %0 = weft.space_to_batch_nd %x block_shape [%b, 2] paddings [[1, 1], [0, 0]] : tensor<?x?x?x1xf32> -> tensor<?x?x?x1xf32>
  %1 = weft.batch_to_space_nd %y block_shape [1, 4] crops [[0, 0], [0, 0]] : tensor<4x4x3xf16> -> tensor<1x4x12xf16>
  return %0, %1 : tensor<?x?x?x1xf32>, tensor<1x4x12xf16>
}

// A whole run of 6 bytes is 3 chunks of 2, as the type tells.
// CHECK-LABEL: .entry batch_to_space_nd_2b_i32(
// CHECK: ld.global{{.*}}.b16
func.func @odd_runs(%x: tensor<8x4x4x6xi8>) -> tensor<2x8x8x6xi8> {
  %0 = weft.batch_to_space_nd %x block_shape [2, 2] crops [[0, 0], [0, 0]]
      : tensor<8x4x4x6xi8> -> tensor<2x8x8x6xi8>
  return %0 : tensor<2x8x8x6xi8>
}

// Dynamic sizes: four kernels; those with narrow indices multiply where the host
// knows the divisor.
// CHECK-LABEL: .entry batch_to_space_nd_16b_i32(
// CHECK-NOT: {{(div|rem)\.}}
// CHECK: mul.hi.u32
// CHECK-NOT: {{(div|rem)\.}}
// CHECK-LABEL: .entry batch_to_space_nd_16b_i64(
// CHECK: {{div\.(u|s)64}}
// CHECK-LABEL: .entry batch_to_space_nd_1b_i32(
// CHECK-NOT: {{(div|rem)\.}}
// CHECK: mul.hi.u32
// CHECK-NOT: {{(div|rem)\.}}
// CHECK-LABEL: .entry batch_to_space_nd_1b_i64(
func.func @dynamic(%x: tensor<?x?x?x?xi8>, %b: index) -> tensor<?x?x?x?xi8> {
  %0 = weft.batch_to_space_nd %x block_shape [2, %b] crops [[0, 0], [0, 0]]
      : tensor<?x?x?x?xi8> -> tensor<?x?x?x?xi8>
  return %0 : tensor<?x?x?x?xi8>
}

// The last input row wins its row of the result; the owners are one atomic each.
// CHECK-LABEL: .entry parallel_dynamic_stitch_owners_i32(
// CHECK: red.relaxed.gpu.global.max.s32
// CHECK-LABEL: .entry parallel_dynamic_stitch_16b_i32(
// CHECK: ld.global{{.*}}.v4.b32
// CHECK: st.global{{.*}}.v4.b32
// No pairs of words, which ptxas does not predicate.
// SM100-LABEL: .entry parallel_dynamic_stitch_16b_i32(
// SM100: ld.global{{.*}}.v4.b32
// SM100: st.global{{.*}}.v4.b32
func.func @stitch(%i: tensor<8xi32>, %j: tensor<4xi32>, %d: tensor<8x4xf32>, %e: tensor<4x4xf32>) -> tensor<?x4xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i, %j : tensor<8xi32>, tensor<4xi32>) data(%d, %e : tensor<8x4xf32>, tensor<4x4xf32>)
      -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// The coordinates of an entry are one access of 16 bytes.
// CHECK-LABEL: .entry sparse_concat_i32(
// CHECK: ld.global{{.*}}.v2.b64
// CHECK: st.global{{.*}}.v2.b64
func.func @sparse(%i: tensor<?x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>) -> (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) {
  %0:3 = weft.sparse_concat dim 1 indices(%i, %i : tensor<?x2xi64>, tensor<?x2xi64>) values(%v, %v : tensor<?xf32>, tensor<?xf32>)
      shapes(%s, %s : tensor<2xi64>, tensor<2xi64>) -> tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
  return %0#0, %0#1, %0#2 : tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
}

// SM80-LABEL: .entry tensor_scatter_sub_x1_i32(
// SM80: red.relaxed.gpu.global.add.f32
// SM90-LABEL: .entry tensor_scatter_sub_x4_i32(
// SM90: ld.global{{.*}}.v4.b32
// SM90: red.relaxed.gpu.global.add.v4.f32
func.func @scatter_f32(%t: tensor<8x4xf32>, %i: tensor<4x1xi32>, %u: tensor<4x4xf32>) -> tensor<8x4xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<4x1xi32>, tensor<4x4xf32>) outs(%t : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// CHECK-LABEL: .entry tensor_scatter_sub_x1_i32{{(_0)?}}(
// CHECK: red.relaxed.gpu.global.add.u64
func.func @scatter_i64(%t: tensor<8x4xi64>, %i: tensor<4x1xi32>, %u: tensor<4x4xi64>) -> tensor<8x4xi64> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<4x1xi32>, tensor<4x4xi64>) outs(%t : tensor<8x4xi64>) -> tensor<8x4xi64>
  return %0 : tensor<8x4xi64>
}

// CHECK-LABEL: .entry tensor_scatter_sub_x2_i32(
// CHECK: red.relaxed.gpu.global.add.noftz.f16x2
func.func @scatter_f16(%t: tensor<8x6xf16>, %i: tensor<4x1xi32>, %u: tensor<4x6xf16>) -> tensor<8x6xf16> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<4x1xi32>, tensor<4x6xf16>) outs(%t : tensor<8x6xf16>) -> tensor<8x6xf16>
  return %0 : tensor<8x6xf16>
}

// Before sm_90 only words can be compared and swapped. The loop needs no more order
// than the device's.
// SM80-LABEL: .entry tensor_scatter_sub_x1_i32_1(
// SM80: atom.relaxed.gpu.global.cas.b32
// SM90-LABEL: .entry tensor_scatter_sub_x8_i32(
// SM90: red.relaxed.gpu.global.add.noftz.v4.bf16x2
// SM90-LABEL: .entry tensor_scatter_sub_x2_i32_0(
// SM90: red.relaxed.gpu.global.add.noftz.bf16x2
// SM90-LABEL: .entry tensor_scatter_sub_x1_i32_0(
// SM90: red.relaxed.gpu.global.add.noftz.bf16x2
func.func @scatter_bf16(%t: tensor<8x?xbf16>, %i: tensor<4x1xi32>, %u: tensor<4x?xbf16>) -> tensor<8x?xbf16> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<4x1xi32>, tensor<4x?xbf16>) outs(%t : tensor<8x?xbf16>) -> tensor<8x?xbf16>
  return %0 : tensor<8x?xbf16>
}

// What a launch puts on the stack does not stay there. All kernels are in one
// module.
// HOST-LABEL: llvm.func @in_a_loop(
// HOST: llvm.intr.stacksave
// HOST: gpu.launch_func
// HOST: llvm.intr.stackrestore
// HOST: gpu.binary @weft_kernels
// HOST-NOT: gpu.binary
func.func @in_a_loop(%x: tensor<4x8xf32>, %n: index) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4x8xf32> {
    %1 = weft.space_to_batch_nd %a block_shape [2] paddings [[0, 0]] : tensor<4x8xf32> -> tensor<8x4xf32>
    %2 = weft.batch_to_space_nd %1 block_shape [2] crops [[0, 0]] : tensor<8x4xf32> -> tensor<4x8xf32>
    scf.yield %2 : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}
