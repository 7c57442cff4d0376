//===- VerifySupported.cpp - The pass weft-verify-supported ---------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
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
  void runOnOperation() override;

private:
  LogicalResult verifyOp(Operation *op);
  LogicalResult verifyTypes(Operation *op);
  LogicalResult verifyDepth(Operation *op);
  bool isSupported(Type type);

  DenseMap<Type, bool> supportedTypes;
};
} // namespace

bool WeftVerifySupported::isSupported(Type type) {
  auto [it, isNew] = supportedTypes.try_emplace(type, true);
  if (isNew)
    it->second =
        !type.walk([](Type part) {
               auto integer = dyn_cast<IntegerType>(part);
               bool bad = isa<OpaqueType, FloatTF32Type>(part) ||
                          part.getDialect().getNamespace() == "quant" ||
                          (integer && !integer.isSignless());
               return bad ? WalkResult::interrupt() : WalkResult::advance();
             })
             .wasInterrupted();
  return it->second;
}

LogicalResult WeftVerifySupported::verifyTypes(Operation *op) {
  auto verify = [&](Type type) -> LogicalResult {
    if (isSupported(type))
      return success();
    return op->emitOpError("cannot be compiled: its type ")
           << type << " has no form in memory";
  };
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    if (failed(verify(function.getFunctionType())))
      return failure();
  for (Type type : op->getOperandTypes())
    if (failed(verify(type)))
      return failure();
  for (Type type : op->getResultTypes())
    if (failed(verify(type)))
      return failure();
  for (Region &region : op->getRegions())
    for (Type type : region.getArgumentTypes())
      if (failed(verify(type)))
        return failure();
  return success();
}

LogicalResult WeftVerifySupported::verifyDepth(Operation *op) {
  constexpr unsigned maxDepth = 16;
  auto carriesTensors = [](Operation *op) {
    auto loop = dyn_cast<LoopLikeOpInterface>(op);
    return loop && llvm::any_of(loop.getRegionIterArgs(), [](Value value) {
             return isa<TensorType>(value.getType());
           });
  };
  if (!carriesTensors(op))
    return success();
  unsigned depth = 0;
  for (Operation *parent = op; parent; parent = parent->getParentOp())
    depth += carriesTensors(parent);
  if (depth <= maxDepth)
    return success();
  return op->emitOpError("expected at most ")
         << maxDepth << " nested loops that carry tensors, but got " << depth;
}

LogicalResult WeftVerifySupported::verifyOp(Operation *op) {
  if (op->isRegistered())
    return success();
  bool isTF = op->getName().getDialectNamespace() ==
              weft::TFDialect::getDialectNamespace();
  return op->emitOpError("cannot be compiled: ")
         << (isTF ? "weft does not convert this TensorFlow op"
                  : "weft does not know this op");
}

void WeftVerifySupported::runOnOperation() {
  bool failedOp = false;
  getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (succeeded(verifyOp(op)))
      return WalkResult::advance();
    failedOp = true;
    return WalkResult::skip();
  });
  // Next to an op that was not converted there are types that were not, and
  // casts: the op says more, so types are looked at only without one.
  if (!failedOp)
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (succeeded(verifyTypes(op)) && succeeded(verifyDepth(op)))
        return WalkResult::advance();
      failedOp = true;
      return WalkResult::interrupt();
    });
  if (failedOp)
    signalPassFailure();
}
