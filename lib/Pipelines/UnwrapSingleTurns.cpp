//===- UnwrapSingleTurns.cpp - The pass weft-unwrap-single-turns ----------===//

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "weft/Pipelines/Pipelines.h"

namespace weft {
#define GEN_PASS_DEF_WEFTUNWRAPSINGLETURNSPASS
#include "weft/Pipelines/Passes.h.inc"
} // namespace weft

using namespace mlir;

namespace {
struct WeftUnwrapSingleTurns
    : weft::impl::WeftUnwrapSingleTurnsPassBase<WeftUnwrapSingleTurns> {
  using WeftUnwrapSingleTurnsPassBase::WeftUnwrapSingleTurnsPassBase;

  void runOnOperation() override {
    SmallVector<scf::ForallOp> loops;
    getOperation()->walk([&](scf::ForallOp loop) {
      if (loop->hasAttr("weft.maybe_single") && loop.getRank() == 1 &&
          loop.getOutputs().empty() && loop.isNormalized())
        loops.push_back(loop);
    });
    for (scf::ForallOp loop : loops) {
      loop->removeAttr("weft.maybe_single");
      OpBuilder builder(loop);
      Location loc = loop.getLoc();
      weft::IndexMath math(builder, loc);
      Value turns = math.value(loop.getMixedUpperBound().front());
      auto branch = scf::IfOp::create(
          builder, loc, math.eq(turns, math.constant(1)), /*withElse=*/true);
      builder.setInsertionPointToStart(branch.thenBlock());
      IRMapping mapping;
      mapping.map(loop.getInductionVars().front(), math.constant(0));
      for (Operation &op : loop.getBody()->without_terminator())
        builder.clone(op, mapping);
      loop->moveBefore(branch.elseBlock()->getTerminator());
    }
  }
};
} // namespace
