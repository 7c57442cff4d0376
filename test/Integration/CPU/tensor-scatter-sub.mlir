// Scatter-sub compiled and computed: edges, and each run-time check at work.
//
// RUN: weft-run %s --entry=elements --input='4x1xi32=1 1 1 0' --input='4xf32=1e30 -1e30 2 4' --input='3xf32=1 1 1' | FileCheck %s --check-prefix=ORDER
// RUN: weft-run %s --entry=elements --input='0x1xi32=' --input='0xf32=' --input='3xf32=1 2 3' | FileCheck %s --check-prefix=NO-UPDATES
// RUN: weft-run %s --entry=elements --input='4x1xi32=0 1 2 3' --input='4xf32=inf 0 0 nan' --input='4xf32=inf 0 -0.0 1' | FileCheck %s --check-prefix=SPECIAL
// RUN: not weft-run %s --entry=elements --input='2x2xi32=0 0 1 1' --input='2xf32=1 1' --input='3xf32=1 2 3' 2>&1 | FileCheck %s --check-prefix=C6
// RUN: not weft-run %s --entry=elements --input='2x1xi32=0 0' --input='3xf32=1 1 1' --input='3xf32=1 2 3' 2>&1 | FileCheck %s --check-prefix=C7
// RUN: not weft-run %s --entry=elements --input='3x1xi32=0 3 4' --input='3xf32=1 1 1' --input='3xf32=1 2 3' 2>&1 | FileCheck %s --check-prefix=C9
// RUN: not weft-run %s --entry=elements --input='3x1xi32=0 2 -1' --input='3xf32=1 1 1' --input='3xf32=1 2 3' 2>&1 | FileCheck %s --check-prefix=C9-NEGATIVE
// RUN: not weft-run %s --entry=elements --input='1x1xi32=0' --input='1xf32=1' --input='0xf32=' 2>&1 | FileCheck %s --check-prefix=C9-EMPTY-TENSOR
// RUN: weft-run %s --entry=slices --input='1x2x2xi64=0 1 1 0' --input='1x2x1x2xi8=-128 1 2 3' --input='2x2x1x2xi8=0 0 100 0 0 0 0 0' | FileCheck %s --check-prefix=SLICES
// RUN: not weft-run %s --entry=slices --input='1x1x2xi64=0 0' --input='1x1x1x3xi8=0 0 0' --input='1x1x1x2xi8=0 0' 2>&1 | FileCheck %s --check-prefix=C8
// RUN: not weft-run %s --entry=slices --input='1x2x2xi64=0 1 0 2' --input='1x2x1x1xi8=0 0' --input='3x2x1x1xi8=0 0 0 0 0 0' 2>&1 | FileCheck %s --check-prefix=C9-COMPONENT
// RUN: not weft-run %s --entry=slices --input='1x1x2xi64=4294967296 0' --input='1x1x1x1xi8=0' --input='3x2x1x1xi8=0 0 0 0 0 0' 2>&1 | FileCheck %s --check-prefix=C9-I64
// RUN: not weft-run %s --entry=slices --input='1x1x2xi64=0 2' --input='1x1x1x0xi8=' --input='3x2x1x0xi8=' 2>&1 | FileCheck %s --check-prefix=C9-EMPTY-SLICES
// RUN: weft-run %s --entry=slices --input='1x2x2xi64=0 1 2 0' --input='1x2x1x0xi8=' --input='3x2x1x0xi8=' | FileCheck %s --check-prefix=EMPTY-SLICES
// RUN: weft-run %s --entry=slices --input='1099511627776x0x2xi64=' --input='1099511627776x0x1x1xi8=' --input='1x1x1x1xi8=7' | FileCheck %s --check-prefix=NO-POSITIONS
// RUN: weft-run %s --entry=ignored --input='5x2xi32=0 0 -1 0 1 2 0 1 2 0' --input='5xi32=1 2 4 8 16' --input='2x2xi32=100 100 100 100' | FileCheck %s --check-prefix=IGNORED
// RUN: weft-run %s --entry=ignored --input='1x2xi32=0 0' --input='1xi32=1' --input='0x2xi32=' | FileCheck %s --check-prefix=EMPTY-IGNORED
// RUN: not weft-run %s --entry=ignored --input='1x2xi32=0 0' --input='2xi32=1 2' --input='1x2xi32=0 0' 2>&1 | FileCheck %s --check-prefix=IGNORED-C7
// RUN: weft-run %s --entry=whole --input='3x0xi32=' --input='3x2xf64=1 2 3 4 5 6' --input='2xf64=0.5 0.25' | FileCheck %s --check-prefix=WHOLE
// RUN: weft-run %s --entry=whole --input='4611686018427387904x0xi32=' --input='4611686018427387904x0xf64=' --input='0xf64=' | FileCheck %s --check-prefix=EMPTY-WHOLE
// RUN: weft-run %s --entry=one --input='2xi32=1 0' --input='complex<f32>=(1,2)' --input='2x1xcomplex<f32>=(0,0) (5,7)' | FileCheck %s --check-prefix=ONE
// RUN: weft-run %s --entry=half --input='4x1xi32=0 0 1 1' --input='4xf16=-0.00048828125 -0.00048828125 -0.00048828125 -0.0009765625' --input='2xf16=1 1' | FileCheck %s --check-prefix=HALF
// RUN: weft-run %s --entry=bfloat --input='5x1xi32=0 0 1 2 3' --input='5xbf16=-0.00390625 -0.00390625 -0.01171875 nan 1' --input='4xbf16=1 1 1 inf' | FileCheck %s --check-prefix=BFLOAT
// RUN: weft-run %s --entry=odd_widths --input='2x1xi32=0 0' | FileCheck %s --check-prefix=ODD-WIDTHS
// RUN: not weft-run %s --entry=constant --input='1x3xf32=1 2 3' --input='4x3xf32=0 0 0 0 0 0 0 0 0 0 0 0' 2>&1 | FileCheck %s --check-prefix=CONSTANT
// RUN: weft-run %s --entry=subtract_rows --input='2x1xi32=0 2' --input='2x3xf32=1 2 3 4 5 6' --input='2x3xf32=0 0 0 0 0 0' | FileCheck %s --check-prefix=SUBTRACT-ROWS
// RUN: weft-run %s --entry=one_slice --input='1xi32=1' --input='2xf32=1 2' --input='2x2xf32=0 0 5 7' | FileCheck %s --check-prefix=ONE-SLICE
// RUN: weft-run %s --entry=one_slice --input='1xi32=1' --input='0xf32=' --input='1099511627776x0xf32=' | FileCheck %s --check-prefix=NO-SLICE

