// sparse_concat moves elements of every type that a memref can hold, strings among them (pointer and length).
//
// RUN: weft-run %s --entry=unsigned --input='2x2xi64=0 0 1 1' --input='2xui8=200 201' --input='2xi64=2 2' | FileCheck %s --check-prefix=UNSIGNED
// RUN: weft-run %s --entry=complex --input='2x2xi64=0 0 1 1' --input='2xcomplex<f32>=(1,-1) (2,-2)' --input='2xi64=2 2' | FileCheck %s --check-prefix=COMPLEX
// RUN: weft-run %s --entry=bits --input='2x2xi64=0 0 1 1' --input='2xi1=1 0' --input='2xi64=2 2' | FileCheck %s --check-prefix=BITS
// RUN: weft-opt %s --weft-cpu-pipeline | FileCheck %s
//
// UNSIGNED: result 0: 4xui8 = [200, 200, 201, 201]
// COMPLEX: result 0: 4xcomplex<f32> = [(1, -1), (1, -1), (2, -2), (2, -2)]
// BITS: result 0: 4xi1 = [true, true, false, false]
//
// CHECK-LABEL: llvm.func @handles
// CHECK-LABEL: llvm.func @unsigned
// CHECK-LABEL: llvm.func @f8

func.func @handles(%i: tensor<?x1xi64>, %v: tensor<?x!llvm.struct<(ptr, i64)>>, %s: tensor<1xi64>) -> tensor<?x!llvm.struct<(ptr, i64)>> {
  %0:3 = weft.sparse_concat dim 0 indices(%i, %i : tensor<?x1xi64>, tensor<?x1xi64>) values(%v, %v : tensor<?x!llvm.struct<(ptr, i64)>>, tensor<?x!llvm.struct<(ptr, i64)>>)
      shapes(%s, %s : tensor<1xi64>, tensor<1xi64>) -> tensor<?x1xi64>, tensor<?x!llvm.struct<(ptr, i64)>>, tensor<1xi64>
  return %0#1 : tensor<?x!llvm.struct<(ptr, i64)>>
}
func.func @unsigned(%i: tensor<?x2xi64>, %v: tensor<?xui8>, %s: tensor<2xi64>) -> tensor<?xui8> {
  %0:3 = weft.sparse_concat dim 1 indices(%i, %i : tensor<?x2xi64>, tensor<?x2xi64>) values(%v, %v : tensor<?xui8>, tensor<?xui8>)
      shapes(%s, %s : tensor<2xi64>, tensor<2xi64>) -> tensor<?x2xi64>, tensor<?xui8>, tensor<2xi64>
  return %0#1 : tensor<?xui8>
}
func.func @f8(%i: tensor<?x2xi64>, %v: tensor<?xf8E4M3FN>, %s: tensor<2xi64>) -> tensor<?xf8E4M3FN> {
  %0:3 = weft.sparse_concat dim 1 indices(%i, %i : tensor<?x2xi64>, tensor<?x2xi64>) values(%v, %v : tensor<?xf8E4M3FN>, tensor<?xf8E4M3FN>)
      shapes(%s, %s : tensor<2xi64>, tensor<2xi64>) -> tensor<?x2xi64>, tensor<?xf8E4M3FN>, tensor<2xi64>
  return %0#1 : tensor<?xf8E4M3FN>
}
func.func @bits(%i: tensor<?x2xi64>, %v: tensor<?xi1>, %s: tensor<2xi64>) -> tensor<?xi1> {
  %0:3 = weft.sparse_concat dim 1 indices(%i, %i : tensor<?x2xi64>, tensor<?x2xi64>) values(%v, %v : tensor<?xi1>, tensor<?xi1>)
      shapes(%s, %s : tensor<2xi64>, tensor<2xi64>) -> tensor<?x2xi64>, tensor<?xi1>, tensor<2xi64>
  return %0#1 : tensor<?xi1>
}
func.func @complex(%i: tensor<?x2xi64>, %v: tensor<?xcomplex<f32>>, %s: tensor<2xi64>) -> tensor<?xcomplex<f32>> {
  %0:3 = weft.sparse_concat dim 1 indices(%i, %i : tensor<?x2xi64>, tensor<?x2xi64>) values(%v, %v : tensor<?xcomplex<f32>>, tensor<?xcomplex<f32>>)
      shapes(%s, %s : tensor<2xi64>, tensor<2xi64>) -> tensor<?x2xi64>, tensor<?xcomplex<f32>>, tensor<2xi64>
  return %0#1 : tensor<?xcomplex<f32>>
}
