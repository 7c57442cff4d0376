// .npy files as arguments and for results. An output is read back as an input.

// RUN: rm -rf %t && mkdir %t
// RUN: weft-run %s --entry f32 --input "2x3xf32=1 2 3 4 5 6" --output %t/f32.npy | count 0
// RUN: weft-run %s --entry f32 --input @%t/f32.npy | FileCheck %s --check-prefix=F32
// F32: result 0: 2x3xf32 = {{\[}}[1, 2, 3], [4, 5, 6]]
func.func @f32(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  return %a : tensor<?x?xf32>
}

// The header as numpy writes it, and the start of the elements at byte 128.
// RUN: %python -c "d = open(r'%t/f32.npy', 'rb').read(); print(d[:10], d[10:128].decode(), d[128:])" | FileCheck %s --check-prefix=HEADER
// HEADER: b'\x93NUMPY\x01\x00v\x00' {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
// HEADER-NEXT: b'\x00\x00\x80?\x00\x00\x00@\x00\x00@@\x00\x00\x80@\x00\x00\xa0@\x00\x00\xc0@'

// Every type that numpy has, and those that travel as integers.
// RUN: weft-run %s --entry types --input "2xf16=1 2" --input "f64=0.1" --input "2xbf16=1 -2" --input "2xf8E5M2=1 2" \
// RUN:   --input "2xi1=1 0" --input "2xi4=-8 7" --input "2xi64=-1 2" --input "2xindex=3 4" --input "2xui16=65535 0" \
// RUN:   --input "2xcomplex<f32>=(1,2) 3" --input "complex<f64>=(4,5)" \
// RUN:   --output %t/0.npy --output %t/1.npy --output %t/2.npy --output %t/3.npy --output %t/4.npy --output %t/5.npy \
// RUN:   --output %t/6.npy --output %t/7.npy --output %t/8.npy --output %t/9.npy --output %t/10.npy
// RUN: weft-run %s --entry types --input @%t/0.npy --input @%t/1.npy --input @%t/2.npy --input @%t/3.npy --input @%t/4.npy --input @%t/5.npy \
// RUN:   --input @%t/6.npy --input @%t/7.npy --input @%t/8.npy --input @%t/9.npy --input @%t/10.npy | FileCheck %s --check-prefix=TYPES
// TYPES: result 0: 2xf16 = [1, 2]
// TYPES-NEXT: result 1: f64 = 0.1
// TYPES-NEXT: result 2: 2xbf16 = [1, -2]
// TYPES-NEXT: result 3: 2xf8E5M2 = [1, 2]
// TYPES-NEXT: result 4: 2xi1 = [true, false]
// TYPES-NEXT: result 5: 2xi4 = [-8, 7]
// TYPES-NEXT: result 6: 2xi64 = [-1, 2]
// TYPES-NEXT: result 7: 2xindex = [3, 4]
// TYPES-NEXT: result 8: 2xui16 = [65535, 0]
// TYPES-NEXT: result 9: 2xcomplex<f32> = [(1, 2), (3, 0)]
// TYPES-NEXT: result 10: complex<f64> = (4, 5)
// RUN: %python -c "[print(open(r'%t/%%d.npy' %% i, 'rb').read()[10:72].decode().strip()) for i in range(11)]" | FileCheck %s --check-prefix=DESCR
// DESCR: {'descr': '<f2', 'fortran_order': False, 'shape': (2,), }
// DESCR-NEXT: {'descr': '<f8', 'fortran_order': False, 'shape': (), }
// DESCR-NEXT: {'descr': '<u2', 'fortran_order': False, 'shape': (2,), }
// DESCR-NEXT: {'descr': '|u1',
// DESCR-NEXT: {'descr': '|b1',
// DESCR-NEXT: {'descr': '|i1',
// DESCR-NEXT: {'descr': '<i8',
// DESCR-NEXT: {'descr': '<i8',
// DESCR-NEXT: {'descr': '<u2',
// DESCR-NEXT: {'descr': '<c8',
// DESCR-NEXT: {'descr': '<c16',
func.func @types(%a: tensor<2xf16>, %b: f64, %c: tensor<?xbf16>, %d: tensor<?xf8E5M2>, %e: tensor<?xi1>, %f: tensor<?xi4>,
                 %g: tensor<?xi64>, %h: tensor<?xindex>, %i: tensor<?xui16>, %j: tensor<?xcomplex<f32>>, %k: tensor<complex<f64>>)
    -> (tensor<2xf16>, f64, tensor<?xbf16>, tensor<?xf8E5M2>, tensor<?xi1>, tensor<?xi4>,
        tensor<?xi64>, tensor<?xindex>, tensor<?xui16>, tensor<?xcomplex<f32>>, tensor<complex<f64>>) {
  return %a, %b, %c, %d, %e, %f, %g, %h, %i, %j, %k
    : tensor<2xf16>, f64, tensor<?xbf16>, tensor<?xf8E5M2>, tensor<?xi1>, tensor<?xi4>,
      tensor<?xi64>, tensor<?xindex>, tensor<?xui16>, tensor<?xcomplex<f32>>, tensor<complex<f64>>
}

// Any order and spacing of the keys, versions 2 and 3, unsigned for signless.
// RUN: %python %S/Inputs/make_npy.py %t/v2.npy "{ \"shape\":(3,) ,'descr' : '|u1','fortran_order':False}" --version 2 --bytes 01ff80
// RUN: weft-run %s --entry i8 --input @%t/v2.npy | FileCheck %s --check-prefix=V2
// RUN: %python %S/Inputs/make_npy.py %t/v3.npy "{'descr': '<i1', 'fortran_order': False, 'shape': (3,)}" --version 3 --bytes 01ff80
// RUN: weft-run %s --entry i8 --input @%t/v3.npy | FileCheck %s --check-prefix=V2
// V2: 3xi8 = [1, -1, -128]
func.func @i8(%a: tensor<?xi8>) -> tensor<?xi8> {
  return %a : tensor<?xi8>
}

// Any byte but 0 is true, and reaches the function as 1.
// RUN: %python %S/Inputs/make_npy.py %t/bool.npy "{'descr': '|b1', 'fortran_order': False, 'shape': (3,)}" --bytes 0100ff
// RUN: weft-run %s --entry bool --input @%t/bool.npy | FileCheck %s --check-prefix=BOOL
// BOOL: 3xi32 = [1, 0, 1]
func.func @bool(%a: tensor<3xi1>) -> tensor<3xi32> {
  %0 = arith.extui %a : tensor<3xi1> to tensor<3xi32>
  return %0 : tensor<3xi32>
}

// Sizes that numpy itself cannot hold.
// RUN: weft-run %s --entry huge --input "4611686018427387904x8x0xf32=" --output %t/huge.npy
// RUN: weft-run %s --entry huge --input @%t/huge.npy | FileCheck %s --check-prefix=HUGE
// HUGE: result 0: 4611686018427387904x8x0xf32 = []
func.func @huge(%a: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  return %a : tensor<?x?x?xf32>
}