// Elements of a vector; the depth is known from the ranks alone.
// 1 - 1e30 + 1e30 - 2, from left to right.
// ORDER{LITERAL}: result 0: 3xf32 = [-3, -2, 1]
// NO-UPDATES{LITERAL}: result 0: 3xf32 = [1, 2, 3]
// SPECIAL{LITERAL}: result 0: 4xf32 = [nan, 0, -0, nan]
// C6{LITERAL}: error: 'weft.tensor_scatter_sub' op expected dimension 1 of 'indices' to be 1, but got 2
// C7{LITERAL}: error: 'weft.tensor_scatter_sub' op expected dimension 0 of 'updates' to be that of 'indices' (2), but got 3
// C9{LITERAL}: error: 'weft.tensor_scatter_sub' op expected 'indices'[1, 0] to be in [0, 3), but got 3
// C9-NEGATIVE{LITERAL}: error: 'weft.tensor_scatter_sub' op expected 'indices'[2, 0] to be in [0, 3), but got -1
// C9-EMPTY-TENSOR{LITERAL}: error: 'weft.tensor_scatter_sub' op expected 'indices'[0, 0] to be in [0, 0), but got 0
func.func @elements(%i: tensor<?x?xi32>, %u: tensor<?xf32>, %t: tensor<?xf32>) -> tensor<?xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<?x?xi32>, tensor<?xf32>) outs(%t : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Slices of rank 2, indices of rank 3 and depth 2.
// Integers wrap.
// SLICES{LITERAL}: result 0: 2x2x1x2xi8 = [[[[0, 0]], [[-28, -1]]], [[[-2, -3]], [[0, 0]]]]
// C8{LITERAL}: error: 'weft.tensor_scatter_sub' op expected dimension 3 of 'updates' to be that of 'tensor' (2), but got 3
// The place would be inside, the component is not.
// C9-COMPONENT{LITERAL}: error: 'weft.tensor_scatter_sub' op expected 'indices'[0, 1, 1] to be in [0, 2), but got 2
// C9-I64{LITERAL}: error: 'weft.tensor_scatter_sub' op expected 'indices'[0, 0, 0] to be in [0, 3), but got 4294967296
// C9-EMPTY-SLICES{LITERAL}: error: 'weft.tensor_scatter_sub' op expected 'indices'[0, 0, 1] to be in [0, 2), but got 2
// EMPTY-SLICES{LITERAL}: result 0: 3x2x1x0xi8 = []
// 2^40 x 0 positions cost nothing.
// NO-POSITIONS{LITERAL}: result 0: 1x1x1x1xi8 = [[[[7]]]]
func.func @slices(%i: tensor<?x?x2xi64>, %u: tensor<?x?x?x?xi8>, %t: tensor<?x?x?x?xi8>) -> tensor<?x?x?x?xi8> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<?x?x2xi64>, tensor<?x?x?x?xi8>) outs(%t : tensor<?x?x?x?xi8>) -> tensor<?x?x?x?xi8>
  return %0 : tensor<?x?x?x?xi8>
}

