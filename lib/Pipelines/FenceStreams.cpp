//===- FenceStreams.cpp - The pass weft-fence-streams ---------------------===//

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "weft/Pipelines/Pipelines.h"

namespace weft {
#define GEN_PASS_DEF_WEFTFENCESTREAMSPASS
#include "weft/Pipelines/Passes.h.inc"
} // namespace weft

using namespace mlir;

namespace {
struct WeftFenceStreams
    : weft::impl::WeftFenceStreamsPassBase<WeftFenceStreams> {
  using WeftFenceStreamsPassBase::WeftFenceStreamsPassBase;

  void runOnOperation() override {
    SetVector<Operation *> streams;
    getOperation()->walk([&](Operation *store) {
      auto vectorStore = dyn_cast<vector::StoreOp>(store);
      auto llvmStore = dyn_cast<LLVM::StoreOp>(store);
      if (!(vectorStore && vectorStore.getNontemporal()) &&
          !(llvmStore && llvmStore.getNontemporal()))
        return;
      Operation *outermost = store;
      for (Operation *parent = store->getParentOp();
           isa<scf::ForOp, scf::IfOp, scf::WhileOp>(parent);
           parent = parent->getParentOp())
        if (!isa<scf::IfOp>(parent))
          outermost = parent;
      streams.insert(outermost);
    });
    for (Operation *op : streams) {
      // weft-vectorize-copies fences its own.
      if (isa_and_present<LLVM::FenceOp>(op->getNextNode()))
        continue;
      OpBuilder builder(op->getContext());
      builder.setInsertionPointAfter(op);
      LLVM::FenceOp::create(builder, op->getLoc(),
                            LLVM::AtomicOrdering::seq_cst);
    }
  }
};
} // namespace
