// sparse_concat, compiled and run: by weft's pipeline, and by upstream's passes alone.
//
// DEFINE: %{stock} = weft-opt %s --convert-weft-to-linalg -o %t.mlir && mlir-opt %t.mlir \
// DEFINE:   --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --buffer-deallocation-pipeline \
// DEFINE:   --convert-linalg-to-loops --convert-scf-to-cf --expand-strided-metadata --lower-affine --convert-to-llvm --reconcile-unrealized-casts -o %t.llvm.mlir

// RUN: weft-run %s --entry=inputs_of_all_kinds | FileCheck %s --check-prefix=KINDS
// RUN: weft-run %s --entry=inputs_of_all_kinds --pipeline-options=streaming-bytes=1 | FileCheck %s --check-prefix=KINDS
// KINDS{LITERAL}: result 0: 9x3xi64 = [[0, 0, 0], [0, 0, 4], [0, 0, 5], [0, 1, 2], [0, 1, 2], [0, 1, 6], [1, 0, 1], [1, 0, 5], [1, 1, 4]]
// KINDS{LITERAL}: result 1: 9xf32 = [1, 20, 100, 2, 3, 101, 4, 102, 21]
// KINDS{LITERAL}: result 2: 3xi64 = [2, 2, 7]

// RUN: %{stock} && mlir-runner %t.llvm.mlir -e main -entry-point-result=void --shared-libs=%llvm_lib_dir/libmlir_runner_utils.so,%llvm_lib_dir/libmlir_c_runner_utils.so | FileCheck %s --check-prefix=STOCK
// STOCK: sizes = [9, 3] strides = [3, 1]
// STOCK-NEXT{LITERAL}: [[0,    0,    0],
// STOCK-NEXT{LITERAL}:  [0,    0,    4],
// STOCK-NEXT{LITERAL}:  [0,    0,    5],
// STOCK-NEXT{LITERAL}:  [0,    1,    2],
// STOCK-NEXT{LITERAL}:  [0,    1,    2],
// STOCK-NEXT{LITERAL}:  [0,    1,    6],
// STOCK-NEXT{LITERAL}:  [1,    0,    1],
// STOCK-NEXT{LITERAL}:  [1,    0,    5],
// STOCK-NEXT{LITERAL}:  [1,    1,    4]]
// STOCK: sizes = [9]
// STOCK-NEXT: [1,  20,  100,  2,  3,  101,  4,  102,  21]
// STOCK: [2,  2,  7]

// Four inputs: several entries of one key and a duplicate; entries only at the ends; none; none and size 0 as well as entries between.
func.func @inputs_of_all_kinds() -> (tensor<?x3xi64>, tensor<?xf32>, tensor<3xi64>) {
  %i0 = arith.constant dense<[[0, 0, 0], [0, 1, 2], [0, 1, 2], [1, 0, 1]]> : tensor<4x3xi64>
  %v0 = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %s0 = arith.constant dense<[2, 2, 4]> : tensor<3xi64>
  %i1 = arith.constant dense<[[0, 0, 0], [1, 1, 0]]> : tensor<2x3xi64>
  %v1 = arith.constant dense<[20.0, 21.0]> : tensor<2xf32>
  %s1 = arith.constant dense<[2, 2, 1]> : tensor<3xi64>
  %i2 = arith.constant dense<> : tensor<0x3xi64>
  %v2 = arith.constant dense<> : tensor<0xf32>
  %s2 = arith.constant dense<[2, 2, 0]> : tensor<3xi64>
  %i3 = arith.constant dense<[[0, 0, 0], [0, 1, 1], [1, 0, 0]]> : tensor<3x3xi64>
  %v3 = arith.constant dense<[100.0, 101.0, 102.0]> : tensor<3xf32>
  %s3 = arith.constant dense<[2, 2, 2]> : tensor<3xi64>
  %i, %v, %s = weft.sparse_concat dim 2 indices(%i0, %i1, %i2, %i3 : tensor<4x3xi64>, tensor<2x3xi64>, tensor<0x3xi64>, tensor<3x3xi64>)
      values(%v0, %v1, %v2, %v3 : tensor<4xf32>, tensor<2xf32>, tensor<0xf32>, tensor<3xf32>)
      shapes(%s0, %s1, %s2, %s3 : tensor<3xi64>, tensor<3xi64>, tensor<3xi64>, tensor<3xi64>) -> tensor<?x3xi64>, tensor<?xf32>, tensor<3xi64>
  return %i, %v, %s : tensor<?x3xi64>, tensor<?xf32>, tensor<3xi64>
}

