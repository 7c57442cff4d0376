//===- FillLargeConstants.cpp - The pass weft-fill-large-constants --------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "weft/Pipelines/Pipelines.h"
#include "llvm/Support/MathExtras.h"

namespace weft {
#define GEN_PASS_DEF_WEFTFILLLARGECONSTANTSPASS
#include "weft/Pipelines/Passes.h.inc"
} // namespace weft

using namespace mlir;

/// Elements of a constant that is still stored with the code.
static constexpr uint64_t maxStoredElements = 1 << 17;

namespace {
struct FillLargeConstant : OpRewritePattern<arith::ConstantOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ConstantOp op,
                                PatternRewriter &rewriter) const override {
    auto value = dyn_cast<SplatElementsAttr>(op.getValue());
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!value || !type)
      return rewriter.notifyMatchFailure(op, "not a tensor of equal elements");
    uint64_t elements = 1;
    for (int64_t size : type.getShape())
      elements = llvm::SaturatingMultiply<uint64_t>(elements, size);
    if (elements <= maxStoredElements)
      return rewriter.notifyMatchFailure(op, "small");

    auto element = value.getSplatValue<Attribute>();
    Value scalar;
    if (auto complexType = dyn_cast<ComplexType>(type.getElementType()))
      scalar = complex::ConstantOp::create(rewriter, op.getLoc(), complexType,
                                           cast<ArrayAttr>(element));
    else
      scalar = arith::ConstantOp::create(rewriter, op.getLoc(),
                                         cast<TypedAttr>(element));
    rewriter.replaceOpWithNewOp<tensor::SplatOp>(op, type, scalar,
                                                 ValueRange());
    return success();
  }
};

struct WeftFillLargeConstants
    : weft::impl::WeftFillLargeConstantsPassBase<WeftFillLargeConstants> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<FillLargeConstant>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
