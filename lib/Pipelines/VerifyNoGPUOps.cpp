//===- VerifyNoGPUOps.cpp - The pass weft-verify-no-gpu-ops ---------------===//

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "weft/Pipelines/Pipelines.h"

namespace weft {
#define GEN_PASS_DEF_WEFTVERIFYNOGPUOPSPASS
#include "weft/Pipelines/Passes.h.inc"
} // namespace weft

using namespace mlir;

namespace {
struct WeftVerifyNoGPUOps
    : weft::impl::WeftVerifyNoGPUOpsPassBase<WeftVerifyNoGPUOps> {
  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      if (!isa_and_present<gpu::GPUDialect>(op->getDialect()) ||
          isa<gpu::BinaryOp, gpu::LaunchFuncOp>(op))
        return;
      op->emitOpError("cannot be lowered to calls of the CUDA driver");
      signalPassFailure();
    });
  }
};
} // namespace