// Bad indices are skipped, each component looked at.
// IGNORED{LITERAL}: result 0: 2x2xi32 = [[99, 92], [100, 100]]
// EMPTY-IGNORED{LITERAL}: result 0: 0x2xi32 = []
// Only bad indices are ignored.
// IGNORED-C7{LITERAL}: error: 'weft.tensor_scatter_sub' op expected dimension 0 of 'updates' to be that of 'indices' (1), but got 2
func.func @ignored(%i: tensor<?x2xi32>, %u: tensor<?xi32>, %t: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %0 = weft.tensor_scatter_sub bad_indices_policy<ignore> ins(%i, %u : tensor<?x2xi32>, tensor<?xi32>) outs(%t : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}

// Depth 0: each update is subtracted from the whole tensor.
// WHOLE{LITERAL}: result 0: 2xf64 = [-8.5, -11.75]
// 2^62 updates of nothing cost nothing.
// EMPTY-WHOLE{LITERAL}: result 0: 0xf64 = []
func.func @whole(%i: tensor<?x0xi32>, %u: tensor<?x?xf64>, %t: tensor<?xf64>) -> tensor<?xf64> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<?x0xi32>, tensor<?x?xf64>) outs(%t : tensor<?xf64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// Indices of rank 1: one update, here of one complex number.
// ONE{LITERAL}: result 0: 2x1xcomplex<f32> = [[(0, 0)], [(4, 5)]]
func.func @one(%i: tensor<2xi32>, %u: tensor<complex<f32>>, %t: tensor<?x1xcomplex<f32>>) -> tensor<?x1xcomplex<f32>> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<2xi32>, tensor<complex<f32>>) outs(%t : tensor<?x1xcomplex<f32>>) -> tensor<?x1xcomplex<f32>>
  return %0 : tensor<?x1xcomplex<f32>>
}

