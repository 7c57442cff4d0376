//===- CPUPipeline.cpp - From weft ops to CPU code ------------------------===//

#include "Stages.h"
#include "mlir/Conversion/ConvertToLLVM/ToLLVMPass.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Pass/PassManager.h"
#include "weft/Conversion/Passes.h"

using namespace mlir;

void weft::buildCPUPipeline(OpPassManager &pm,
                            const CPUPipelineOptions &options) {
  addFrontStage(pm, options.maxFunctionOps);

  // weft -> linalg, tensor, scf, arith, cf (or calls of weft_fail).
  ConvertWeftToLinalgPassOptions toLinalg;
  toLinalg.checks = options.checks;
  toLinalg.spaceStrategy = options.spaceStrategy;
  toLinalg.spaceStreamingBytes = options.spaceStreamingBytes;
  toLinalg.streamingBytes = options.streamingBytes;
  toLinalg.scatterSortBytes = options.scatterSortBytes;
  toLinalg.nativeF16 = options.nativeF16;
  if (options.openmp) {
    toLinalg.parallelEntries = options.parallelEntries;
    toLinalg.spaceParallelBytes = options.spaceParallelBytes;
    toLinalg.parallelBytes = options.parallelBytes;
  }
  pm.addPass(createConvertWeftToLinalgPass(toLinalg));

  addBufferStage(pm, options.checks);
  addLoopStage(pm, {options.openmp, options.vectorBytes,
                    options.openmp ? options.parallelBytes : 0,
                    options.streamingBytes});

  // Only now, since nothing is known about the effects of a fence.
  pm.addPass(createWeftFenceStreamsPass());

  // Everything -> the LLVM dialect.
  addHostStage(pm);
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
}
