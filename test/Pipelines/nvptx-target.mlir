// Chips and PTX versions that LLVM would end the process over, or misread.

// RUN: not weft-opt %s --weft-nvptx-pipeline=chip=sm_91 2>&1 | FileCheck %s --check-prefix=CHIP
// CHIP: error: expected 'chip' to be one of sm_75, sm_80, {{.*}}sm_121, but got 'sm_91'

// RUN: not weft-opt %s --weft-nvptx-pipeline='chip=sm_90 ptx-version=70' 2>&1 | FileCheck %s --check-prefix=OLD
// OLD: error: expected 'ptx-version' to be at least 78 for sm_90, but got 70

// RUN: not weft-opt %s --weft-nvptx-pipeline='chip=sm_80 ptx-version=999' 2>&1 | FileCheck %s --check-prefix=VERSION
// VERSION: error: expected 'ptx-version' to be a version such as 63, 78 or 90, but got 999

// RUN: not weft-opt %s --weft-nvptx-pipeline=format=elf 2>&1 | FileCheck %s --check-prefix=FORMAT
// FORMAT: error: expected 'format' to be isa, bin or fatbin, but got 'elf'

// RUN: weft-opt %s --weft-verify-nvptx-target='chip=sm_90 ptx-version=78'
// RUN: weft-opt %s --weft-verify-nvptx-target=chip=sm_121

module {}
