// Stitches compiled and computed: edges, and each run-time check at work.
//
// RUN: weft-run %s --entry=two --input='3xi32=1 0 1' --input='2xi32=0 3' --input='3x2xf32=1 2 3 4 5 6' --input='2x2xf32=7 8 9 4' | FileCheck %s --check-prefix=DUPLICATES
// RUN: weft-run %s --entry=two --input='0xi32=' --input='2xi32=1 0' --input='0x2xf32=' --input='2x2xf32=1 2 3 4' | FileCheck %s --check-prefix=EMPTY-INPUT
// RUN: weft-run %s --entry=two --input='0xi32=' --input='0xi32=' --input='0x2xf32=' --input='0x2xf32=' | FileCheck %s --check-prefix=NO-INDEX
// RUN: not weft-run %s --entry=two --input='1xi32=0' --input='1xi32=1' --input='1x2xf32=1 2' --input='1x3xf32=1 2 3' 2>&1 | FileCheck %s --check-prefix=C5
// RUN: not weft-run %s --entry=two --input='1xi32=0' --input='0xi32=' --input='1x2xf32=1 2' --input='0x3xf32=' 2>&1 | FileCheck %s --check-prefix=EMPTY-C5
// RUN: not weft-run %s --entry=two --input='1xi32=0' --input='3xi32=1 2 -7' --input='1x1xf32=0' --input='3x1xf32=0 0 0' 2>&1 | FileCheck %s --check-prefix=C7-SECOND-INPUT
// RUN: weft-run %s --entry=matrix --input='2x2xi32=5 2 0 3' --input='2x2x1x2xi8=1 2 3 4 5 6 7 8' | FileCheck %s --check-prefix=MATRIX
// RUN: not weft-run %s --entry=matrix --input='2x2xi32=5 2 0 3' --input='2x3x1x2xi8=0 0 0 0 0 0 0 0 0 0 0 0' 2>&1 | FileCheck %s --check-prefix=C4
// RUN: not weft-run %s --entry=matrix --input='2x2xi32=5 2 -1 -2' --input='2x2x1x2xi8=1 2 3 4 5 6 7 8' 2>&1 | FileCheck %s --check-prefix=C7-POSITION
// RUN: not weft-run %s --entry=matrix --input='1x1xi32=2147483647' --input='1x1x1x1xi8=1' 2>&1 | FileCheck %s --check-prefix=C7-LARGEST
// RUN: weft-run %s --entry=matrix --input='1099511627776x0xi32=' --input='1099511627776x0x2x2xi8=' | FileCheck %s --check-prefix=NO-POSITIONS
// RUN: weft-run %s --entry=wide --input='2xi64=1099511627776 0' --input='2x0xf64=' | FileCheck %s --check-prefix=EMPTY-ROWS
// RUN: not weft-run %s --entry=wide --input='2xi64=0 1152921504606846976' --input='2x1xf64=1 2' 2>&1 | FileCheck %s --check-prefix=C8
// RUN: not weft-run %s --entry=wide --input='1xi64=9223372036854775807' --input='1x0xf64=' 2>&1 | FileCheck %s --check-prefix=C7-LARGEST-I64
// RUN: not weft-run %s --entry=wide --input='1xi64=-9223372036854775808' --input='1x1xf64=0' 2>&1 | FileCheck %s --check-prefix=C7-NEGATIVE-I64
// RUN: not weft-run %s --entry=wide --input='1xi64=1125899906842624' --input='1x1xf64=0' 2>&1 | FileCheck %s --check-prefix=TOO-LARGE
// RUN: weft-run %s --entry=scalar --input='index=2' --input='3xi1=1 0 1' | FileCheck %s --check-prefix=SCALAR-INDEX
// RUN: not weft-run %s --entry=scalar --input='index=-2' --input='3xi1=1 0 1' 2>&1 | FileCheck %s --check-prefix=C7-SCALAR
// RUN: weft-run %s --entry=static_rows --input='2xi32=2 0' --input='2xbf16=1 2' | FileCheck %s --check-prefix=STATIC-ROWS
// RUN: not weft-run %s --entry=static_rows --input='2xi32=1 0' --input='2xbf16=1 2' 2>&1 | FileCheck %s --check-prefix=C6
// RUN: weft-run %s --entry=mixed_types --input='i32=1' --input='2xi64=0 3' --input='2xindex=2 2' --input='f16=1' --input='2xf16=2 3' --input='2xf16=4 5' | FileCheck %s --check-prefix=MIXED
// RUN: not weft-run %s --entry=constant --input='1x3xf32=1 2 3' 2>&1 | FileCheck %s --check-prefix=CONSTANT
// RUN: weft-run %s --entry=interleave --input='2xi32=0 2' --input='2xi32=1 3' --input='2x3xf32=1 2 3 4 5 6' --input='2x3xf32=7 8 9 0 1 2' | FileCheck %s --check-prefix=INTERLEAVE
// RUN: weft-run %s --entry=wide_rows --input='3xi32=2 66 2' --input='2xi32=0 66' --input='3x16xcomplex<f64>=(4,1) (5,1) (6,1) (7,1) (8,1) (9,1) (10,1) (11,1) (12,1) (13,1) (14,1) (15,1) (16,1) (17,1) (18,1) (19,1) (8,1) (9,1) (10,1) (11,1) (12,1) (13,1) (14,1) (15,1) (16,1) (17,1) (18,1) (19,1) (20,1) (21,1) (22,1) (23,1) (12,1) (13,1) (14,1) (15,1) (16,1) (17,1) (18,1) (19,1) (20,1) (21,1) (22,1) (23,1) (24,1) (25,1) (26,1) (27,1)' --input='2x16xcomplex<f64>=(16,2) (17,2) (18,2) (19,2) (20,2) (21,2) (22,2) (23,2) (24,2) (25,2) (26,2) (27,2) (28,2) (29,2) (30,2) (31,2) (20,2) (21,2) (22,2) (23,2) (24,2) (25,2) (26,2) (27,2) (28,2) (29,2) (30,2) (31,2) (32,2) (33,2) (34,2) (35,2)' | FileCheck %s --check-prefix=WIDE-ROWS
// RUN: weft-run %s --entry=wide_rows --input='0xi32=' --input='0xi32=' --input='0x16xcomplex<f64>=' --input='0x16xcomplex<f64>=' | FileCheck %s --check-prefix=NO-WIDE-ROWS

