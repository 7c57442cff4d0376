// The example of SparseConcat's document.
//
// RUN: weft-run %s --entry=example_1 --input='3x2xi64=0 2 1 0 1 1' --input='2x2xi64=0 1 0 2' --input='3xf32=1 2 3' --input='2xf32=4 5' --input='2xi64=2 3' --input='2xi64=2 4' | FileCheck %s --check-prefix=EXAMPLE-1
// RUN: weft-run %s --entry=from_the_back --input='3x2xi64=0 2 1 0 1 1' --input='2x2xi64=0 1 0 2' --input='3xf32=1 2 3' --input='2xf32=4 5' --input='2xi64=2 3' --input='2xi64=2 4' | FileCheck %s --check-prefix=FROM-THE-BACK

// Two sparse matrices side by side. (The document's letters are numbers here: a = 1, b = 2, ...)
// EXAMPLE-1{LITERAL}: result 0: 5x2xi64 = [[0, 2], [0, 4], [0, 5], [1, 0], [1, 1]]
// EXAMPLE-1{LITERAL}: result 1: 5xf32 = [1, 4, 5, 2, 3]
// EXAMPLE-1{LITERAL}: result 2: 2xi64 = [2, 7]
func.func @example_1(%i0: tensor<?x2xi64>, %i1: tensor<?x2xi64>, %v0: tensor<?xf32>, %v1: tensor<?xf32>, %s0: tensor<2xi64>, %s1: tensor<2xi64>) -> (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) {
  %0:3 = weft.sparse_concat dim 1 indices(%i0, %i1 : tensor<?x2xi64>, tensor<?x2xi64>) values(%v0, %v1 : tensor<?xf32>, tensor<?xf32>)
           shapes(%s0, %s1 : tensor<2xi64>, tensor<2xi64>) -> tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
  return %0#0, %0#1, %0#2 : tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
}

// The same dimension, counted from the back.
// FROM-THE-BACK{LITERAL}: result 0: 5x2xi64 = [[0, 2], [0, 4], [0, 5], [1, 0], [1, 1]]
// FROM-THE-BACK{LITERAL}: result 1: 5xf32 = [1, 4, 5, 2, 3]
// FROM-THE-BACK{LITERAL}: result 2: 2xi64 = [2, 7]
func.func @from_the_back(%i0: tensor<?x2xi64>, %i1: tensor<?x2xi64>, %v0: tensor<?xf32>, %v1: tensor<?xf32>, %s0: tensor<2xi64>, %s1: tensor<2xi64>) -> (tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>) {
  %0:3 = weft.sparse_concat dim -1 indices(%i0, %i1 : tensor<?x2xi64>, tensor<?x2xi64>) values(%v0, %v1 : tensor<?xf32>, tensor<?xf32>)
           shapes(%s0, %s1 : tensor<2xi64>, tensor<2xi64>) -> tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
  return %0#0, %0#1, %0#2 : tensor<?x2xi64>, tensor<?xf32>, tensor<2xi64>
}