func.func private @printMemrefI64(tensor<*xi64>)
func.func private @printMemrefF32(tensor<*xf32>)
func.func @main() {
  %i, %v, %s = func.call @inputs_of_all_kinds() : () -> (tensor<?x3xi64>, tensor<?xf32>, tensor<3xi64>)
  %ui = tensor.cast %i : tensor<?x3xi64> to tensor<*xi64>
  %uv = tensor.cast %v : tensor<?xf32> to tensor<*xf32>
  %us = tensor.cast %s : tensor<3xi64> to tensor<*xi64>
  call @printMemrefI64(%ui) : (tensor<*xi64>) -> ()
  call @printMemrefF32(%uv) : (tensor<*xf32>) -> ()
  call @printMemrefI64(%us) : (tensor<*xi64>) -> ()
  return
}

// Sizes near the largest, whose product has far more than 64 bits; a key of three coordinates.
// RUN: weft-run %s --entry=four_dimensions --input='2x4xi64=0 0 4611686018427387902 3 4611686018427387903 0 0 0' --input='2xi8=1 2' --input='4xi64=4611686018427387904 4611686018427387904 4611686018427387904 4611686018427387904' \
// RUN:   --input='3x4xi64=0 0 4611686018427387901 0 0 0 4611686018427387902 0 4611686018427387903 0 0 9' --input='3xi8=3 4 5' --input='4xi64=4611686018427387904 4611686018427387904 4611686018427387904 10' | FileCheck %s --check-prefix=FOUR
// FOUR{LITERAL}: result 0: 5x4xi64 = [[0, 0, 4611686018427387901, 4611686018427387904], [0, 0, 4611686018427387902, 3], [0, 0, 4611686018427387902, 4611686018427387904], [4611686018427387903, 0, 0, 0], [4611686018427387903, 0, 0, 4611686018427387913]]
// FOUR{LITERAL}: result 1: 5xi8 = [3, 1, 4, 2, 5]
// FOUR{LITERAL}: result 2: 4xi64 = [4611686018427387904, 4611686018427387904, 4611686018427387904, 4611686018427387914]
func.func @four_dimensions(%i0: tensor<?x4xi64>, %v0: tensor<?xi8>, %s0: tensor<4xi64>, %i1: tensor<?x4xi64>, %v1: tensor<?xi8>, %s1: tensor<4xi64>)
    -> (tensor<?x4xi64>, tensor<?xi8>, tensor<4xi64>) {
  %i, %v, %s = weft.sparse_concat dim 3 indices(%i0, %i1 : tensor<?x4xi64>, tensor<?x4xi64>) values(%v0, %v1 : tensor<?xi8>, tensor<?xi8>)
      shapes(%s0, %s1 : tensor<4xi64>, tensor<4xi64>) -> tensor<?x4xi64>, tensor<?xi8>, tensor<4xi64>
  return %i, %v, %s : tensor<?x4xi64>, tensor<?xi8>, tensor<4xi64>
}

// No entries, in a space of 2^40 x 2^40: nothing to do.
// RUN: weft-run %s --entry=four_dimensions --input='0x4xi64=' --input='0xi8=' --input='4xi64=1099511627776 1099511627776 0 5' --input='0x4xi64=' --input='0xi8=' --input='4xi64=1099511627776 1099511627776 0 7' | FileCheck %s --check-prefix=EMPTY
// EMPTY: result 0: 0x4xi64 = []
// EMPTY: result 1: 0xi8 = []
// EMPTY{LITERAL}: result 2: 4xi64 = [1099511627776, 1099511627776, 0, 12]

