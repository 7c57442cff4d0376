// The lowering is upstream IR: upstream's passes and runner are enough to compute it.
//
// RUN: weft-opt %s --convert-weft-to-linalg | mlir-opt --pass-pipeline="builtin.module(one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map},canonicalize,buffer-deallocation-pipeline,convert-bufferization-to-memref,convert-linalg-to-loops,expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)" | mlir-runner -e main --entry-point-result=void --shared-libs=%llvm_lib_dir/libmlir_runner_utils.so,%llvm_lib_dir/libmlir_c_runner_utils.so | FileCheck %s

func.func private @printMemrefI32(tensor<*xi32>)

func.func @stitch(%i0: tensor<i32>, %i1: tensor<?xi32>, %i2: tensor<?x?xi32>, %d0: tensor<2xi32>, %d1: tensor<?x2xi32>, %d2: tensor<?x?x2xi32>) -> tensor<?x2xi32> {
  %0 = weft.parallel_dynamic_stitch indices(%i0, %i1, %i2 : tensor<i32>, tensor<?xi32>, tensor<?x?xi32>)
         data(%d0, %d1, %d2 : tensor<2xi32>, tensor<?x2xi32>, tensor<?x?x2xi32>) -> tensor<?x2xi32>
  return %0 : tensor<?x2xi32>
}

// CHECK:      sizes = [7, 2]
// CHECK-NEXT{LITERAL}: [[1,   2],
// CHECK-NEXT: [11,   12],
// CHECK-NEXT: [21,   22],
// CHECK-NEXT: [31,   32],
// CHECK-NEXT: [41,   42],
// CHECK-NEXT: [51,   52],
// CHECK-NEXT: [61,   62]]
func.func @main() {
  %i0 = arith.constant dense<6> : tensor<i32>
  %i1 = arith.constant dense<[4, 1]> : tensor<2xi32>
  %i2 = arith.constant dense<[[5, 2], [0, 3]]> : tensor<2x2xi32>
  %d0 = arith.constant dense<[61, 62]> : tensor<2xi32>
  %d1 = arith.constant dense<[[41, 42], [11, 12]]> : tensor<2x2xi32>
  %d2 = arith.constant dense<[[[51, 52], [21, 22]], [[1, 2], [31, 32]]]> : tensor<2x2x2xi32>
  %i1d = tensor.cast %i1 : tensor<2xi32> to tensor<?xi32>
  %i2d = tensor.cast %i2 : tensor<2x2xi32> to tensor<?x?xi32>
  %d1d = tensor.cast %d1 : tensor<2x2xi32> to tensor<?x2xi32>
  %d2d = tensor.cast %d2 : tensor<2x2x2xi32> to tensor<?x?x2xi32>
  %r = call @stitch(%i0, %i1d, %i2d, %d0, %d1d, %d2d) : (tensor<i32>, tensor<?xi32>, tensor<?x?xi32>, tensor<2xi32>, tensor<?x2xi32>, tensor<?x?x2xi32>) -> tensor<?x2xi32>
  %u = tensor.cast %r : tensor<?x2xi32> to tensor<*xi32>
  call @printMemrefI32(%u) : (tensor<*xi32>) -> ()
  return
}
