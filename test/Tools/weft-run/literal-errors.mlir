// Values that an argument does not accept.

// RUN: not weft-run %s --entry f32 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: expected 1 --input, one for each argument of 'f32', but got 0
// RUN: not weft-run %s --entry f32 --input f32=1 --input f32=2 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: error: expected 1 --input, one for each argument of 'f32', but got 2

// RUN: not weft-run %s --entry f32 --input "" 2>&1 | FileCheck %s --check-prefix=NO-TYPE
// NO-TYPE: error: input 0: expected @FILE.npy or TYPE=ELEMENTS, but got ''
// RUN: not weft-run %s --entry f32 --input "=1" 2>&1 | FileCheck %s --check-prefix=EMPTY-TYPE
// EMPTY-TYPE: error: input 0: '' is not the type of a value
// RUN: not weft-run %s --entry f32 --input "2xfoo=1 2" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: input 0: '2xfoo' is not the type of a value: expected non-function type
// RUN: not weft-run %s --entry f32 --input "?xf32=1 2" 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC: error: input 0: '?xf32' is not the type of a value
// RUN: not weft-run %s --entry f32 --input "*xf32=1 2" 2>&1 | FileCheck %s --check-prefix=UNRANKED
// UNRANKED: error: input 0: '*xf32' is not the type of a value
// RUN: not weft-run %s --entry f32 --input "9223372036854775808x0xf32=" 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: error: input 0: '9223372036854775808x0xf32' is not the type of a value: invalid dimension
// RUN: not weft-run %s --entry f32 --input "4611686018427387904x2xf32=1" 2>&1 | FileCheck %s --check-prefix=WRONG-RANK
// WRONG-RANK: error: input 0: expected a value of type ?xf32, but got 4611686018427387904x2xf32
// RUN: not weft-run %s --entry f32 --input "4611686018427387904xf32=1" 2>&1 | FileCheck %s --check-prefix=OVERFLOW
// OVERFLOW: error: input 0: the size of 4611686018427387904xf32 is not a 64-bit number

// RUN: not weft-run %s --entry f32 --input "2xi32=1 2" 2>&1 | FileCheck %s --check-prefix=INTEGER
// INTEGER: error: input 0: expected a value of type ?xf32, but got 2xi32
// RUN: not weft-run %s --entry f32 --input "2xf64=1 2" 2>&1 | FileCheck %s --check-prefix=DOUBLE
// DOUBLE: error: input 0: expected a value of type ?xf32, but got 2xf64
// RUN: not weft-run %s --entry f32 --input "2xstring=1 2" 2>&1 | FileCheck %s --check-prefix=STRING
// STRING: error: input 0: expected a value of type ?xf32, but got 2xstring
// RUN: not weft-run %s --entry f32 --input "2xcomplex<f32>=1 2" 2>&1 | FileCheck %s --check-prefix=COMPLEX
// COMPLEX: error: input 0: expected a value of type ?xf32, but got 2xcomplex<f32>

// RUN: not weft-run %s --entry f32 --input "2xf32=1" 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: error: input 0: expected 2 elements, but got 1
// RUN: not weft-run %s --entry f32 --input "2xf32=1 2 3" 2>&1 | FileCheck %s --check-prefix=THREE
// THREE: error: input 0: expected 2 elements, but got 3
// RUN: not weft-run %s --entry f32 --input "0xf32=1" 2>&1 | FileCheck %s --check-prefix=NOT-EMPTY
// NOT-EMPTY: error: input 0: expected 0 elements, but got 1
// RUN: not weft-run %s --entry f32 --input "1000000000000xf32=1" 2>&1 | FileCheck %s --check-prefix=HUGE
// HUGE: error: input 0: expected 1000000000000 elements, but got 1
// RUN: not weft-run %s --entry f32 --input "2xf32=1,,2" 2>&1 | FileCheck %s --check-prefix=COMMAS
// COMMAS: error: input 0: expected a value before the comma
// RUN: not weft-run %s --entry f32 --input "2xf32=1, 2," 2>&1 | FileCheck %s --check-prefix=LAST-COMMA
// LAST-COMMA: error: input 0: expected a value after the last comma

