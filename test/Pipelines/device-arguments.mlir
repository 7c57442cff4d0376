// RUN: weft-opt %s --weft-place-on-device=device-arguments --split-input-file --verify-diagnostics | FileCheck %s

// Nothing is copied that only regions use.
// CHECK-LABEL: func @stays(
// CHECK-NOT: memref.alloc(
// CHECK: %[[BUFFER:.*]] = gpu.alloc (%{{.*}}) : memref<?xi8>
// CHECK: %[[RESULT:.*]] = memref.view %[[BUFFER]]
// CHECK-NOT: gpu.memcpy
// CHECK-NOT: gpu.dealloc
// CHECK: return %[[RESULT]]
func.func @stays(%a: memref<?xf32>, %n: index) -> memref<?xf32> {
  %r = memref.alloc(%n) : memref<?xf32>
  "weft.device_region"(%a, %r) <{groups = array<i64: 1>, operandSegmentSizes = array<i32: 1, 1, 0>}> ({
    weft.device_end
  }) : (memref<?xf32>, memref<?xf32>) -> ()
  return %r : memref<?xf32>
}

// What is in between is freed on the device.
// CHECK-LABEL: func @between(
// CHECK: %[[BUFFER:.*]] = gpu.alloc
// CHECK-NOT: gpu.memcpy
// CHECK: gpu.dealloc  %[[BUFFER]]
// CHECK-NOT: memref.dealloc
func.func @between(%a: memref<4xf32>, %b: memref<4xf32>) {
  %r = memref.alloc() : memref<4xf32>
  "weft.device_region"(%a, %r) <{groups = array<i64: 1>, operandSegmentSizes = array<i32: 1, 1, 0>}> ({
    weft.device_end
  }) : (memref<4xf32>, memref<4xf32>) -> ()
  "weft.device_region"(%r, %b) <{groups = array<i64: 1>, operandSegmentSizes = array<i32: 1, 1, 0>}> ({
    weft.device_end
  }) : (memref<4xf32>, memref<4xf32>) -> ()
  memref.dealloc %r : memref<4xf32>
  return
}

// Inputs of a group follow one another, so they are copied, within the device.
// CHECK-LABEL: func @group(
// CHECK-SAME: %[[A:.*]]: memref<4xf32>, %[[B:.*]]: memref<?xf32>)
// CHECK-NOT: memref.alloc(
// CHECK: memref.alloca_scope
// CHECK: %[[GROUP:.*]] = gpu.alloc (%{{.*}}) : memref<?xi8>
// CHECK: %[[FIRST:.*]] = memref.view %[[GROUP]][%{{.*}}][] : memref<?xi8> to memref<4xf32>
// CHECK: gpu.memcpy  %[[FIRST]], %[[A]]
// CHECK: %[[SECOND:.*]] = memref.view %[[GROUP]][%{{.*}}][%{{.*}}] : memref<?xi8> to memref<?xf32>
// CHECK: gpu.memcpy  %[[SECOND]], %[[B]]
// CHECK: gpu.dealloc  %[[GROUP]]
// CHECK-NOT: gpu.memcpy
// CHECK: return
func.func @group(%a: memref<4xf32>, %b: memref<?xf32>) -> memref<4xf32> {
  %r = memref.alloc() : memref<4xf32>
  "weft.device_region"(%a, %b, %r) <{groups = array<i64: 2>, operandSegmentSizes = array<i32: 2, 1, 0>}> ({
    weft.device_end
  }) : (memref<4xf32>, memref<?xf32>, memref<4xf32>) -> ()
  return %r : memref<4xf32>
}

// The host reads a copy, and what it writes is copied to the device at the end.
// CHECK-LABEL: func @host(
// CHECK-SAME: %[[A:.*]]: memref<4xi32>
// CHECK: %[[COPY:.*]] = memref.alloc() : memref<4xi32>
// CHECK: gpu.memcpy  %[[COPY]], %[[A]]
// CHECK: memref.load %[[COPY]]
// CHECK: %[[WRITTEN:.*]] = memref.alloc() : memref<1xi32>
// CHECK: memref.dealloc %[[COPY]]
// CHECK: %[[RESULT:.*]] = memref.view
// CHECK: gpu.memcpy  %[[RESULT]], %[[WRITTEN]]
// CHECK: memref.dealloc %[[WRITTEN]]
// CHECK: return %[[RESULT]]
func.func @host(%a: memref<4xi32>) -> memref<1xi32> {
  %c0 = arith.constant 0 : index
  %v = memref.load %a[%c0] : memref<4xi32>
  %r = memref.alloc() : memref<1xi32>
  memref.store %v, %r[%c0] : memref<1xi32>
  return %r : memref<1xi32>
}

// -----

func.func private @callee(%a: memref<4xi32>) {
  return
}
func.func @caller(%a: memref<4xi32>) {
  // expected-error @below {{'func.call' op cannot be compiled with device-arguments}}
  call @callee(%a) : (memref<4xi32>) -> ()
  return
}