// One slice, which may be empty.
// ONE-SLICE{LITERAL}: result 0: 2x2xf32 = [[0, 0], [4, 5]]
// NO-SLICE{LITERAL}: result 0: 1099511627776x0xf32 = []
func.func @one_slice(%i: tensor<1xi32>, %u: tensor<?xf32>, %t: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<1xi32>, tensor<?xf32>) outs(%t : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Each update is rounded to nearest even, and in order. Half a unit in the last place
// is lost each time; added to a whole one first, it would round up.
// HALF{LITERAL}: result 0: 2xf16 = [1, 1.001]
func.func @half(%i: tensor<?x1xi32>, %u: tensor<?xf16>, %t: tensor<?xf16>) -> tensor<?xf16> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<?x1xi32>, tensor<?xf16>) outs(%t : tensor<?xf16>) -> tensor<?xf16>
  return %0 : tensor<?xf16>
}

// Half a unit rounds down to even, one and a half up.
// BFLOAT{LITERAL}: result 0: 4xbf16 = [1, 1.016, nan, inf]
func.func @bfloat(%i: tensor<?x1xi32>, %u: tensor<?xbf16>, %t: tensor<?xbf16>) -> tensor<?xbf16> {
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<?x1xi32>, tensor<?xbf16>) outs(%t : tensor<?xbf16>) -> tensor<?xbf16>
  return %0 : tensor<?xbf16>
}

// Integers of any width: -4 - 3 - 2 is -1 in 3 bits, 0 - 2^200 is what it is in 256.
// ODD-WIDTHS{LITERAL}: result 0: 1xi8 = [-1]
// ODD-WIDTHS{LITERAL}: result 1: 2xi64 = [-256, 0]
func.func @odd_widths(%i: tensor<?x1xi32>) -> (tensor<1xi8>, tensor<2xi64>) {
  %u3 = arith.constant dense<[3, 2]> : tensor<2xi3>
  %t3 = arith.constant dense<-4> : tensor<1xi3>
  %i2 = tensor.cast %i : tensor<?x1xi32> to tensor<2x1xi32>
  %r3 = weft.tensor_scatter_sub ins(%i2, %u3 : tensor<2x1xi32>, tensor<2xi3>) outs(%t3 : tensor<1xi3>) -> tensor<1xi3>
  %w3 = arith.extsi %r3 : tensor<1xi3> to tensor<1xi8>
  %u256 = arith.constant dense<[1606938044258990275541962092341162602522202993782792835301376, 0]> : tensor<2xi256>
  %t256 = arith.constant dense<0> : tensor<2xi256>
  %r256 = weft.tensor_scatter_sub ins(%i2, %u256 : tensor<2x1xi32>, tensor<2xi256>) outs(%t256 : tensor<2xi256>) -> tensor<2xi256>
  %c192 = arith.constant dense<192> : tensor<2xi256>
  %s256 = arith.shrsi %r256, %c192 : tensor<2xi256>
  %w256 = arith.trunci %s256 : tensor<2xi256> to tensor<2xi64>
  return %w3, %w256 : tensor<1xi8>, tensor<2xi64>
}

// A constant index that is bad is found when the op runs, not before.
// CONSTANT{LITERAL}: error: 'weft.tensor_scatter_sub' op expected 'indices'[0, 0] to be in [0, 4), but got -9
func.func @constant(%u: tensor<1x3xf32>, %t: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %i = arith.constant dense<-9> : tensor<1x1xi64>
  %0 = weft.tensor_scatter_sub ins(%i, %u : tensor<1x1xi64>, tensor<1x3xf32>) outs(%t : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// The example of the op's description.
// SUBTRACT-ROWS{LITERAL}: result 0: 2x3xf32 = [[-1, -2, -3], [0, 0, 0]]
func.func @subtract_rows(%indices: tensor<2x1xi32>, %updates: tensor<2x3xf32>,
                         %tensor: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %output = weft.tensor_scatter_sub bad_indices_policy<ignore>
      ins(%indices, %updates : tensor<2x1xi32>, tensor<2x3xf32>)
      outs(%tensor : tensor<?x3xf32>) -> tensor<?x3xf32>
  return %output : tensor<?x3xf32>
}
