//===- TensorScatterSub.cpp - weft.tensor_scatter_sub to linalg -----------===//

#include "LoweringUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "weft/Conversion/WeftToLinalg/WeftToLinalg.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "weft/Dialect/Weft/Utils/IndexTensors.h"

using namespace mlir;
using namespace weft;

/// bf16 as f32: the same bits, in the upper half.
static Value extendBF16(OpBuilder &builder, Location loc, Value value) {
  Type i32 = builder.getI32Type();
  Value bits =
      arith::BitcastOp::create(builder, loc, builder.getI16Type(), value);
  Value wide = arith::ExtUIOp::create(builder, loc, i32, bits);
  Value sixteen = arith::ConstantIntOp::create(builder, loc, 16, /*width=*/32);
  Value shifted = arith::ShLIOp::create(builder, loc, wide, sixteen);
  return arith::BitcastOp::create(builder, loc, builder.getF32Type(), shifted);
}

/// f32 as bf16, rounded to nearest even. A NaN becomes the quiet one.
static Value truncateToBF16(OpBuilder &builder, Location loc, Value value) {
  Type i32 = builder.getI32Type();
  auto constant = [&](int64_t c) -> Value {
    return arith::ConstantIntOp::create(builder, loc, c, /*width=*/32);
  };
  Value bits = arith::BitcastOp::create(builder, loc, i32, value);
  // Adding just under half a unit, and the last bit that stays, carries into
  // the upper half exactly where the value is to be rounded up.
  Value upper = arith::ShRUIOp::create(builder, loc, bits, constant(16));
  Value odd = arith::AndIOp::create(builder, loc, upper, constant(1));
  Value half = arith::AddIOp::create(builder, loc, odd, constant(0x7fff));
  Value sum = arith::AddIOp::create(builder, loc, bits, half);
  Value rounded = arith::ShRUIOp::create(builder, loc, sum, constant(16));
  Value isNaN = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO,
                                      value, value);
  Value result =
      arith::SelectOp::create(builder, loc, isNaN, constant(0x7fc0), rounded);
  Value narrow =
      arith::TruncIOp::create(builder, loc, builder.getI16Type(), result);
  return arith::BitcastOp::create(builder, loc, builder.getBF16Type(), narrow);
}

/// a - b, rounded once to the element type.
static Value emitSubtraction(OpBuilder &builder, Location loc, Value a,
                             Value b) {
  Type type = a.getType();
  if (auto complexType = dyn_cast<ComplexType>(type)) {
    Type part = complexType.getElementType();
    Value re = emitSubtraction(builder, loc,
                               complex::ReOp::create(builder, loc, part, a),
                               complex::ReOp::create(builder, loc, part, b));
    Value im = emitSubtraction(builder, loc,
                               complex::ImOp::create(builder, loc, part, a),
                               complex::ImOp::create(builder, loc, part, b));
    return complex::CreateOp::create(builder, loc, type, re, im);
  }
  if (isa<IntegerType>(type))
    return arith::SubIOp::create(builder, loc, a, b);
  if (type.isBF16()) {
    // Written out, since LLVM calls a function for the rounding that older
    // libraries do not have. f32 has more than twice the digits, so rounding
    // twice is rounding once.
    Value difference = arith::SubFOp::create(
        builder, loc, extendBF16(builder, loc, a), extendBF16(builder, loc, b));
    return truncateToBF16(builder, loc, difference);
  }
  return arith::SubFOp::create(builder, loc, a, b);
}

namespace {
/// One loop over the updates, in order. A slice is a subtraction in place on
/// the loop-carried tensor.
struct TensorScatterSubToLinalg : OpRewritePattern<TensorScatterSubOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TensorScatterSubOp op,
                                PatternRewriter &rewriter) const override {
    IndexMath math(rewriter, op.getLoc());
    Value numElements = math.constant(1);
    for (int64_t i = 0; i < op.getUpdatesType().getRank(); ++i)
      numElements = math.mul(numElements, math.dim(op.getUpdates(), i));
    // Empty slices must not be walked, however many there are.
    Value hasElements =
        math.cmp(arith::CmpIPredicate::ne, numElements, math.constant(0));
    // Slices that are known to be empty must not even be written down:
    // upstream's verifiers refuse an offset of 0 in a dimension of size 0.
    if (matchPattern(hasElements, m_Zero())) {
      rewriter.replaceOp(op, op.getTensor());
      return success();
    }
    rewriter.replaceOp(op, emitUpdates(rewriter, op, hasElements));
    return success();
  }

