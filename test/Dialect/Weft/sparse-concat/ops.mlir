// The assembly format, and everything that the verifier accepts.
//
// RUN: weft-opt %s --verify-roundtrip | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func @one_input
// CHECK: weft.sparse_concat dim 0 indices(%{{.*}} : tensor<?x3xi64>) values(%{{.*}} : tensor<?xf32>) shapes(%{{.*}} : tensor<3xi64>) -> tensor<?x3xi64>, tensor<?xf32>, tensor<3xi64>
// GENERIC-LABEL: "func.func"() <{{.*}}sym_name = "one_input"
// GENERIC: "weft.sparse_concat"(%{{.*}}, %{{.*}}, %{{.*}}) <{concat_dim = 0 : i64, operandSegmentSizes = array<i32: 1, 1, 1>}>
func.func @one_input(%i: tensor<?x3xi64>, %v: tensor<?xf32>, %s: tensor<3xi64>) -> tensor<?x3xi64> {
  %0:3 = weft.sparse_concat dim 0 indices(%i : tensor<?x3xi64>) values(%v : tensor<?xf32>) shapes(%s : tensor<3xi64>)
      -> tensor<?x3xi64>, tensor<?xf32>, tensor<3xi64>
  return %0#0 : tensor<?x3xi64>
}

// CHECK-LABEL: func @from_the_back
// CHECK: weft.sparse_concat dim -2
func.func @from_the_back(%i: tensor<4x2xi64>, %j: tensor<3x2xi64>, %v: tensor<4xf32>, %w: tensor<3xf32>, %s: tensor<2xi64>) -> tensor<7x2xi64> {
  %0:3 = weft.sparse_concat dim -2 indices(%i, %j : tensor<4x2xi64>, tensor<3x2xi64>) values(%v, %w : tensor<4xf32>, tensor<3xf32>)
      shapes(%s, %s : tensor<2xi64>, tensor<2xi64>) -> tensor<7x2xi64>, tensor<7xf32>, tensor<2xi64>
  return %0#0 : tensor<7x2xi64>
}

// The rank may be shown by one operand only, here the length of a shape.
// CHECK-LABEL: func @rank_from_one_shape
func.func @rank_from_one_shape(%i: tensor<?x?xi64>, %v: tensor<?xf32>, %s: tensor<?xi64>, %t: tensor<4xi64>) -> tensor<?x?xi64> {
  %0:3 = weft.sparse_concat dim 3 indices(%i, %i : tensor<?x?xi64>, tensor<?x?xi64>) values(%v, %v : tensor<?xf32>, tensor<?xf32>)
      shapes(%s, %t : tensor<?xi64>, tensor<4xi64>) -> tensor<?x?xi64>, tensor<?xf32>, tensor<?xi64>
  return %0#0 : tensor<?x?xi64>
}

// CHECK-LABEL: func @rank_from_one_matrix
func.func @rank_from_one_matrix(%i: tensor<?x?xi64>, %j: tensor<?x4xi64>, %v: tensor<?xf32>, %s: tensor<?xi64>) -> tensor<?x4xi64> {
  %0:3 = weft.sparse_concat dim -4 indices(%i, %j : tensor<?x?xi64>, tensor<?x4xi64>) values(%v, %v : tensor<?xf32>, tensor<?xf32>)
      shapes(%s, %s : tensor<?xi64>, tensor<?xi64>) -> tensor<?x4xi64>, tensor<?xf32>, tensor<4xi64>
  return %0#0 : tensor<?x4xi64>
}

