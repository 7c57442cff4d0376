//===- SparseConcat.cpp - The op weft.sparse_concat -----------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "weft/Dialect/Weft/IR/ShapeInference.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Shape inference
//===----------------------------------------------------------------------===//

/// Reports an error where the caller wants one.
static LogicalResult fail(EmitErrorFn emitError,
                          llvm::function_ref<void(InFlightDiagnostic &)> text) {
  if (emitError) {
    InFlightDiagnostic error = emitError();
    text(error);
  }
  return failure();
}

/// The rank R that the types show, or kDynamic.
static int64_t inferSparseRank(TypeRange indices, TypeRange shapes) {
  for (Type type : indices)
    if (!cast<RankedTensorType>(type).isDynamicDim(1))
      return cast<RankedTensorType>(type).getDimSize(1);
  for (Type type : shapes)
    if (!cast<RankedTensorType>(type).isDynamicDim(0))
      return cast<RankedTensorType>(type).getDimSize(0);
  return ShapedType::kDynamic;
}

/// The number of entries of an input that its types show, or kDynamic.
static int64_t inferNumEntries(Type indices, Type values) {
  int64_t rows = cast<RankedTensorType>(indices).getDimSize(0);
  return ShapedType::isDynamic(rows)
             ? cast<RankedTensorType>(values).getDimSize(0)
             : rows;
}

FailureOr<SmallVector<RankedTensorType, 3>>
weft::inferSparseConcatTypes(EmitErrorFn emitError, int64_t concatDim,
                             TypeRange indices, TypeRange values,
                             TypeRange shapes) {
  // C1
  if (indices.size() != values.size() || indices.size() != shapes.size())
    return fail(emitError, [&](InFlightDiagnostic &error) {
      error << "expected 'indices', 'values' and 'shapes' to have the same "
               "number of operands, but got "
            << indices.size() << ", " << values.size() << " and "
            << shapes.size();
    });
  if (indices.empty())
    return fail(emitError, [&](InFlightDiagnostic &error) {
      error << "expected at least 1 input, but got 0";
    });

  // C2, C3, C4: the op's operand types say the same; other callers may not.
  auto checkRanks = [&](TypeRange types, StringRef name,
                        int64_t rank) -> LogicalResult {
    for (auto [i, type] : llvm::enumerate(types)) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (!tensor || tensor.getRank() != rank)
        return fail(emitError, [&, i = i,
                                type = type](InFlightDiagnostic &error) {
          error << "expected '" << name << "'[" << i
                << "] to be a tensor of rank " << rank << ", but got " << type;
        });
    }
    return success();
  };
  if (failed(checkRanks(indices, "indices", 2)) ||
      failed(checkRanks(values, "values", 1)) ||
      failed(checkRanks(shapes, "shapes", 1)))
    return failure();

  // C5
  Type elementType = cast<RankedTensorType>(values[0]).getElementType();
  for (auto [i, type] : llvm::enumerate(values)) {
    Type other = cast<RankedTensorType>(type).getElementType();
    if (other != elementType)
      return fail(emitError, [&, i = i](InFlightDiagnostic &error) {
        error << "expected the element type of 'values'[" << i << "] to be "
              << elementType << ", but got " << other;
      });
  }

  // C6
  int64_t rank = inferSparseRank(indices, shapes);
  if (ShapedType::isDynamic(rank))
    return fail(emitError, [&](InFlightDiagnostic &error) {
      error << "expected one of 'indices' to have a static number of columns "
               "or one of 'shapes' a static length";
    });
  if (rank < 1)
    return fail(emitError, [&](InFlightDiagnostic &error) {
      error << "expected the rank of the sparse tensors to be at least 1, but "
               "got "
            << rank;
    });

  // C7
  if (concatDim < -rank || concatDim >= rank)
    return fail(emitError, [&](InFlightDiagnostic &error) {
      error << "expected 'concat_dim' to be in [" << -rank << ", " << rank
            << "), but got " << concatDim;
    });

  // C8, C9
  int64_t total = 0;
  for (auto [i, indicesType, valuesType, shapeType] :
       llvm::enumerate(indices, values, shapes)) {
    int64_t rows = cast<RankedTensorType>(indicesType).getDimSize(0);
    int64_t columns = cast<RankedTensorType>(indicesType).getDimSize(1);
    int64_t count = cast<RankedTensorType>(valuesType).getDimSize(0);
    int64_t length = cast<RankedTensorType>(shapeType).getDimSize(0);
    if (!ShapedType::isDynamic(columns) && columns != rank)
      return fail(emitError, [&, i = i](InFlightDiagnostic &error) {
        error << "expected 'indices'[" << i << "] to have " << rank
              << " columns, but got " << columns;
      });
    if (!ShapedType::isDynamic(length) && length != rank)
      return fail(emitError, [&, i = i](InFlightDiagnostic &error) {
        error << "expected 'shapes'[" << i << "] to have " << rank
              << " elements, but got " << length;
      });
    if (!ShapedType::isDynamic(rows) && !ShapedType::isDynamic(count) &&
        rows != count)
      return fail(emitError, [&, i = i](InFlightDiagnostic &error) {
        error << "expected 'values'[" << i
              << "] to have as many elements as 'indices'[" << i
              << "] has rows (" << rows << "), but got " << count;
      });

    // C13
    int64_t entries = inferNumEntries(indicesType, valuesType);
    if (ShapedType::isDynamic(entries) || ShapedType::isDynamic(total))
      total = ShapedType::kDynamic;
    else if (llvm::AddOverflow(total, entries, total))
      return fail(emitError, [&, i = i](InFlightDiagnostic &error) {
        error << "expected all inputs together to have at most "
              << std::numeric_limits<int64_t>::max() << " entries, but input "
              << i << " with " << entries << " exceeds that";
      });
  }

  Type i64 = IntegerType::get(elementType.getContext(), 64);
  return SmallVector<RankedTensorType, 3>{
      RankedTensorType::get({total, rank}, i64),
      RankedTensorType::get({total}, elementType),
      RankedTensorType::get({rank}, i64)};
}

