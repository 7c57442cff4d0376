// The output of convert-weft-to-linalg is plain upstream IR: the stock tools take
// it on from there, with their default options and with threads. The results are
// those of the documents.
//
// DEFINE: %{runtime} = -e main -entry-point-result=void -shared-libs=%llvm_lib_dir/libmlir_runner_utils.so,%llvm_lib_dir/libmlir_c_runner_utils.so,%libomp
// DEFINE: %{to-llvm} = canonicalize,cse,expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts
//
// RUN: weft-opt %s --convert-weft-to-linalg -o %t.mlir
// RUN: mlir-opt %t.mlir --pass-pipeline='builtin.module(one-shot-bufferize{bufferize-function-boundaries},canonicalize,cse,buffer-deallocation-pipeline,convert-bufferization-to-memref,func.func(convert-linalg-to-loops,scf-forall-to-for),%{to-llvm})' \
// RUN:   | mlir-runner %{runtime} | FileCheck %s
// RUN: mlir-opt %t.mlir --pass-pipeline='builtin.module(one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map},func.func(convert-linalg-to-loops),scf-forall-to-parallel,convert-scf-to-openmp,%{to-llvm})' \
// RUN:   | mlir-runner %{runtime} | FileCheck %s

func.func private @printMemrefI32(tensor<*xi32> {bufferization.access = "read"})

func.func @main() {
  %i0 = arith.constant dense<6> : tensor<i32>
  %i1 = arith.constant dense<[4, 1]> : tensor<2xi32>
  %i2 = arith.constant dense<[[5, 2], [0, 3]]> : tensor<2x2xi32>
  %d0 = arith.constant dense<[61, 62]> : tensor<2xi32>
  %d1 = arith.constant dense<[[41, 42], [11, 12]]> : tensor<2x2xi32>
  %d2 = arith.constant dense<[[[51, 52], [21, 22]], [[1, 2], [31, 32]]]> : tensor<2x2x2xi32>
  %0 = weft.parallel_dynamic_stitch indices(%i0, %i1, %i2 : tensor<i32>, tensor<2xi32>, tensor<2x2xi32>) data(%d0, %d1, %d2 : tensor<2xi32>, tensor<2x2xi32>, tensor<2x2x2xi32>) -> tensor<?x2xi32>
  // CHECK: [1, 2],
  // CHECK-NEXT: [11, 12],
  // CHECK-NEXT: [21, 22],
  // CHECK-NEXT: [31, 32],
  // CHECK-NEXT: [41, 42],
  // CHECK-NEXT: [51, 52],
  // CHECK-NEXT: [61, 62]
  %u = tensor.cast %0 : tensor<?x2xi32> to tensor<*xi32>
  call @printMemrefI32(%u) : (tensor<*xi32>) -> ()
  %t = arith.constant dense<1> : tensor<8xi32>
  %ti = arith.constant dense<[[4], [3], [1], [7]]> : tensor<4x1xi32>
  %tu = arith.constant dense<[9, 10, 11, 12]> : tensor<4xi32>
  %1 = weft.tensor_scatter_sub ins(%ti, %tu : tensor<4x1xi32>, tensor<4xi32>) outs(%t : tensor<8xi32>) -> tensor<8xi32>
  // CHECK: [1, -10, 1, -9, -8, 1, 1, -11]
  %u1 = tensor.cast %1 : tensor<8xi32> to tensor<*xi32>
  call @printMemrefI32(%u1) : (tensor<*xi32>) -> ()
  %x = arith.constant dense<[[[[1], [2], [3], [4]], [[5], [6], [7], [8]]], [[[9], [10], [11], [12]], [[13], [14], [15], [16]]]]> : tensor<2x2x4x1xi32>
  %2 = weft.space_to_batch_nd %x block_shape [2, 2] paddings [[0, 0], [2, 0]] : tensor<2x2x4x1xi32> -> tensor<8x1x3x1xi32>
  // CHECK: sizes = [8, 1, 3, 1]
  // CHECK: [0],
  // CHECK-NEXT: [1],
  // CHECK-NEXT: [3]
  // CHECK-NEXT: [0],
  // CHECK-NEXT: [9],
  // CHECK-NEXT: [11]
  %u2 = tensor.cast %2 : tensor<8x1x3x1xi32> to tensor<*xi32>
  call @printMemrefI32(%u2) : (tensor<*xi32>) -> ()
  %3 = weft.batch_to_space_nd %2 block_shape [2, 2] crops [[0, 0], [2, 0]] : tensor<8x1x3x1xi32> -> tensor<2x2x4x1xi32>
  // CHECK: sizes = [2, 2, 4, 1]
  // CHECK: [1],
  // CHECK-NEXT: [2],
  // CHECK-NEXT: [3],
  // CHECK-NEXT: [4]
  // CHECK-NEXT: [5],
  %u3 = tensor.cast %3 : tensor<2x2x4x1xi32> to tensor<*xi32>
  call @printMemrefI32(%u3) : (tensor<*xi32>) -> ()
  %si0 = arith.constant dense<[[0, 2], [1, 0], [1, 1]]> : tensor<3x2xi64>
  %si1 = arith.constant dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>
  %sv0 = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %sv1 = arith.constant dense<[4, 5]> : tensor<2xi32>
  %ss0 = arith.constant dense<[2, 3]> : tensor<2xi64>
  %ss1 = arith.constant dense<[2, 4]> : tensor<2xi64>
  %c:3 = weft.sparse_concat dim 1 indices(%si0, %si1 : tensor<3x2xi64>, tensor<2x2xi64>) values(%sv0, %sv1 : tensor<3xi32>, tensor<2xi32>) shapes(%ss0, %ss1 : tensor<2xi64>, tensor<2xi64>) -> tensor<5x2xi64>, tensor<5xi32>, tensor<2xi64>
  // CHECK: [1, 4, 5, 2, 3]
  %u4 = tensor.cast %c#1 : tensor<5xi32> to tensor<*xi32>
  call @printMemrefI32(%u4) : (tensor<*xi32>) -> ()
  return
}