// RUN: not weft-run %s --entry f32 --input "1xf32=1x" 2>&1 | FileCheck %s --check-prefix=NO-FLOAT
// NO-FLOAT: error: input 0: '1x' is not a value of type f32
// RUN: not weft-run %s --entry f32 --input "1xf32=--1" 2>&1 | FileCheck %s --check-prefix=SIGNS
// SIGNS: error: input 0: '--1' is not a value of type f32
// RUN: not weft-run %s --entry f32 --input "1xf32=1e39" 2>&1 | FileCheck %s --check-prefix=FLOAT-RANGE
// FLOAT-RANGE: error: input 0: '1e39' is out of range for f32
// RUN: not weft-run %s --entry f32 --input "1xf32=0x100000000" 2>&1 | FileCheck %s --check-prefix=BITS
// BITS: error: input 0: '0x100000000' is out of range for f32
func.func @f32(%a: tensor<?xf32>) -> tensor<?xf32> {
  return %a : tensor<?xf32>
}

// RUN: not weft-run %s --entry static --input "2x4xf32=1 2 3 4 5 6 7 8" 2>&1 | FileCheck %s --check-prefix=STATIC
// STATIC: error: input 0: expected a value of type 2x3xf32, but got 2x4xf32
func.func @static(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  return %a : tensor<2x3xf32>
}

// RUN: not weft-run %s --entry scalar --input "1xf32=1" 2>&1 | FileCheck %s --check-prefix=SCALAR
// SCALAR: error: input 0: expected a value of type f32, but got 1xf32
func.func @scalar(%a: f32) -> f32 {
  return %a : f32
}

// RUN: not weft-run %s --entry i8 --input i8=256 2>&1 | FileCheck %s --check-prefix=I8
// I8: error: input 0: '256' is out of range for i8
// RUN: not weft-run %s --entry i8 --input i8=-129 2>&1 | FileCheck %s --check-prefix=I8-NEGATIVE
// I8-NEGATIVE: error: input 0: '-129' is out of range for i8
// RUN: not weft-run %s --entry i8 --input ui8=-1 2>&1 | FileCheck %s --check-prefix=UI8
// UI8: error: input 0: '-1' is out of range for ui8
// RUN: not weft-run %s --entry i8 --input si8=128 2>&1 | FileCheck %s --check-prefix=SI8
// SI8: error: input 0: '128' is out of range for si8
// RUN: not weft-run %s --entry i8 --input i8=1.5 2>&1 | FileCheck %s --check-prefix=FRACTION
// FRACTION: error: input 0: '1.5' is not a value of type i8
// RUN: not weft-run %s --entry i8 --input i8=0x 2>&1 | FileCheck %s --check-prefix=HEX
// HEX: error: input 0: '0x' is not a value of type i8
// RUN: not weft-run %s --entry i8 --input i8=99999999999999999999999999999999999999999 2>&1 | FileCheck %s --check-prefix=LONG
// LONG: is out of range for i8
func.func @i8(%a: i8) -> i8 {
  return %a : i8
}

// RUN: not weft-run %s --entry i1 --input i1=2 2>&1 | FileCheck %s --check-prefix=I1
// I1: error: input 0: '2' is out of range for i1
// RUN: not weft-run %s --entry i1 --input i1=-1 2>&1 | FileCheck %s --check-prefix=I1-NEGATIVE
// I1-NEGATIVE: error: input 0: '-1' is out of range for i1
func.func @i1(%a: i1) -> i1 {
  return %a : i1
}

