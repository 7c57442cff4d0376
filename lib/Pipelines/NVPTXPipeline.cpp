//===- NVPTXPipeline.cpp - From weft ops to kernels and host code ---------===//

#include "NVPTXTarget.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/BufferizationToMemRef/BufferizationToMemRef.h"
#include "mlir/Conversion/ConvertToLLVM/ToLLVMPass.h"
#include "mlir/Conversion/GPUCommon/GPUCommonPass.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/TosaToArith/TosaToArith.h"
#include "mlir/Conversion/TosaToLinalg/TosaToLinalg.h"
#include "mlir/Conversion/TosaToSCF/TosaToSCF.h"
#include "mlir/Conversion/TosaToTensor/TosaToTensor.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/Transforms/RequestCWrappers.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"
#include "weft/Conversion/Passes.h"
#include "weft/Dialect/Weft/Transforms/Passes.h"
#include "weft/Pipelines/Pipelines.h"

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

  // Stage 1: tf, tosa -> weft, linalg, func, tensor, arith, scf, math.
  pm.addPass(createConvertTFToWeftPass());
  pm.addPass(createWeftVerifySupportedPass());
  OpPassManager &tosa = pm.nest<func::FuncOp>();
  tosa.addPass(tosa::createTosaToLinalgNamed());
  tosa.addPass(tosa::createTosaToLinalg());
  tosa.addPass(createTosaToArithPass());
  tosa.addPass(createTosaToTensorPass());
  tosa.addPass(createTosaToSCFPass());
  tosa.addPass(createConvertElementwiseToLinalgPass());

  // Stage 2: weft -> weft.device_region with gpu.launch in it.
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createWeftSplitFunctionsPass({options.maxFunctionOps}));
  unsigned ptxVersion = choosePTXVersion(options.chip, options.ptxVersion);
  pm.addPass(createConvertWeftToGPUPass(
      {options.checks, options.deterministic, options.indexWidth,
       getComputeCapability(options.chip), ptxVersion}));

  // Stage 3: tensors -> buffers of the host.
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createWeftFillLargeConstantsPass());
  pm.addPass(createWeftProtectArgumentsPass());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  bufferize.bufferAlignment = 64;
  // A loop that carries the result of a weft op allocates in each iteration.
  bufferize.allowReturnAllocsFromLoops = true;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(bufferization::createDropEquivalentBufferResultsPass());
  bufferization::buildBufferDeallocationPipeline(pm);
  pm.addPass(createConvertBufferizationToMemRefPass());
  pm.addPass(createWeftCheckAllocationsPass({options.checks}));
  if (options.checks == CheckMode::Runtime)
    pm.addPass(createWeftLowerAssertsPass());

  // Stage 4: linalg and vector -> scf; after it there is no canonicalization of
  // functions, which would undo the scopes of weft-place-on-device.
  pm.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  pm.addNestedPass<func::FuncOp>(createConvertVectorToSCFPass());
  pm.addNestedPass<func::FuncOp>(createForallToForLoopPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createLoopInvariantCodeMotionPass());
  pm.addPass(createWeftPlaceOnDevicePass());

  // Stage 5: gpu.launch -> gpu.module -> gpu.binary.
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

  // Stage 6: the host -> the LLVM dialect.
  pm.addPass(createWeftResolveExpandShapePass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addNestedPass<func::FuncOp>(LLVM::createLLVMRequestCWrappersPass());
  // bf16 is computed as f32: LLVM calls functions for it that are not
  // everywhere.
  pm.addPass(math::createMathExtendToSupportedTypes());
  arith::ArithEmulateUnsupportedFloatsOptions emulate;
  emulate.sourceTypeStrs = {"bf16"};
  pm.addPass(arith::createArithEmulateUnsupportedFloats(emulate));
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  arith::ArithExpandOpsPassOptions expand;
  expand.includeBf16 = expand.includeF8E8M0 = expand.includeF4E2M1 = true;
  pm.addPass(arith::createArithExpandOpsPass(expand));
  pm.addPass(createConvertVectorToLLVMPass());
  FinalizeMemRefToLLVMConversionPassOptions memrefOptions;
  memrefOptions.useGenericFunctions = true;
  memrefOptions.useAlignedAlloc = true;
  pm.addPass(createFinalizeMemRefToLLVMConversionPass(memrefOptions));
  pm.addPass(createGpuToLLVMConversionPass());
  pm.addPass(createWeftVerifyNoGPUOpsPass());
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
}
