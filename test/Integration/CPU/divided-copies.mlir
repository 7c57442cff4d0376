// A tensor is copied, since it is used later, in every way that a copy may be divided: the
// number of elements that differ from it.
//
// RUN: weft-run %s --input=index=5000 | FileCheck %s
// RUN: weft-run %s --input=index=5000 --pipeline-options=streaming-bytes=64 | FileCheck %s
// RUN: weft-run %s --input=index=5000 --threads=2 --pipeline-options=streaming-bytes=64 | FileCheck %s
// RUN: weft-run %s --input=index=5000 --threads=2 --pipeline-options="streaming-bytes=64 parallel-bytes=256" | FileCheck %s
// RUN: weft-run %s --input=index=5000 --threads=2 --pipeline-options="streaming-bytes=0 parallel-bytes=256" | FileCheck %s
// RUN: weft-run %s --input=index=17 --threads=2 --pipeline-options="streaming-bytes=64 parallel-bytes=64" | FileCheck %s
// CHECK: result 0: index = 1
func.func @main(%n: index) -> index {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %t = func.call @count(%n) : (index) -> tensor<?xi32>
  %at = arith.constant dense<[[16]]> : tensor<1x1xi32>
  %update = arith.constant dense<[100]> : tensor<1xi32>
  %r = weft.tensor_scatter_sub ins(%at, %update : tensor<1x1xi32>, tensor<1xi32>) outs(%t : tensor<?xi32>) -> tensor<?xi32>
  %different = scf.for %i = %zero to %n step %one iter_args(%sum = %zero) -> index {
    %a = tensor.extract %t[%i] : tensor<?xi32>
    %b = tensor.extract %r[%i] : tensor<?xi32>
    %differs = arith.cmpi ne, %a, %b : i32
    %0 = arith.index_castui %differs : i1 to index
    %1 = arith.addi %sum, %0 : index
    scf.yield %1 : index
  }
  return %different : index
}

func.func private @count(%n: index) -> tensor<?xi32> {
  %one = arith.constant 1 : index
  %t = tensor.generate %n {
  ^bb0(%i: index):
    %0 = arith.addi %i, %one : index
    %1 = arith.index_cast %0 : index to i32
    tensor.yield %1 : i32
  } : tensor<?xi32>
  return %t : tensor<?xi32>
}
