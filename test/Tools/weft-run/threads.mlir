// REQUIRES: openmp
// RUN: weft-run %s --input "4xf32=1 2 3 4" --threads 2 | FileCheck %s
// RUN: weft-run %s --input "4xf32=1 2 3 4" --threads 1 | FileCheck %s
// CHECK: result 0: 4xf32 = [1, 3, 5, 7]
func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %out = tensor.empty(%n) : tensor<?xf32>
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %out) -> tensor<?xf32> {
    %x = tensor.extract %a[%i] : tensor<?xf32>
    %i32 = arith.index_cast %i : index to i32
    %f = arith.sitofp %i32 : i32 to f32
    %y = arith.addf %x, %f : f32
    %s = tensor.extract_slice %o[%i] [1] [1] : tensor<?xf32> to tensor<1xf32>
    %v = tensor.insert %y into %s[%c0] : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v into %o[%i] [1] [1] : tensor<1xf32> into tensor<?xf32>
    }
  }
  return %0 : tensor<?xf32>
}
