// Chips, PTX versions and other options that LLVM would end the process over, or
// misread.

// RUN: not weft-opt %s --weft-nvptx-pipeline=chip=sm_91 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not weft-opt %s --weft-nvptx-pipeline=chip=sm_091 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not weft-opt %s --weft-nvptx-pipeline=chip=sm_90b 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not weft-opt %s --weft-nvptx-pipeline=chip=sm_ 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not weft-opt %s --weft-nvptx-pipeline=chip=gfx90a 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not weft-opt %s --weft-nvptx-pipeline="chip=''" 2>&1 | FileCheck %s --check-prefix=CHIP
// CHIP: error: expected 'chip' to be one of sm_75, sm_80, {{.*}}sm_121f, but got '{{.*}}'

// RUN: not weft-opt %s --weft-nvptx-pipeline='chip=sm_90 ptx-version=70' 2>&1 | FileCheck %s --check-prefix=OLD
// OLD: error: expected 'ptx-version' to be at least 78 for sm_90, but got 70

// RUN: not weft-opt %s --weft-nvptx-pipeline='chip=sm_80 ptx-version=999' 2>&1 | FileCheck %s --check-prefix=VERSION
// RUN: not weft-opt %s --weft-nvptx-pipeline='chip=sm_80 ptx-version=79' 2>&1 | FileCheck %s --check-prefix=VERSION
// VERSION: error: expected 'ptx-version' to be a version such as 63, 78 or 90, but got {{999|79}}

// RUN: not weft-opt %s --weft-nvptx-pipeline='ptx-version=8.1' 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: '8.1' value invalid for uint argument

// RUN: not weft-opt %s --weft-nvptx-pipeline=format=elf 2>&1 | FileCheck %s --check-prefix=FORMAT
// FORMAT: error: expected 'format' to be isa, bin or fatbin, but got 'elf'

// RUN: not weft-opt %s --weft-nvptx-pipeline=index-width=16 2>&1 | FileCheck %s --check-prefix=WIDTH
// WIDTH: Cannot find option named '16'

// RUN: not weft-opt %s --weft-nvptx-pipeline=arguments=host 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: no such option arguments

// RUN: not weft-opt %s --weft-nvptx-pipeline='format=bin toolkit=/nowhere' 2>&1 | FileCheck %s --check-prefix=TOOLKIT
// TOOLKIT: error: expected 'toolkit' to be a directory, but got '/nowhere'

// RUN: not weft-opt %s --weft-nvptx-pipeline=toolkit=%S 2>&1 | FileCheck %s --check-prefix=LIBRARY
// LIBRARY: error: expected 'toolkit' to be a CUDA toolkit with nvvm/libdevice/libdevice.10.bc, but got '{{.+}}'
// RUN: env CUDA_ROOT=/nowhere not weft-opt %s --weft-nvptx-pipeline 2>&1 | FileCheck %s --check-prefix=VARIABLE
// VARIABLE: error: expected CUDA_ROOT or CUDA_HOME to be a CUDA toolkit with nvvm/libdevice/libdevice.10.bc, but got '/nowhere'

// RUN: not weft-opt %s --weft-nvptx-pipeline=kernel-file=/nowhere/a.ptx 2>&1 | FileCheck %s --check-prefix=FILE
// FILE: error: cannot open output file '/nowhere/a.ptx': No such file or directory

// RUN: weft-opt %s --weft-verify-nvptx-target='chip=sm_90 ptx-version=78'
// RUN: weft-opt %s --weft-verify-nvptx-target=chip=sm_121f

func.func @f(%x: tensor<4xf32>) -> tensor<2x2xf32> {
  %0 = tensor.expand_shape %x [[0, 1]] output_shape [1, 4] : tensor<4xf32> into tensor<1x4xf32>
  %1 = weft.space_to_batch_nd %0 block_shape [2] paddings [[0, 0]] : tensor<1x4xf32> -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}
