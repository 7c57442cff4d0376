//===- TensorScatterSub.cpp - weft.tensor_scatter_sub to linalg -----------===//
//
// The updates are made one by one in their order, each a subtraction in place
// from a slice of a loop-carried tensor.
//
// The tensor may be divided into ranges of slices, each with its updates in
// their order: so each slice sees its updates in the same order as before, and
// the result has the same bits. Threads make the updates of different ranges at
// once. Without threads it pays where updates come back to slices that a cache
// does not hold until then, but does hold if they are those of a range. Which
// updates belong to a range costs little beside a wide slice: their numbers are
// sorted by range. For narrow slices there are two ranges only, and each thread
// goes through all indices.
//
//===----------------------------------------------------------------------===//

#include "LoweringUtils.h"
#include "RowCopy.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "weft/Conversion/WeftToLinalg/WeftToLinalg.h"
#include "weft/Dialect/Weft/Utils/ElementSize.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "weft/Dialect/Weft/Utils/IndexTensors.h"
#include "weft/Dialect/Weft/Utils/LoopUtils.h"

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

/// f16 as f32 by integer arithmetic and one multiplication. It is exact.
static Value extendF16(OpBuilder &builder, Location loc, Value value) {
  Type i32 = builder.getI32Type(), f32 = builder.getF32Type();
  auto constant = [&](int64_t c) -> Value {
    return arith::ConstantIntOp::create(builder, loc, c, /*width=*/32);
  };
  Value bits =
      arith::BitcastOp::create(builder, loc, builder.getI16Type(), value);
  Value wide = arith::ExtUIOp::create(builder, loc, i32, bits);
  Value magnitude = arith::AndIOp::create(builder, loc, wide, constant(0x7fff));
  Value sign = arith::AndIOp::create(builder, loc, wide, constant(0x8000));
  sign = arith::ShLIOp::create(builder, loc, sign, constant(16));
  // Exponent and digits where f32 has them; the biases differ by 112.
  Value moved = arith::ShLIOp::create(builder, loc, magnitude, constant(13));
  Value scale = arith::ConstantOp::create(builder, loc,
                                          builder.getF32FloatAttr(0x1p112f));
  Value scaled = arith::MulFOp::create(
      builder, loc, arith::BitcastOp::create(builder, loc, f32, moved), scale);
  Value result = arith::BitcastOp::create(builder, loc, i32, scaled);
  // Infinities and NaNs have the largest exponent of either type.
  Value isFinite = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::slt, magnitude, constant(0x7c00));
  Value exponent = arith::SelectOp::create(builder, loc, isFinite, constant(0),
                                           constant(0x7f800000));
  result = arith::OrIOp::create(builder, loc, result, exponent);
  result = arith::OrIOp::create(builder, loc, result, sign);
  return arith::BitcastOp::create(builder, loc, f32, result);
}

