// RUN: weft-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize | FileCheck %s

// The result has the shape of the tensor.
// CHECK-LABEL: func.func @shape
// CHECK-SAME:    %{{.*}}: tensor<?x1xi32>, %{{.*}}: tensor<?x?xf32>, %[[T:[^:]*]]: tensor<?x?xf32>
// CHECK-NOT:     weft.
// CHECK:         %[[D:.*]] = tensor.dim %[[T]], %c1
// CHECK:         return %[[D]]
func.func @shape(%i: tensor<?x1xi32>, %u: tensor<?x?xf32>, %t: tensor<?x?xf32>) -> index {
  %c1 = arith.constant 1 : index
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<?x1xi32>, tensor<?x?xf32>) outs(%t : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = tensor.dim %0, %c1 : tensor<?x?xf32>
  return %r : index
}
