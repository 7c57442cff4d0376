// Run-time sizes: for pieces of 1 to 80 elements, and a few larger ones, each element
// of both results is compared with what it should be. Blocks, paddings and the length
// of rows are arguments: rows shorter and longer than the tiles of the code, with and
// without padding, past the caches, by threads.
//
// RUN: weft-run %s --input index=1 --input index=0 --input index=0 --input index=36 | FileCheck %s
// RUN: weft-run %s --input index=1 --input index=3 --input index=5 --input index=72 | FileCheck %s
// RUN: weft-run %s --input index=1 --input index=3 --input index=5 --input index=195 --target-cpu=native --threads=2 --pipeline-options="space-parallel-bytes=1 space-streaming-bytes=1" | FileCheck %s
// RUN: weft-run %s --input index=2 --input index=0 --input index=0 --input index=36 | FileCheck %s
// RUN: weft-run %s --input index=2 --input index=1 --input index=3 --input index=40 | FileCheck %s
// RUN: weft-run %s --input index=3 --input index=2 --input index=1 --input index=60 | FileCheck %s
// RUN: weft-run %s --input index=4 --input index=3 --input index=5 --input index=72 | FileCheck %s
// RUN: weft-run %s --input index=5 --input index=0 --input index=7 --input index=88 | FileCheck %s
// RUN: weft-run %s --input index=16 --input index=20 --input index=9 --input index=195 | FileCheck %s
// RUN: weft-run %s --input index=2 --input index=1 --input index=3 --input index=40 --pipeline-options=space-streaming-bytes=1 | FileCheck %s
// RUN: weft-run %s --input index=3 --input index=2 --input index=1 --input index=60 --pipeline-options=space-streaming-bytes=1 | FileCheck %s
// RUN: weft-run %s --input index=4 --input index=3 --input index=5 --input index=72 --pipeline-options=space-streaming-bytes=1 | FileCheck %s
// RUN: weft-run %s --input index=16 --input index=20 --input index=9 --input index=195 --pipeline-options=space-streaming-bytes=1 | FileCheck %s
// RUN: weft-run %s --input index=2 --input index=1 --input index=3 --input index=40 --target-cpu=native --pipeline-options=space-streaming-bytes=1 | FileCheck %s
// RUN: weft-run %s --input index=3 --input index=2 --input index=1 --input index=60 --target-cpu=native --pipeline-options=space-streaming-bytes=1 | FileCheck %s
// RUN: weft-run %s --input index=4 --input index=3 --input index=5 --input index=72 --target-cpu=native --pipeline-options=space-streaming-bytes=1 | FileCheck %s
// RUN: weft-run %s --input index=16 --input index=20 --input index=9 --input index=195 --target-cpu=native --pipeline-options=space-streaming-bytes=1 | FileCheck %s
// RUN: weft-run %s --input index=2 --input index=1 --input index=3 --input index=40 --threads=2 --pipeline-options="space-parallel-bytes=1 vector-bytes=64" | FileCheck %s
// RUN: weft-run %s --input index=3 --input index=2 --input index=1 --input index=60 --threads=2 --pipeline-options="space-parallel-bytes=1 vector-bytes=64" | FileCheck %s
// RUN: weft-run %s --input index=4 --input index=3 --input index=5 --input index=72 --threads=2 --pipeline-options="space-parallel-bytes=1 vector-bytes=64" | FileCheck %s
// RUN: weft-run %s --input index=16 --input index=20 --input index=9 --input index=195 --threads=2 --pipeline-options="space-parallel-bytes=1 vector-bytes=64" | FileCheck %s
// RUN: weft-run %s --input index=2 --input index=1 --input index=2 --input index=195 --target-cpu=native | FileCheck %s
// RUN: weft-run %s --input index=3 --input index=1 --input index=2 --input index=195 --target-cpu=native | FileCheck %s
// RUN: weft-run %s --input index=4 --input index=3 --input index=2 --input index=195 --target-cpu=native | FileCheck %s
// CHECK: result 0: index = 0
func.func @main(%b: index, %p: index, %q: index, %n: index) -> index {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 81 : index
  %wrong = scf.for %c = %one to %end step %one iter_args(%w0 = %zero) -> index {
    %0 = func.call @check_i32(%b, %p, %q, %n, %c) : (index, index, index, index, index) -> index
    %1 = func.call @check_i8(%b, %p, %q, %n, %c) : (index, index, index, index, index) -> index
    %2 = func.call @check_i16(%b, %p, %q, %n, %c) : (index, index, index, index, index) -> index
    %3 = arith.addi %0, %1 : index
    %4 = arith.addi %2, %3 : index
    %5 = arith.addi %w0, %4 : index
    scf.yield %5 : index
  }
  %lines = arith.constant 192 : index
  %6 = func.call @check_i32(%b, %p, %q, %n, %lines) : (index, index, index, index, index) -> index
  %7 = func.call @check_i8(%b, %p, %q, %n, %lines) : (index, index, index, index, index) -> index
  %long = arith.constant 1100 : index
  %8 = func.call @check_i16(%b, %p, %q, %n, %long) : (index, index, index, index, index) -> index
  %9 = arith.addi %6, %7 : index
  %10 = arith.addi %8, %9 : index
  %11 = arith.addi %wrong, %10 : index
  return %11 : index
}

