// Threads share the check of many indices; each part has its largest components.
//
// RUN: weft-opt %s --weft-insert-checks=parallel-entries=16384 --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @many
// CHECK-SAME:    %[[I:[^:]*]]: tensor<?x2xi32>
// CHECK:         %[[COUNT:.*]] = tensor.dim %[[I]], %c0
// CHECK:         %[[ENTRIES:.*]] = arith.divui %[[COUNT]], %c4
// CHECK:         %[[MANY:.*]] = arith.cmpi sge, %[[ENTRIES]], %c16384
// CHECK:         %[[MAX:.*]]:2 = scf.if %[[MANY]] -> (i32, i32) {
// CHECK:           %[[PARTS:.*]] = memref.alloc() : memref<16x2xi32>
// CHECK:           scf.forall (%[[PART:.*]]) in
// CHECK:             %[[MINE:.*]] = tensor.extract_slice %[[I]]
// CHECK:             scf.for
// CHECK:               tensor.extract %[[MINE]]
// CHECK:             memref.store %{{.*}}, %[[PARTS]][%[[PART]], %c0]
// CHECK:             memref.store %{{.*}}, %[[PARTS]][%[[PART]], %c1]
// CHECK:           scf.for
// CHECK-COUNT-2:     arith.maxui
// CHECK:         } else {
// CHECK-NOT:       scf.forall
// CHECK:           tensor.extract %[[I]]
// CHECK:         arith.index_castui %[[MAX]]#0
func.func @many(%i: tensor<?x2xi32>, %u: tensor<?xf32>, %t: tensor<3x?xf32>) -> tensor<3x?xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<?x2xi32>, tensor<?xf32>) outs(%t : tensor<3x?xf32>) -> tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}

// Known to be few.
// CHECK-LABEL: func.func @few
// CHECK-NOT:     scf.forall
func.func @few(%i: tensor<65535x1xi32>, %u: tensor<65535xf32>, %t: tensor<?xf32>) -> tensor<?xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<65535x1xi32>, tensor<65535xf32>) outs(%t : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
