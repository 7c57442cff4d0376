//===- CPUPipeline.cpp - From weft ops to CPU code ------------------------===//

#include "Stages.h"
#include "mlir/Conversion/ConvertToLLVM/ToLLVMPass.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Pass/PassManager.h"
#include "weft/Conversion/Passes.h"
#include "weft/Dialect/Weft/Transforms/Passes.h"

using namespace mlir;

void weft::buildCPUPipeline(OpPassManager &pm,
                            const CPUPipelineOptions &options) {
  addFrontStage(pm, options.maxFunctionOps);

  // weft -> linalg, tensor, scf, arith, cf (or calls of weft_fail).
  pm.addPass(createWeftInsertChecksPass({options.checks}));
  pm.addPass(
      createConvertWeftToLinalgPass({options.checks, options.spaceStrategy}));

  addBufferStage(pm, options.checks);
  addLoopStage(pm, options.openmp, options.vectorBytes);

  // Everything -> the LLVM dialect.
  addHostStage(pm);
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
}
