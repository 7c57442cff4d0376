// RUN: weft-opt %s --weft-write-kernels=file=%t.ptx --split-input-file --verify-diagnostics
// RUN: FileCheck %s < %t.ptx
// CHECK: the text of the kernels
// CHECK-NOT: {{.}}

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#nvvm.target, "the text of the kernels\00">]
}

// -----

// expected-error @below {{expected one module of kernels to write, but got 0}}
module {}

// -----

// expected-error @below {{expected one module of kernels to write, but got 2}}
module attributes {gpu.container_module} {
  gpu.binary @a [#gpu.object<#nvvm.target, "a">]
  gpu.binary @b [#gpu.object<#nvvm.target, "b">]
}