// Not sorted, with duplicates, which keep their order; two inputs of lengths that are no powers of two.
// RUN: weft-run %s --entry=sorting --input='5x2xi64=1 1 0 1 1 0 0 1 0 0' --input='5xi16=1 2 3 4 5' --input='2xi64=2 2' --input='2x2xi64=0 0 1 1' --input='2xi16=6 7' --input='2xi64=2 2' | FileCheck %s --check-prefix=SORTING
// SORTING{LITERAL}: result 0: 7x2xi64 = [[0, 0], [0, 1], [0, 1], [0, 2], [1, 0], [1, 1], [1, 3]]
// SORTING{LITERAL}: result 1: 7xi16 = [5, 2, 4, 6, 3, 1, 7]
func.func @sorting(%i0: tensor<?x2xi64>, %v0: tensor<?xi16>, %s0: tensor<2xi64>, %i1: tensor<?x2xi64>, %v1: tensor<?xi16>, %s1: tensor<2xi64>)
    -> (tensor<?x2xi64>, tensor<?xi16>, tensor<2xi64>) {
  %i, %v, %s = weft.sparse_concat dim 1 sort_inputs indices(%i0, %i1 : tensor<?x2xi64>, tensor<?x2xi64>) values(%v0, %v1 : tensor<?xi16>, tensor<?xi16>)
      shapes(%s0, %s1 : tensor<2xi64>, tensor<2xi64>) -> tensor<?x2xi64>, tensor<?xi16>, tensor<2xi64>
  return %i, %v, %s : tensor<?x2xi64>, tensor<?xi16>, tensor<2xi64>
}

// More dimensions than are unrolled; the concatenated one is the fourth.
// RUN: weft-run %s --entry=ten_dimensions --input='2x10xi64=0 0 0 1 0 0 0 0 0 1 0 1 0 0 0 0 0 0 0 0' --input='2xf64=1 2' --input='10xi64=2 2 2 2 2 2 2 2 2 2' \
// RUN:   --input='2x10xi64=0 0 0 0 0 0 0 0 0 1 0 1 0 2 0 0 0 0 0 0' --input='2xf64=3 4' --input='10xi64=2 2 2 3 2 2 2 2 2 2' | FileCheck %s --check-prefix=TEN
// TEN{LITERAL}: result 0: 4x10xi64 = [[0, 0, 0, 1, 0, 0, 0, 0, 0, 1], [0, 0, 0, 2, 0, 0, 0, 0, 0, 1], [0, 1, 0, 0, 0, 0, 0, 0, 0, 0], [0, 1, 0, 4, 0, 0, 0, 0, 0, 0]]
// TEN{LITERAL}: result 1: 4xf64 = [1, 3, 2, 4]
// TEN{LITERAL}: result 2: 10xi64 = [2, 2, 2, 5, 2, 2, 2, 2, 2, 2]
func.func @ten_dimensions(%i0: tensor<?x10xi64>, %v0: tensor<?xf64>, %s0: tensor<10xi64>, %i1: tensor<?x10xi64>, %v1: tensor<?xf64>, %s1: tensor<10xi64>)
    -> (tensor<?x10xi64>, tensor<?xf64>, tensor<10xi64>) {
  %i, %v, %s = weft.sparse_concat dim 3 indices(%i0, %i1 : tensor<?x10xi64>, tensor<?x10xi64>) values(%v0, %v1 : tensor<?xf64>, tensor<?xf64>)
      shapes(%s0, %s1 : tensor<10xi64>, tensor<10xi64>) -> tensor<?x10xi64>, tensor<?xf64>, tensor<10xi64>
  return %i, %v, %s : tensor<?x10xi64>, tensor<?xf64>, tensor<10xi64>
}
