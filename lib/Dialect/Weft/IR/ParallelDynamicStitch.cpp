//===- ParallelDynamicStitch.cpp - weft.parallel_dynamic_stitch -----------===//

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "weft/Dialect/Weft/IR/ShapeInference.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "weft/Dialect/Weft/Utils/IndexTensors.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Shape inference
//===----------------------------------------------------------------------===//

/// The more static one of two sizes of the same dimension; failure if they
/// disagree.
static FailureOr<int64_t> mergeSizes(int64_t a, int64_t b) {
  if (ShapedType::isDynamic(a))
    return b;
  if (ShapedType::isDynamic(b) || a == b)
    return a;
  return failure();
}

FailureOr<RankedTensorType>
weft::inferParallelDynamicStitchType(EmitErrorFn emitError, TypeRange indices,
                                     TypeRange data, int64_t rows) {
  auto fail = [&](const Twine &message) {
    if (emitError)
      emitError() << message;
    return failure();
  };
  if (data.empty()) // C1
    return fail("expected at least 1 input, but got 0");
  if (data.size() != indices.size()) // C2
    return fail("expected as many 'data' as 'indices' (" +
                Twine(indices.size()) + "), but got " + Twine(data.size()));

  Type elementType = getElementTypeOrSelf(data.front());
  SmallVector<int64_t> shape{rows};
  for (auto [k, types] : llvm::enumerate(llvm::zip_equal(indices, data))) {
    auto indexType = cast<RankedTensorType>(std::get<0>(types));
    auto dataType = cast<RankedTensorType>(std::get<1>(types));
    std::string name = ("'data'[" + Twine(k) + "]").str();
    if (dataType.getElementType() != elementType) { // C3
      if (emitError)
        emitError() << "expected element type of " << name << " to be "
                    << elementType << " as in 'data'[0], but got "
                    << dataType.getElementType();
      return failure();
    }
    int64_t prefix = indexType.getRank();
    if (dataType.getRank() < prefix) // C4
      return fail("expected rank of " + name + " to be at least " +
                  Twine(prefix) + ", the rank of 'indices'[" + Twine(k) +
                  "], but got " + Twine(dataType.getRank()));
    for (int64_t i = 0; i < prefix; ++i)
      if (failed(mergeSizes(indexType.getDimSize(i), dataType.getDimSize(i))))
        return fail("expected dimension " + Twine(i) + " of " + name +
                    " to be " + Twine(indexType.getDimSize(i)) +
                    " as in 'indices'[" + Twine(k) + "], but got " +
                    Twine(dataType.getDimSize(i)));

    ArrayRef<int64_t> rowShape = dataType.getShape().drop_front(prefix);
    if (k == 0) {
      llvm::append_range(shape, rowShape);
      continue;
    }
    if (rowShape.size() + 1 != shape.size()) // C5
      return fail("expected rank of " + name + " to be " +
                  Twine(prefix + shape.size() - 1) + " for rows of rank " +
                  Twine(shape.size() - 1) + " as in 'data'[0], but got " +
                  Twine(dataType.getRank()));
    for (auto [i, size] : llvm::enumerate(rowShape)) {
      FailureOr<int64_t> merged = mergeSizes(shape[i + 1], size);
      if (failed(merged))
        return fail("expected dimension " + Twine(prefix + i) + " of " + name +
                    " to be " + Twine(shape[i + 1]) +
                    " as in the inputs before, but got " + Twine(size));
      shape[i + 1] = *merged;
    }
  }
  return RankedTensorType::get(shape, elementType);
}

/// The largest index + 1, or kDynamic where an index is not constant or out of
/// range (which the run-time checks report).
static int64_t getConstantNumRows(ValueRange indices) {
  int64_t rows = 0;
  for (Value tensor : indices) {
    auto type = cast<RankedTensorType>(tensor.getType());
    if (type.hasStaticShape() && type.getNumElements() == 0)
      continue;
    DenseIntElementsAttr constant;
    if (!matchPattern(tensor, m_Constant(&constant)))
      return ShapedType::kDynamic;
    auto values = constant.getValues<APInt>();
    // A few bytes of text may stand for any number of equal elements.
    auto end = constant.isSplat() ? std::next(values.begin()) : values.end();
    for (const APInt &index : llvm::make_range(values.begin(), end)) {
      if (index.isNegative() || index.isMaxSignedValue())
        return ShapedType::kDynamic;
      rows = std::max(rows, index.getSExtValue() + 1);
    }
  }
  return rows;
}

/// Sizes that two types of one tensor know together; failure if they disagree.
static FailureOr<RankedTensorType> mergeTypes(RankedTensorType a,
                                              RankedTensorType b) {
  if (a.getRank() != b.getRank())
    return failure();
  SmallVector<int64_t> shape;
  for (auto [x, y] : llvm::zip_equal(a.getShape(), b.getShape())) {
    FailureOr<int64_t> size = mergeSizes(x, y);
    if (failed(size))
      return failure();
    shape.push_back(*size);
  }
  return a.clone(shape);
}

//===----------------------------------------------------------------------===//
// ParallelDynamicStitchOp
//===----------------------------------------------------------------------===//

void ParallelDynamicStitchOp::build(OpBuilder &builder, OperationState &state,
                                    ValueRange indices, ValueRange data) {
  FailureOr<RankedTensorType> type = inferParallelDynamicStitchType(
      /*emitError=*/nullptr, indices.getTypes(), data.getTypes(),
      getConstantNumRows(indices));
  // Operands that do not fit are left to the verifier.
  Type merged = succeeded(type) ? Type(*type)
                : data.empty()  ? Type(builder.getNoneType())
                                : data.front().getType();
  build(builder, state, merged, indices, data);
}

