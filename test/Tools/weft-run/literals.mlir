// Arguments of every type, written as literals, and results printed.

// RUN: weft-run %s --entry floats --input "2x3xf32=1 2 3 4 5 0.1" --input f32=2.5 | FileCheck %s --check-prefix=FLOATS
// FLOATS: result 0: 2x3xf32 = {{\[}}[1, 2, 3], [4, 5, 0.1]]
// FLOATS-NEXT: result 1: f32 = 2.5
func.func @floats(%a: tensor<2x?xf32>, %b: f32) -> (tensor<2x?xf32>, f32) {
  return %a, %b : tensor<2x?xf32>, f32
}

// Commas, signs, exponents, special values, bit patterns; the fewest digits that give
// the number back.
// RUN: weft-run %s --entry special --input "9xf32=-1.5,+2e3 , 1e-45 nan -inf Infinity 0x7f800000 0x1p-3 16777217" | FileCheck %s --check-prefix=SPECIAL
// SPECIAL: 9xf32 = [-1.5, 2000, 1e-45, nan, -inf, inf, inf, 0.125, 16777216]
func.func @special(%a: tensor<?xf32>) -> tensor<?xf32> {
  return %a : tensor<?xf32>
}

// RUN: weft-run %s --entry doubles --input "3xf64=0.1 -0 1.7976931348623157e308" --input "f64=123456789012345678" | FileCheck %s --check-prefix=DOUBLES
// DOUBLES: 3xf64 = [0.1, -0, 1.7976931348623157e+308]
// DOUBLES-NEXT: f64 = 1.2345678901234568e+17
func.func @doubles(%a: tensor<?xf64>, %b: f64) -> (tensor<?xf64>, f64) {
  return %a, %b : tensor<?xf64>, f64
}

// RUN: weft-run %s --entry halves --input "3xf16=0.1 65504 0x0001" --input "3xbf16=0.1 3e38 0x7fc0" --input bf16=1.5 | FileCheck %s --check-prefix=HALVES
// HALVES: 3xf16 = [0.1, 65504, 6e-08]
// HALVES-NEXT: 3xbf16 = [0.1, 3e+38, nan]
// HALVES-NEXT: bf16 = 1.5
func.func @halves(%a: tensor<3xf16>, %b: tensor<3xbf16>, %c: bf16) -> (tensor<3xf16>, tensor<3xbf16>, bf16) {
  return %a, %b, %c : tensor<3xf16>, tensor<3xbf16>, bf16
}

// RUN: weft-run %s --entry small_floats --input "3xf8E4M3FN=0.1 448 nan" --input "2xf8E5M2=inf 57344" --input "2xf4E2M1FN=6 -0.5" | FileCheck %s --check-prefix=SMALL
// SMALL: 3xf8E4M3FN = [0.1, 448, nan]
// SMALL-NEXT: 2xf8E5M2 = [inf, 57344]
// SMALL-NEXT: 2xf4E2M1FN = [6, -0.5]
func.func @small_floats(%a: tensor<3xf8E4M3FN>, %b: tensor<2xf8E5M2>, %c: tensor<2xf4E2M1FN>)
    -> (tensor<3xf8E4M3FN>, tensor<2xf8E5M2>, tensor<2xf4E2M1FN>) {
  return %a, %b, %c : tensor<3xf8E4M3FN>, tensor<2xf8E5M2>, tensor<2xf4E2M1FN>
}

// RUN: weft-run %s --entry large_floats --input "2xf80=0.5 -0x1p-16000" --input "f128=0.25" | FileCheck %s --check-prefix=LARGE
// LARGE: 2xf80 = [0.5, -3.31184022194550157139E-4817]
// LARGE-NEXT: f128 = 0.25
func.func @large_floats(%a: tensor<2xf80>, %b: f128) -> (tensor<2xf80>, f128) {
  return %a, %b : tensor<2xf80>, f128
}

// Signless integers take the values of both kinds.
// RUN: weft-run %s --entry integers --input "4xi8=-128 127 255 0x80" --input "2xi32=4294967295 010" --input "i64=-9223372036854775808" | FileCheck %s --check-prefix=INTEGERS
// INTEGERS: 4xi8 = [-128, 127, -1, -128]
// INTEGERS-NEXT: 2xi32 = [-1, 10]
// INTEGERS-NEXT: i64 = -9223372036854775808
func.func @integers(%a: tensor<4xi8>, %b: tensor<?xi32>, %c: i64) -> (tensor<4xi8>, tensor<?xi32>, i64) {
  return %a, %b, %c : tensor<4xi8>, tensor<?xi32>, i64
}

