// RUN: weft-opt %s --weft-divide-copies="streaming-bytes=4096" --canonicalize --cse | FileCheck %s
// RUN: weft-opt %s --weft-divide-copies="streaming-bytes=4096 parallel-bytes=1024" --canonicalize --cse | FileCheck %s --check-prefix=PARALLEL
// RUN: weft-opt %s --weft-divide-copies="streaming-bytes=0" --canonicalize --cse | FileCheck %s --check-prefix=NEVER

// Whole lines of bytes, whatever the elements are, of four pages in turn and then of
// what is left; the last line may overlap them.
// CHECK-LABEL: func.func @unknown
// CHECK-SAME:    %[[S:.*]]: memref<?x3xf16>
// CHECK:         %[[A:.*]] = memref.alloc
// CHECK-DAG:     %[[N:.*]] = arith.muli %{{.*}}, %c3 : index
// CHECK-DAG:     %[[BYTES:.*]] = arith.muli %{{.*}}, %c6 : index
// CHECK-DAG:     %[[SF:.*]] = memref.collapse_shape %[[S]]
// CHECK-DAG:     %[[AF:.*]] = memref.collapse_shape %[[A]]
// CHECK:         %[[LARGE:.*]] = arith.cmpi sge, %[[BYTES]], %c4096
// CHECK:         scf.if %[[LARGE]] {
// CHECK:           %[[LINES:.*]] = arith.divui %[[N]], %c32
// CHECK:           %[[GROUPS:.*]] = arith.divui %[[LINES]], %c256
// CHECK:           scf.for %[[G:.*]] = %c0 to %[[GROUPS]]
// CHECK:             %[[START:.*]] = arith.muli %[[G]], %c256
// CHECK:             scf.for %[[I:.*]] = %c0 to %c64
// CHECK:               %[[FIRST:.*]] = arith.addi %[[START]], %[[I]]
// CHECK:               nontemporal
// CHECK:               arith.addi %[[FIRST]], %c64
// CHECK-COUNT-3:       nontemporal
// CHECK:           %[[END:.*]] = arith.muli %[[GROUPS]], %c256
// CHECK:           scf.for %{{.*}} = %[[END]] to %[[LINES]]
// CHECK:             %[[L:.*]] = llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> vector<64xi8>
// CHECK:             llvm.store %[[L]], %{{.*}} {alignment = 64 : i64, nontemporal} : vector<64xi8>, !llvm.ptr
// CHECK:           %[[LAST:.*]] = arith.subi %[[N]], %c32
// CHECK:           %[[V:.*]] = vector.load %[[SF]][%[[LAST]]]
// CHECK:           vector.store %[[V]], %[[AF]][%[[LAST]]] : memref<?xf16>, vector<32xf16>
// CHECK:         } else {
// CHECK-NEXT:      memref.copy %[[S]], %[[A]]
// PARALLEL-LABEL: func.func @unknown
// PARALLEL:      scf.if
// PARALLEL:        %[[P:.*]] = arith.divui %{{.*}}, %c1024
// PARALLEL:        %[[MOST:.*]] = arith.minsi %[[P]], %c64
// PARALLEL:        %[[PARTS:.*]] = arith.maxsi %[[MOST]], %c1
// PARALLEL:        scf.forall (%{{.*}}) in (%[[PARTS]]) {
// PARALLEL:          nontemporal
// PARALLEL:      } else {
// PARALLEL:        %[[MANY:.*]] = arith.cmpi sge, %{{.*}}, %c2048
// PARALLEL:        scf.if %[[MANY]] {
// PARALLEL:          scf.forall
// PARALLEL:            memref.copy %{{.*}}, %{{.*}} : memref<?xf16, strided<[1], offset: ?>>
// PARALLEL:        } else {
// PARALLEL-NEXT:     memref.copy
// NEVER-LABEL: func.func @unknown
// NEVER-NOT:     scf
// NEVER:         memref.copy
func.func @unknown(%s: memref<?x3xf16>) -> memref<?x3xf16> {
  %c0 = arith.constant 0 : index
  %d = memref.dim %s, %c0 : memref<?x3xf16>
  %a = memref.alloc(%d) {alignment = 64 : i64} : memref<?x3xf16>
  memref.copy %s, %a : memref<?x3xf16> to memref<?x3xf16>
  return %a : memref<?x3xf16>
}

// Where the size is known there is nothing to compare.
// CHECK-LABEL: func.func @known
// CHECK-NOT:     scf.if
// CHECK:         memref.copy
// CHECK-NOT:     scf.if
// CHECK:         nontemporal
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @known(%s: memref<1023xf32>, %t: memref<1024xf32>) -> (memref<1023xf32>, memref<1024xf32>) {
  %a = memref.alloc() {alignment = 64 : i64} : memref<1023xf32>
  memref.copy %s, %a : memref<1023xf32> to memref<1023xf32>
  %b = memref.alloc() {alignment = 64 : i64} : memref<1024xf32>
  memref.copy %t, %b : memref<1024xf32> to memref<1024xf32>
  return %a, %b : memref<1023xf32>, memref<1024xf32>
}

// Buffers that may not start at a cache line, other layouts, and elements that do not
// stand in vectors as they do in memory.
// CHECK-LABEL: func.func @not_divided
// CHECK-NOT:     scf
// CHECK-COUNT-4: memref.copy
// CHECK-NOT:     scf
// CHECK:         return
func.func @not_divided(%s: memref<9999xf32>, %strided: memref<9999xf32, strided<[2]>>, %bits: memref<9999xi1>, %t: memref<9999xf32>) -> (memref<9999xf32>, memref<9999xf32>, memref<9999xi1>) {
  memref.copy %s, %t : memref<9999xf32> to memref<9999xf32>
  %a = memref.alloc() : memref<9999xf32>
  memref.copy %s, %a : memref<9999xf32> to memref<9999xf32>
  %b = memref.alloc() {alignment = 64 : i64} : memref<9999xf32>
  memref.copy %strided, %b : memref<9999xf32, strided<[2]>> to memref<9999xf32>
  %c = memref.alloc() {alignment = 64 : i64} : memref<9999xi1>
  memref.copy %bits, %c : memref<9999xi1> to memref<9999xi1>
  return %a, %b, %c : memref<9999xf32>, memref<9999xf32>, memref<9999xi1>
}