/// f32 as f16, rounded to nearest even. A NaN becomes a quiet one.
static Value truncateToF16(OpBuilder &builder, Location loc, Value value) {
  Type i32 = builder.getI32Type(), f32 = builder.getF32Type();
  auto constant = [&](int64_t c) -> Value {
    return arith::ConstantIntOp::create(builder, loc, c, /*width=*/32);
  };
  auto isLess = [&](Value a, int64_t b) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, a,
                                 constant(b));
  };
  Value bits = arith::BitcastOp::create(builder, loc, i32, value);
  Value upper = arith::ShRUIOp::create(builder, loc, bits, constant(16));
  Value sign = arith::AndIOp::create(builder, loc, upper, constant(0x8000));
  Value size = arith::AndIOp::create(builder, loc, bits, constant(0x7fffffff));
  // Normal numbers: as for bf16, and the other bias. Digits may carry into the
  // exponent, up to infinity.
  Value shifted = arith::ShRUIOp::create(builder, loc, size, constant(13));
  Value odd = arith::AndIOp::create(builder, loc, shifted, constant(1));
  Value sum = arith::AddIOp::create(builder, loc, size, odd);
  sum = arith::AddIOp::create(builder, loc, sum,
                              constant(0xfff - (int64_t(112) << 23)));
  Value normal = arith::ShRUIOp::create(builder, loc, sum, constant(13));
  // Smaller ones: the sum with 0.5 has the digits where they belong, rounded.
  Value half =
      arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(0.5f));
  Value added = arith::AddFOp::create(
      builder, loc, arith::BitcastOp::create(builder, loc, f32, size), half);
  Value small = arith::SubIOp::create(
      builder, loc, arith::BitcastOp::create(builder, loc, i32, added),
      constant(0x3f000000));
  Value result = arith::SelectOp::create(builder, loc, isLess(size, 0x38800000),
                                         small, normal);
  result = arith::SelectOp::create(builder, loc, isLess(size, 0x47800000),
                                   result, constant(0x7c00));
  Value digits = arith::AndIOp::create(builder, loc, shifted, constant(0x3ff));
  Value nan = arith::OrIOp::create(builder, loc, digits, constant(0x7e00));
  result = arith::SelectOp::create(builder, loc, isLess(size, 0x7f800001),
                                   result, nan);
  result = arith::OrIOp::create(builder, loc, result, sign);
  Value narrow =
      arith::TruncIOp::create(builder, loc, builder.getI16Type(), result);
  return arith::BitcastOp::create(builder, loc, builder.getF16Type(), narrow);
}

