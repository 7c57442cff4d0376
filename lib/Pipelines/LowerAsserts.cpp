//===- LowerAsserts.cpp - The pass weft-lower-asserts ---------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "weft/Pipelines/Pipelines.h"

namespace weft {
#define GEN_PASS_DEF_WEFTLOWERASSERTSPASS
#include "weft/Pipelines/Passes.h.inc"
} // namespace weft

using namespace mlir;

namespace {
struct WeftLowerAsserts
    : weft::impl::WeftLowerAssertsPassBase<WeftLowerAsserts> {
  void runOnOperation() override {
    SymbolTableCollection symbols;
    getOperation()->walk([&](cf::AssertOp op) {
      OpBuilder builder(op);
      weft::CheckBuilder check(builder, op, weft::CheckMode::Runtime, symbols);
      check.expectMessage(op.getArg(), op.getMsg());
      op.erase();
    });
  }
};
} // namespace
