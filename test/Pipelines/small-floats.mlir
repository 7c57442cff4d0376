// Arithmetic on floats that the machine does not compute with.

// RUN: weft-opt %s --weft-cpu-pipeline | FileCheck %s
// bf16 is computed as f32, and converted without a function of a compiler's library.
// CHECK-NOT: llvm.fadd {{.*}} : bf16
// CHECK-NOT: llvm.fptrunc {{.*}} to bf16
// RUN: weft-run %s --entry bf16 --input "4xbf16=1.5 1e30 nan -0" --input "4xbf16=2 3e38 1 0.0078125" | FileCheck %s --check-prefix=BF16
// BF16: result 0: 4xbf16 = [3.5, 3e+38, nan, 0.0078]
// BF16-NEXT: result 1: 4xbf16 = [4.47, inf, nan, 1]
func.func @bf16(%a: tensor<?xbf16>, %b: tensor<?xbf16>) -> (tensor<?xbf16>, tensor<?xbf16>) {
  %0 = arith.addf %a, %b : tensor<?xbf16>
  %1 = math.exp %a : tensor<?xbf16>
  return %0, %1 : tensor<?xbf16>, tensor<?xbf16>
}

// RUN: weft-run %s --entry f16 --input "3xf16=1.5 65504 nan" --input "3xf16=2 65504 1" | FileCheck %s --check-prefix=F16
// F16: result 0: 3xf16 = [3.5, inf, nan]
// F16-NEXT: result 1: 3xf16 = [4.48, inf, nan]
func.func @f16(%a: tensor<?xf16>, %b: tensor<?xf16>) -> (tensor<?xf16>, tensor<?xf16>) {
  %0 = arith.addf %a, %b : tensor<?xf16>
  %1 = math.exp %a : tensor<?xf16>
  return %0, %1 : tensor<?xf16>, tensor<?xf16>
}