// CHECK-LABEL: func @sort_inputs
// CHECK: weft.sparse_concat dim 0 sort_inputs indices(
// GENERIC: "weft.sparse_concat"(%{{.*}}, %{{.*}}, %{{.*}}) <{{.*}}sort_inputs}>
func.func @sort_inputs(%i: tensor<?x3xi64>, %v: tensor<?xf32>, %s: tensor<3xi64>) -> tensor<?x3xi64> {
  %0:3 = weft.sparse_concat dim 0 sort_inputs indices(%i : tensor<?x3xi64>) values(%v : tensor<?xf32>) shapes(%s : tensor<3xi64>)
      -> tensor<?x3xi64>, tensor<?xf32>, tensor<3xi64>
  return %0#0 : tensor<?x3xi64>
}

// A result may be more static than the operands show: checked at run time.
// CHECK-LABEL: func @static_result
func.func @static_result(%i: tensor<?x1xi64>, %v: tensor<?xf32>, %s: tensor<1xi64>) -> tensor<5x1xi64> {
  %0:3 = weft.sparse_concat dim 0 indices(%i : tensor<?x1xi64>) values(%v : tensor<?xf32>) shapes(%s : tensor<1xi64>)
      -> tensor<5x1xi64>, tensor<5xf32>, tensor<1xi64>
  return %0#0 : tensor<5x1xi64>
}

// CHECK-LABEL: func @element_types
func.func @element_types(%i: tensor<?x1xi64>, %s: tensor<1xi64>, %a: tensor<?xi1>, %b: tensor<?xf8E4M3FN>, %c: tensor<?xcomplex<f64>>,
                         %d: tensor<?xui8>, %e: tensor<?xindex>, %f: tensor<?xvector<4xf32>>, %g: tensor<?x!llvm.struct<(ptr, i64)>>) {
  // CHECK: tensor<?xi1>
  %0:3 = weft.sparse_concat dim 0 indices(%i : tensor<?x1xi64>) values(%a : tensor<?xi1>) shapes(%s : tensor<1xi64>)
      -> tensor<?x1xi64>, tensor<?xi1>, tensor<1xi64>
  // CHECK: tensor<?xf8E4M3FN>
  %1:3 = weft.sparse_concat dim 0 indices(%i : tensor<?x1xi64>) values(%b : tensor<?xf8E4M3FN>) shapes(%s : tensor<1xi64>)
      -> tensor<?x1xi64>, tensor<?xf8E4M3FN>, tensor<1xi64>
  // CHECK: tensor<?xcomplex<f64>>
  %2:3 = weft.sparse_concat dim 0 indices(%i : tensor<?x1xi64>) values(%c : tensor<?xcomplex<f64>>) shapes(%s : tensor<1xi64>)
      -> tensor<?x1xi64>, tensor<?xcomplex<f64>>, tensor<1xi64>
  // CHECK: tensor<?xui8>
  %3:3 = weft.sparse_concat dim 0 indices(%i : tensor<?x1xi64>) values(%d : tensor<?xui8>) shapes(%s : tensor<1xi64>)
      -> tensor<?x1xi64>, tensor<?xui8>, tensor<1xi64>
  // CHECK: tensor<?xindex>
  %4:3 = weft.sparse_concat dim 0 indices(%i : tensor<?x1xi64>) values(%e : tensor<?xindex>) shapes(%s : tensor<1xi64>)
      -> tensor<?x1xi64>, tensor<?xindex>, tensor<1xi64>
  // CHECK: tensor<?xvector<4xf32>>
  %5:3 = weft.sparse_concat dim 0 indices(%i : tensor<?x1xi64>) values(%f : tensor<?xvector<4xf32>>) shapes(%s : tensor<1xi64>)
      -> tensor<?x1xi64>, tensor<?xvector<4xf32>>, tensor<1xi64>
  // CHECK: tensor<?x!llvm.struct<(ptr, i64)>>
  %6:3 = weft.sparse_concat dim 0 indices(%i : tensor<?x1xi64>) values(%g : tensor<?x!llvm.struct<(ptr, i64)>>) shapes(%s : tensor<1xi64>)
      -> tensor<?x1xi64>, tensor<?x!llvm.struct<(ptr, i64)>>, tensor<1xi64>
  return
}
