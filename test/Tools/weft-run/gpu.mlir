// --target gpu and gpu-emulated, and the options of their pipeline.

// RUN: weft-run %s --target gpu-emulated --input "1x4xf32=1 2 3 4" | FileCheck %s
// RUN: weft-run %s --target=gpu-emulated --pipeline-options="chip=sm_90 index-width=64" --input "1x4xf32=1 2 3 4" --benchmark 2 | FileCheck %s
// CHECK: result 0: 2x2xf32 = {{\[\[1, 3\], \[2, 4\]\]}}

// RUN: env WEFT_CUDA_TIMES=1 weft-run %s --target gpu-emulated --input "1x4xf32=1 2 3 4" 2>&1 | FileCheck %s --check-prefix=TIMES
// TIMES: weft: space_to_batch_nd_4b_x2_i32: 0.000 us

// RUN: not env WEFT_CUDA_DRIVER=/nowhere/libcuda.so.1 weft-run %s --target gpu --input "1x4xf32=1 2 3 4" 2>&1 | FileCheck %s --check-prefix=DRIVER
// DRIVER: error: CUDA: there is no driver: /nowhere/libcuda.so.1

// RUN: not env WEFT_EMULATOR_SM=75 weft-run %s --target gpu-emulated --input "1x4xf32=1 2 3 4" 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: env WEFT_EMULATOR_SM=75 weft-run %s --target gpu-emulated --pipeline-options=chip=sm_75 --input "1x4xf32=1 2 3 4" | FileCheck %s
// OLD: error: CUDA: cuModuleLoadDataEx: CUDA_ERROR_NO_BINARY_FOR_GPU

// RUN: not weft-run %s --target gpu-emulated --pipeline-options=chip=sm_1 --input "1x4xf32=1 2 3 4" 2>&1 | FileCheck %s --check-prefix=CHIP
// CHIP: error: expected 'chip' to be one of
// RUN: not weft-run %s --target gpu-emulated --pipeline-options=width=3 --input "1x4xf32=1 2 3 4" 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: cannot use --pipeline-options {{.*}}no such option width
// RUN: not weft-run %s --pipeline-options=chip=sm_80 --input "1x4xf32=1 2 3 4" 2>&1 | FileCheck %s --check-prefix=CPU
// CPU: error: cannot use --pipeline-options {{.*}}no such option chip

func.func @f(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = weft.space_to_batch_nd %x block_shape [2] paddings [[0, 0]] : tensor<?x?xf32> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
