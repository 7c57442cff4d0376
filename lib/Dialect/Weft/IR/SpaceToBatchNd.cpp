//===- SpaceToBatchNd.cpp - weft.space_to_batch_nd
//---------------------------===//

#include "SpaceOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "weft/Dialect/Weft/IR/ShapeInference.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace weft;

SmallVector<OpFoldResult> SpaceToBatchNdOp::getMixedBlockShape() {
  return getMixedValues(getStaticBlockShape(), getBlockShape(), getContext());
}
SmallVector<OpFoldResult> SpaceToBatchNdOp::getMixedPaddings() {
  return getMixedValues(getStaticPaddings(), getPaddings(), getContext());
}

//===----------------------------------------------------------------------===//
// Result type
//===----------------------------------------------------------------------===//

FailureOr<RankedTensorType>
weft::inferSpaceToBatchNdType(EmitErrorFn emitError, RankedTensorType input,
                              ArrayRef<int64_t> blockShape,
                              ArrayRef<int64_t> paddings) {
  FailureOr<StaticBlocks> blocks =
      checkStaticBlocks(emitError, input, blockShape, paddings, "paddings");
  if (failed(blocks))
    return failure();
  auto fail = [&](const Twine &message) -> FailureOr<RankedTensorType> {
    if (emitError)
      emitError() << message;
    return failure();
  };
  SmallVector<int64_t> shape(input.getShape());
  if (int64_t batch = shape[0]; batch != 0 && !ShapedType::isDynamic(batch)) {
    std::optional<int64_t> product = llvm::checkedMul(batch, blocks->product);
    if (!product) // C6
      return fail("expected the batch size (" + Twine(batch) +
                  ") times the product of block_shape (" +
                  Twine(blocks->product) + ") to fit in 64 bits");
    shape[0] = blocks->allKnown ? *product : ShapedType::kDynamic;
  }
  for (auto [i, block] : llvm::enumerate(blockShape)) {
    if (failed(checkStaticPair(emitError, paddings, "paddings", i)))
      return failure();
    // What is unknown is at least 0, so the sum of what is known must fit.
    int64_t terms[3] = {shape[1 + i], paddings[2 * i], paddings[2 * i + 1]};
    std::optional<int64_t> padded = 0;
    bool allKnown = true;
    for (int64_t &term : terms) {
      if (ShapedType::isDynamic(term)) {
        allKnown = false;
        term = 0;
      }
      if (padded)
        padded = llvm::checkedAdd(*padded, term);
    }
    if (!padded) // C8
      return fail("expected dimension " + Twine(1 + i) + " (" +
                  Twine(terms[0]) + ") plus its start padding (" +
                  Twine(terms[1]) + ") plus its end padding (" +
                  Twine(terms[2]) + ") to fit in 64 bits");
    if (!allKnown || (ShapedType::isDynamic(block) && *padded != 0)) {
      shape[1 + i] = ShapedType::kDynamic;
    } else if (*padded == 0) {
      shape[1 + i] = 0;
    } else {
      if (*padded % block != 0) // C9
        return fail("expected padded dimension " + Twine(1 + i) + " (" +
                    Twine(*padded) + ") to be divisible by block_shape[" +
                    Twine(i) + "] (" + Twine(block) + ")");
      shape[1 + i] = *padded / block;
    }
  }
  return input.clone(shape);
}

void SpaceToBatchNdOp::build(OpBuilder &builder, OperationState &state,
                             Type output, Value input,
                             ArrayRef<OpFoldResult> blockShape,
                             ArrayRef<OpFoldResult> paddings) {
  SmallVector<Value> dynamicBlocks, dynamicPairs;
  SmallVector<int64_t> staticBlocks, staticPairs;
  dispatchIndexOpFoldResults(blockShape, dynamicBlocks, staticBlocks);
  dispatchIndexOpFoldResults(paddings, dynamicPairs, staticPairs);
  build(builder, state, output, input, dynamicBlocks, dynamicPairs,
        builder.getDenseI64ArrayAttr(staticBlocks),
        builder.getDenseI64ArrayAttr(staticPairs));
}

void SpaceToBatchNdOp::build(OpBuilder &builder, OperationState &state,
                             Value input, ArrayRef<OpFoldResult> blockShape,
                             ArrayRef<OpFoldResult> paddings) {
  auto inputType = cast<RankedTensorType>(input.getType());
  FailureOr<RankedTensorType> output =
      inferSpaceToBatchNdType(nullptr, inputType, getStaticEntries(blockShape),
                              getStaticEntries(paddings));
  // Where nothing can be inferred the verifier says why.
  if (failed(output))
    output = inputType.clone(
        SmallVector<int64_t>(inputType.getRank(), ShapedType::kDynamic));
  build(builder, state, *output, input, blockShape, paddings);
}

LogicalResult SpaceToBatchNdOp::reifyResultShapes(
    OpBuilder &builder, ReifiedRankedShapedTypeDims &reifiedReturnShapes) {
  Location loc = getLoc();
  auto compute = [&](AffineExpr expr, ArrayRef<OpFoldResult> symbols) {
    return affine::makeComposedFoldedAffineApply(builder, loc, expr, symbols);
  };
  AffineExpr s0, s1, s2, s3;
  bindSymbols(getContext(), s0, s1, s2, s3);
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, loc, getInput());
  SmallVector<OpFoldResult> paddings = getMixedPaddings();
  for (auto [i, block] : llvm::enumerate(getMixedBlockShape())) {
    sizes[0] = compute(s0 * s1, {sizes[0], block});
    sizes[1 + i] =
        compute((s0 + s1 + s2).floorDiv(s3),
                {sizes[1 + i], paddings[2 * i], paddings[2 * i + 1], block});
  }
  matchStaticSizes(builder, loc, getOutputType(), sizes);
  reifiedReturnShapes.assign(1, sizes);
  return success();
}

//===----------------------------------------------------------------------===//
// Verification, folding
//===----------------------------------------------------------------------===//

LogicalResult SpaceToBatchNdOp::verify() {
  if (failed(verifyOperandCount(*this, "block_shape", getStaticBlockShape(),
                                getBlockShape())) || // C1
      failed(verifyOperandCount(*this, "paddings", getStaticPaddings(),
                                getPaddings())))
    return failure();
  FailureOr<RankedTensorType> inferred =
      inferSpaceToBatchNdType([&] { return emitOpError(); }, getInputType(),
                              getStaticBlockShape(), getStaticPaddings());
  return failure(failed(inferred) ||
                 failed(verifyOutput(*this, *inferred, getOutputType())));
}

OpFoldResult SpaceToBatchNdOp::fold(FoldAdaptor) {
  if (getInputType() == getOutputType() &&
      isIdentity(getMixedBlockShape(), getMixedPaddings()))
    return getInput();
  return {};
}

void SpaceToBatchNdOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                   MLIRContext *context) {
  patterns.add<FoldConstantOperands<SpaceToBatchNdOp, inferSpaceToBatchNdType>>(
      context);
}
