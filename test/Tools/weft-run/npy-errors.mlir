// .npy files that are malformed, or hold something else than the argument.

// RUN: rm -rf %t && mkdir %t
// RUN: not weft-run %s --input @%t/missing.npy 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: input 0: cannot read '{{.*}}missing.npy': No such file or directory
// RUN: not weft-run %s --input @%t 2>&1 | FileCheck %s --check-prefix=DIRECTORY
// DIRECTORY: error: input 0: cannot read '{{.*}}': not a regular file
// RUN: not weft-run %s --input @/dev/zero 2>&1 | FileCheck %s --check-prefix=DIRECTORY

// RUN: echo "text" > %t/text.npy
// RUN: not weft-run %s --input @%t/text.npy 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: echo "a longer text" > %t/text.npy
// RUN: not weft-run %s --input @%t/text.npy 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: error: input 0: '{{.*}}text.npy': not an .npy file
// RUN: %python %S/Inputs/make_npy.py %t/f.npy "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}" --version 4
// RUN: not weft-run %s --input @%t/f.npy 2>&1 | FileCheck %s --check-prefix=VERSION
// VERSION: unknown .npy version 4.0
// RUN: %python %S/Inputs/make_npy.py %t/f.npy "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}" --cut 30
// RUN: not weft-run %s --input @%t/f.npy 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: %python %S/Inputs/make_npy.py %t/f.npy "" --version 2 --cut 11
// RUN: not weft-run %s --input @%t/f.npy 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: %python %S/Inputs/make_npy.py %t/f.npy "" --version 2 --length 4294967295
// RUN: not weft-run %s --input @%t/f.npy 2>&1 | FileCheck %s --check-prefix=CUT
// CUT: the header is cut off

// RUN: %python %S/Inputs/make_npy.py %t/f.npy "['descr']"
// RUN: not weft-run %s --input @%t/f.npy 2>&1 | FileCheck %s --check-prefix=BRACE
// BRACE: malformed header: expected '{'
// RUN: %python %S/Inputs/make_npy.py %t/f.npy "{'descr': '<f4', 'fortran_order': False}"
// RUN: not weft-run %s --input @%t/f.npy 2>&1 | FileCheck %s --check-prefix=KEYS
// KEYS: malformed header: expected the keys 'descr', 'fortran_order' and 'shape'
// RUN: %python %S/Inputs/make_npy.py %t/f.npy "{'descr': '<f4', 'descr': '<f4'}"
// RUN: not weft-run %s --input @%t/f.npy 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: malformed header: unexpected key 'descr'
// RUN: %python %S/Inputs/make_npy.py %t/f.npy "{'descr': '<f4', 'other': 1}"
// RUN: not weft-run %s --input @%t/f.npy 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: malformed header: unexpected key 'other'
// RUN: %python %S/Inputs/make_npy.py %t/f.npy "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,)}"
// RUN: not weft-run %s --input @%t/f.npy 2>&1 | FileCheck %s --check-prefix=STRUCT
// STRUCT: malformed header: expected 'descr' to be a string, the type of numbers
// RUN: %python %S/Inputs/make_npy.py %t/f.npy "{'descr': '<f4', 'fortran_order': 0, 'shape': (2,)}"
// RUN: not weft-run %s --input @%t/f.npy 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: malformed header: expected 'fortran_order' to be True or False
// RUN: %python %S/Inputs/make_npy.py %t/f.npy "{'descr': '<f4', 'fortran_order': False, 'shape': (2)}"
// RUN: not weft-run %s --input @%t/f.npy 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: %python %S/Inputs/make_npy.py %t/f.npy "{'descr': '<f4', 'fortran_order': False, 'shape': (-2,)}"
// RUN: not weft-run %s --input @%t/f.npy 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: %python %S/Inputs/make_npy.py %t/f.npy "{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775808,)}"
// RUN: not weft-run %s --input @%t/f.npy 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: %python %S/Inputs/make_npy.py %t/f.npy "{'descr': '<f4', 'fortran_order': False, 'shape': (2 3,)}"
// RUN: not weft-run %s --input @%t/f.npy 2>&1 | FileCheck %s --check-prefix=SHAPE
// SHAPE: malformed header: expected 'shape' to be a tuple of sizes
// RUN: %python %S/Inputs/make_npy.py %t/f.npy "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)} x"
// RUN: not weft-run %s --input @%t/f.npy 2>&1 | FileCheck %s --check-prefix=TAIL
// TAIL: malformed header: unexpected text after the dictionary
// RUN: %python %S/Inputs/make_npy.py %t/f.npy "{'descr': '<f4' 'fortran_order': False, 'shape': (2,)}"
// RUN: not weft-run %s --input @%t/f.npy 2>&1 | FileCheck %s --check-prefix=COMMA
// COMMA: malformed header: expected ',' or '}'
// RUN: %python -c "print('{', ' ' * 70000)" > %t/spaces
// RUN: %python -c "open(r'%t/f.npy', 'wb').write(b'\x93NUMPY\x02\x00' + (70000).to_bytes(4, 'little') + b' ' * 70000)"
// RUN: not weft-run %s --input @%t/f.npy 2>&1 | FileCheck %s --check-prefix=LONG
// LONG: malformed header: it has 70000 bytes

