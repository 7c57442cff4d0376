// RUN: weft-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize --cse | FileCheck %s

// The number of rows is a reduction over the indices, nothing is stitched for it.
// CHECK-LABEL: func.func @rows
// CHECK-SAME:    %[[I:[^:]*]]: tensor<?xi32>
// CHECK-NOT:     weft.
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG:     %[[Z:.*]] = arith.constant 0 : i32
// CHECK:         %[[N:.*]] = tensor.dim %[[I]], %[[C0]]
// CHECK:         %[[MAX:.*]] = scf.for %[[K:.*]] = %[[C0]] to %[[N]] step %[[C1]] iter_args(%[[M:.*]] = %[[Z]])
// CHECK:           %[[X:.*]] = tensor.extract %[[I]][%[[K]]]
// CHECK:           %[[NEXT:.*]] = arith.maxui %[[M]], %[[X]]
// CHECK:           scf.yield %[[NEXT]]
// CHECK:         %[[TOP:.*]] = arith.index_castui %[[MAX]]
// CHECK:         %[[NONE:.*]] = arith.cmpi eq, %[[N]], %[[C0]]
// CHECK:         %[[ROWS:.*]] = arith.addi %[[TOP]], %[[C1]]
// CHECK:         arith.select %[[NONE]], %[[C0]], %[[ROWS]]
func.func @rows(%i: tensor<?xi32>, %d: tensor<?x3xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?xi32>) data(%d : tensor<?x3xf32>) -> tensor<?x3xf32>
  %r = tensor.dim %0, %c0 : tensor<?x3xf32>
  return %r : index
}

// The size of a row comes from the data, or from whichever type knows it.
// CHECK-LABEL: func.func @row_sizes
// CHECK-SAME:    %[[D:[^:]*]]: tensor<?x?x?xf32>, %{{.*}}: tensor<4xf32>
// CHECK-NOT:     weft.
// CHECK-DAG:     %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG:     %[[C2:.*]] = arith.constant 2 : index
// CHECK:         %[[S:.*]] = tensor.dim %[[D]], %[[C2]]
// CHECK:         return %[[S]], %[[C4]]
func.func @row_sizes(%i: tensor<?x?xi32>, %j: tensor<i32>, %d: tensor<?x?x?xf32>, %e: tensor<4xf32>) -> (index, index) {
  %c1 = arith.constant 1 : index
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?x?xi32>) data(%d : tensor<?x?x?xf32>) -> tensor<?x?xf32>
  %1 = weft.parallel_dynamic_stitch indices(%i, %j : tensor<?x?xi32>, tensor<i32>) data(%d, %e : tensor<?x?x?xf32>, tensor<4xf32>) -> tensor<?x?xf32>
  %r = tensor.dim %0, %c1 : tensor<?x?xf32>
  %s = tensor.dim %1, %c1 : tensor<?x?xf32>
  return %r, %s : index, index
}
