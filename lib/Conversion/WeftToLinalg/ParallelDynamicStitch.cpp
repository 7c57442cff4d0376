//===- ParallelDynamicStitch.cpp - weft.parallel_dynamic_stitch to linalg -===//

#include "LoweringUtils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "weft/Conversion/WeftToLinalg/WeftToLinalg.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "weft/Dialect/Weft/Utils/IndexTensors.h"

using namespace mlir;
using namespace weft;

namespace {
/// Fills the result with zeros and copies the rows of each input into it, in
/// order: the last row with a number wins by itself, and nothing but the result
/// is allocated.
class StitchLowering {
public:
  StitchLowering(OpBuilder &builder, ParallelDynamicStitchOp op)
      : op(op), loc(op.getLoc()), rowSizes(op.getRowSizes(builder)) {
    SmallVector<int64_t> rowShape;
    for (OpFoldResult size : rowSizes)
      rowShape.push_back(
          getConstantIntValue(size).value_or(ShapedType::kDynamic));
    rowType =
        RankedTensorType::get(rowShape, op.getMergedType().getElementType());
  }

  Value lower(OpBuilder &builder) {
    IndexMath math(builder, loc);
    SmallVector<OpFoldResult> sizes;
    if (op.getMergedType().isDynamicDim(0))
      sizes.push_back(emitNumStitchedRows(builder, loc, op.getIndices()));
    else
      sizes.push_back(builder.getIndexAttr(op.getMergedType().getDimSize(0)));
    llvm::append_range(sizes, rowSizes);
    Value empty =
        tensor::EmptyOp::create(builder, loc, sizes, rowType.getElementType());

    // 2^31 rows without elements must not be walked.
    Value rowElements = math.constant(1);
    for (OpFoldResult size : rowSizes)
      rowElements = math.mul(rowElements, math.value(size));
    Value hasElements =
        math.cmp(arith::CmpIPredicate::ne, rowElements, math.constant(0));
    Value merged;
    if (matchPattern(hasElements, m_Zero()))
      // Upstream's verifiers refuse an offset of 0 in a dimension of size 0.
      merged = empty;
    else if (matchPattern(hasElements, m_One()))
      merged = emitFillAndCopies(builder, empty);
    else
      merged =
          scf::IfOp::create(
              builder, loc, hasElements,
              [&](OpBuilder &then, Location loc) {
                scf::YieldOp::create(then, loc, emitFillAndCopies(then, empty));
              },
              [&](OpBuilder &other, Location loc) {
                scf::YieldOp::create(other, loc, empty);
              })
              .getResult(0);
    return builder.createOrFold<tensor::CastOp>(loc, op.getMergedType(),
                                                merged);
  }

private:
  Value emitFillAndCopies(OpBuilder &builder, Value empty) {
    IndexMath math(builder, loc);
    Value zero = createZero(builder, loc, rowType.getElementType());
    Value merged =
        linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
    for (auto [indices, data] :
         llvm::zip_equal(op.getIndices(), op.getData())) {
      SmallVector<Value> positionSizes;
      int64_t rank = cast<RankedTensorType>(indices.getType()).getRank();
      for (int64_t i = 0; i < rank; ++i)
        positionSizes.push_back(math.dim(indices, i));
      merged =
          emitPositionLoops(
              builder, loc, positionSizes, merged,
              [&, indices = indices,
               data = data](OpBuilder &builder, Location, ValueRange position,
                            ValueRange carried) -> SmallVector<Value> {
                Value index =
                    tensor::ExtractOp::create(builder, loc, indices, position);
                Value row = emitOffset(builder, loc, index);
                return {
                    emitRowCopy(builder, data, position, carried.front(), row)};
              })
              .front();
    }
    return merged;
  }

  /// Copies the row of `data` at `position` to the row `row` of `merged`.
  Value emitRowCopy(OpBuilder &builder, Value data, ValueRange position,
                    Value merged, Value row) {
    if (rowType.getRank() == 0) {
      Value element = tensor::ExtractOp::create(builder, loc, data, position);
      return tensor::InsertOp::create(builder, loc, element, merged, row);
    }
    auto [fromOffsets, fromSizes, fromStrides] = getRow(builder, position);
    auto [offsets, sizes, strides] = getRow(builder, row);
    Value from = tensor::ExtractSliceOp::create(
        builder, loc, rowType, data, fromOffsets, fromSizes, fromStrides);
    Value to = tensor::ExtractSliceOp::create(builder, loc, rowType, merged,
                                              offsets, sizes, strides);
    // linalg.copy becomes a loop; memref.copy would be a call for each row.
    Value copied = linalg::CopyOp::create(builder, loc, from, to).getResult(0);
    return tensor::InsertSliceOp::create(builder, loc, copied, merged, offsets,
                                         sizes, strides);
  }

  /// Offsets, sizes and strides of a row whose leading dimensions are fixed.
  std::array<SmallVector<OpFoldResult>, 3> getRow(OpBuilder &builder,
                                                  ValueRange leading) const {
    SmallVector<OpFoldResult> offsets = getAsOpFoldResult(leading);
    offsets.append(rowSizes.size(), builder.getIndexAttr(0));
    SmallVector<OpFoldResult> sizes(leading.size(), builder.getIndexAttr(1));
    llvm::append_range(sizes, rowSizes);
    SmallVector<OpFoldResult> strides(offsets.size(), builder.getIndexAttr(1));
    return {offsets, sizes, strides};
  }

  ParallelDynamicStitchOp op;
  Location loc;
  SmallVector<OpFoldResult> rowSizes;
  RankedTensorType rowType;
};

struct ParallelDynamicStitchToLinalg
    : OpRewritePattern<ParallelDynamicStitchOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ParallelDynamicStitchOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, StitchLowering(rewriter, op).lower(rewriter));
    return success();
  }
};
} // namespace

void weft::populateParallelDynamicStitchToLinalgPatterns(
    RewritePatternSet &patterns) {
  patterns.add<ParallelDynamicStitchToLinalg>(patterns.getContext());
}
