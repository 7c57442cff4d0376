//===- ParallelDynamicStitch.cpp - weft.parallel_dynamic_stitch to linalg -===//

#include "LoweringUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "weft/Conversion/WeftToLinalg/WeftToLinalg.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "weft/Dialect/Weft/Utils/IndexTensors.h"

using namespace mlir;
using namespace weft;

/// From this size on, a row is worth a bit that tells whether it must be
/// zeroed; below, zeroing all rows first takes no longer.
static constexpr int64_t wideRowBytes = 256;

/// Whether rows of this type are known to have at least `wideRowBytes`.
static bool isWideRow(RankedTensorType type) {
  Type element = type.getElementType();
  int64_t parts = 1;
  if (auto complexType = dyn_cast<ComplexType>(element)) {
    element = complexType.getElementType();
    parts = 2;
  }
  return type.hasStaticShape() && element.isIntOrIndexOrFloat() &&
         type.getNumElements() * parts *
                 (element.isIndex() ? 64 : element.getIntOrFloatBitWidth()) >=
             8 * wideRowBytes;
}

namespace {
/// Copies the rows of each input into the result, in order: the last row with a
/// number wins by itself. Rows that nobody names are zero: narrow rows are all
/// zeroed first; of wide rows, where that would be a third of the traffic, a
/// bit each is kept, and those without one are zeroed afterwards.
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
      merged = emitRows(builder, empty);
    else
      merged = scf::IfOp::create(
                   builder, loc, hasElements,
                   [&](OpBuilder &then, Location loc) {
                     scf::YieldOp::create(then, loc, emitRows(then, empty));
                   },
                   [&](OpBuilder &other, Location loc) {
                     scf::YieldOp::create(other, loc, empty);
                   })
                   .getResult(0);
    return builder.createOrFold<tensor::CastOp>(loc, op.getMergedType(),
                                                merged);
  }

private:
  /// All of the result, whose rows have elements.
  Value emitRows(OpBuilder &builder, Value empty) {
    if (isWideRow(rowType))
      return emitCopiesAndZeros(builder, empty);
    Value zero = createZero(builder, loc, rowType.getElementType());
    Value merged =
        linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
    return emitCopies(builder, {merged}).front();
  }

  /// Copies, with a bit for each row that is written, and zeros for the others.
  Value emitCopiesAndZeros(OpBuilder &builder, Value empty) {
    IndexMath math(builder, loc);
    Value zero = math.constant(0), one = math.constant(1);
    Value rows = math.dim(empty, 0);
    Value numWords =
        math.div(math.add(rows, math.constant(63)), math.constant(64));
    Value noBits = arith::ConstantIntOp::create(builder, loc, 0, /*width=*/64);
    Value words = tensor::EmptyOp::create(builder, loc, OpFoldResult(numWords),
                                          builder.getI64Type());
    words = linalg::FillOp::create(builder, loc, noBits, words).getResult(0);
    SmallVector<Value> copied = emitCopies(builder, {empty, words});

    return scf::ForOp::create(
               builder, loc, zero, rows, one, copied[0],
               [&](OpBuilder &body, Location loc, Value row,
                   ValueRange carried) {
                 auto [word, bit] = getBit(body, row);
                 Value bits =
                     tensor::ExtractOp::create(body, loc, copied[1], word);
                 Value masked = arith::AndIOp::create(body, loc, bits, bit);
                 Value isMissing = arith::CmpIOp::create(
                     body, loc, arith::CmpIPredicate::eq, masked, noBits);
                 auto result = scf::IfOp::create(
                     body, loc, isMissing,
                     [&](OpBuilder &then, Location loc) {
                       scf::YieldOp::create(
                           then, loc, emitZeroRow(then, carried.front(), row));
                     },
                     [&](OpBuilder &other, Location loc) {
                       scf::YieldOp::create(other, loc, carried.front());
                     });
                 scf::YieldOp::create(body, loc, result.getResults());
               })
        .getResult(0);
  }

  /// The word that holds the bit of a row, and the bit.
  std::pair<Value, Value> getBit(OpBuilder &builder, Value row) {
    IndexMath math(builder, loc);
    Value width = math.constant(64);
    Value shift = arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                             math.rem(row, width));
    Value one = arith::ConstantIntOp::create(builder, loc, 1, /*width=*/64);
    return {math.div(row, width),
            arith::ShLIOp::create(builder, loc, one, shift)};
  }

  /// Copies the rows of all inputs into `carried[0]`, and sets their bits in
  /// `carried[1]` where it is there.
  SmallVector<Value> emitCopies(OpBuilder &builder,
                                SmallVector<Value> carried) {
    IndexMath math(builder, loc);
    for (auto [indices, data] :
         llvm::zip_equal(op.getIndices(), op.getData())) {
      SmallVector<Value> positionSizes;
      int64_t rank = cast<RankedTensorType>(indices.getType()).getRank();
      for (int64_t i = 0; i < rank; ++i)
        positionSizes.push_back(math.dim(indices, i));
      carried = emitPositionLoops(
          builder, loc, positionSizes, carried,
          [&, indices = indices, data = data](OpBuilder &builder, Location,
                                              ValueRange position,
                                              ValueRange carried) {
            Value index =
                tensor::ExtractOp::create(builder, loc, indices, position);
            Value row = emitOffset(builder, loc, index);
            SmallVector<Value> next{
                emitRowCopy(builder, data, position, carried[0], row)};
            if (carried.size() == 2) {
              auto [word, bit] = getBit(builder, row);
              Value before =
                  tensor::ExtractOp::create(builder, loc, carried[1], word);
              Value after = arith::OrIOp::create(builder, loc, before, bit);
              next.push_back(tensor::InsertOp::create(builder, loc, after,
                                                      carried[1], word));
            }
            return next;
          });
    }
    return carried;
  }

  Value emitZeroRow(OpBuilder &builder, Value merged, Value row) {
    Value zero = createZero(builder, loc, rowType.getElementType());
    if (rowType.getRank() == 0)
      return tensor::InsertOp::create(builder, loc, zero, merged, row);
    auto [offsets, sizes, strides] = getRow(builder, row);
    Value slice = tensor::ExtractSliceOp::create(builder, loc, rowType, merged,
                                                 offsets, sizes, strides);
    Value filled =
        linalg::FillOp::create(builder, loc, zero, slice).getResult(0);
    return tensor::InsertSliceOp::create(builder, loc, filled, merged, offsets,
                                         sizes, strides);
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