// RUN: %python %S/Inputs/make_npy.py %t/f.npy "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 1)}" --bytes 0000000000000000
// RUN: not weft-run %s --input @%t/f.npy 2>&1 | FileCheck %s --check-prefix=FORTRAN
// FORTRAN: expected the elements in C order, but got Fortran order
// RUN: %python %S/Inputs/make_npy.py %t/f.npy "{'descr': '>f4', 'fortran_order': False, 'shape': (2,)}" --bytes 0000000000000000
// RUN: not weft-run %s --input @%t/f.npy 2>&1 | FileCheck %s --check-prefix=BYTES
// BYTES: expected elements of type '<f4' for ?xf32, but got '>f4'
// RUN: %python %S/Inputs/make_npy.py %t/f.npy "{'descr': '<i4', 'fortran_order': False, 'shape': (2,)}" --bytes 0000000000000000
// RUN: not weft-run %s --input @%t/f.npy 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: expected elements of type '<f4' for ?xf32, but got '<i4'
// RUN: %python %S/Inputs/make_npy.py %t/f.npy "{'descr': '', 'fortran_order': False, 'shape': (2,)}" --bytes 0000000000000000
// RUN: not weft-run %s --input @%t/f.npy 2>&1 | FileCheck %s --check-prefix=NO-TYPE
// NO-TYPE: expected elements of type '<f4' for ?xf32, but got ''
// RUN: %python %S/Inputs/make_npy.py %t/f.npy "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2)}" --bytes 0000000000000000
// RUN: not weft-run %s --input @%t/f.npy 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: expected a value of type ?xf32, but got 1x2xf32
// RUN: %python %S/Inputs/make_npy.py %t/f.npy "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}" --bytes 00000000000000
// RUN: not weft-run %s --input @%t/f.npy 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: expected 8 bytes of elements, but got 7
// RUN: %python %S/Inputs/make_npy.py %t/f.npy "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}" --bytes 000000000000000000
// RUN: not weft-run %s --input @%t/f.npy 2>&1 | FileCheck %s --check-prefix=MORE
// MORE: expected 8 bytes of elements, but got 9
// RUN: %python %S/Inputs/make_npy.py %t/f.npy "{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904,)}"
// RUN: not weft-run %s --input @%t/f.npy 2>&1 | FileCheck %s --check-prefix=OVERFLOW
// OVERFLOW: the size of 4611686018427387904xf32 is not a 64-bit number
// RUN: %python %S/Inputs/make_npy.py %t/f.npy "{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000000,)}"
// RUN: not weft-run %s --input @%t/f.npy 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: expected 4000000000000 bytes of elements, but got 0
func.func @f32(%a: tensor<?xf32>) -> tensor<?xf32> {
  return %a : tensor<?xf32>
}

// RUN: cat %s | sed s/f32/i4/g > %t/i4.mlir
// RUN: %python %S/Inputs/make_npy.py %t/i4.npy "{'descr': '|i1', 'fortran_order': False, 'shape': (2,)}" --bytes 0710
// RUN: not weft-run %t/i4.mlir --input @%t/i4.npy 2>&1 | FileCheck %s --check-prefix=NARROW
// NARROW: '16' is out of range for i4
// RUN: cat %s | sed s/f32/bf16/g > %t/bf16.mlir
// RUN: %python %S/Inputs/make_npy.py %t/bf16.npy "{'descr': '<f2', 'fortran_order': False, 'shape': (1,)}" --bytes 0000
// RUN: not weft-run %t/bf16.mlir --input @%t/bf16.npy 2>&1 | FileCheck %s --check-prefix=BF16
// BF16: expected elements of type '<u2' for ?xbf16, but got '<f2'
// RUN: cat %s | sed s/f32/i128/g > %t/i128.mlir
// RUN: not weft-run %t/i128.mlir --input @%t/i4.npy 2>&1 | FileCheck %s --check-prefix=I128
// RUN: not weft-run %t/i128.mlir --input "0xi128=" --output %t/i128.npy 2>&1 | FileCheck %s --check-prefix=I128
// I128: error: {{.*}}: numpy has no type for i128
