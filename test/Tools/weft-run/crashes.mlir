// What upstream ops leave undefined ends in an error, too.
// UNSUPPORTED: sanitizers

// RUN: not weft-run %s --entry divide --input i32=1 --input i32=0 2>&1 | FileCheck %s --check-prefix=DIVIDE
// DIVIDE: {{^}}error: the compiled code crashed: division by zero or integer overflow{{$}}
func.func @divide(%a: i32, %b: i32) -> i32 {
  %0 = arith.divsi %a, %b : i32
  return %0 : i32
}

// RUN: not weft-run %s --entry outside --input "4xi64=1 2 3 4" --input i64=1152921504606846976 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: {{^}}error: the compiled code crashed: invalid memory access{{$}}
func.func @outside(%a: tensor<4xi64>, %i: index) -> i64 {
  %0 = tensor.extract %a[%i] : tensor<4xi64>
  return %0 : i64
}

// RUN: not weft-run %s --entry endless --input i64=1 2>&1 | FileCheck %s --check-prefix=ENDLESS
// ENDLESS: {{^}}error: the compiled code crashed: invalid memory access{{$}}
func.func @endless(%a: i64) -> i64 {
  %0 = func.call @recurse(%a) : (i64) -> i64
  return %0 : i64
}
llvm.func @use(%p: !llvm.ptr) attributes {passthrough = ["noinline"]} {
  llvm.inline_asm has_side_effects "", "r" %p : (!llvm.ptr) -> ()
  llvm.return
}
func.func private @recurse(%a: i64) -> i64 {
  %one = arith.constant 1 : i64
  %p = llvm.alloca %one x i64 : (i64) -> !llvm.ptr
  llvm.call @use(%p) : (!llvm.ptr) -> ()
  %0 = func.call @recurse(%a) : (i64) -> i64
  llvm.call @use(%p) : (!llvm.ptr) -> ()
  return %0 : i64
}