// RUN: not weft-run %s --entry f8 --input f8E4M3FN=inf --input f8E8M0FNU=1 2>&1 | FileCheck %s --check-prefix=NO-INF
// NO-INF: error: input 0: 'inf' is out of range for f8E4M3FN
// RUN: not weft-run %s --entry f8 --input f8E4M3FN=1 --input f8E8M0FNU=0 2>&1 | FileCheck %s --check-prefix=NO-ZERO
// NO-ZERO: error: input 1: '0' is out of range for f8E8M0FNU
// RUN: not weft-run %s --entry f8 --input f8E4M3FN=1 --input f8E8M0FNU=-1 2>&1 | FileCheck %s --check-prefix=NO-SIGN
// NO-SIGN: error: input 1: '-1' is out of range for f8E8M0FNU
func.func @f8(%a: f8E4M3FN, %b: f8E8M0FNU) -> f8E4M3FN {
  return %a : f8E4M3FN
}

// RUN: not weft-run %s --entry complex --input "complex<f32>=(1)" 2>&1 | FileCheck %s --check-prefix=ONE-PART
// ONE-PART: error: input 0: '(1)' is not a value of type complex<f32>, which is written (re,im)
// RUN: not weft-run %s --entry complex --input "complex<f32>=(1,2" 2>&1 | FileCheck %s --check-prefix=OPEN
// OPEN: error: input 0: expected ')' after '(1,2'
// RUN: not weft-run %s --entry complex --input "complex<f32>=(1,2)3" 2>&1 | FileCheck %s --check-prefix=GLUED
// GLUED: error: input 0: expected a space or a comma before '3'
func.func @complex(%a: complex<f32>) -> complex<f32> {
  return %a : complex<f32>
}

// RUN: not weft-run %s --entry string --input 'string=abc' 2>&1 | FileCheck %s --check-prefix=BARE
// BARE: error: input 0: 'abc' is not a quoted string
// RUN: not weft-run %s --entry string --input 'string="abc' 2>&1 | FileCheck %s --check-prefix=UNENDED
// UNENDED: error: input 0: the string "abc does not end
// RUN: not weft-run %s --entry string --input 'string="abc\"' 2>&1 | FileCheck %s --check-prefix=ESCAPED-END
// ESCAPED-END: error: input 0: the string "abc\" does not end
// RUN: not weft-run %s --entry string --input 'string="\q"' 2>&1 | FileCheck %s --check-prefix=ESCAPE
// ESCAPE: error: input 0: unknown escape in the string "\q"
func.func @string(%a: !llvm.struct<(ptr, i64)>) -> !llvm.struct<(ptr, i64)> {
  return %a : !llvm.struct<(ptr, i64)>
}

// Types that cannot be passed.
// RUN: not weft-run %s --entry vector --input "vector<2xf32>=1 2" 2>&1 | FileCheck %s --check-prefix=VECTOR
// VECTOR: error: argument 0: values of type vector<2xf32> cannot be passed
func.func @vector(%a: vector<2xf32>) {
  return
}
// RUN: not weft-run %s --entry unranked --input "f32=1" 2>&1 | FileCheck %s --check-prefix=UNRANKED-ARGUMENT
// UNRANKED-ARGUMENT: error: argument 0: values of type tensor<*xf32> cannot be passed
func.func @unranked(%a: tensor<*xf32>) {
  return
}
// RUN: not weft-run %s --entry memref --input "f32=1" 2>&1 | FileCheck %s --check-prefix=MEMREF
// MEMREF: error: argument 0: values of type memref<f32> cannot be passed
func.func @memref(%a: memref<f32>) {
  return
}
// RUN: not weft-run %s --entry wide --input "i256=1" 2>&1 | FileCheck %s --check-prefix=WIDE
// WIDE: error: argument 0: elements of type i256 cannot be passed
func.func @wide(%a: tensor<i256>) {
  return
}
// RUN: not weft-run %s --entry result 2>&1 | FileCheck %s --check-prefix=RESULT
// RESULT: error: result 1: values of type vector<2xf32> cannot be passed
func.func @result() -> (i32, vector<2xf32>) {
  %0 = arith.constant 1 : i32
  %1 = arith.constant dense<1.0> : vector<2xf32>
  return %0, %1 : i32, vector<2xf32>
}
