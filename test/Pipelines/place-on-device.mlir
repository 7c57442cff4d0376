// RUN: weft-opt %s --weft-place-on-device | FileCheck %s

// Inputs of a group follow one another. Sizes are rounded up to 16 bytes. What is
// put on the stack in between is freed.
// CHECK-LABEL: func @buffers(
// CHECK-SAME: %[[A:.*]]: memref<4xf32>, %[[B:.*]]: memref<?xf32>, %[[C:.*]]: memref<3xi8>, %[[N:.*]]: index
// CHECK: memref.alloca_scope {
// CHECK: %[[G:.*]] = gpu.alloc (%{{.*}}) : memref<?xi8>
// CHECK: %[[VA:.*]] = memref.view %[[G]][%{{.*}}][] : memref<?xi8> to memref<4xf32>
// CHECK: gpu.memcpy  %[[VA]], %[[A]] : memref<4xf32>, memref<4xf32>
// CHECK: %[[VB:.*]] = memref.view %[[G]][%{{.*}}][%{{.*}}] : memref<?xi8> to memref<?xf32>
// CHECK: gpu.memcpy  %[[VB]], %[[B]]
// CHECK: %[[OUT:.*]] = gpu.alloc (%{{.*}}) : memref<?xi8>
// CHECK: %[[SCRATCH:.*]] = gpu.alloc (%{{.*}}) : memref<?xi8>
// CHECK: gpu.launch {{.*}} module(@weft_kernels_0) function(@f)
// CHECK: memref.store %{{.*}}, %[[OUT]]
// CHECK: %[[VC:.*]] = memref.view %[[OUT]]
// CHECK: gpu.memcpy  %[[C]], %[[VC]] : memref<3xi8>, memref<3xi8>
// CHECK: gpu.dealloc  %[[G]]
// CHECK: gpu.dealloc  %[[OUT]]
// CHECK: gpu.dealloc  %[[SCRATCH]]
// CHECK: }
// CHECK-NOT: weft.
func.func @buffers(%a: memref<4xf32>, %b: memref<?xf32>, %c: memref<3xi8>, %n: index) {
  %c1 = arith.constant 1 : index
  %v = arith.constant 1 : i8
  "weft.device_region"(%a, %b, %c, %n) <{groups = array<i64: 2>, operandSegmentSizes = array<i32: 2, 1, 1>}> ({
    %out = weft.device_buffer 1 : memref<?xi8>
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) function(@f) {
      memref.store %v, %out[%tx] : memref<?xi8>
      gpu.terminator
    }
    weft.device_end
  }) : (memref<4xf32>, memref<?xf32>, memref<3xi8>, index) -> ()
  return
}

// The module's own symbols keep their names.
// CHECK: func.func private @weft_kernels()
func.func private @weft_kernels()
// CHECK: gpu.module @weft_kernels_0
// CHECK-NOT: gpu.module
