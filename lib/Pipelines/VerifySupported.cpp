//===- VerifySupported.cpp - The pass weft-verify-supported ---------------===//

#include "mlir/IR/BuiltinOps.h"
#include "weft/Dialect/TF/IR/TF.h"
#include "weft/Pipelines/Pipelines.h"

namespace weft {
#define GEN_PASS_DEF_WEFTVERIFYSUPPORTEDPASS
#include "weft/Pipelines/Passes.h.inc"
} // namespace weft

using namespace mlir;

namespace {
struct WeftVerifySupported
    : weft::impl::WeftVerifySupportedPassBase<WeftVerifySupported> {
  void runOnOperation() override {
    WalkResult result = getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      StringRef dialect = op->getName().getDialectNamespace();
      if (!op->isRegistered()) {
        op->emitOpError("cannot be compiled: ")
            << (dialect == "tf" ? "weft does not convert this TensorFlow op"
                                : "the op is not known");
        return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
