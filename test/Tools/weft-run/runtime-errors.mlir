// Failures of compiled code.

// RUN: not weft-run %s --entry fails --input i64=-5 2>&1 | FileCheck %s --check-prefix=FAILS
// FAILS: {{^}}model.mlir:7:10: error: 'weft.x' op expected -5 to be positive{{$}}
llvm.func @weft_fail(!llvm.ptr, !llvm.ptr, ...)
llvm.mlir.global private constant @where("model.mlir:7:10\00")
llvm.mlir.global private constant @what("'weft.x' op expected %lld to be positive\00")
func.func @fails(%n: i64) -> tensor<?xi8> {
  %size = arith.constant 8 : index
  %buffer = tensor.empty(%size) : tensor<?xi8>
  %where = llvm.mlir.addressof @where : !llvm.ptr
  %what = llvm.mlir.addressof @what : !llvm.ptr
  llvm.call @weft_fail(%where, %what, %n) vararg(!llvm.func<void (ptr, ptr, ...)>) : (!llvm.ptr, !llvm.ptr, i64) -> ()
  return %buffer : tensor<?xi8>
}

// Sizes that the machine cannot give, and those that wrap.
// RUN: not weft-run %s --entry allocates --input i64=1000000000000000 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: {{^}}{{.*}}runtime-errors.mlir:[[@LINE+9]]:1: error: cannot allocate 8000000000000000 bytes{{$}}
// RUN: not weft-run %s --entry allocates --input i64=-1 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: runtime-errors.mlir:[[@LINE+8]]:8: error: 'memref.alloc' op expected no negative size and less than 2^63 bytes, but got the sizes -1
// RUN: not weft-run %s --entry allocates --input i64=2305843009213693953 2>&1 | FileCheck %s --check-prefix=WRAPS
// WRAPS: expected no negative size and less than 2^63 bytes, but got the sizes 2305843009213693953
// RUN: env WEFT_MEMORY_LIMIT=1M not weft-run %s --entry allocates --input i64=200000 2>&1 | FileCheck %s --check-prefix=LIMIT
// LIMIT: error: cannot allocate 1600000 bytes
// RUN: env WEFT_MEMORY_LIMIT=lots not weft-run %s --entry allocates --input i64=1 2>&1 | FileCheck %s --check-prefix=VARIABLE
// VARIABLE: error: expected WEFT_MEMORY_LIMIT to be a number of bytes, but got 'lots'
func.func @allocates(%n: index) -> tensor<?xi64> {
  %0 = tensor.empty(%n) : tensor<?xi64>
  %c7 = arith.constant 7 : i64
  %1 = linalg.fill ins(%c7 : i64) outs(%0 : tensor<?xi64>) -> tensor<?xi64>
  return %1 : tensor<?xi64>
}

// Two sizes: products that wrap to something small, and no elements at all.
// RUN: not weft-run %s --entry two --input i64=4294967296 --input i64=4294967296 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: but got the sizes 4294967296 x 4294967296
// RUN: not weft-run %s --entry two --input i64=-1 --input i64=-1 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: but got the sizes -1 x -1
// RUN: not weft-run %s --entry two --input i64=-1 --input i64=0 2>&1 | FileCheck %s --check-prefix=MINUS-EMPTY
// MINUS-EMPTY: but got the sizes -1 x 0
// RUN: weft-run %s --entry two --input i64=4611686018427387904 --input i64=0 | FileCheck %s --check-prefix=NOTHING
// RUN: weft-run %s --entry two --input i64=0 --input i64=4611686018427387904 | FileCheck %s --check-prefix=NOTHING
// NOTHING: = []
// RUN: weft-run %s --entry two --input i64=2 --input i64=1 | FileCheck %s --check-prefix=SOME
// SOME: result 0: 2x1xi32 = {{\[}}[7], [7]]
func.func @two(%m: index, %n: index) -> tensor<?x?xi32> {
  %0 = tensor.empty(%m, %n) : tensor<?x?xi32>
  %c7 = arith.constant 7 : i32
  %1 = linalg.fill ins(%c7 : i32) outs(%0 : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %1 : tensor<?x?xi32>
}

// RUN: not weft-run %s --entry constant 2>&1 | FileCheck %s --check-prefix=CONSTANT
// CONSTANT: but got the sizes 4611686018427387904 x 4
func.func @constant() -> tensor<4611686018427387904x4xi32> {
  %0 = tensor.empty() : tensor<4611686018427387904x4xi32>
  %c7 = arith.constant 7 : i32
  %1 = linalg.fill ins(%c7 : i32) outs(%0 : tensor<4611686018427387904x4xi32>) -> tensor<4611686018427387904x4xi32>
  return %1 : tensor<4611686018427387904x4xi32>
}
