//===- FenceStreams.cpp - The pass weft-fence-streams ---------------------===//

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
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
    getOperation()->walk([&](vector::StoreOp store) {
      if (!store.getNontemporal())
        return;
      Operation *outermost = store;
      for (Operation *parent = store->getParentOp();
           parent && !isa<FunctionOpInterface, scf::ForallOp, scf::ParallelOp>(
                         parent);
           parent = parent->getParentOp())
        if (isa<LoopLikeOpInterface>(parent))
          outermost = parent;
      streams.insert(outermost);
    });
    for (Operation *op : streams) {
      OpBuilder builder(op->getContext());
      builder.setInsertionPointAfter(op);
      LLVM::FenceOp::create(builder, op->getLoc(),
                            LLVM::AtomicOrdering::seq_cst);
    }
  }
};
} // namespace
