//===- SkipEmptyLoops.cpp - The pass weft-skip-empty-loops ----------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "weft/Pipelines/Pipelines.h"

namespace weft {
#define GEN_PASS_DEF_WEFTSKIPEMPTYLOOPSPASS
#include "weft/Pipelines/Passes.h.inc"
} // namespace weft

using namespace mlir;

namespace {
/// Computes in front of a loop whether its body does anything.
class Guard {
public:
  explicit Guard(scf::ForOp outer) : outer(outer), builder(outer) {}

  /// i1: something in `block` has an effect. Null if that does not depend on
  /// whether loops have iterations.
  Value mayAct(Block &block) {
    Value any;
    for (Operation &op : block.without_terminator()) {
      if (isMemoryEffectFree(&op))
        continue;
      Value acts = mayAct(&op);
      if (!acts)
        return nullptr;
      any =
          any ? arith::OrIOp::create(builder, outer.getLoc(), any, acts) : acts;
    }
    return any;
  }

private:
  Value mayAct(Operation *op) {
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      Value then = mayAct(*branch.thenBlock());
      if (!then || !branch.elseBlock())
        return then;
      Value otherwise = mayAct(*branch.elseBlock());
      if (!otherwise)
        return nullptr;
      return arith::OrIOp::create(builder, outer.getLoc(), then, otherwise);
    }
    auto loop = dyn_cast<scf::ForOp>(op);
    if (!loop)
      return nullptr;
    Value inside = mayAct(*loop.getBody());
    Value iterates = hasIterations(loop);
    if (!inside || !iterates)
      return inside ? inside : iterates;
    return arith::AndIOp::create(builder, outer.getLoc(), inside, iterates);
  }

  /// i1, or null if it is true or not known in front of the outer loop.
  Value hasIterations(scf::ForOp loop) {
    Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
    std::optional<int64_t> from = getConstantIntValue(lower);
    std::optional<int64_t> to = getConstantIntValue(upper);
    if ((from && to && *from < *to) || !outer.isDefinedOutsideOfLoop(lower) ||
        !outer.isDefinedOutsideOfLoop(upper))
      return nullptr;
    auto predicate = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                           : arith::CmpIPredicate::slt;
    return arith::CmpIOp::create(builder, outer.getLoc(), predicate, lower,
                                 upper);
  }

  scf::ForOp outer;
  OpBuilder builder;
};

struct WeftSkipEmptyLoops
    : weft::impl::WeftSkipEmptyLoopsPassBase<WeftSkipEmptyLoops> {
  void runOnOperation() override {
    getOperation()->walk<WalkOrder::PreOrder>([](scf::ForOp outer) {
      if (outer.getNumResults() != 0)
        return;
      Value acts = Guard(outer).mayAct(*outer.getBody());
      if (!acts)
        return;
      OpBuilder builder(outer);
      Value upper =
          arith::SelectOp::create(builder, outer.getLoc(), acts,
                                  outer.getUpperBound(), outer.getLowerBound());
      outer.getUpperBoundMutable().assign(upper);
    });
  }
};
} // namespace
