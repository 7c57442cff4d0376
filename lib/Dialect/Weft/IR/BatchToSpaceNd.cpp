//===- BatchToSpaceNd.cpp - weft.batch_to_space_nd
//---------------------------===//

#include "SpaceOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "weft/Dialect/Weft/IR/ShapeInference.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace weft;

SmallVector<OpFoldResult> BatchToSpaceNdOp::getMixedBlockShape() {
  return getMixedValues(getStaticBlockShape(), getBlockShape(), getContext());
}
SmallVector<OpFoldResult> BatchToSpaceNdOp::getMixedCrops() {
  return getMixedValues(getStaticCrops(), getCrops(), getContext());
}

//===----------------------------------------------------------------------===//
// Result type
//===----------------------------------------------------------------------===//

FailureOr<RankedTensorType>
weft::inferBatchToSpaceNdType(EmitErrorFn emitError, RankedTensorType input,
                              ArrayRef<int64_t> blockShape,
                              ArrayRef<int64_t> crops) {
  FailureOr<StaticBlocks> blocks =
      checkStaticBlocks(emitError, input, blockShape, crops, "crops");
  if (failed(blocks))
    return failure();
  auto fail = [&](const Twine &message) -> FailureOr<RankedTensorType> {
    if (emitError)
      emitError() << message;
    return failure();
  };
  SmallVector<int64_t> shape(input.getShape());
  if (int64_t batch = shape[0]; batch != 0 && !ShapedType::isDynamic(batch)) {
    // A multiple of all block sizes is one of those that are known.
    if (batch % blocks->product != 0) // C6
      return fail("expected the batch size (" + Twine(batch) +
                  ") to be divisible by the product of block_shape (" +
                  Twine(blocks->product) + ")");
    shape[0] =
        blocks->allKnown ? batch / blocks->product : ShapedType::kDynamic;
  }
  for (auto [i, block] : llvm::enumerate(blockShape)) {
    if (failed(checkStaticPair(emitError, crops, "crops", i)))
      return failure();
    int64_t &size = shape[1 + i];
    if (ShapedType::isDynamic(size) ||
        (ShapedType::isDynamic(block) && size != 0)) {
      size = ShapedType::kDynamic;
      continue;
    }
    std::optional<int64_t> uncropped =
        size == 0 ? 0 : llvm::checkedMul(size, block);
    if (!uncropped) // C8
      return fail("expected dimension " + Twine(1 + i) + " (" + Twine(size) +
                  ") times block_shape[" + Twine(i) + "] (" + Twine(block) +
                  ") to fit in 64 bits");
    // What is unknown is at least 0, so what is known must not take too much.
    auto known = [](int64_t crop) {
      return ShapedType::isDynamic(crop) ? 0 : crop;
    };
    int64_t start = known(crops[2 * i]), end = known(crops[2 * i + 1]);
    if (start > *uncropped || end > *uncropped - start) // C9
      return fail("expected crops[" + Twine(i) + "][0] (" + Twine(start) +
                  ") plus crops[" + Twine(i) + "][1] (" + Twine(end) +
                  ") to be at most dimension " + Twine(1 + i) +
                  " times block_shape[" + Twine(i) + "] (" + Twine(*uncropped) +
                  ")");
    bool allKnown = !ShapedType::isDynamic(crops[2 * i]) &&
                    !ShapedType::isDynamic(crops[2 * i + 1]);
    // Nothing can be cropped from nothing.
    size = allKnown || *uncropped == 0 ? *uncropped - start - end
                                       : ShapedType::kDynamic;
  }
  return input.clone(shape);
}

void BatchToSpaceNdOp::build(OpBuilder &builder, OperationState &state,
                             Type output, Value input,
                             ArrayRef<OpFoldResult> blockShape,
                             ArrayRef<OpFoldResult> crops) {
  SmallVector<Value> dynamicBlocks, dynamicPairs;
  SmallVector<int64_t> staticBlocks, staticPairs;
  dispatchIndexOpFoldResults(blockShape, dynamicBlocks, staticBlocks);
  dispatchIndexOpFoldResults(crops, dynamicPairs, staticPairs);
  build(builder, state, output, input, dynamicBlocks, dynamicPairs,
        builder.getDenseI64ArrayAttr(staticBlocks),
        builder.getDenseI64ArrayAttr(staticPairs));
}

void BatchToSpaceNdOp::build(OpBuilder &builder, OperationState &state,
                             Value input, ArrayRef<OpFoldResult> blockShape,
                             ArrayRef<OpFoldResult> crops) {
  auto inputType = cast<RankedTensorType>(input.getType());
  FailureOr<RankedTensorType> output =
      inferBatchToSpaceNdType(nullptr, inputType, getStaticEntries(blockShape),
                              getStaticEntries(crops));
  // Where nothing can be inferred the verifier says why.
  if (failed(output))
    output = inputType.clone(
        SmallVector<int64_t>(inputType.getRank(), ShapedType::kDynamic));
  build(builder, state, *output, input, blockShape, crops);
}

LogicalResult BatchToSpaceNdOp::reifyResultShapes(
    OpBuilder &builder, ReifiedRankedShapedTypeDims &reifiedReturnShapes) {
  Location loc = getLoc();
  auto compute = [&](AffineExpr expr, ArrayRef<OpFoldResult> symbols) {
    return affine::makeComposedFoldedAffineApply(builder, loc, expr, symbols);
  };
  AffineExpr s0, s1, s2, s3;
  bindSymbols(getContext(), s0, s1, s2, s3);
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, loc, getInput());
  SmallVector<OpFoldResult> crops = getMixedCrops();
  OpFoldResult product = builder.getIndexAttr(1);
  for (auto [i, block] : llvm::enumerate(getMixedBlockShape())) {
    product = compute(s0 * s1, {product, block});
    sizes[1 + i] = compute(s0 * s3 - s1 - s2, {sizes[1 + i], crops[2 * i],
                                               crops[2 * i + 1], block});
  }
  sizes[0] = compute(s0.floorDiv(s1), {sizes[0], product});
  matchStaticSizes(builder, loc, getOutputType(), sizes);
  reifiedReturnShapes.assign(1, sizes);
  return success();
}

//===----------------------------------------------------------------------===//
// Verification, folding
//===----------------------------------------------------------------------===//

LogicalResult BatchToSpaceNdOp::verify() {
  if (failed(verifyOperandCount(*this, "block_shape", getStaticBlockShape(),
                                getBlockShape())) || // C1
      failed(verifyOperandCount(*this, "crops", getStaticCrops(), getCrops())))
    return failure();
  FailureOr<RankedTensorType> inferred =
      inferBatchToSpaceNdType([&] { return emitOpError(); }, getInputType(),
                              getStaticBlockShape(), getStaticCrops());
  return failure(failed(inferred) ||
                 failed(verifyOutput(*this, *inferred, getOutputType())));
}

OpFoldResult BatchToSpaceNdOp::fold(FoldAdaptor) {
  if (getInputType() == getOutputType() &&
      isIdentity(getMixedBlockShape(), getMixedCrops()))
    return getInput();
  return {};
}

void BatchToSpaceNdOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                   MLIRContext *context) {
  patterns.add<FoldConstantOperands<BatchToSpaceNdOp, inferBatchToSpaceNdType>>(
      context);
}
