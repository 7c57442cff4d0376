// gpu ops that upstream's lowering leaves are errors; those that are translated
// later are not.

// RUN: weft-opt %s --weft-verify-no-gpu-ops --verify-diagnostics --split-input-file

func.func @left(%a: memref<4xf32>) {
  // expected-error @below {{'gpu.dealloc' op cannot be lowered to calls of the CUDA driver}}
  gpu.dealloc %a : memref<4xf32>
  return
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#nvvm.target, "PTX">]
  func.func @launch(%n: index) {
    gpu.launch_func @kernels::@f blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}
