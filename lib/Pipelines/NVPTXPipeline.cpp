//===- NVPTXPipeline.cpp - From weft ops to kernels and host code ---------===//

#include "NVPTXTarget.h"
#include "Stages.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ConvertToLLVM/ToLLVMPass.h"
#include "mlir/Conversion/GPUCommon/GPUCommonPass.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "weft/Conversion/Passes.h"

using namespace mlir;

/// gpu.module: memref, scf, arith, vector -> the NVVM and LLVM dialects.
static void addKernelPasses(OpPassManager &pm) {
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createConvertVectorToLLVMPass());
  pm.addPass(createConvertGpuOpsToNVVMOps());
  pm.addPass(weft::createWeftRelaxAtomicsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
}

void weft::buildNVPTXPipeline(OpPassManager &pm,
                              const NVPTXPipelineOptions &options) {
  pm.addPass(createWeftVerifyNVPTXTargetPass(
      {options.format, options.chip, options.ptxVersion, options.toolkit}));
  // Parts of a function would call one another.
  addFrontStage(pm, options.deviceArguments ? 0 : options.maxFunctionOps);

  // weft -> weft.device_region with gpu.launch in it.
  unsigned ptxVersion = choosePTXVersion(options.chip, options.ptxVersion);
  pm.addPass(createConvertWeftToGPUPass(
      {options.checks, options.deterministic, options.indexWidth,
       getComputeCapability(options.chip), ptxVersion}));

  addBufferStage(pm, options.checks);
  // After it there is no canonicalization of functions, which would undo the
  // scopes of weft-place-on-device.
  constexpr int64_t hostVectorBytes = 16;
  addLoopStage(pm, {/*openmp=*/false, hostVectorBytes,
                    /*parallelBytes=*/0, /*streamingBytes=*/0});
  pm.addPass(createWeftPlaceOnDevicePass({options.deviceArguments}));

  // gpu.launch -> gpu.module -> gpu.binary.
  pm.addPass(createGpuLaunchSinkIndexComputationsPass());
  // Without a layout LLVM takes 64-bit accesses apart.
  pm.addPass(createGpuKernelOutliningPass(
      {"#dlti.dl_spec<i64 = dense<64> : vector<2xi64>>"}));
  pm.addNestedPass<func::FuncOp>(createGpuAsyncRegionPass());
  GpuNVVMAttachTargetOptions target;
  target.chip = options.chip;
  target.features = "+ptx" + std::to_string(ptxVersion);
  target.optLevel = 3;
  pm.addPass(createGpuNVVMAttachTarget(target));
  addKernelPasses(pm.nest<gpu::GPUModuleOp>());
  GpuModuleToBinaryPassOptions binary;
  binary.compilationTarget = options.format;
  binary.toolkitPath = options.toolkit;
  pm.addPass(createGpuModuleToBinaryPass(binary));
  if (!options.kernelFile.empty())
    pm.addPass(createWeftWriteKernelsPass({options.kernelFile}));

  // The host -> the LLVM dialect.
  addHostStage(pm);
  pm.addPass(createGpuToLLVMConversionPass());
  pm.addPass(createWeftVerifyNoGPUOpsPass());
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
}
