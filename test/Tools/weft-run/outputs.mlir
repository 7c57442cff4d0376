// Files are written only after everything else has succeeded, all or none.

// RUN: rm -rf %t && mkdir %t
// RUN: not weft-run %s --input i64=1 --output %t/a.npy 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: error: expected 2 --output, one for each result of 'main', but got 1
// RUN: not weft-run %s --input i64=1 --output %t/a.npy --output %t/missing/b.npy 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: cannot write '{{.*}}missing/b.npy': No such file or directory
// RUN: not weft-run %s --input i64=1 --output %t/a.npy --output %t 2>&1 | FileCheck %s --check-prefix=DIRECTORY
// DIRECTORY: error: cannot write '{{.*}}': it is a directory
// RUN: not weft-run %s --input i64=1 --output %t/a.npy --output %t/a.npy 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: two results go to '{{.*}}a.npy'
// A run-time error.
// RUN: not weft-run %s --input i64=1000000000000000000 --output %t/a.npy --output %t/b.npy 2>&1 | FileCheck %s --check-prefix=FAILS
// FAILS: error: cannot allocate 1000000000000000000 bytes
// RUN: ls -A %t | count 0

// A file that was there stays whole until the new one is.
// RUN: echo old > %t/a.npy
// RUN: not weft-run %s --input i64=1 --output %t/a.npy --output %t/missing/b.npy 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: FileCheck %s --check-prefix=OLD --input-file %t/a.npy
// OLD: old
// RUN: weft-run %s --input i64=3 --output %t/a.npy --output %t/b.npy | count 0
// RUN: ls -A %t | FileCheck %s --check-prefix=FILES
// FILES: a.npy
// FILES-NEXT: b.npy
// FILES-NOT: {{.}}

// Links and devices are not replaced.
// RUN: ln -s a.npy %t/link.npy
// RUN: weft-run %s --input i64=4 --output %t/link.npy --output /dev/null
// RUN: test -L %t/link.npy
// RUN: test -c /dev/null
// RUN: %python -c "print(open(r'%t/a.npy', 'rb').read()[10:128].decode())" | FileCheck %s --check-prefix=LINK
// LINK: 'shape': (4,)
func.func @main(%n: index) -> (tensor<?xi8>, index) {
  %0 = tensor.empty(%n) : tensor<?xi8>
  %c0 = arith.constant 0 : i8
  %1 = linalg.fill ins(%c0 : i8) outs(%0 : tensor<?xi8>) -> tensor<?xi8>
  return %1, %n : tensor<?xi8>, index
}
