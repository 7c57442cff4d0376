// The examples of ParallelDynamicStitch's document.
//
// RUN: weft-run %s --entry=example_1 --input='i32=6' --input='2xi32=4 1' --input='2x2xi32=5 2 0 3' --input='2xi32=61 62' --input='2x2xi32=41 42 11 12' --input='2x2x2xi32=51 52 21 22 1 2 31 32' | FileCheck %s --check-prefix=EXAMPLE-1
// RUN: weft-run %s --entry=partitioned --input='2xi32=1 4' --input='4xi32=0 2 3 5' --input='2xf32=-1 -1' --input='4xf32=1.1 6.2 5.3 8.4' | FileCheck %s --check-prefix=PARTITIONED
// RUN: weft-run %s --entry=scalar_indices --input='i32=1' --input='i32=0' --input='i32=2' --input='2xi32=10 11' --input='2xi32=0 1' --input='2xi32=20 21' | FileCheck %s --check-prefix=SCALAR-INDICES
// RUN: weft-run %s --entry=vector_indices --input='2xi32=0 2' --input='2xi32=1 3' --input='2x2xi32=1 2 5 6' --input='2x2xi32=3 4 7 8' | FileCheck %s --check-prefix=VECTOR-INDICES

// Indices of ranks 0, 1 and 2 in one stitch.
// EXAMPLE-1{LITERAL}: result 0: 7x2xi32 = [[1, 2], [11, 12], [21, 22], [31, 32], [41, 42], [51, 52], [61, 62]]
func.func @example_1(%i0: tensor<i32>, %i1: tensor<2xi32>, %i2: tensor<2x2xi32>, %d0: tensor<2xi32>, %d1: tensor<2x2xi32>, %d2: tensor<2x2x2xi32>) -> tensor<?x2xi32> {
  %0 = weft.parallel_dynamic_stitch indices(%i0, %i1, %i2 : tensor<i32>, tensor<2xi32>, tensor<2x2xi32>)
         data(%d0, %d1, %d2 : tensor<2xi32>, tensor<2x2xi32>, tensor<2x2x2xi32>) -> tensor<?x2xi32>
  return %0 : tensor<?x2xi32>
}

// The two halves of a dynamic partition, put back together.
// PARTITIONED{LITERAL}: result 0: 6xf32 = [1.1, -1, 6.2, 5.3, -1, 8.4]
func.func @partitioned(%i0: tensor<2xi32>, %i1: tensor<4xi32>, %d0: tensor<2xf32>, %d1: tensor<4xf32>) -> tensor<?xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i0, %i1 : tensor<2xi32>, tensor<4xi32>)
         data(%d0, %d1 : tensor<2xf32>, tensor<4xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Scalar indices: each names one row.
// SCALAR-INDICES{LITERAL}: result 0: 3x2xi32 = [[0, 1], [10, 11], [20, 21]]
func.func @scalar_indices(%i0: tensor<i32>, %i1: tensor<i32>, %i2: tensor<i32>, %d0: tensor<2xi32>, %d1: tensor<2xi32>, %d2: tensor<2xi32>) -> tensor<?x2xi32> {
  %0 = weft.parallel_dynamic_stitch indices(%i0, %i1, %i2 : tensor<i32>, tensor<i32>, tensor<i32>)
         data(%d0, %d1, %d2 : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x2xi32>
  return %0 : tensor<?x2xi32>
}

// Vector indices.
// VECTOR-INDICES{LITERAL}: result 0: 4x2xi32 = [[1, 2], [3, 4], [5, 6], [7, 8]]
func.func @vector_indices(%i0: tensor<2xi32>, %i1: tensor<2xi32>, %d0: tensor<2x2xi32>, %d1: tensor<2x2xi32>) -> tensor<?x2xi32> {
  %0 = weft.parallel_dynamic_stitch indices(%i0, %i1 : tensor<2xi32>, tensor<2xi32>)
         data(%d0, %d1 : tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<?x2xi32>
  return %0 : tensor<?x2xi32>
}
