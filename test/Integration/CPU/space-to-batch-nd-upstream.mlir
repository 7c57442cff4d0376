// weft-opt's output through upstream's passes and JIT alone: space to batch and
// back, with the size of a result computed by reifyResultShapes.
//
// RUN: weft-opt %s --resolve-ranked-shaped-type-result-dims --convert-weft-to-linalg \
// RUN: | mlir-opt --canonicalize --cse --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:     --buffer-deallocation-pipeline --convert-bufferization-to-memref --convert-linalg-to-loops --scf-forall-to-for --expand-strided-metadata --lower-affine \
// RUN:     --convert-scf-to-cf --convert-to-llvm --reconcile-unrealized-casts \
// RUN: | mlir-runner --entry-point-result=void --shared-libs=%llvm_lib_dir/libmlir_c_runner_utils.so,%llvm_lib_dir/libmlir_runner_utils.so \
// RUN: | FileCheck %s

func.func private @printMemrefF32(tensor<*xf32> {bufferization.access = "read"})

// CHECK: sizes = [6, 2, 2] strides = [4, 2, 1] data =
// CHECK-NEXT{LITERAL}: [[[0,    0],
// CHECK-NEXT{LITERAL}:   [5,    8]],
// CHECK-NEXT{LITERAL}:  [[0,    0],
// CHECK-NEXT{LITERAL}:   [6,    0]],
// CHECK-NEXT{LITERAL}:  [[0,    0],
// CHECK-NEXT{LITERAL}:   [7,    0]],
// CHECK-NEXT{LITERAL}:  [[1,    4],
// CHECK-NEXT{LITERAL}:   [9,    12]],
// CHECK-NEXT{LITERAL}:  [[2,    0],
// CHECK-NEXT{LITERAL}:   [10,    0]],
// CHECK-NEXT{LITERAL}:  [[3,    0],
// CHECK-NEXT{LITERAL}:   [11,    0]]]
// CHECK: sizes = [1, 3, 4] strides = [12, 4, 1] data =
// CHECK-NEXT{LITERAL}: [[[1,    2,    3,    4],
// CHECK-NEXT{LITERAL}:   [5,    6,    7,    8],
// CHECK-NEXT{LITERAL}:   [9,    10,    11,    12]]]
// CHECK: 12
func.func @main() {
  %x = arith.constant dense<[[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]]]> : tensor<1x3x4xf32>
  %b = arith.constant dense<[2, 3]> : tensor<2xindex>
  %y = tensor.cast %x : tensor<1x3x4xf32> to tensor<?x?x?xf32>
  %r = func.call @forth(%y, %b) : (tensor<?x?x?xf32>, tensor<2xindex>) -> tensor<?x?x?xf32>
  %u = tensor.cast %r : tensor<?x?x?xf32> to tensor<*xf32>
  func.call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  %s = func.call @back(%r, %b) : (tensor<?x?x?xf32>, tensor<2xindex>) -> tensor<?x?x?xf32>
  %v = tensor.cast %s : tensor<?x?x?xf32> to tensor<*xf32>
  func.call @printMemrefF32(%v) : (tensor<*xf32>) -> ()
  %n = func.call @size(%y, %b) : (tensor<?x?x?xf32>, tensor<2xindex>) -> index
  vector.print %n : index
  return
}

func.func private @forth(%x: tensor<?x?x?xf32>, %b: tensor<2xindex>) -> tensor<?x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b0 = tensor.extract %b[%c0] : tensor<2xindex>
  %b1 = tensor.extract %b[%c1] : tensor<2xindex>
  %0 = weft.space_to_batch_nd %x block_shape [%b0, %b1] paddings [[1, 0], [0, 2]] : tensor<?x?x?xf32> -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

func.func private @back(%x: tensor<?x?x?xf32>, %b: tensor<2xindex>) -> tensor<?x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b0 = tensor.extract %b[%c0] : tensor<2xindex>
  %b1 = tensor.extract %b[%c1] : tensor<2xindex>
  %0 = weft.batch_to_space_nd %x block_shape [%b0, %b1] crops [[1, 0], [0, 2]] : tensor<?x?x?xf32> -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// Sizes of results that are never made: 1 * 2 * 3 + (3 + 1) / 2 + 4.
func.func private @size(%x: tensor<?x?x?xf32>, %b: tensor<2xindex>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %b0 = tensor.extract %b[%c0] : tensor<2xindex>
  %b1 = tensor.extract %b[%c1] : tensor<2xindex>
  %0 = weft.space_to_batch_nd %x block_shape [%b0, %b1] paddings [[1, 0], [0, 2]] : tensor<?x?x?xf32> -> tensor<?x?x?xf32>
  %1 = weft.batch_to_space_nd %0 block_shape [%b0, %b1] crops [[1, 0], [0, 2]] : tensor<?x?x?xf32> -> tensor<?x?x?xf32>
  %s0 = tensor.dim %0, %c0 : tensor<?x?x?xf32>
  %s1 = tensor.dim %0, %c1 : tensor<?x?x?xf32>
  %d2 = tensor.dim %1, %c2 : tensor<?x?x?xf32>
  %2 = arith.addi %s0, %s1 : index
  %3 = arith.addi %2, %d2 : index
  return %3 : index
}