func.func private @check_i32(%b: index, %p: index, %q: index, %n: index, %c: index) -> index {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %none = arith.constant 0 : i32
  %x = tensor.generate %n, %c {
  ^bb0(%i: index, %j: index, %k: index):
    %0 = arith.muli %i, %n : index
    %1 = arith.addi %0, %j : index
    %2 = arith.muli %1, %c : index
    %3 = arith.addi %2, %k : index
    %4 = arith.addi %3, %one : index
    %5 = arith.index_cast %4 : index to i32
    tensor.yield %5 : i32
  } : tensor<2x?x?xi32>
  %u = tensor.cast %x : tensor<2x?x?xi32> to tensor<?x?x?xi32>
  %y = weft.space_to_batch_nd %u block_shape [%b] paddings [[%p, %q]] : tensor<?x?x?xi32> -> tensor<?x?x?xi32>
  %z = weft.batch_to_space_nd %y block_shape [%b] crops [[%p, %q]] : tensor<?x?x?xi32> -> tensor<?x?x?xi32>
  %blocks = tensor.dim %y, %one : tensor<?x?x?xi32>
  %wrong_rows = scf.for %i = %zero to %two step %one iter_args(%r0 = %zero) -> index {
    %e1 = scf.for %s = %zero to %blocks step %one iter_args(%r1 = %r0) -> index {
      %e2 = scf.for %o = %zero to %b step %one iter_args(%r2 = %r1) -> index {
        %first = arith.muli %s, %b : index
        %padded = arith.addi %first, %o : index
        %d = arith.subi %padded, %p : index
        %inside = arith.cmpi ult, %d, %n : index
        %batch0 = arith.muli %o, %two : index
        %batch = arith.addi %batch0, %i : index
        %e3 = scf.for %k = %zero to %c step %one iter_args(%r3 = %r2) -> index {
          %got = tensor.extract %y[%batch, %s, %k] : tensor<?x?x?xi32>
          %want = scf.if %inside -> i32 {
            %v = tensor.extract %x[%i, %d, %k] : tensor<2x?x?xi32>
            scf.yield %v : i32
          } else {
            scf.yield %none : i32
          }
          %differs = arith.cmpi ne, %got, %want : i32
          %more = arith.select %differs, %one, %zero : index
          %sum = arith.addi %r3, %more : index
          scf.yield %sum : index
        }
        scf.yield %e3 : index
      }
      scf.yield %e2 : index
    }
    scf.yield %e1 : index
  }
  %wrong = scf.for %i = %zero to %two step %one iter_args(%r0 = %wrong_rows) -> index {
    %e1 = scf.for %j = %zero to %n step %one iter_args(%r1 = %r0) -> index {
      %e2 = scf.for %k = %zero to %c step %one iter_args(%r2 = %r1) -> index {
        %got = tensor.extract %z[%i, %j, %k] : tensor<?x?x?xi32>
        %want = tensor.extract %x[%i, %j, %k] : tensor<2x?x?xi32>
        %differs = arith.cmpi ne, %got, %want : i32
        %more = arith.select %differs, %one, %zero : index
        %sum = arith.addi %r2, %more : index
        scf.yield %sum : index
      }
      scf.yield %e2 : index
    }
    scf.yield %e1 : index
  }
  return %wrong : index
}

