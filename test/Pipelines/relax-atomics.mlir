// RUN: weft-opt %s --weft-relax-atomics | FileCheck %s

// CHECK: llvm.atomicrmw fadd %{{.*}}, %{{.*}} syncscope("device") monotonic : !llvm.ptr, f32
llvm.func @f(%p: !llvm.ptr, %v: f32) {
  %0 = llvm.atomicrmw fadd %p, %v acq_rel : !llvm.ptr, f32
  llvm.return
}
