//===- ResolveExpandShape.cpp - The pass weft-resolve-expand-shape --------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "weft/Pipelines/Pipelines.h"

namespace weft {
#define GEN_PASS_DEF_WEFTRESOLVEEXPANDSHAPEPASS
#include "weft/Pipelines/Passes.h.inc"
} // namespace weft

using namespace mlir;

namespace {
struct ResolveExpandShape : OpRewritePattern<memref::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override {
    MemRefType type = op.getResultType();
    auto groups = op.getReassociationIndices();
    if (llvm::none_of(groups, [&](ArrayRef<int64_t> group) {
          return llvm::count_if(group, [&](int64_t dim) {
                   return type.isDynamicDim(dim);
                 }) > 1;
        }))
      return rewriter.notifyMatchFailure(op, "one run-time size a group at most");

    weft::IndexMath math(rewriter, op.getLoc());
    auto source = memref::ExtractStridedMetadataOp::create(
        rewriter, op.getLoc(), op.getSrc());
    SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
    SmallVector<Value> strides(sizes.size());
    for (auto [group, sourceStride] : llvm::zip(groups, source.getStrides())) {
      Value stride = sourceStride;
      for (int64_t dim : llvm::reverse(group)) {
        strides[dim] = stride;
        stride = math.mul(stride, math.value(sizes[dim]));
      }
    }
    // Static strides and offsets must be attributes for the types to agree.
    auto [staticStrides, staticOffset] = type.getStridesAndOffset();
    SmallVector<OpFoldResult> mixedStrides;
    for (auto [fixed, value] : llvm::zip(staticStrides, strides))
      mixedStrides.push_back(ShapedType::isDynamic(fixed)
                                 ? OpFoldResult(value)
                                 : rewriter.getIndexAttr(fixed));
    OpFoldResult offset = source.getOffset();
    if (!ShapedType::isDynamic(staticOffset))
      offset = rewriter.getIndexAttr(staticOffset);
    rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
        op, type, source.getBaseBuffer(), offset, sizes, mixedStrides);
    return success();
  }
};

struct WeftResolveExpandShape
    : weft::impl::WeftResolveExpandShapePassBase<WeftResolveExpandShape> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ResolveExpandShape>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
