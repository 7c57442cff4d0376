// What the kernels look like in PTX. Each function is for one property.

// RUN: weft-opt %s --weft-nvptx-pipeline=chip=sm_80 --split-input-file \
// RUN:   | sed 's/\\0A/\n/g; s/\\09/ /g' | FileCheck %s

// Static sizes: one kernel, which moves 16 bytes a thread, and divides nothing.
// CHECK-LABEL: @wide_chunks_kernel
// CHECK-SAME: .target sm_80
// CHECK: .maxntid 256
// CHECK-NOT: {{(div|rem)\.}}
// CHECK: ld.global{{.*}}.v4.b32
// CHECK: st.global{{.*}}.v4.b32
// CHECK-NOT: .entry
// CHECK-LABEL: llvm.func @wide_chunks
func.func @wide_chunks(%x: tensor<2x8x8x16xf32>) -> tensor<8x4x4x16xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [2, 2] paddings [[0, 0], [0, 0]]
      : tensor<2x8x8x16xf32> -> tensor<8x4x4x16xf32>
  return %0 : tensor<8x4x4x16xf32>
}
