// RUN: weft-opt %s --weft-check-allocations=checks=runtime --split-input-file | FileCheck %s
// RUN: weft-opt %s --weft-check-allocations=checks=assert --split-input-file | FileCheck %s --check-prefix=ASSERT
// RUN: weft-opt %s --weft-check-allocations=checks=none --split-input-file | FileCheck %s --check-prefix=NONE
// NONE-NOT: scf.if
// NONE-NOT: cf.assert

// One run-time size: one unsigned comparison, 2^63 - 1 bytes by 24.
// CHECK-DAG: @{{.*}}("'memref.alloc' op expected no negative size and less than 2^63 bytes, but got the sizes %lld x 3\00")
// CHECK-LABEL: @one_size
// CHECK-SAME: %[[N:.*]]: index
// CHECK-DAG: %[[MAX:.*]] = arith.constant 384307168202282325 : index
// CHECK: %[[OK:.*]] = arith.cmpi ule, %[[N]], %[[MAX]]
// CHECK: %[[BAD:.*]] = arith.xori %[[OK]]
// CHECK: scf.if %[[BAD]]
// CHECK: llvm.call @weft_fail
// CHECK: memref.alloc
// ASSERT-LABEL: @one_size
// ASSERT: cf.assert %{{.*}}, "'memref.alloc' op expected no negative size and less than 2^63 bytes, but got the sizes ? x 3"
func.func @one_size(%n: index) -> memref<?x3xf64> {
  %0 = memref.alloc(%n) : memref<?x3xf64>
  return %0 : memref<?x3xf64>
}

// -----

// CHECK-LABEL: @two_sizes
// CHECK: arith.mului_extended
// CHECK: llvm.call @weft_fail
// CHECK: memref.alloc
func.func @two_sizes(%m: index, %n: index) -> memref<?x?xf32> {
  %0 = memref.alloc(%m, %n) : memref<?x?xf32>
  return %0 : memref<?x?xf32>
}

// -----

// Constant sizes that fit need no check; those that do not always fail.
// CHECK-LABEL: @constant_sizes
// CHECK-NOT: scf.if
// CHECK: memref.alloc() : memref<1099511627776x0xf32>
// CHECK-NEXT: memref.alloc() : memref<2x3xf32>
// CHECK: scf.if %{{.*}} {
// CHECK: llvm.call @weft_fail
// CHECK: memref.alloc() : memref<4611686018427387904x4xf32>
func.func @constant_sizes() -> (memref<1099511627776x0xf32>, memref<2x3xf32>, memref<4611686018427387904x4xf32>) {
  %0 = memref.alloc() : memref<1099511627776x0xf32>
  %1 = memref.alloc() : memref<2x3xf32>
  %2 = memref.alloc() : memref<4611686018427387904x4xf32>
  return %0, %1, %2 : memref<1099511627776x0xf32>, memref<2x3xf32>, memref<4611686018427387904x4xf32>
}
