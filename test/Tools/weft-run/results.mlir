// What becomes of results.

// More than 1000 elements: long dimensions show their ends.
// RUN: weft-run %s --entry long | FileCheck %s --check-prefix=LONG
// LONG: result 0: 1000xi32 = [7, {{(7, )+}}7]
// LONG-NEXT: result 1: 1001xi32 = [7, 7, 7, ..., 7, 7, 7]
// LONG-NEXT: result 2: 600x2xi8 = {{\[}}[1, 1], [1, 1], [1, 1], ..., [1, 1], [1, 1], [1, 1]]
func.func @long() -> (tensor<1000xi32>, tensor<1001xi32>, tensor<600x2xi8>) {
  %0 = arith.constant dense<7> : tensor<1000xi32>
  %1 = arith.constant dense<7> : tensor<1001xi32>
  %2 = arith.constant dense<1> : tensor<600x2xi8>
  return %0, %1, %2 : tensor<1000xi32>, tensor<1001xi32>, tensor<600x2xi8>
}

// Many short dimensions must not print millions of ends.
// RUN: weft-run %s --entry deep > %t
// RUN: FileCheck %s --check-prefix=DEEP --input-file %t
// RUN: %python -c "import sys; sys.exit(len(open(r'%t').read()) > 8000)"
// DEEP: 2x2x2x2x2x2x2x2x2x2x2x2xi8 = {{\[+}}3, 3], [3, 3]
// DEEP-SAME: , ...]
func.func @deep() -> tensor<2x2x2x2x2x2x2x2x2x2x2x2xi8> {
  %0 = arith.constant dense<3> : tensor<2x2x2x2x2x2x2x2x2x2x2x2xi8>
  return %0 : tensor<2x2x2x2x2x2x2x2x2x2x2x2xi8>
}

// A constant, an argument, the same argument again: each is freed once.
// RUN: weft-run %s --entry aliases --input "3xf32=1 2 3" --benchmark 2 | FileCheck %s --check-prefix=ALIASES
// ALIASES: result 0: 2xi8 = [1, 2]
// ALIASES-NEXT: result 1: 3xf32 = [1, 2, 3]
// ALIASES-NEXT: result 2: 3xf32 = [1, 2, 3]
// ALIASES-NEXT: result 3: 2xi8 = [1, 2]
// ALIASES-NEXT: result 4: 2xf32 = [2, 3]
func.func @aliases(%a: tensor<?xf32>) -> (tensor<2xi8>, tensor<?xf32>, tensor<?xf32>, tensor<2xi8>, tensor<2xf32>) {
  %c = arith.constant dense<[1, 2]> : tensor<2xi8>
  %s = tensor.extract_slice %a[1] [2] [1] : tensor<?xf32> to tensor<2xf32>
  return %c, %a, %a, %c, %s : tensor<2xi8>, tensor<?xf32>, tensor<?xf32>, tensor<2xi8>, tensor<2xf32>
}

// The function sees the same input in every call, though it updates "in place".
// RUN: weft-run %s --entry update --input "3xi32=1 2 3" --benchmark 5 | FileCheck %s --check-prefix=UPDATE
// UPDATE: result 0: 3xi32 = [2, 2, 3]
// UPDATE-NEXT: result 1: i32 = 1
func.func @update(%a: tensor<?xi32>) -> (tensor<?xi32>, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %0 = tensor.extract %a[%c0] : tensor<?xi32>
  %1 = arith.addi %0, %c1 : i32
  %2 = tensor.insert %1 into %a[%c0] : tensor<?xi32>
  return %2, %0 : tensor<?xi32>, i32
}

// Results of mixed types, at the offsets that LLVM gives them.
// RUN: weft-run %s --entry mixed | FileCheck %s --check-prefix=MIXED
// MIXED: result 0: i8 = 1
// MIXED-NEXT: result 1: f64 = 2.5
// MIXED-NEXT: result 2: i1 = true
// MIXED-NEXT: result 3: 1xi16 = [3]
// MIXED-NEXT: result 4: complex<f32> = (4, 5)
func.func @mixed() -> (i8, f64, i1, tensor<1xi16>, complex<f32>) {
  %0 = arith.constant 1 : i8
  %1 = arith.constant 2.5 : f64
  %2 = arith.constant true
  %3 = arith.constant dense<3> : tensor<1xi16>
  %4 = complex.constant [4.0 : f32, 5.0 : f32] : complex<f32>
  return %0, %1, %2, %3, %4 : i8, f64, i1, tensor<1xi16>, complex<f32>
}
