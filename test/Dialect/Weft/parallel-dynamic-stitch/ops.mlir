// RUN: weft-opt %s --verify-roundtrip | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @ranks_and_index_types
// CHECK:         weft.parallel_dynamic_stitch indices(%{{.*}}, %{{.*}}, %{{.*}} : tensor<i32>, tensor<2xi64>, tensor<?x2xindex>)
// CHECK-SAME:      data(%{{.*}}, %{{.*}}, %{{.*}} : tensor<3xf32>, tensor<2x3xf32>, tensor<?x2x?xf32>) -> tensor<?x3xf32>
// GENERIC-LABEL: sym_name = "ranks_and_index_types"
// GENERIC:         "weft.parallel_dynamic_stitch"
// GENERIC-SAME:      operandSegmentSizes = array<i32: 3, 3>
func.func @ranks_and_index_types(%i0: tensor<i32>, %i1: tensor<2xi64>, %i2: tensor<?x2xindex>, %d0: tensor<3xf32>, %d1: tensor<2x3xf32>, %d2: tensor<?x2x?xf32>) -> tensor<?x3xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i0, %i1, %i2 : tensor<i32>, tensor<2xi64>, tensor<?x2xindex>)
         data(%d0, %d1, %d2 : tensor<3xf32>, tensor<2x3xf32>, tensor<?x2x?xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// Rows may be scalars, and the result may have fewer static sizes than are known.
// CHECK-LABEL: func.func @scalar_rows
// CHECK:         -> tensor<?xi1>
func.func @scalar_rows(%i: tensor<4xi32>, %d: tensor<4xi1>) -> tensor<?xi1> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<4xi32>) data(%d : tensor<4xi1>) -> tensor<?xi1>
  return %0 : tensor<?xi1>
}

// The number of rows may be claimed; a run-time check sees to it.
// CHECK-LABEL: func.func @static_rows
// CHECK:         -> tensor<7x2xf32>
func.func @static_rows(%i: tensor<?xi32>, %d: tensor<?x?xf32>) -> tensor<7x2xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<?xi32>) data(%d : tensor<?x?xf32>) -> tensor<7x2xf32>
  return %0 : tensor<7x2xf32>
}

// Whatever a buffer can hold is moved.
// CHECK-LABEL: func.func @element_types
func.func @element_types(%i: tensor<2xi32>, %a: tensor<2xcomplex<f32>>, %b: tensor<2xf8E4M3FN>, %c: tensor<2xui8>, %d: tensor<2xi3>,
                         %e: tensor<2x!llvm.struct<(ptr, i64)>>, %f: tensor<2xvector<4xf32>>) {
  // CHECK: tensor<?xcomplex<f32>>
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<2xi32>) data(%a : tensor<2xcomplex<f32>>) -> tensor<?xcomplex<f32>>
  // CHECK: tensor<?xf8E4M3FN>
  %1 = weft.parallel_dynamic_stitch indices(%i : tensor<2xi32>) data(%b : tensor<2xf8E4M3FN>) -> tensor<?xf8E4M3FN>
  // CHECK: tensor<?xui8>
  %2 = weft.parallel_dynamic_stitch indices(%i : tensor<2xi32>) data(%c : tensor<2xui8>) -> tensor<?xui8>
  // CHECK: tensor<?xi3>
  %3 = weft.parallel_dynamic_stitch indices(%i : tensor<2xi32>) data(%d : tensor<2xi3>) -> tensor<?xi3>
  // CHECK: tensor<?x!llvm.struct<(ptr, i64)>>
  %4 = weft.parallel_dynamic_stitch indices(%i : tensor<2xi32>) data(%e : tensor<2x!llvm.struct<(ptr, i64)>>) -> tensor<?x!llvm.struct<(ptr, i64)>>
  // CHECK: tensor<?xvector<4xf32>>
  %5 = weft.parallel_dynamic_stitch indices(%i : tensor<2xi32>) data(%f : tensor<2xvector<4xf32>>) -> tensor<?xvector<4xf32>>
  return
}