/// a - b, rounded once to the element type. `nativeF16`: the target converts
/// between f16 and f32 by one instruction.
static Value emitSubtraction(OpBuilder &builder, Location loc, Value a, Value b,
                             bool nativeF16) {
  Type type = a.getType();
  if (auto complexType = dyn_cast<ComplexType>(type)) {
    Type part = complexType.getElementType();
    Value re = emitSubtraction(
        builder, loc, complex::ReOp::create(builder, loc, part, a),
        complex::ReOp::create(builder, loc, part, b), nativeF16);
    Value im = emitSubtraction(
        builder, loc, complex::ImOp::create(builder, loc, part, a),
        complex::ImOp::create(builder, loc, part, b), nativeF16);
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
  if (type.isF16() && !nativeF16) {
    // LLVM calls a function for each conversion. f32 has more than twice the
    // digits here, too.
    Value difference = arith::SubFOp::create(
        builder, loc, extendF16(builder, loc, a), extendF16(builder, loc, b));
    return truncateToF16(builder, loc, difference);
  }
  return arith::SubFOp::create(builder, loc, a, b);
}

namespace {
struct TensorScatterSubToLinalg : OpRewritePattern<TensorScatterSubOp> {
  TensorScatterSubToLinalg(MLIRContext *context,
                           const IndexedLoweringOptions &options)
      : OpRewritePattern(context), options(options) {}

  LogicalResult matchAndRewrite(TensorScatterSubOp op,
                                PatternRewriter &rewriter) const override {
    IndexMath math(rewriter, op.getLoc());
    Value numElements = math.product(op.getUpdates());
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
  Value emitUpdates(OpBuilder &builder, TensorScatterSubOp op,
                    Value hasElements) const {
    IndexMath math(builder, op.getLoc());
    if (canDivide(op))
      return hasNarrowSlices(op) ? emitHalves(builder, op, hasElements)
                                 : emitDivided(builder, op, hasElements);
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

  /// From this size on a slice is worth the sorting of its update.
  static constexpr int64_t minDividedBytes = 256;

  /// Whether slices are known to be narrower than that.
  bool hasNarrowSlices(TensorScatterSubOp op) const {
    RankedTensorType type = op.getUpdatesType();
    ArrayRef<int64_t> slice =
        type.getShape().drop_front(op.getNumPositionDims());
    return !ShapedType::isDynamicShape(slice) &&
           ShapedType::getNumElements(slice) <
               minDividedBytes / getElementBytes(op, type.getElementType());
  }

  /// Whether the tensor may be divided into ranges.
  bool canDivide(TensorScatterSubOp op) const {
    if (op.getNumPositionDims() != 1)
      return false;
    if (hasNarrowSlices(op))
      return options.parallelBytes > 0 && op.getIndexDepth() > 0;
    if (op.getIndexDepth() != 1)
      return false;
    auto type = cast<RankedTensorType>(op.getTensor().getType());
    int64_t elementBytes = getElementBytes(op, type.getElementType());
    // Slices that a run may show to be narrow are not worth the code.
    bool maySort = options.sortBytes > 0 &&
                   !ShapedType::isDynamicShape(type.getShape().drop_front()) &&
                   (type.isDynamicDim(0) ||
                    type.getNumElements() >= options.sortBytes / elementBytes);
    return options.parallelBytes > 0 || maySort;
  }

  /// The updates by ranges of the first dimension, several at a time; or in one
  /// range where they are few.
  Value emitDivided(OpBuilder &builder, TensorScatterSubOp op,
                    Value hasElements) const {
    Location loc = op.getLoc();
    IndexMath math(builder, loc);
    Value zero = math.constant(0), one = math.constant(1);
    Value tensor = op.getTensor();
    Value rows = math.dim(tensor, 0);
    Value count = math.select(hasElements, math.dim(op.getUpdates(), 0), zero);
    Value sliceBytes = math.constant(
        getElementBytes(op, op.getUpdatesType().getElementType()));
    for (int64_t i = 1; i < op.getUpdatesType().getRank(); ++i)
      sliceBytes = math.mul(sliceBytes, math.dim(op.getUpdates(), i));

    // Slices in a range: a power of 2, so that a shift tells the range.
    Value updateBytes = math.mul(count, sliceBytes);
    Value most = math.constant(maxParallelParts);
    Value wanted = one;
    if (options.parallelBytes > 0)
      wanted = math.min(
          math.div(updateBytes, math.constant(options.parallelBytes)), most);
    if (options.sortBytes > 0) {
      Value tensorBytes = math.mul(rows, sliceBytes);
      Value isLarge = math.sge(tensorBytes, math.constant(options.sortBytes));
      Value returns = math.sge(updateBytes, tensorBytes);
      wanted = math.select(math.andI(isLarge, returns), most, wanted);
    }
    wanted = math.max(math.min(wanted, rows), one);
    Value isDivided =
        math.andI(math.slt(one, wanted),
                  math.sge(sliceBytes, math.constant(minDividedBytes)));
    Value size = math.div(math.add(rows, math.sub(wanted, one)), wanted);
    Value leadingZeros = math::CountLeadingZerosOp::create(
        builder, loc, math.toI64(math.max(math.sub(size, one), zero)));
    Value shift = math.sub(math.constant(64), math.toIndex(leadingZeros));
    Value range = arith::ShLIOp::create(builder, loc, one, shift);
    Value ranges = math.div(math.add(rows, math.sub(range, one)), range);
    ranges = math.select(isDivided, ranges, one);
    range = math.select(isDivided, range, rows);

    auto [order, ends] = emitSort(builder, op, count, shift, isDivided);
    return emitRanges(
        builder, op, rows, ranges, range,
        [&, order = order, ends = ends](Value part, Value low, Value,
                                        Value slices) -> Value {
          Value from = math.select(isDivided,
                                   createLoad(builder, loc, ends, part), zero);
          Value to = math.select(
              isDivided, createLoad(builder, loc, ends, math.add(part, one)),
              count);
          return createFor(
              builder, loc, from, to, slices,
              [&](Value i, ValueRange slices) -> SmallVector<Value> {
                Value update = emitNumber(
                    builder, loc, isDivided,
                    [&] { return createLoad(builder, loc, order, i); }, i);
                return {emitUpdate(builder, op, update, slices[0], low)};
              })[0];
        });
  }

  /// The updates by halves of the first dimension, both at once, or all
  /// together where they are few or the tensor is small.
  Value emitHalves(OpBuilder &builder, TensorScatterSubOp op,
                   Value hasElements) const {
    Location loc = op.getLoc();
    IndexMath math(builder, loc);
    Value zero = math.constant(0), one = math.constant(1);
    Value rows = math.dim(op.getTensor(), 0);
    Value count = math.select(hasElements, math.dim(op.getUpdates(), 0), zero);
    int64_t elementBytes =
        getElementBytes(op, op.getUpdatesType().getElementType());
    // A cached tensor takes updates as fast as the numbers are listed.
    Value least =
        math.constant(llvm::divideCeil(options.parallelBytes, elementBytes));
    Value isDivided = math.andI(math.sge(count, least),
                                math.sge(math.product(op.getTensor()), least));
    isDivided = math.andI(isDivided, math.slt(one, rows));
    Value two = math.constant(2);
    Value ranges = math.select(isDivided, two, one);
    Value range =
        math.select(isDivided, math.div(math.add(rows, one), two), rows);
    return emitRanges(builder, op, rows, ranges, range,
                      [&](Value, Value low, Value size, Value slices) {
                        return emitListed(builder, op, count, isDivided, low,
                                          size, slices);
                      });
  }

  /// The updates of the `size` slices from index `low` on, or all updates
  /// without `isDivided`.
  Value emitListed(OpBuilder &builder, TensorScatterSubOp op, Value count,
                   Value isDivided, Value low, Value size, Value slices) const {
    Location loc = op.getLoc();
    IndexMath math(builder, loc);
    RangeList list(builder, loc);
    auto getFirst = [&](Value k) { return getIndex(builder, op, k, 0); };
    return list.forEachPart(
        count, slices, [&](Value from, Value to, ValueRange slices) {
          Value listed = createIf(
              builder, loc, isDivided, builder.getIndexType(),
              [&]() -> SmallVector<Value> {
                return {list.fill(from, to, low, size, getFirst)};
              },
              [&]() -> SmallVector<Value> { return {math.sub(to, from)}; })[0];
          return createFor(
              builder, loc, math.constant(0), listed, slices,
              [&](Value i, ValueRange slices) -> SmallVector<Value> {
                Value update = emitNumber(
                    builder, loc, isDivided, [&] { return list.get(i); },
                    math.add(from, i));
                return {emitUpdate(builder, op, update, slices[0], low)};
              });
        })[0];
  }

  /// The number of an update: an entry of a list of them if there is one.
  static Value emitNumber(OpBuilder &builder, Location loc, Value isListed,
                          llvm::function_ref<Value()> getEntry,
                          Value otherwise) {
    return createIf(
        builder, loc, isListed, builder.getIndexType(),
        [&]() -> SmallVector<Value> { return {getEntry()}; },
        [&]() -> SmallVector<Value> { return {otherwise}; })[0];
  }

  static Value createLoad(OpBuilder &builder, Location loc, Value buffer,
                          Value position) {
    return memref::LoadOp::create(builder, loc, buffer, position);
  }

  /// Divides the `rows` slices of the tensor into `ranges` ranges of `range`
  /// each, the last of which may be shorter. `body` gets the number of a range,
  /// its start, its size and its slices, and returns what becomes of them.
  Value
  emitRanges(OpBuilder &builder, TensorScatterSubOp op, Value rows,
             Value ranges, Value range,
             llvm::function_ref<Value(Value, Value, Value, Value)> body) const {
    Location loc = op.getLoc();
    IndexMath math(builder, loc);
    Value tensor = op.getTensor();
    auto type = cast<RankedTensorType>(tensor.getType());
    SmallVector<OpFoldResult> sizes,
        offsets(type.getRank(), builder.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(type.getRank(), builder.getIndexAttr(1));
    // Range `part` of `whole`, as `body` leaves it.
    auto emitRange = [&](Value part, Value whole) {
      Value low = math.mul(part, range);
      Value size = math.min(range, math.sub(rows, low));
      sizes = tensor::getMixedSizes(builder, loc, whole);
      sizes[0] = size;
      offsets[0] = low;
      SmallVector<int64_t> shape(type.getShape());
      shape[0] = ShapedType::kDynamic;
      Value slices = tensor::ExtractSliceOp::create(
          builder, loc, type.clone(shape), whole, offsets, sizes, strides);
      return body(part, low, size, slices);
    };
    if (options.parallelBytes <= 0)
      return createFor(
          builder, loc, math.constant(0), ranges, tensor,
          [&](Value part, ValueRange carried) {
            Value slices = emitRange(part, carried[0]);
            return SmallVector<Value>{tensor::InsertSliceOp::create(
                builder, loc, slices, carried[0], offsets, sizes, strides)};
          })[0];

    auto loop = scf::ForallOp::create(builder, loc,
                                      getAsOpFoldResult(ValueRange{ranges}),
                                      tensor, std::nullopt);
    // See weft-unwrap-single-turns.
    loop->setAttr("weft.maybe_single", builder.getUnitAttr());
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Value shared = loop.getRegionIterArgs().front();
    Value slices = emitRange(loop.getInductionVars().front(), shared);
    builder.setInsertionPointToStart(loop.getTerminator().getBody());
    tensor::ParallelInsertSliceOp::create(builder, loc, slices, shared, offsets,
                                          sizes, strides);
    return loop.getResult(0);
  }

  /// The numbers of the updates by the ranges of their indices, and where the
  /// ones of a range start, which is where those of the one before end. Nothing
  /// is sorted without `isDivided`.
  static std::pair<Value, Value> emitSort(OpBuilder &builder,
                                          TensorScatterSubOp op, Value count,
                                          Value shift, Value isDivided) {
    Location loc = op.getLoc();
    IndexMath math(builder, loc);
    Value zero = math.constant(0), one = math.constant(1);
    Type indexType = builder.getIndexType();
    Value order = memref::AllocOp::create(
        builder, loc, MemRefType::get({ShapedType::kDynamic}, indexType),
        math.select(isDivided, count, zero));
    Value ends = memref::AllocOp::create(
        builder, loc, MemRefType::get({maxParallelParts + 2}, indexType));
    linalg::FillOp::create(builder, loc, zero, ends);
    // Adds one to the number that belongs to an update's range and has the
    // distance `distance` from it; `use` gets the number before.
    auto forEachUpdate = [&](int64_t distance,
                             llvm::function_ref<void(Value, Value)> use) {
      createFor(
          builder, loc, zero, math.select(isDivided, count, zero), {},
          [&](Value k, ValueRange) -> SmallVector<Value> {
            Value index = getIndex(builder, op, k, 0);
            Value inside = op.ignoresBadIndices()
                               ? math.ult(index, math.dim(op.getTensor(), 0))
                               : math.boolean(true);
            createIf(
                builder, loc, inside, {},
                [&]() -> SmallVector<Value> {
                  Value part =
                      arith::ShRUIOp::create(builder, loc, index, shift);
                  Value at = math.add(part, math.constant(distance));
                  Value before = memref::LoadOp::create(builder, loc, ends, at);
                  memref::StoreOp::create(builder, loc, math.add(before, one),
                                          ends, at);
                  use(k, before);
                  return {};
                },
                []() -> SmallVector<Value> { return {}; });
            return {};
          });
    };
    // Counts, then starts, one place further than they are wanted: there each
    // range's start moves to its end.
    forEachUpdate(2, [](Value, Value) {});
    createFor(builder, loc, one, math.constant(maxParallelParts + 2), {},
              [&](Value i, ValueRange) -> SmallVector<Value> {
                Value before = memref::LoadOp::create(builder, loc, ends,
                                                      math.sub(i, one));
                Value mine = memref::LoadOp::create(builder, loc, ends, i);
                memref::StoreOp::create(builder, loc, math.add(before, mine),
                                        ends, i);
                return {};
              });
    forEachUpdate(1, [&](Value k, Value place) {
      memref::StoreOp::create(builder, loc, k, order, place);
    });
    return {order, ends};
  }

  /// Component `c` of the index at `position`. One that is ignored is some
  /// number outside of the tensor.
  static Value getIndex(OpBuilder &builder, TensorScatterSubOp op,
                        ValueRange position, int64_t c) {
    Location loc = op.getLoc();
    IndexMath math(builder, loc);
    SmallVector<Value> at(position);
    at.push_back(math.constant(c));
    Value component =
        tensor::ExtractOp::create(builder, loc, op.getIndices(), at);
    return op.ignoresBadIndices() ? math.toIndex(component)
                                  : emitOffset(builder, loc, component);
  }

  /// One update of `tensor`, whose first slice has the index `low`, or none
  /// where its index is to be ignored.
  Value emitUpdate(OpBuilder &builder, TensorScatterSubOp op,
                   ValueRange position, Value tensor,
                   Value low = nullptr) const {
    Location loc = op.getLoc();
    IndexMath math(builder, loc);
    bool ignoresBad = op.ignoresBadIndices() && op.getIndexDepth() > 0;
    SmallVector<Value> index;
    for (int64_t c = 0; c < op.getIndexDepth(); ++c)
      index.push_back(getIndex(builder, op, position, c));
    if (low)
      index[0] = math.sub(index[0], low);
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
  Value emitSlice(OpBuilder &builder, TensorScatterSubOp op,
                  ValueRange position, ArrayRef<Value> index,
                  Value tensor) const {
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(tensor.getType());
    int64_t depth = index.size();
    int64_t sliceRank = type.getRank() - depth;
    // The only element of a slice of any rank.
    auto emitElement = [&]() -> Value {
      IndexMath math(builder, loc);
      SmallVector<Value> from(position), at(index);
      from.append(sliceRank, math.constant(0));
      at.append(sliceRank, math.constant(0));
      Value update =
          tensor::ExtractOp::create(builder, loc, op.getUpdates(), from);
      Value before = tensor::ExtractOp::create(builder, loc, tensor, at);
      Value after =
          emitSubtraction(builder, loc, before, update, options.nativeF16);
      return tensor::InsertOp::create(builder, loc, after, tensor, at);
    };
    if (sliceRank == 0)
      return emitElement();
    if (!ShapedType::isDynamicShape(type.getShape().drop_front(depth)))
      return emitWholeSlice(builder, op, position, index, tensor);
    // A loop of one turn would take three times as long.
    IndexMath math(builder, loc);
    Value size = math.product(op.getTensor(), depth);
    return createIf(
        builder, loc, math.eq(size, math.constant(1)), tensor.getType(),
        [&]() -> SmallVector<Value> { return {emitElement()}; },
        [&]() -> SmallVector<Value> {
          return {emitWholeSlice(builder, op, position, index, tensor)};
        })[0];
  }

  Value emitWholeSlice(OpBuilder &builder, TensorScatterSubOp op,
                       ValueRange position, ArrayRef<Value> index,
                       Value tensor) const {
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(tensor.getType());
    int64_t depth = index.size();
    int64_t sliceRank = type.getRank() - depth;

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
        [&](OpBuilder &body, Location loc, ValueRange args) {
          linalg::YieldOp::create(
              body, loc,
              emitSubtraction(body, loc, args[1], args[0], options.nativeF16));
        });
    return tensor::InsertSliceOp::create(builder, loc, after.getResult(0),
                                         tensor, offsets, sizes, strides);
  }

  IndexedLoweringOptions options;
};
} // namespace

void weft::populateTensorScatterSubToLinalgPatterns(
    RewritePatternSet &patterns, const IndexedLoweringOptions &options) {
  patterns.add<TensorScatterSubToLinalg>(patterns.getContext(), options);
}