func.func private @check_i8(%b: index, %p: index, %q: index, %n: index, %c: index) -> index {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %none = arith.constant 0 : i8
  %x = tensor.generate %n, %c {
  ^bb0(%i: index, %j: index, %k: index):
    %0 = arith.muli %i, %n : index
    %1 = arith.addi %0, %j : index
    %2 = arith.muli %1, %c : index
    %3 = arith.addi %2, %k : index
    %4 = arith.addi %3, %one : index
    %5 = arith.index_cast %4 : index to i8
    tensor.yield %5 : i8
  } : tensor<2x?x?xi8>
  %u = tensor.cast %x : tensor<2x?x?xi8> to tensor<?x?x?xi8>
  %y = weft.space_to_batch_nd %u block_shape [%b] paddings [[%p, %q]] : tensor<?x?x?xi8> -> tensor<?x?x?xi8>
  %z = weft.batch_to_space_nd %y block_shape [%b] crops [[%p, %q]] : tensor<?x?x?xi8> -> tensor<?x?x?xi8>
  %blocks = tensor.dim %y, %one : tensor<?x?x?xi8>
  %wrong_rows = scf.for %i = %zero to %two step %one iter_args(%r0 = %zero) -> index {
    %e1 = scf.for %s = %zero to %blocks step %one iter_args(%r1 = %r0) -> index {
      %e2 = scf.for %o = %zero to %b step %one iter_args(%r2 = %r1) -> index {
        %first = arith.muli %s, %b : index
        %padded = arith.addi %first, %o : index
        %d = arith.subi %padded, %p : index
        %inside = arith.cmpi ult, %d, %n : index
        %batch0 = arith.muli %o, %two : index
        %batch = arith.addi %batch0, %i : index
        %e3 = scf.for %k = %zero to %c step %one iter_args(%r3 = %r2) -> index {
          %got = tensor.extract %y[%batch, %s, %k] : tensor<?x?x?xi8>
          %want = scf.if %inside -> i8 {
            %v = tensor.extract %x[%i, %d, %k] : tensor<2x?x?xi8>
            scf.yield %v : i8
          } else {
            scf.yield %none : i8
          }
          %differs = arith.cmpi ne, %got, %want : i8
          %more = arith.select %differs, %one, %zero : index
          %sum = arith.addi %r3, %more : index
          scf.yield %sum : index
        }
        scf.yield %e3 : index
      }
      scf.yield %e2 : index
    }
    scf.yield %e1 : index
  }
  %wrong = scf.for %i = %zero to %two step %one iter_args(%r0 = %wrong_rows) -> index {
    %e1 = scf.for %j = %zero to %n step %one iter_args(%r1 = %r0) -> index {
      %e2 = scf.for %k = %zero to %c step %one iter_args(%r2 = %r1) -> index {
        %got = tensor.extract %z[%i, %j, %k] : tensor<?x?x?xi8>
        %want = tensor.extract %x[%i, %j, %k] : tensor<2x?x?xi8>
        %differs = arith.cmpi ne, %got, %want : i8
        %more = arith.select %differs, %one, %zero : index
        %sum = arith.addi %r2, %more : index
        scf.yield %sum : index
      }
      scf.yield %e2 : index
    }
    scf.yield %e1 : index
  }
  return %wrong : index
}

func.func private @check_i16(%b: index, %p: index, %q: index, %n: index, %c: index) -> index {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %none = arith.constant 0 : i16
  %x = tensor.generate %n, %c {
  ^bb0(%i: index, %j: index, %k: index):
    %0 = arith.muli %i, %n : index
    %1 = arith.addi %0, %j : index
    %2 = arith.muli %1, %c : index
    %3 = arith.addi %2, %k : index
    %4 = arith.addi %3, %one : index
    %5 = arith.index_cast %4 : index to i16
    tensor.yield %5 : i16
  } : tensor<2x?x?xi16>
  %u = tensor.cast %x : tensor<2x?x?xi16> to tensor<?x?x?xi16>
  %y = weft.space_to_batch_nd %u block_shape [%b] paddings [[%p, %q]] : tensor<?x?x?xi16> -> tensor<?x?x?xi16>
  %z = weft.batch_to_space_nd %y block_shape [%b] crops [[%p, %q]] : tensor<?x?x?xi16> -> tensor<?x?x?xi16>
  %blocks = tensor.dim %y, %one : tensor<?x?x?xi16>
  %wrong_rows = scf.for %i = %zero to %two step %one iter_args(%r0 = %zero) -> index {
    %e1 = scf.for %s = %zero to %blocks step %one iter_args(%r1 = %r0) -> index {
      %e2 = scf.for %o = %zero to %b step %one iter_args(%r2 = %r1) -> index {
        %first = arith.muli %s, %b : index
        %padded = arith.addi %first, %o : index
        %d = arith.subi %padded, %p : index
        %inside = arith.cmpi ult, %d, %n : index
        %batch0 = arith.muli %o, %two : index
        %batch = arith.addi %batch0, %i : index
        %e3 = scf.for %k = %zero to %c step %one iter_args(%r3 = %r2) -> index {
          %got = tensor.extract %y[%batch, %s, %k] : tensor<?x?x?xi16>
          %want = scf.if %inside -> i16 {
            %v = tensor.extract %x[%i, %d, %k] : tensor<2x?x?xi16>
            scf.yield %v : i16
          } else {
            scf.yield %none : i16
          }
          %differs = arith.cmpi ne, %got, %want : i16
          %more = arith.select %differs, %one, %zero : index
          %sum = arith.addi %r3, %more : index
          scf.yield %sum : index
        }
        scf.yield %e3 : index
      }
      scf.yield %e2 : index
    }
    scf.yield %e1 : index
  }
  %wrong = scf.for %i = %zero to %two step %one iter_args(%r0 = %wrong_rows) -> index {
    %e1 = scf.for %j = %zero to %n step %one iter_args(%r1 = %r0) -> index {
      %e2 = scf.for %k = %zero to %c step %one iter_args(%r2 = %r1) -> index {
        %got = tensor.extract %z[%i, %j, %k] : tensor<?x?x?xi16>
        %want = tensor.extract %x[%i, %j, %k] : tensor<2x?x?xi16>
        %differs = arith.cmpi ne, %got, %want : i16
        %more = arith.select %differs, %one, %zero : index
        %sum = arith.addi %r2, %more : index
        scf.yield %sum : index
      }
      scf.yield %e2 : index
    }
    scf.yield %e1 : index
  }
  return %wrong : index
}
