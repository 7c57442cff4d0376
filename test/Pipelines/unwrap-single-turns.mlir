// RUN: weft-opt %s --weft-unwrap-single-turns | FileCheck %s

// CHECK-LABEL: func.func @marked
// CHECK-SAME:    %[[M:.*]]: memref<?xf32>, %[[V:.*]]: f32, %[[N:.*]]: index
// CHECK:         %[[ONE:.*]] = arith.cmpi eq, %[[N]], %{{.*}} : index
// CHECK:         scf.if %[[ONE]] {
// CHECK-NEXT:      %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-NEXT:      memref.store %[[V]], %[[M]][%[[ZERO]]]
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.forall (%[[I:.*]]) in (%[[N]]) {
// CHECK-NEXT:        memref.store %[[V]], %[[M]][%[[I]]]
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @marked(%m: memref<?xf32>, %v: f32, %n: index) {
  scf.forall (%i) in (%n) {
    memref.store %v, %m[%i] : memref<?xf32>
  } {weft.maybe_single}
  return
}

// CHECK-LABEL: func.func @unmarked
// CHECK-NEXT:    scf.forall
func.func @unmarked(%m: memref<?xf32>, %v: f32, %n: index) {
  scf.forall (%i) in (%n) {
    memref.store %v, %m[%i] : memref<?xf32>
  }
  return
}