LogicalResult ParallelDynamicStitchOp::verify() {
  RankedTensorType merged = getMergedType();
  FailureOr<RankedTensorType> inferred = inferParallelDynamicStitchType(
      [&] { return emitOpError(); }, getIndices().getTypes(),
      getData().getTypes(), ShapedType::kDynamic);
  if (failed(inferred))
    return failure();
  if (merged.getElementType() != inferred->getElementType()) // C3
    return emitOpError("expected element type of 'merged' to be ")
           << inferred->getElementType() << " as in 'data', but got "
           << merged.getElementType();
  if (merged.getRank() != inferred->getRank()) // C6
    return emitOpError("expected rank of 'merged' to be ")
           << inferred->getRank() << ", but got " << merged.getRank();
  for (int64_t i = 1; i < merged.getRank(); ++i)
    if (failed(mergeSizes(merged.getDimSize(i), inferred->getDimSize(i))))
      return emitOpError("expected dimension ")
             << i << " of 'merged' to be " << inferred->getDimSize(i)
             << " as in 'data', but got " << merged.getDimSize(i);
  return success();
}

SmallVector<OpFoldResult>
ParallelDynamicStitchOp::getRowSizes(OpBuilder &builder) {
  RankedTensorType type = *inferParallelDynamicStitchType(
      /*emitError=*/nullptr, getIndices().getTypes(), getData().getTypes(),
      ShapedType::kDynamic);
  SmallVector<OpFoldResult> sizes;
  Value first = getData().front();
  int64_t prefix =
      cast<RankedTensorType>(getIndices().front().getType()).getRank();
  for (int64_t i = 1; i < type.getRank(); ++i) {
    FailureOr<int64_t> size =
        mergeSizes(type.getDimSize(i), getMergedType().getDimSize(i));
    if (succeeded(size) && ShapedType::isStatic(*size))
      sizes.push_back(builder.getIndexAttr(*size));
    else
      sizes.push_back(
          tensor::getMixedSize(builder, getLoc(), first, prefix + i - 1));
  }
  return sizes;
}

LogicalResult ParallelDynamicStitchOp::reifyResultShapes(
    OpBuilder &builder, ReifiedRankedShapedTypeDims &shapes) {
  RankedTensorType type = getMergedType();
  SmallVector<OpFoldResult> &sizes = shapes.emplace_back();
  if (type.isDynamicDim(0))
    sizes.push_back(emitNumStitchedRows(builder, getLoc(), getIndices()));
  else
    sizes.push_back(builder.getIndexAttr(type.getDimSize(0)));
  llvm::append_range(sizes, getRowSizes(builder));
  // An attribute stands exactly where the type is static.
  for (auto [i, size] : llvm::enumerate(sizes))
    if (type.isDynamicDim(i))
      size = getValueOrCreateConstantIndexOp(builder, getLoc(), size);
  return success();
}

//===----------------------------------------------------------------------===//
// Canonicalization
//===----------------------------------------------------------------------===//

namespace {
/// Gives the result every size that the operands show.
struct RefineMergedType : OpRewritePattern<ParallelDynamicStitchOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ParallelDynamicStitchOp op,
                                PatternRewriter &rewriter) const override {
    FailureOr<RankedTensorType> inferred = inferParallelDynamicStitchType(
        /*emitError=*/nullptr, op.getIndices().getTypes(),
        op.getData().getTypes(), getConstantNumRows(op.getIndices()));
    if (failed(inferred))
      return rewriter.notifyMatchFailure(op, "operands do not fit");
    FailureOr<RankedTensorType> refined =
        mergeTypes(op.getMergedType(), *inferred);
    if (failed(refined))
      return rewriter.notifyMatchFailure(
          op, "the number of rows is wrong, as a run-time check will report");
    if (*refined == op.getMergedType())
      return rewriter.notifyMatchFailure(op, "nothing more is known");
    auto newOp = ParallelDynamicStitchOp::create(
        rewriter, op.getLoc(), *refined, op.getIndices(), op.getData());
    newOp->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.replaceOpWithNewOp<tensor::CastOp>(op, op.getMergedType(), newOp);
    return success();
  }
};

/// Drops inputs without indices, where the types show that their shapes fit.
/// One input stays in any case: it knows the sizes of a row.
struct DropEmptyInputs : OpRewritePattern<ParallelDynamicStitchOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ParallelDynamicStitchOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> indices, data;
    for (auto [index, row] : llvm::zip_equal(op.getIndices(), op.getData())) {
      if (canDrop(op, cast<RankedTensorType>(index.getType()),
                  cast<RankedTensorType>(row.getType())))
        continue;
      indices.push_back(index);
      data.push_back(row);
    }
    if (indices.empty()) {
      indices.push_back(op.getIndices().front());
      data.push_back(op.getData().front());
    }
    if (indices.size() == op.getIndices().size())
      return rewriter.notifyMatchFailure(op, "no input is known to be empty");
    rewriter.modifyOpInPlace(op, [&] {
      op.getDataMutable().assign(data);
      op.getIndicesMutable().assign(indices);
    });
    return success();
  }

  /// Whether the input has no index, and nothing is left to be checked of it.
  static bool canDrop(ParallelDynamicStitchOp op, RankedTensorType index,
                      RankedTensorType data) {
    if (!index.hasStaticShape() || index.getNumElements() != 0 ||
        !data.hasStaticShape())
      return false;
    return op.getMergedType().getShape().drop_front() ==
           data.getShape().drop_front(index.getRank());
  }
};
} // namespace

void ParallelDynamicStitchOp::getCanonicalizationPatterns(
    RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<DropEmptyInputs, RefineMergedType>(context);
}
