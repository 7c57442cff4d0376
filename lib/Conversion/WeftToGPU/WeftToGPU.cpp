//===- WeftToGPU.cpp - The pass convert-weft-to-gpu -----------------------===//

#include "weft/Conversion/WeftToGPU/WeftToGPU.h"
#include "weft/Conversion/WeftToLinalg/WeftToLinalg.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Dialect/Weft/Utils/ElementSize.h"

namespace weft {
#define GEN_PASS_DEF_CONVERTWEFTTOGPUPASS
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;

void weft::populateWeftToGPUPatterns(RewritePatternSet &patterns,
                                     const GPULoweringOptions &options) {
  populateSpaceOpsToGPUPatterns(patterns, options);
  populateParallelDynamicStitchToGPUPatterns(patterns, options);
  populateSparseConcatToGPUPatterns(patterns, options);
  populateTensorScatterSubToGPUPatterns(patterns, options);
}

/// The first type of an op's operands and results that a memref cannot hold, or
/// that has no size.
static Type findElementWithoutBuffer(Operation *op) {
  auto isBad = [](Type type) {
    auto tensor = dyn_cast<TensorType>(type);
    if (!tensor)
      return false;
    Type element = tensor.getElementType();
    return !BaseMemRefType::isValidElementType(element) ||
           !weft::hasKnownSize(element);
  };
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types)
      if (isBad(type))
        return cast<TensorType>(type).getElementType();
  return {};
}

namespace {
struct ConvertWeftToGPU
    : weft::impl::ConvertWeftToGPUPassBase<ConvertWeftToGPU> {
  using ConvertWeftToGPUPassBase::ConvertWeftToGPUPassBase;

  void runOnOperation() override {
    Operation *root = getOperation();
    bool isBad = false;
    root->walk([&](Operation *op) {
      if (!isa_and_present<weft::WeftDialect>(op->getDialect()))
        return;
      // The device skips an update whose index is bad, unless it is told not
      // to.
      if (auto scatter = dyn_cast<weft::TensorScatterSubOp>(op);
          scatter && !scatter.getBadIndicesPolicyAttr() &&
          !op->hasAttr(weft::WeftDialect::getCheckedAttrName()))
        scatter.setBadIndicesPolicyAttr(weft::BadIndicesPolicyAttr::get(
            &getContext(), weft::BadIndicesPolicy::Ignore));
      if (Type type = findElementWithoutBuffer(op)) {
        op->emitOpError("cannot be lowered to kernels: buffers cannot hold ")
            << type;
        isBad = true;
      }
    });
    if (isBad || failed(weft::insertRuntimeChecks(root, checks)))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    weft::populateWeftToGPUPatterns(
        patterns,
        {checks, deterministic, indexWidth, computeCapability, ptxVersion});
    walkAndApplyPatterns(root, std::move(patterns));
    // What is left is for the host.
    RewritePatternSet hostPatterns(&getContext());
    weft::populateWeftToLinalgPatterns(hostPatterns, {});
    walkAndApplyPatterns(root, std::move(hostPatterns));
  }
};
} // namespace