private:
  static Value emitUpdates(OpBuilder &builder, TensorScatterSubOp op,
                           Value hasElements) {
    IndexMath math(builder, op.getLoc());
    SmallVector<Value> positionSizes;
    for (int64_t i = 0; i < op.getNumPositionDims(); ++i)
      positionSizes.push_back(math.dim(op.getUpdates(), i));
    // A bound of 0 keeps empty slices from being walked. A branch around the
    // loop would yield either the tensor or its copy, and the next update in a
    // chain would have to make a copy of its own.
    bool isOneUpdate = positionSizes.empty();
    Value zero = math.constant(0);
    if (!isOneUpdate)
      positionSizes[0] = math.select(hasElements, positionSizes[0], zero);
    else if (!matchPattern(hasElements, m_One()))
      positionSizes.push_back(math.select(hasElements, math.constant(1), zero));
    return emitPositionLoops(
               builder, op.getLoc(), positionSizes, op.getTensor(),
               [&](OpBuilder &builder, Location, ValueRange position,
                   ValueRange carried) -> SmallVector<Value> {
                 return {emitUpdate(builder, op,
                                    isOneUpdate ? ValueRange() : position,
                                    carried.front())};
               })
        .front();
  }

  /// One update of `tensor`, or none where its index is to be ignored.
  static Value emitUpdate(OpBuilder &builder, TensorScatterSubOp op,
                          ValueRange position, Value tensor) {
    Location loc = op.getLoc();
    IndexMath math(builder, loc);
    bool ignoresBad = op.ignoresBadIndices() && op.getIndexDepth() > 0;
    SmallVector<Value> index;
    for (int64_t c = 0; c < op.getIndexDepth(); ++c) {
      SmallVector<Value> at(position);
      at.push_back(math.constant(c));
      Value component =
          tensor::ExtractOp::create(builder, loc, op.getIndices(), at);
      index.push_back(ignoresBad ? math.toIndex(component)
                                 : emitOffset(builder, loc, component));
    }
    if (!ignoresBad)
      return emitSlice(builder, op, position, index, tensor);

    Value inside = math.boolean(true);
    for (auto [c, component] : llvm::enumerate(index))
      inside = math.andI(inside, math.ult(component, math.dim(tensor, c)));
    return scf::IfOp::create(
               builder, loc, inside,
               [&](OpBuilder &then, Location loc) {
                 scf::YieldOp::create(
                     then, loc, emitSlice(then, op, position, index, tensor));
               },
               [&](OpBuilder &other, Location loc) {
                 scf::YieldOp::create(other, loc, tensor);
               })
        .getResult(0);
  }

  /// Subtracts the slice of the updates at `position` from that of `tensor` at
  /// `index`.
  static Value emitSlice(OpBuilder &builder, TensorScatterSubOp op,
                         ValueRange position, ArrayRef<Value> index,
                         Value tensor) {
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(tensor.getType());
    int64_t depth = index.size();
    int64_t sliceRank = type.getRank() - depth;
    if (sliceRank == 0) {
      Value update =
          tensor::ExtractOp::create(builder, loc, op.getUpdates(), position);
      Value before = tensor::ExtractOp::create(builder, loc, tensor, index);
      Value after = emitSubtraction(builder, loc, before, update);
      return tensor::InsertOp::create(builder, loc, after, tensor, index);
    }

    Attribute zero = builder.getIndexAttr(0), one = builder.getIndexAttr(1);
    SmallVector<OpFoldResult> slice;
    for (int64_t i = depth; i < type.getRank(); ++i)
      slice.push_back(tensor::getMixedSize(builder, loc, op.getTensor(), i));
    auto sliceType = RankedTensorType::get(type.getShape().drop_front(depth),
                                           type.getElementType());
    // Offsets, sizes and strides of a slice whose leading dimensions are fixed.
    auto getSlice = [&](ValueRange leading) {
      std::array<SmallVector<OpFoldResult>, 3> result;
      auto &[offsets, sizes, strides] = result;
      offsets = getAsOpFoldResult(leading);
      offsets.append(sliceRank, zero);
      sizes.assign(leading.size(), one);
      llvm::append_range(sizes, slice);
      strides.assign(offsets.size(), one);
      return result;
    };
    auto [updateOffsets, updateSizes, updateStrides] = getSlice(position);
    auto [offsets, sizes, strides] = getSlice(index);
    Value update = tensor::ExtractSliceOp::create(
        builder, loc, sliceType, op.getUpdates(), updateOffsets, updateSizes,
        updateStrides);
    Value before = tensor::ExtractSliceOp::create(
        builder, loc, sliceType, tensor, offsets, sizes, strides);
    SmallVector<AffineMap> maps(2, builder.getMultiDimIdentityMap(sliceRank));
    SmallVector<utils::IteratorType> iterators(sliceRank,
                                               utils::IteratorType::parallel);
    auto after = linalg::GenericOp::create(
        builder, loc, sliceType, update, before, maps, iterators,
        [](OpBuilder &body, Location loc, ValueRange args) {
          linalg::YieldOp::create(body, loc,
                                  emitSubtraction(body, loc, args[1], args[0]));
        });
    return tensor::InsertSliceOp::create(builder, loc, after.getResult(0),
                                         tensor, offsets, sizes, strides);
  }
};
} // namespace

void weft::populateTensorScatterSubToLinalgPatterns(
    RewritePatternSet &patterns) {
  patterns.add<TensorScatterSubToLinalg>(patterns.getContext());
}