//===----------------------------------------------------------------------===//
// The op
//===----------------------------------------------------------------------===//

void SparseConcatOp::build(OpBuilder &builder, OperationState &state,
                           int64_t concatDim, ValueRange indices,
                           ValueRange values, ValueRange shapes,
                           bool sortInputs) {
  auto inferred = inferSparseConcatTypes(/*emitError=*/nullptr, concatDim,
                                         TypeRange(indices), TypeRange(values),
                                         TypeRange(shapes));
  SmallVector<Type> results;
  if (succeeded(inferred)) {
    results.assign(inferred->begin(), inferred->end());
  } else {
    // The verifier says what is wrong with the operands.
    constexpr int64_t dynamic = ShapedType::kDynamic;
    Type i64 = builder.getI64Type();
    results = {RankedTensorType::get({dynamic, dynamic}, i64),
               RankedTensorType::get({dynamic}, i64),
               RankedTensorType::get({dynamic}, i64)};
  }
  build(builder, state, results, builder.getI64IntegerAttr(concatDim), indices,
        values, shapes, sortInputs ? builder.getUnitAttr() : UnitAttr());
}

int64_t SparseConcatOp::getSparseRank() {
  return inferSparseRank(TypeRange(getIndices()), TypeRange(getShapes()));
}

int64_t SparseConcatOp::getNormalizedConcatDim() {
  int64_t dim = getConcatDim();
  return dim < 0 ? dim + getSparseRank() : dim;
}

LogicalResult SparseConcatOp::verify() {
  // C1 ... C9, C13
  auto inferred = inferSparseConcatTypes(
      [&] { return emitOpError(); }, getConcatDim(), TypeRange(getIndices()),
      TypeRange(getValues()), TypeRange(getShapes()));
  if (failed(inferred))
    return failure();
  // C16
  for (auto [i, type, result] : llvm::enumerate(*inferred, getResults())) {
    auto resultType = cast<RankedTensorType>(result.getType());
    if (resultType.getElementType() != type.getElementType() ||
        failed(verifyCompatibleShape(resultType.getShape(), type.getShape()))) {
      constexpr StringLiteral names[] = {"output_indices", "output_values",
                                         "output_shape"};
      return emitOpError("expected '")
             << names[i] << "' to be " << type << ", but got " << resultType;
    }
  }
  int64_t rows =
      cast<RankedTensorType>(getOutputIndices().getType()).getDimSize(0);
  int64_t count =
      cast<RankedTensorType>(getOutputValues().getType()).getDimSize(0);
  if (!ShapedType::isDynamic(rows) && !ShapedType::isDynamic(count) &&
      rows != count)
    return emitOpError("expected 'output_values' to have as many elements as "
                       "'output_indices' has rows (")
           << rows << "), but got " << count;
  return success();
}

