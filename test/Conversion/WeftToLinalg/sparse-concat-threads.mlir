// Entries divided among threads.
//
// RUN: weft-opt %s --convert-weft-to-linalg="checks=none parallel-entries=16384" --canonicalize | FileCheck %s
// RUN: weft-opt %s --convert-weft-to-linalg=parallel-entries=16384 --canonicalize | FileCheck %s --check-prefix=CHECKS
// RUN: weft-opt %s --convert-weft-to-linalg --canonicalize | FileCheck %s --check-prefix=SERIAL --implicit-check-not=scf.forall

// A part of the result takes what of each input lies there.
// CHECK-LABEL: func @append
// CHECK: %[[MANY:.*]] = arith.cmpi sge, %[[TOTAL:.*]], %c16384
// CHECK: scf.if %[[MANY]] {
// CHECK:   %[[PAIRS:.*]] = arith.divui %[[TOTAL]], %c65536
// CHECK:   scf.forall (%{{.*}}) in (%[[PARTS:.*]]) {
// CHECK:     arith.divui %{{.*}}, %[[PARTS]]
// CHECK:     arith.andi %{{.*}}, %c-64
// CHECK:     vector.store {{.*}} vector<8xf32>
// CHECK: } else {
// CHECK-NOT: scf.forall
// CHECK:   vector.store {{.*}} vector<8xf32>
//
// Each thread checks what it copies; what is wrong is looked for behind the loop.
// CHECKS-LABEL: func @append
// CHECKS: %[[BITS:.*]] = scf.if {{.*}} -> (i64) {
// CHECKS:   scf.forall (%[[PART:.*]]) in
// CHECKS-NOT: cf.assert
// CHECKS:     vector.reduction <or>
// CHECKS-NOT: cf.assert
// CHECKS:     memref.store %{{.*}}, %{{.*}}[%[[PART]]] : memref<16xi64>
// CHECKS:   }
// CHECKS: } else {
// CHECKS: }
// CHECKS: arith.cmpi slt, %[[BITS]], %c0_i64
// CHECKS: cf.assert
//
// SERIAL-LABEL: func @append
func.func @append(%i: tensor<?x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>) -> (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) {
  %0:3 = weft.sparse_concat dim 0 indices(%i, %i : tensor<?x2xi64>, tensor<?x2xi64>) values(%v, %v : tensor<?xf32>, tensor<?xf32>)
      shapes(%s, %s : tensor<2xi64>, tensor<2xi64>) -> tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
  return %0#0, %0#1, %0#2 : tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
}

// Each thread merges a part, in buffers of its own.
// CHECK-LABEL: func @merge
// CHECK: scf.if %{{.*}} {
// CHECK:   memref.alloc(%[[PARTS:.*]]) {{.*}} : memref<?x512xi32>
// CHECK:   scf.forall (%[[PART:.*]]) in (%[[PARTS]]) {
// CHECK:     memref.subview %{{.*}}[%[[PART]], 0] [1, 512] [1, 1]
// CHECK: } else {
// CHECK:   memref.alloc() {{.*}} : memref<512xi32>
// CHECK-NOT: scf.forall
// CHECK: return
// SERIAL-LABEL: func @merge
func.func @merge(%i: tensor<?x2xi64>, %v: tensor<?xf32>, %s: tensor<2xi64>) -> (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) {
  %0:3 = weft.sparse_concat dim 1 indices(%i, %i : tensor<?x2xi64>, tensor<?x2xi64>) values(%v, %v : tensor<?xf32>, tensor<?xf32>)
      shapes(%s, %s : tensor<2xi64>, tensor<2xi64>) -> tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
  return %0#0, %0#1, %0#2 : tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
}
