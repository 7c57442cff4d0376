// RUN: weft-opt %s --weft-cpu-pipeline | FileCheck %s
// RUN: weft-opt %s --weft-cpu-pipeline=openmp=true | FileCheck %s --check-prefix=OPENMP
// RUN: weft-opt %s --weft-cpu-pipeline=checks=assert | FileCheck %s --check-prefix=ASSERT
// RUN: weft-opt %s --weft-cpu-pipeline=checks=none | FileCheck %s --check-prefix=NONE
// RUN: not weft-opt %s --weft-cpu-pipeline=checks=maybe 2>&1 | FileCheck %s --check-prefix=OPTION

// Only the LLVM dialect is left. A failed check calls weft_fail, memory comes from
// the run-time library, and each public function has a C interface.
// CHECK-DAG: llvm.func @weft_fail(!llvm.ptr, !llvm.ptr, ...)
// CHECK-DAG: llvm.func @_mlir_memref_to_llvm_aligned_alloc
// CHECK-DAG: llvm.func @_mlir_ciface_dynamic
// CHECK-NOT: {{(weft|linalg|tensor|memref|scf|cf|arith|func|bufferization|affine|vector)\.[a-z]}}

// OPENMP: omp.parallel
// ASSERT-NOT: @weft_fail
// ASSERT: @abort
// ASSERT-NOT: @weft_fail
// NONE-NOT: @weft_fail
// NONE-NOT: @abort
// OPTION: maybe
func.func @dynamic(%x: tensor<?x?x?x3xf32>, %b: index) -> tensor<?x?x?x3xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [%b, 2] paddings [[0, 0], [0, 0]] : tensor<?x?x?x3xf32> -> tensor<?x?x?x3xf32>
  return %0 : tensor<?x?x?x3xf32>
}
