// RUN: weft-opt %s --convert-weft-to-linalg=checks=none --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @rows
// CHECK-SAME:    %[[I:[^:]*]]: tensor<?xi32>, %[[D:[^:]*]]: tensor<?x3xf32>
// CHECK-NOT:     weft.
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:         %[[MAX:.*]] = scf.for
// CHECK:           arith.maxui
// CHECK:         %[[ROWS:.*]] = arith.select
// CHECK:         %[[EMPTY:.*]] = tensor.empty(%[[ROWS]]) : tensor<?x3xf32>
// CHECK:         %[[FILL:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs(%[[EMPTY]] : tensor<?x3xf32>)
// CHECK:         %[[R:.*]] = scf.for %[[K:.*]] = {{.*}} iter_args(%[[O:.*]] = %[[FILL]])
// CHECK:           %[[X:.*]] = tensor.extract %[[I]][%[[K]]]
// CHECK:           %[[ROW:.*]] = arith.index_castui %[[X]]
// CHECK:           %[[FROM:.*]] = tensor.extract_slice %[[D]][%[[K]], 0] [1, 3] [1, 1]
// CHECK:           %[[TO:.*]] = tensor.extract_slice %[[O]][%[[ROW]], 0] [1, 3] [1, 1]
// CHECK:           %[[C:.*]] = linalg.copy ins(%[[FROM]] : tensor<3xf32>) outs(%[[TO]] : tensor<3xf32>)
// CHECK:           %[[N:.*]] = tensor.insert_slice %[[C]] into %[[O]][%[[ROW]], 0] [1, 3] [1, 1]
// CHECK:           scf.yield %[[N]]
// CHECK:         return %[[R]]
func.func @rows(%i: tensor<?xi32>, %d: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?xi32>) data(%d : tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// Scalar rows are moved as elements; indices of rank 2 are walked in their order.
// CHECK-LABEL: func.func @scalar_rows
// CHECK:         linalg.fill
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             tensor.extract %{{.*}} : tensor<?x2xi64>
// CHECK:             tensor.extract %{{.*}} : tensor<?x2xi1>
// CHECK:             tensor.insert
// CHECK-NOT:     linalg.copy
func.func @scalar_rows(%i: tensor<?x2xi64>, %d: tensor<?x2xi1>) -> tensor<?xi1> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?x2xi64>) data(%d : tensor<?x2xi1>) -> tensor<?xi1>
  return %0 : tensor<?xi1>
}

// Inputs follow one another, so that the last one wins; a scalar index needs no loop.
// CHECK-LABEL: func.func @two_inputs
// CHECK:         %[[F:.*]] = linalg.fill
// CHECK:         %[[A:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[F]])
// CHECK:         %[[R:.*]] = tensor.insert_slice %{{.*}} into %[[A]]
// CHECK:         return %[[R]]
func.func @two_inputs(%i: tensor<?xi32>, %j: tensor<i32>, %a: tensor<?x2xf32>, %b: tensor<2xf32>) -> tensor<?x2xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i, %j : tensor<?xi32>, tensor<i32>) data(%a, %b : tensor<?x2xf32>, tensor<2xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// Rows that may be empty are walked only if they are not; empty ones never.
// CHECK-LABEL: func.func @maybe_empty_rows
// CHECK:         %[[E:.*]] = tensor.empty
// CHECK:         %[[R:.*]] = scf.if
// CHECK:           linalg.fill
// CHECK:         else
// CHECK-NEXT:      scf.yield %[[E]]
// CHECK-LABEL: func.func @empty_rows
// CHECK-NOT:     linalg
// CHECK-NOT:     tensor.insert
// CHECK:         return
func.func @maybe_empty_rows(%i: tensor<?xi32>, %d: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?xi32>) data(%d : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @empty_rows(%i: tensor<?xi64>, %d: tensor<?x0xf32>) -> tensor<?x0xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?xi64>) data(%d : tensor<?x0xf32>) -> tensor<?x0xf32>
  return %0 : tensor<?x0xf32>
}

// A claimed number of rows is taken at its word, once it has been checked.
// CHECK-LABEL: func.func @static_rows
// CHECK:         tensor.empty() : tensor<4x2xf32>
func.func @static_rows(%i: tensor<?xi32>, %d: tensor<?x2xf32>) -> tensor<4x2xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?xi32>) data(%d : tensor<?x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// Rows of 256 bytes and more are not zeroed first: a bit each tells which ones are
// missing in the end.
// CHECK-LABEL: func.func @wide_rows
// CHECK-SAME:    %[[I:[^:]*]]: tensor<?xi32>, %[[D:[^:]*]]: tensor<?x64xf32>
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG:     %[[EMPTY:.*]] = tensor.empty(%[[ROWS:.*]]) : tensor<?x64xf32>
// CHECK-DAG:     %[[NONE:.*]] = linalg.fill ins(%c0_i64 : i64) outs(%{{.*}} : tensor<?xi64>)
// CHECK:         %[[C:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %[[EMPTY]], %{{.*}} = %[[NONE]])
// CHECK:           linalg.copy
// CHECK:           arith.shli
// CHECK:           arith.ori
// CHECK:           tensor.insert %{{.*}} : tensor<?xi64>
// CHECK:         scf.for {{.*}} to %[[ROWS]] step %c1 iter_args(%{{.*}} = %[[C]]#0)
// CHECK:           tensor.extract %[[C]]#1
// CHECK:           scf.if
// CHECK:             linalg.fill ins(%[[ZERO]] : f32) outs(%{{.*}} : tensor<64xf32>)
func.func @wide_rows(%i: tensor<?xi32>, %d: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?xi32>) data(%d : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// CHECK-LABEL: func.func @not_so_wide_rows
// CHECK-NOT:     arith.shli
// CHECK:         return
func.func @not_so_wide_rows(%i: tensor<?xi32>, %d: tensor<?x63xf32>) -> tensor<?x63xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?xi32>) data(%d : tensor<?x63xf32>) -> tensor<?x63xf32>
  return %0 : tensor<?x63xf32>
}
