// The lowering is upstream IR: upstream's passes and runner are enough to compute it.
// The tensor that is subtracted from is read again afterwards: it must not change.
//
// RUN: weft-opt %s --convert-weft-to-linalg | mlir-opt --pass-pipeline="builtin.module(one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map},canonicalize,buffer-deallocation-pipeline,convert-bufferization-to-memref,convert-linalg-to-loops,expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)" | mlir-runner -e main --entry-point-result=void --shared-libs=%llvm_lib_dir/libmlir_runner_utils.so,%llvm_lib_dir/libmlir_c_runner_utils.so | FileCheck %s

func.func private @printMemrefF32(tensor<*xf32>)

func.func @sub(%i: tensor<?x1xi32>, %u: tensor<?x2xf32>, %t: tensor<?x2xf32> {bufferization.writable = false}) -> tensor<?x2xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<?x1xi32>, tensor<?x2xf32>) outs(%t : tensor<?x2xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// CHECK:      sizes = [3, 2]
// CHECK-NEXT{LITERAL}: [[-4, -5],
// CHECK-NEXT: [1, 1],
// CHECK-NEXT: [0, -1]]
// CHECK:      sizes = [3, 2]
// CHECK-NEXT{LITERAL}: [[1, 1],
// CHECK-NEXT: [1, 1],
// CHECK-NEXT: [1, 1]]
func.func @main() {
  %i = arith.constant dense<[[0], [2], [0]]> : tensor<3x1xi32>
  %u = arith.constant dense<[[2.0, 2.0], [1.0, 2.0], [3.0, 4.0]]> : tensor<3x2xf32>
  %t = arith.constant dense<1.0> : tensor<3x2xf32>
  %id = tensor.cast %i : tensor<3x1xi32> to tensor<?x1xi32>
  %ud = tensor.cast %u : tensor<3x2xf32> to tensor<?x2xf32>
  %td = tensor.cast %t : tensor<3x2xf32> to tensor<?x2xf32>
  %r = call @sub(%id, %ud, %td) : (tensor<?x1xi32>, tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %ru = tensor.cast %r : tensor<?x2xf32> to tensor<*xf32>
  call @printMemrefF32(%ru) : (tensor<*xf32>) -> ()
  %tu = tensor.cast %td : tensor<?x2xf32> to tensor<*xf32>
  call @printMemrefF32(%tu) : (tensor<*xf32>) -> ()
  return
}
