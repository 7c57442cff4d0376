//===- RelaxAtomics.cpp - The pass weft-relax-atomics ---------------------===//

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "weft/Pipelines/Pipelines.h"

namespace weft {
#define GEN_PASS_DEF_WEFTRELAXATOMICSPASS
#include "weft/Pipelines/Passes.h.inc"
} // namespace weft

using namespace mlir;

namespace {
struct WeftRelaxAtomics
    : weft::impl::WeftRelaxAtomicsPassBase<WeftRelaxAtomics> {
  void runOnOperation() override {
    getOperation()->walk([](LLVM::AtomicRMWOp op) {
      op.setOrdering(LLVM::AtomicOrdering::monotonic);
      op.setSyncscope("device");
    });
  }
};
} // namespace