// RUN: weft-run %s --entry widths --input "3xi4=-8 7 15" --input "2xi24=-1 8388607" --input "2xi100=-1 0x7ffffffffffffffffffffffff" --input "2xi128=-170141183460469231731687303715884105728 1" | FileCheck %s --check-prefix=WIDTHS
// WIDTHS: 3xi4 = [-8, 7, -1]
// WIDTHS-NEXT: 2xi24 = [-1, 8388607]
// WIDTHS-NEXT: 2xi100 = [-1, 633825300114114700748351602687]
// WIDTHS-NEXT: 2xi128 = [-170141183460469231731687303715884105728, 1]
func.func @widths(%a: tensor<?xi4>, %b: tensor<?xi24>, %c: tensor<?xi100>, %d: tensor<?xi128>)
    -> (tensor<?xi4>, tensor<?xi24>, tensor<?xi100>, tensor<?xi128>) {
  return %a, %b, %c, %d : tensor<?xi4>, tensor<?xi24>, tensor<?xi100>, tensor<?xi128>
}

// An index is an i64; unsigned and signless literals fit either type of argument.
// RUN: weft-run %s --entry indices --input "2xindex=-1 3" --input i64=5 --input "2xui8=255 0" | FileCheck %s --check-prefix=INDICES
// INDICES: 2xindex = [-1, 3]
// INDICES-NEXT: index = 5
// INDICES-NEXT: 2xi8 = [-1, 0]
func.func @indices(%a: tensor<2xindex>, %b: index, %c: tensor<2xi8>) -> (tensor<2xindex>, index, tensor<2xi8>) {
  return %a, %b, %c : tensor<2xindex>, index, tensor<2xi8>
}

// RUN: weft-run %s --entry booleans --input "4xi1=true 0 1 false" --input i1=1 | FileCheck %s --check-prefix=BOOLEANS
// BOOLEANS: 4xi1 = [true, false, true, false]
// BOOLEANS-NEXT: i1 = true
func.func @booleans(%a: tensor<?xi1>, %b: i1) -> (tensor<?xi1>, i1) {
  return %a, %b : tensor<?xi1>, i1
}

// RUN: weft-run %s --entry complexes --input "3xcomplex<f32>=(1,-2) (0.5, inf), 3" --input "complex<f64>=(nan,0.1)" | FileCheck %s --check-prefix=COMPLEXES
// COMPLEXES: 3xcomplex<f32> = [(1, -2), (0.5, inf), (3, 0)]
// COMPLEXES-NEXT: complex<f64> = (nan, 0.1)
func.func @complexes(%a: tensor<3xcomplex<f32>>, %b: complex<f64>) -> (tensor<3xcomplex<f32>>, complex<f64>) {
  return %a, %b : tensor<3xcomplex<f32>>, complex<f64>
}

// Handles, a pointer and a length, are strings.
// RUN: weft-run %s --entry strings --input '2x2xstring="a" "", "two words" "q\22\n\\\""' --input 'string="one"' | FileCheck %s --check-prefix=STRINGS
// STRINGS: 2x2xstring = {{\[}}["a", ""], ["two words", "q\22\0A\\\22"]]
// STRINGS-NEXT: string = "one"
func.func @strings(%a: tensor<?x2x!llvm.struct<(ptr, i64)>>, %b: !llvm.struct<(ptr, i64)>)
    -> (tensor<?x2x!llvm.struct<(ptr, i64)>>, !llvm.struct<(ptr, i64)>) {
  return %a, %b : tensor<?x2x!llvm.struct<(ptr, i64)>>, !llvm.struct<(ptr, i64)>
}

// Sizes beyond 32 bits, with no elements.
// RUN: weft-run %s --entry empty --input "0x4xf32=" --input "1099511627776x0xf32= " --input "4611686018427387904x4611686018427387904x0xi64=" | FileCheck %s --check-prefix=EMPTY
// EMPTY: result 0: 0x4xf32 = []
// EMPTY-NEXT: result 1: 1099511627776x0xf32 = []
// EMPTY-NEXT: result 2: 4611686018427387904x4611686018427387904x0xi64 = []
func.func @empty(%a: tensor<?x4xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?x0xi64>)
    -> (tensor<?x4xf32>, tensor<?x?xf32>, tensor<?x?x0xi64>) {
  return %a, %b, %c : tensor<?x4xf32>, tensor<?x?xf32>, tensor<?x?x0xi64>
}

// RUN: weft-run %s --entry rank_zero --input f32=3 | FileCheck %s --check-prefix=RANK0
// RANK0: result 0: f32 = 3
func.func @rank_zero(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

// RUN: weft-run %s --entry nothing | count 0
func.func @nothing() {
  return
}
