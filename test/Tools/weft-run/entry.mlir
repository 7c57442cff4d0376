// Which function runs.

// RUN: split-file %s %t
// RUN: weft-run %t/one.mlir | FileCheck %s --check-prefix=ONE
// ONE: result 0: i32 = 1
// RUN: not weft-run %t/one.mlir --entry helper 2>&1 | FileCheck %s --check-prefix=PRIVATE
// PRIVATE: error: function 'helper' is private
// RUN: not weft-run %t/one.mlir --entry missing 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: the file has no function 'missing'
// RUN: not weft-run %t/two.mlir 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: error: expected --entry, since the file has several public functions: 'first', 'second'
// RUN: weft-run %t/two.mlir --entry=second | FileCheck %s --check-prefix=SECOND
// SECOND: result 0: i32 = 2
// RUN: not weft-run %t/none.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: the file has no public function
// RUN: not weft-run %t/declared.mlir --entry main 2>&1 | FileCheck %s --check-prefix=DECLARED
// DECLARED: error: function 'main' is private
// RUN: not weft-run %t/undefined.mlir --input i32=1 2>&1 | FileCheck %s --check-prefix=UNDEFINED
// UNDEFINED: error: functions that are called have no body: 'nowhere'
// RUN: cat %t/one.mlir | weft-run - | FileCheck %s --check-prefix=ONE

//--- one.mlir
func.func private @helper() -> i32 {
  %0 = arith.constant 1 : i32
  return %0 : i32
}
func.func @main() -> i32 {
  %0 = call @helper() : () -> i32
  return %0 : i32
}

//--- two.mlir
func.func @first() -> i32 {
  %0 = arith.constant 1 : i32
  return %0 : i32
}
func.func @second() -> i32 {
  %0 = arith.constant 2 : i32
  return %0 : i32
}

//--- none.mlir
func.func private @helper() {
  return
}

//--- declared.mlir
func.func private @main()

//--- undefined.mlir
func.func private @nowhere(i32) -> i32
func.func @main(%a: i32) -> i32 {
  %0 = call @nowhere(%a) : (i32) -> i32
  return %0 : i32
}