LogicalResult
SparseConcatOp::reifyResultShapes(OpBuilder &builder,
                                  ReifiedRankedShapedTypeDims &shapes) {
  IndexMath math(builder, getLoc());
  Value total = math.constant(0);
  for (auto [indices, values] : llvm::zip(getIndices(), getValues())) {
    int64_t entries = inferNumEntries(indices.getType(), values.getType());
    total = math.add(total, ShapedType::isDynamic(entries)
                                ? math.dim(indices, 0)
                                : math.constant(entries));
  }
  OpFoldResult entries = getAsOpFoldResult(total);
  OpFoldResult rank = builder.getIndexAttr(getSparseRank());
  shapes = {{entries, rank}, {entries}, {rank}};
  return success();
}

//===----------------------------------------------------------------------===//
// Canonicalization
//===----------------------------------------------------------------------===//

namespace {
/// Counts a negative concat_dim from the front.
struct NormalizeConcatDim : OpRewritePattern<SparseConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SparseConcatOp op,
                                PatternRewriter &rewriter) const override {
    if (static_cast<int64_t>(op.getConcatDim()) >= 0)
      return rewriter.notifyMatchFailure(op, "concat_dim is not negative");
    rewriter.modifyOpInPlace(
        op, [&] { op.setConcatDim(op.getNormalizedConcatDim()); });
    return success();
  }
};

/// Takes operands from before a tensor.cast to a less static type, and gives
/// the results the most static types that the operands allow.
struct RefineTypes : OpRewritePattern<SparseConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SparseConcatOp op,
                                PatternRewriter &rewriter) const override {
    bool changed = false;
    auto withoutCasts = [&](OperandRange operands) {
      return llvm::map_to_vector(operands, [&](Value operand) -> Value {
        auto castOp = operand.getDefiningOp<tensor::CastOp>();
        if (!castOp || !tensor::canFoldIntoConsumerOp(castOp))
          return operand;
        changed = true;
        return castOp.getSource();
      });
    };
    SmallVector<Value> indices = withoutCasts(op.getIndices());
    SmallVector<Value> values = withoutCasts(op.getValues());
    SmallVector<Value> shapes = withoutCasts(op.getShapes());
    // What the casts hid may be wrong: then the op stays, and fails at run
    // time.
    auto inferred = inferSparseConcatTypes(
        /*emitError=*/nullptr, op.getConcatDim(),
        ValueRange(indices).getTypes(), ValueRange(values).getTypes(),
        ValueRange(shapes).getTypes());
    if (failed(inferred))
      return rewriter.notifyMatchFailure(op, "operands behind casts disagree");

    SmallVector<Type> types;
    for (auto [type, result] : llvm::zip(*inferred, op.getResults())) {
      auto old = cast<RankedTensorType>(result.getType());
      SmallVector<int64_t> sizes(old.getShape());
      for (auto [size, known] : llvm::zip(sizes, type.getShape())) {
        if (ShapedType::isDynamic(size))
          size = known;
        else if (!ShapedType::isDynamic(known) && size != known)
          return rewriter.notifyMatchFailure(op, "result types disagree");
      }
      types.push_back(old.clone(sizes));
      changed |= types.back() != old;
    }
    if (!changed)
      return rewriter.notifyMatchFailure(op, "types are as static as they get");

    auto refined = SparseConcatOp::create(
        rewriter, op.getLoc(), types, op.getConcatDimAttr(), indices, values,
        shapes, op.getSortInputsAttr());
    refined->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    SmallVector<Value> results(refined.getResults());
    for (auto [value, result] : llvm::zip(results, op.getResults()))
      if (value.getType() != result.getType())
        value = tensor::CastOp::create(rewriter, op.getLoc(), result.getType(),
                                       value);
    rewriter.replaceOp(op, results);
    return success();
  }
};
} // namespace

void SparseConcatOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                 MLIRContext *context) {
  patterns.add<NormalizeConcatDim, RefineTypes>(context);
}