// The last row with a number wins, in the order of the inputs; rows that nobody names
// are zero.
// DUPLICATES{LITERAL}: result 0: 4x2xf32 = [[7, 8], [5, 6], [0, 0], [9, 4]]
// EMPTY-INPUT{LITERAL}: result 0: 2x2xf32 = [[3, 4], [1, 2]]
// NO-INDEX{LITERAL}: result 0: 0x2xf32 = []
// C5{LITERAL}: error: 'weft.parallel_dynamic_stitch' op expected dimension 1 of 'data'[1] to be dimension 1 of 'merged' (2), but got 3
// EMPTY-C5{LITERAL}: error: 'weft.parallel_dynamic_stitch' op expected dimension 1 of 'data'[1] to be dimension 1 of 'merged' (2), but got 3
// C7-SECOND-INPUT{LITERAL}: error: 'weft.parallel_dynamic_stitch' op expected 'indices'[1][2] to be in [0, 2147483647), but got -7
func.func @two(%i0: tensor<?xi32>, %i1: tensor<?xi32>, %d0: tensor<?x?xf32>, %d1: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = weft.parallel_dynamic_stitch indices(%i0, %i1 : tensor<?xi32>, tensor<?xi32>) data(%d0, %d1 : tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Indices of rank 2, rows of rank 2.
// MATRIX{LITERAL}: result 0: 6x1x2xi8 = [[[5, 6]], [[0, 0]], [[3, 4]], [[7, 8]], [[0, 0]], [[1, 2]]]
// C4{LITERAL}: error: 'weft.parallel_dynamic_stitch' op expected dimension 1 of 'data'[0] to be that of 'indices'[0] (2), but got 3
// The first bad index is the one that is named.
// C7-POSITION{LITERAL}: error: 'weft.parallel_dynamic_stitch' op expected 'indices'[0][1, 0] to be in [0, 2147483647), but got -1
// C7-LARGEST{LITERAL}: error: 'weft.parallel_dynamic_stitch' op expected 'indices'[0][0, 0] to be in [0, 2147483647), but got 2147483647
// 2^40 x 0 positions cost nothing.
// NO-POSITIONS{LITERAL}: result 0: 0x2x2xi8 = []
func.func @matrix(%i0: tensor<?x?xi32>, %d0: tensor<?x?x?x?xi8>) -> tensor<?x?x?xi8> {
  %0 = weft.parallel_dynamic_stitch indices(%i0 : tensor<?x?xi32>) data(%d0 : tensor<?x?x?x?xi8>) -> tensor<?x?x?xi8>
  return %0 : tensor<?x?x?xi8>
}

// Indices of 64 bits.
// Nor do 2^40 rows without elements.
// EMPTY-ROWS{LITERAL}: result 0: 1099511627777x0xf64 = []
// C8{LITERAL}: error: 'weft.parallel_dynamic_stitch' op expected 1152921504606846977 rows of 8 bytes to fit in 63 bits
// C7-LARGEST-I64{LITERAL}: error: 'weft.parallel_dynamic_stitch' op expected 'indices'[0][0] to be in [0, 9223372036854775807), but got 9223372036854775807
// C7-NEGATIVE-I64{LITERAL}: error: 'weft.parallel_dynamic_stitch' op expected 'indices'[0][0] to be in [0, 9223372036854775807), but got -9223372036854775808
// Sound, but more than any machine has.
// TOO-LARGE{LITERAL}: error: cannot allocate
func.func @wide(%i0: tensor<?xi64>, %d0: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %0 = weft.parallel_dynamic_stitch indices(%i0 : tensor<?xi64>) data(%d0 : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

// An index that is a scalar.
// SCALAR-INDEX{LITERAL}: result 0: 3x3xi1 = [[false, false, false], [false, false, false], [true, false, true]]
// C7-SCALAR{LITERAL}: error: 'weft.parallel_dynamic_stitch' op expected 'indices'[0] to be in [0, 9223372036854775807), but got -2
func.func @scalar(%i0: tensor<index>, %d0: tensor<3xi1>) -> tensor<?x3xi1> {
  %0 = weft.parallel_dynamic_stitch indices(%i0 : tensor<index>) data(%d0 : tensor<3xi1>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// A claimed number of rows.
// STATIC-ROWS{LITERAL}: result 0: 3xbf16 = [2, 0, 1]
// C6{LITERAL}: error: 'weft.parallel_dynamic_stitch' op expected the number of rows to be 3 as in 'merged', but got 2
func.func @static_rows(%i0: tensor<2xi32>, %d0: tensor<2xbf16>) -> tensor<3xbf16> {
  %0 = weft.parallel_dynamic_stitch indices(%i0 : tensor<2xi32>) data(%d0 : tensor<2xbf16>) -> tensor<3xbf16>
  return %0 : tensor<3xbf16>
}

// Each input has its own index type.
// MIXED{LITERAL}: result 0: 4xf16 = [2, 1, 5, 3]
func.func @mixed_types(%i0: tensor<i32>, %i1: tensor<2xi64>, %i2: tensor<2xindex>, %d0: tensor<f16>, %d1: tensor<2xf16>, %d2: tensor<2xf16>) -> tensor<?xf16> {
  %0 = weft.parallel_dynamic_stitch indices(%i0, %i1, %i2 : tensor<i32>, tensor<2xi64>, tensor<2xindex>) data(%d0, %d1, %d2 : tensor<f16>, tensor<2xf16>, tensor<2xf16>) -> tensor<?xf16>
  return %0 : tensor<?xf16>
}

// A constant index that is bad is found when the op runs, not before.
// CONSTANT{LITERAL}: error: 'weft.parallel_dynamic_stitch' op expected 'indices'[0][0] to be in [0, 9223372036854775807), but got -5
func.func @constant(%d: tensor<1x3xf32>) -> tensor<?x3xf32> {
  %i = arith.constant dense<-5> : tensor<1xi64>
  %0 = weft.parallel_dynamic_stitch indices(%i : tensor<1xi64>) data(%d : tensor<1x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// The example of the op's description.
// INTERLEAVE{LITERAL}: result 0: 4x3xf32 = [[1, 2, 3], [7, 8, 9], [4, 5, 6], [0, 1, 2]]
func.func @interleave(%even: tensor<2xi32>, %odd: tensor<?xi32>,
                      %a: tensor<2x3xf32>, %b: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %merged = weft.parallel_dynamic_stitch
      indices(%even, %odd : tensor<2xi32>, tensor<?xi32>)
      data(%a, %b : tensor<2x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %merged : tensor<?x3xf32>
}

// Rows of 256 bytes. Row 66 is in the second word of the bits for written rows.
// WIDE-ROWS{LITERAL}: result 0: 6x4xi64 = [[16, 17, 18, 19], [0, 0, 0, 0], [12, 13, 14, 15], [0, 0, 0, 0], [0, 0, 0, 0], [20, 21, 22, 23]]
// NO-WIDE-ROWS{LITERAL}: result 0: 6x4xi64 = [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
func.func @wide_rows(%i: tensor<?xi32>, %j: tensor<?xi32>, %a: tensor<?x16xcomplex<f64>>, %b: tensor<?x16xcomplex<f64>>) -> tensor<6x4xi64> {
  %0 = weft.parallel_dynamic_stitch indices(%i, %j : tensor<?xi32>, tensor<?xi32>) data(%a, %b : tensor<?x16xcomplex<f64>>, tensor<?x16xcomplex<f64>>) -> tensor<?x16xcomplex<f64>>
  // The first columns of rows 0 to 3, 65 and 66 as integers, zero where the result has no such row.
  %r = tensor.generate {
  ^bb0(%row: index, %column: index):
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c61 = arith.constant 61 : index
    %zero = arith.constant 0 : i64
    %far = arith.cmpi uge, %row, %c4 : index
    %farther = arith.addi %row, %c61 : index
    %at = arith.select %far, %farther, %row : index
    %rows = tensor.dim %0, %c0 : tensor<?x16xcomplex<f64>>
    %inside = arith.cmpi ult, %at, %rows : index
    %x = scf.if %inside -> i64 {
      %z = tensor.extract %0[%at, %column] : tensor<?x16xcomplex<f64>>
      %re = complex.re %z : complex<f64>
      %int = arith.fptosi %re : f64 to i64
      scf.yield %int : i64
    } else {
      scf.yield %zero : i64
    }
    tensor.yield %x : i64
  } : tensor<6x4xi64>
  return %r : tensor<6x4xi64>
}
