// The plugin in the stock mlir-opt: TensorFlow's ops are known and lowered, then
// upstream's own passes take over, down to code that runs.
//
// REQUIRES: weft-plugin
// RUN: mlir-opt %s --load-dialect-plugin=%weft_plugin --load-pass-plugin=%weft_plugin \
// RUN:   --pass-pipeline='builtin.module(convert-tf-to-weft,convert-weft-to-linalg)' -o %t.mlir
// RUN: FileCheck %s --check-prefix=LOWERED < %t.mlir
// RUN: mlir-opt %t.mlir --one-shot-bufferize=bufferize-function-boundaries \
// RUN:   --buffer-deallocation-pipeline --convert-linalg-to-loops --scf-forall-to-for \
// RUN:   --expand-strided-metadata --lower-affine --convert-scf-to-cf --finalize-memref-to-llvm \
// RUN:   --convert-to-llvm --reconcile-unrealized-casts \
// RUN: | mlir-runner -e main --entry-point-result=void \
// RUN:     --shared-libs=%llvm_lib_dir/libmlir_runner_utils.so,%llvm_lib_dir/libmlir_c_runner_utils.so \
// RUN: | FileCheck %s --check-prefix=RESULT
//
// The pipelines are there too, by name in --pass-pipeline.
// RUN: mlir-opt %s --load-dialect-plugin=%weft_plugin --load-pass-plugin=%weft_plugin --pass-pipeline='builtin.module(weft-cpu-pipeline)' \
// RUN: | FileCheck %s --check-prefix=LLVM

// LOWERED-NOT: "tf.
// LOWERED-NOT: = weft.
// LLVM-NOT:  func.func
// LLVM:      llvm.func @main()
// LLVM-NOT:  func.func

func.func private @printMemrefF32(tensor<*xf32>)
func.func private @printMemrefI32(tensor<*xi32>)

func.func @main() {
  // SpaceToBatchND's document, example 3.
  // RESULT:      sizes = [4, 2, 2, 1]
  // RESULT:      [1],{{[[:space:]]+}}[3]
  // RESULT:      [9],{{[[:space:]]+}}[11]
  // RESULT:      [2],{{[[:space:]]+}}[4]
  // RESULT:      [10],{{[[:space:]]+}}[12]
  // RESULT:      [5],{{[[:space:]]+}}[7]
  // RESULT:      [13],{{[[:space:]]+}}[15]
  // RESULT:      [6],{{[[:space:]]+}}[8]
  // RESULT:      [14],{{[[:space:]]+}}[16]
  %x = "tf.Const"() <{value = dense<[[[[1.0], [2.0], [3.0], [4.0]], [[5.0], [6.0], [7.0], [8.0]], [[9.0], [10.0], [11.0], [12.0]], [[13.0], [14.0], [15.0], [16.0]]]]> : tensor<1x4x4x1xf32>}> : () -> tensor<1x4x4x1xf32>
  %block = "tf.Const"() <{value = dense<2> : tensor<2xi32>}> : () -> tensor<2xi32>
  %paddings = "tf.Const"() <{value = dense<0> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %s = "tf.SpaceToBatchND"(%x, %block, %paddings) : (tensor<1x4x4x1xf32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<4x2x2x1xf32>
  %u = tensor.cast %s : tensor<4x2x2x1xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()

  // ParallelDynamicStitch's document.
  // RESULT:      sizes = [7, 2]
  // RESULT:      [11,   12]
  // RESULT-NEXT: [21,   22]
  // RESULT-NEXT: [31,   32]
  // RESULT-NEXT: [41,   42]
  // RESULT-NEXT: [51,   52]
  // RESULT-NEXT: [61,   62]
  // RESULT-NEXT: [71,   72]
  %i0 = "tf.Const"() <{value = dense<6> : tensor<i32>}> : () -> tensor<i32>
  %i1 = "tf.Const"() <{value = dense<[4, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %i2 = "tf.Const"() <{value = dense<[[5, 2], [0, 3]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %d0 = "tf.Const"() <{value = dense<[71, 72]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %d1 = "tf.Const"() <{value = dense<[[51, 52], [21, 22]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %d2 = "tf.Const"() <{value = dense<[[[61, 62], [31, 32]], [[11, 12], [41, 42]]]> : tensor<2x2x2xi32>}> : () -> tensor<2x2x2xi32>
  %m = "tf.ParallelDynamicStitch"(%i0, %i1, %i2, %d0, %d1, %d2) : (tensor<i32>, tensor<2xi32>, tensor<2x2xi32>, tensor<2xi32>, tensor<2x2xi32>, tensor<2x2x2xi32>) -> tensor<?x2xi32>
  %v = tensor.cast %m : tensor<?x2xi32> to tensor<*xi32>
  call @printMemrefI32(%v) : (tensor<*xi32>) -> ()
  return
}
