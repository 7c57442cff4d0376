//===- SpaceOps.cpp - Lowering of the two space ops -----------------------===//
//
// Both ops move pieces (the `rest` dimensions of one position) between a
// blocked tensor [N, D_1 ... D_m, rest] and a batch tensor [N * B, S_1 ... S_m,
// rest]. Along dimension i, position d of the blocked tensor belongs to
//
//   d + before = s * b + o,   0 <= o < b
//
// where `before` is the padding or the crop at the start. One parallel loop
// goes over rows: the innermost block dimension at fixed outer positions. A row
// of the blocked tensor corresponds to b rows of the batch tensor, one for each
// offset o, which lie N batches apart. Padding is written row by row, so no
// padded or uncropped tensor exists, and nothing is divided per piece.
//
// How one row is moved is the strategy:
//
//   pieces   piece by piece in the blocked side's order; for pieces of a cache
//            line or more. Walking that side in order is what makes it fast.
//   blocked  the same in groups of 8 positions s, for blocks so large that the
//            pieces of one block lie in more pages than the TLB holds
//   tiles    whole blocks by one linalg.generic, which weft-vectorize-copies
//            turns into shuffles; for narrow pieces and a constant b
//   strided  offset by offset, by one strided linalg.copy each; for narrow
//            pieces and other b
//
// Where only a run shows the size of a block or of a piece, a row and its
// padding are one linalg.generic, and weft-vectorize-copies chooses an order.
//
//===----------------------------------------------------------------------===//

#include "LoweringUtils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "weft/Conversion/WeftToLinalg/WeftToLinalg.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "weft/Dialect/Weft/Utils/LineBuffer.h"

using namespace mlir;
using namespace weft;

namespace {

//===----------------------------------------------------------------------===//
// Slices and loops
//===----------------------------------------------------------------------===//

/// A slice of a tensor, built dimension by dimension.
class Slice {
public:
  explicit Slice(Value source) : source(source) {}

  /// One position, whose dimension is left out of the slice's type.
  Slice &at(OpFoldResult offset) {
    return add(offset, nullptr, nullptr, /*keep=*/false);
  }
  Slice &range(OpFoldResult offset, OpFoldResult size,
               OpFoldResult stride = nullptr) {
    return add(offset, size, stride, /*keep=*/true);
  }
  /// The whole of the remaining dimensions.
  Slice &rest(ArrayRef<OpFoldResult> restSizes) {
    for (OpFoldResult size : restSizes)
      range(index(0), size);
    return *this;
  }

  Value extract(const IndexMath &math) const {
    auto type = cast<RankedTensorType>(source.getType());
    return tensor::ExtractSliceOp::create(
        math.builder, math.loc,
        RankedTensorType::get(keptShape, type.getElementType()), source,
        offsets, sizes, strides);
  }
  Value insert(const IndexMath &math, Value part) const {
    return tensor::InsertSliceOp::create(math.builder, math.loc, part, source,
                                         offsets, sizes, strides);
  }
  void insertInParallel(const IndexMath &math, Value part) const {
    tensor::ParallelInsertSliceOp::create(math.builder, math.loc, part, source,
                                          offsets, sizes, strides);
  }

private:
  Attribute index(int64_t value) const {
    return Builder(source.getContext()).getIndexAttr(value);
  }
  Slice &add(OpFoldResult offset, OpFoldResult size, OpFoldResult stride,
             bool keep) {
    // Constants become attributes: the slice's type is as static as it can be.
    auto simplify = [&](OpFoldResult ofr) -> OpFoldResult {
      if (!ofr)
        return index(1);
      std::optional<int64_t> value = getConstantIntValue(ofr);
      return value ? OpFoldResult(index(*value)) : ofr;
    };
    offsets.push_back(simplify(offset));
    sizes.push_back(simplify(size));
    strides.push_back(simplify(stride));
    if (keep)
      keptShape.push_back(
          getConstantIntValue(size).value_or(ShapedType::kDynamic));
    return *this;
  }

  Value source;
  SmallVector<OpFoldResult> offsets, sizes, strides;
  SmallVector<int64_t> keptShape;
};

/// for i in [lower, upper) step `step`: tensor = body(i, tensor). Few
/// iterations, up to `unroll` of them, are written out.
Value loop(const IndexMath &math, Value lower, Value upper, int64_t step,
           Value tensor, llvm::function_ref<Value(Value, Value)> body,
           int64_t unroll = 1) {
  std::optional<int64_t> begin = getConstantIntValue(lower);
  std::optional<int64_t> end = getConstantIntValue(upper);
  if (begin && end && (*end - *begin) <= unroll * step) {
    for (int64_t i = *begin; i < *end; i += step)
      tensor = body(math.constant(i), tensor);
    return tensor;
  }
  auto loop = scf::ForOp::create(
      math.builder, math.loc, lower, upper, math.constant(step), tensor,
      [&](OpBuilder &builder, Location loc, Value i, ValueRange carried) {
        scf::YieldOp::create(builder, loc, body(i, carried[0]));
      });
  return loop.getResult(0);
}

/// condition ? thenTensor() : elseTensor(), by a branch.
Value branch(const IndexMath &math, Value condition,
             llvm::function_ref<Value()> thenTensor,
             llvm::function_ref<Value()> elseTensor) {
  if (std::optional<int64_t> known = getConstantIntValue(condition))
    return *known ? thenTensor() : elseTensor();
  auto yield = [](llvm::function_ref<Value()> tensor) {
    return [tensor](OpBuilder &builder, Location loc) {
      scf::YieldOp::create(builder, loc, tensor());
    };
  };
  return scf::IfOp::create(math.builder, math.loc, condition, yield(thenTensor),
                           yield(elseTensor))
      .getResult(0);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// One block dimension: `full` positions on the blocked side, `blocks` on the
/// batch side.
struct BlockDim {
  Value block, before, full, blocks;
  /// Neither padding nor crops: full = blocks * block, at compile time.
  bool exact;
};

/// The number of blocks before position `position`: q = position / b whole ones
/// and, for offsets o < r = position % b, one more.
struct BlockCount {
  BlockCount(const IndexMath &math, Value position, Value block)
      : whole(math.div(position, block)), part(math.rem(position, block)) {}
  Value at(const IndexMath &math, Value o) const {
    return math.add(whole, math.select(math.slt(o, part), math.constant(1),
                                       math.constant(0)));
  }
  /// The largest over all offsets.
  Value roundedUp(const IndexMath &math) const {
    return at(math, math.constant(0));
  }
  Value whole, part;
};

/// How the result is written.
struct Target {
  /// By several threads.
  bool inParallel = false;
  /// Past the caches.
  bool streaming = false;
  /// i1: the same, where only a run shows it, else null.
  Value large = nullptr;
};

/// Moves one row of the blocked tensor, or a segment of it, from or to its b
/// rows of the batch tensor.
struct RowMover {
  const IndexMath &math;
  /// `before`, `full` and `blocks` are those of the segment.
  BlockDim dim;
  /// Of the whole row.
  BlockCount first, last;
  /// The first block of the segment; null if it is the whole row.
  Value segment;
  ArrayRef<OpFoldResult> rest;
  /// What padding is filled with; null where rows go to the blocked side.
  Value zero;
  /// [full, rest...], and [b, 1..., blocks, rest...] with `unitDims` ones. One
  /// of them is the source, the other the first value of the destination.
  Value blocked, rows;
  size_t unitDims;
  /// Marks copies whose results are too large to stay in a cache.
  bool streaming = false;
  /// Where only a run shows sizes, i1: the same, and whether there is a row on
  /// the blocked side; without one, all is padding.
  Value large, inside;

  RowMover(const IndexMath &math, const BlockDim &dim,
           ArrayRef<OpFoldResult> rest, Value zero, size_t unitDims,
           Target target)
      : math(math), dim(dim), first(math, dim.before, dim.block),
        last(math, math.add(dim.before, dim.full), dim.block), rest(rest),
        zero(zero), unitDims(unitDims), streaming(target.streaming),
        large(target.large), inside(math.boolean(true)) {}

  /// Restricts the row to `count` blocks from block `start` on. Returns where
  /// they begin on the blocked side.
  Value setSegment(Value start, Value count) {
    auto position = [&](Value block) {
      Value d = math.sub(math.mul(block, dim.block), dim.before);
      return dim.exact ? d : math.max(math.min(d, dim.full), math.constant(0));
    };
    Value begin = position(start), end = position(math.add(start, count));
    dim.before =
        dim.exact
            ? dim.before
            : math.add(math.sub(dim.before, math.mul(start, dim.block)), begin);
    dim.full = dim.exact ? math.mul(count, dim.block) : math.sub(end, begin);
    dim.blocks = count;
    segment = start;
    return begin;
  }

  bool toBlocked() const { return !zero; }
  Value getDest() const { return toBlocked() ? blocked : rows; }

  Slice onBlocked(Value dest) const {
    return Slice(toBlocked() ? dest : blocked);
  }
  Slice onRows(Value dest, Value o) const {
    return skipUnits(Slice(toBlocked() ? rows : dest).at(o));
  }
  Slice onAllRows(Value dest) const {
    return skipUnits(Slice(toBlocked() ? rows : dest)
                         .range(math.builder.getIndexAttr(0), dim.block));
  }
  Slice skipUnits(Slice slice) const {
    for (size_t i = 0; i < unitDims; ++i)
      slice.at(math.builder.getIndexAttr(0));
    return slice;
  }

  /// Marks what writes rows, all of which are written from start to end.
  template <typename OpTy>
  Value mark(OpTy op) const {
    op->setAttr(streaming ? "weft.nontemporal" : "weft.prefetch",
                math.builder.getUnitAttr());
    return op->getResult(0);
  }

  /// Copies between two slices of equal sizes; returns the new destination.
  Value copy(const Slice &blockedSlice, const Slice &rowSlice) const {
    const Slice &from = toBlocked() ? rowSlice : blockedSlice;
    const Slice &to = toBlocked() ? blockedSlice : rowSlice;
    Value source = from.extract(math), dest = to.extract(math);
    return to.insert(math, mark(linalg::CopyOp::create(math.builder, math.loc,
                                                       source, dest)));
  }
  Value copyPiece(Value dest, Value d, Value o, Value s) const {
    return copy(onBlocked(dest).at(d).rest(rest),
                onRows(dest, o).at(s).rest(rest));
  }
  Value fill(Value rows) const {
    auto op = linalg::FillOp::create(math.builder, math.loc, zero, rows);
    if (streaming)
      op->setAttr("weft.nontemporal", math.builder.getUnitAttr());
    return op.getResult(0);
  }
  Value fill(const Slice &to) const {
    return to.insert(math, fill(to.extract(math)));
  }

  /// A number of blocks from the start of the row as one within the segment.
  Value inSegment(Value block) const {
    if (!segment)
      return block;
    return math.max(math.min(math.sub(block, segment), dim.blocks),
                    math.constant(0));
  }
  /// Positions in the rows of offset `o`: those before begin(o) and from end(o)
  /// on are padding.
  Value begin(Value o) const {
    return dim.exact ? math.constant(0) : inSegment(first.at(math, o));
  }
  Value end(Value o) const {
    return dim.exact ? dim.blocks : inSegment(last.at(math, o));
  }

  /// Fills the padding in the rows of all offsets.
  Value fillEdges(Value dest, int64_t unroll = 1) const {
    if (dim.exact || toBlocked())
      return dest;
    // One test for rows without padding, if its size is not known.
    Value padded = math.cmp(arith::CmpIPredicate::ne, dim.full,
                            math.mul(dim.blocks, dim.block));
    return branch(
        math, padded, [&] { return fillPadding(dest, unroll); },
        [&] { return dest; });
  }
  Value fillPadding(Value dest, int64_t unroll) const {
    Value none = math.constant(0);
    auto fillRange = [&](Value dest, Value o, Value from, Value to) {
      Value count = math.sub(to, from);
      if (getConstantIntValue(count) == 0)
        return dest;
      return fill(onRows(dest, o).range(from, count).rest(rest));
    };
    return loop(
        math, none, dim.block, 1, dest,
        [&](Value o, Value dest) {
          dest = fillRange(dest, o, none, begin(o));
          return fillRange(dest, o, end(o), dim.blocks);
        },
        unroll);
  }

  //===--------------------------------------------------------------------===//
  // Strategies
  //===--------------------------------------------------------------------===//

  Value pieces() const {
    Value dest = fillEdges(getDest());
    Value none = math.constant(0);
    Value sBegin = dim.exact ? none : inSegment(first.whole);
    Value sEnd = dim.exact ? dim.blocks : inSegment(last.roundedUp(math));
    return loop(math, sBegin, sEnd, 1, dest, [&](Value s, Value dest) {
      // Only the first and the last block may lie in the row in part.
      Value base = math.sub(math.mul(s, dim.block), dim.before);
      Value oBegin = dim.exact ? none : math.max(math.sub(none, base), none);
      Value oEnd =
          dim.exact ? dim.block : math.min(math.sub(dim.full, base), dim.block);
      return loop(math, oBegin, oEnd, 1, dest, [&](Value o, Value dest) {
        return copyPiece(dest, math.add(base, o), o, s);
      });
    });
  }

  Value blockedPieces() const {
    constexpr int64_t group = 8;
    Value none = math.constant(0);
    Value sBegin = dim.exact ? none : inSegment(first.whole);
    Value sEnd = dim.exact ? dim.blocks : inSegment(last.roundedUp(math));
    return loop(
        math, sBegin, sEnd, group, fillEdges(getDest()),
        [&](Value s0, Value dest) {
          Value s1 = math.add(s0, math.constant(group));
          return loop(math, none, dim.block, 1, dest, [&](Value o, Value dest) {
            Value from = math.max(s0, begin(o)), to = math.min(s1, end(o));
            return loop(math, from, to, 1, dest, [&](Value s, Value dest) {
              Value d =
                  math.sub(math.add(math.mul(s, dim.block), o), dim.before);
              return copyPiece(dest, d, o, s);
            });
          });
        });
  }

  Value strided() const {
    Value none = math.constant(0);
    return loop(
        math, none, dim.block, 1, fillEdges(getDest()),
        [&](Value o, Value dest) {
          Value from = begin(o), count = math.sub(end(o), from);
          if (getConstantIntValue(count) == 0)
            return dest;
          Value d =
              math.sub(math.add(math.mul(from, dim.block), o), dim.before);
          return copy(onBlocked(dest).range(d, count, dim.block).rest(rest),
                      onRows(dest, o).range(from, count).rest(rest));
        });
  }

  /// The blocks that lie in the row as wholes, and their positions on the
  /// blocked side. The row begins with the end of block first.whole, if it has
  /// only that, and ends with the beginning of block last.whole.
  struct WholeBlocks {
    Value begin, end, dBegin, dEnd;
  };
  WholeBlocks getWholeBlocks() const {
    Value begin = inSegment(first.roundedUp(math));
    Value end = math.max(inSegment(last.whole), begin);
    auto position = [&](Value block) {
      Value d = math.sub(math.mul(block, dim.block), dim.before);
      // A segment may lie in the padding as a whole.
      return segment ? math.max(d, math.constant(0)) : d;
    };
    return {begin, end, math.min(position(begin), dim.full), position(end)};
  }

  Value tiles() const {
    // What is known at compile time is written out for each offset.
    int64_t unroll =
        getConstantIntValue(dim.before) && getConstantIntValue(dim.full) ? 16
                                                                         : 1;
    Value none = math.constant(0);
    Value dest = fillEdges(getDest(), unroll);
    if (dim.exact)
      return interleave(dest, none, none, dim.blocks);
    WholeBlocks whole = getWholeBlocks();
    Value dFrom = whole.dBegin, dTo = whole.dEnd;
    Value firstBlock = inSegment(first.whole),
          lastBlock = inSegment(last.whole);
    dest = loop(
        math, none, dFrom, 1, dest,
        [&](Value d, Value dest) {
          return copyPiece(dest, d, math.add(first.part, d), firstBlock);
        },
        unroll);
    dest = loop(
        math, dTo, dim.full, 1, dest,
        [&](Value d, Value dest) {
          return copyPiece(dest, d, math.sub(d, dTo), lastBlock);
        },
        unroll);
    Value count = math.sub(whole.end, whole.begin);
    if (getConstantIntValue(count) == 0)
      return dest;
    return interleave(dest, dFrom, whole.begin, count);
  }

  /// The `count` whole blocks from position `d` of the blocked row, which are
  /// at `s` in the others: a generic op over (s, o, piece).
  Value interleave(Value dest, Value d, Value s, Value count) const {
    Slice blockedSlice = onBlocked(dest);
    blockedSlice.range(d, math.mul(count, dim.block)).rest(rest);
    Slice rowSlice = onAllRows(dest).range(s, count).rest(rest);

    MLIRContext *context = math.builder.getContext();
    unsigned numLoops = 2 + rest.size();
    int64_t block = *getConstantIntValue(dim.block);
    SmallVector<AffineExpr> loops(numLoops);
    for (unsigned i = 0; i < numLoops; ++i)
      loops[i] = getAffineDimExpr(i, context);
    SmallVector<AffineExpr> rowExprs(loops), blockedExprs(loops);
    std::swap(rowExprs[0], rowExprs[1]);
    blockedExprs[1] = loops[0] * block + loops[1];
    blockedExprs.erase(blockedExprs.begin());
    AffineMap maps[2] = {AffineMap::get(numLoops, 0, blockedExprs, context),
                         AffineMap::get(numLoops, 0, rowExprs, context)};
    const Slice &from = toBlocked() ? rowSlice : blockedSlice;
    const Slice &to = toBlocked() ? blockedSlice : rowSlice;
    Value source = from.extract(math), part = to.extract(math);
    auto generic = linalg::GenericOp::create(
        math.builder, math.loc, part.getType(), source, part,
        ArrayRef<AffineMap>{maps[toBlocked()], maps[!toBlocked()]},
        getParallel(numLoops),
        [](OpBuilder &builder, Location loc, ValueRange args) {
          linalg::YieldOp::create(builder, loc, args[0]);
        });
    return to.insert(math, mark(generic));
  }

  SmallVector<utils::IteratorType> getParallel(unsigned numLoops) const {
    return SmallVector<utils::IteratorType>(numLoops,
                                            utils::IteratorType::parallel);
  }

  /// The row whatever its sizes are: a generic op over the positions of the
  /// result, (o, s, piece) or (d, piece), which computes those of the source.
  /// weft-vectorize-copies knows it by that. Its operands are what should not
  /// be computed for each row: the number of whole blocks before the row's
  /// first position and before its end, and whether to go past the caches.
  Value anySize() const {
    Value none = math.constant(0);
    Slice blockedSlice = onBlocked(getDest()).range(none, dim.full).rest(rest);
    Slice rowSlice = onAllRows(getDest()).range(none, dim.blocks).rest(rest);
    const Slice &to = toBlocked() ? blockedSlice : rowSlice;
    Value source = (toBlocked() ? rowSlice : blockedSlice).extract(math);
    Value part = to.extract(math);

    MLIRContext *context = math.builder.getContext();
    unsigned numLoops = (toBlocked() ? 1 : 2) + rest.size();
    SmallVector<Value> inputs;
    if (!dim.exact)
      inputs = {inSegment(first.whole), inSegment(last.whole)};
    bool maybeLarge = !matchPattern(large, m_Zero());
    if (maybeLarge)
      inputs.push_back(large);
    SmallVector<AffineMap> maps(inputs.size(),
                                AffineMap::get(numLoops, 0, context));
    maps.push_back(AffineMap::getMultiDimIdentityMap(numLoops, context));
    auto generic = linalg::GenericOp::create(
        math.builder, math.loc, part.getType(), inputs, part, maps,
        getParallel(numLoops),
        [&](OpBuilder &builder, Location loc, ValueRange) {
          IndexMath math(builder, loc);
          SmallVector<Value> index;
          for (unsigned i = 0; i < numLoops; ++i)
            index.push_back(linalg::IndexOp::create(builder, loc, i));
          Value first = index[0], within = inside;
          if (toBlocked()) {
            Value d = math.add(first, dim.before);
            index[0] = math.div(d, dim.block);
            index.insert(index.begin(), math.rem(d, dim.block));
          } else {
            Value d = math.sub(math.add(math.mul(index[1], dim.block), first),
                               dim.before);
            if (!dim.exact)
              within = math.andI(inside, math.ult(d, dim.full));
            index.erase(index.begin());
            index[0] = d;
          }
          Value element = branch(
              math, within,
              [&]() -> Value {
                return tensor::ExtractOp::create(builder, loc, source, index);
              },
              [&] { return zero; });
          linalg::YieldOp::create(builder, loc, element);
        });
    generic->setAttr("weft.move_pieces", math.builder.getUnitAttr());
    if (maybeLarge)
      generic->setAttr("weft.nontemporal", math.builder.getUnitAttr());
    return to.insert(math, mark(generic));
  }
};

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// The number of block dimensions without the trailing ones that do nothing:
/// those are moved like `rest` dimensions.
template <typename OpTy>
size_t countBlockDims(OpTy op) {
  ArrayRef<int64_t> blocks = op.getStaticBlockShape();
  ArrayRef<int64_t> pairs = op.getStaticPairs();
  size_t count = blocks.size();
  while (count && blocks[count - 1] == 1 && pairs[2 * count - 1] == 0 &&
         pairs[2 * count - 2] == 0)
    --count;
  return count;
}

/// The lowering of one op.
struct SpaceLowering {
  IndexMath math;
  Value input;
  RankedTensorType inputType, output;
  bool toBlocked;
  /// Batch size of the blocked tensor.
  Value batch;
  SmallVector<BlockDim> dims;
  SmallVector<OpFoldResult> rest;
  SmallVector<Value> inputSizes, outputSizes;
  SpaceLoweringOptions options;

  template <typename OpTy>
  SpaceLowering(OpBuilder &builder, OpTy op,
                const SpaceLoweringOptions &options)
      : math(builder, op.getLoc()), input(op.getInput()),
        inputType(op.getInputType()), output(op.getOutputType()),
        toBlocked(std::is_same_v<OpTy, BatchToSpaceNdOp>), options(options) {
    SmallVector<Value> blocks, pairs;
    for (OpFoldResult block : op.getMixedBlockShape())
      blocks.push_back(math.value(block));
    for (OpFoldResult pair : op.getMixedPairs())
      pairs.push_back(math.value(pair));
    size_t numDims = countBlockDims(op);

    for (int64_t i = 0; i < output.getRank(); ++i) {
      inputSizes.push_back(math.dim(input, i));
      Value size = inputSizes.back();
      if (!output.isDynamicDim(i)) {
        size = math.constant(output.getDimSize(i));
      } else if (i == 0) {
        Value product = math.constant(1);
        for (Value block : blocks)
          product = math.mul(product, block);
        size = toBlocked ? math.div(size, product) : math.mul(size, product);
      } else if (i <= int64_t(numDims)) {
        Value block = blocks[i - 1], start = pairs[2 * i - 2],
              end = pairs[2 * i - 1];
        size = toBlocked
                   ? math.sub(math.mul(size, block), math.add(start, end))
                   : math.div(math.add(math.add(size, start), end), block);
      }
      outputSizes.push_back(size);
    }

    ArrayRef<Value> full = toBlocked ? outputSizes : inputSizes;
    ArrayRef<Value> counts = toBlocked ? inputSizes : outputSizes;
    batch = full[0];
    for (size_t i = 0; i < numDims; ++i)
      dims.push_back({blocks[i], pairs[2 * i], full[1 + i], counts[1 + i],
                      getConstantIntValue(pairs[2 * i]) == 0 &&
                          getConstantIntValue(pairs[2 * i + 1]) == 0});
    for (Value size : full.drop_front(1 + numDims))
      rest.push_back(getAsOpFoldResult(size));
  }

  ArrayRef<BlockDim> outerDims() const { return ArrayRef(dims).drop_back(); }

  /// Bytes of an element; those of other types than numbers count as 8.
  Value getElementBytes() const {
    Type type = output.getElementType();
    return math.constant(type.isIntOrFloat()
                             ? llvm::divideCeil(type.getIntOrFloatBitWidth(), 8)
                             : 8);
  }
  Value multiply(Value product, ArrayRef<Value> factors) const {
    for (Value factor : factors)
      product = math.mul(product, factor);
    return product;
  }
  Value getPieceBytes() const {
    Value bytes = getElementBytes();
    for (OpFoldResult dim : rest)
      bytes = math.mul(bytes, math.value(dim));
    return bytes;
  }
  /// This wraps for sizes that no memory has; it is only for choosing.
  Value getResultBytes() const {
    return multiply(getElementBytes(), outputSizes);
  }

  /// The result. Without elements nothing is moved, whatever the other sizes
  /// are.
  Value lower() const {
    SmallVector<Value> dynamicSizes;
    Value empty = math.boolean(false);
    for (auto [i, size] : llvm::enumerate(outputSizes)) {
      empty = math.orI(empty, math.eq(size, math.constant(0)));
      if (output.isDynamicDim(i))
        dynamicSizes.push_back(size);
    }
    if (rest.size() > 1 &&
        llvm::any_of(
            ArrayRef(rest).drop_front(),
            [](OpFoldResult size) { return !getConstantIntValue(size); }) &&
        isAnySize())
      return lowerCollapsed(empty);
    Value result =
        tensor::EmptyOp::create(math.builder, math.loc, output, dynamicSizes);
    if (matchPattern(empty, m_One()))
      return result;
    // Padding alone; slices of a tensor without elements would not verify.
    if (llvm::is_contained(inputType.getShape(), 0))
      return linalg::FillOp::create(
                 math.builder, math.loc,
                 createZero(math.builder, math.loc, output.getElementType()),
                 result)
          .getResult(0);
    return lowerBySize(result);
  }

  /// Whether the code fits blocks or pieces of any size, and chooses how to
  /// move them when it runs. That is also faster for large blocks of single
  /// elements, and for narrow pieces that neither fill a vector nor make tiles.
  bool isAnySize() const {
    constexpr int64_t largeBlock = 16;
    std::optional<int64_t> piece = getConstantIntValue(getPieceBytes());
    std::optional<int64_t> block = getConstantIntValue(dims.back().block);
    int64_t elementBytes = getVectorElementBytes(output.getElementType());
    if (options.strategy != SpaceStrategy::Auto || !elementBytes || block == 1)
      return false;
    if (!piece || !block)
      return true;
    bool isSingle = *piece == elementBytes && elementBytes < 8;
    bool isOdd = *piece < cacheLineBytes && !llvm::isPowerOf2_64(*piece);
    return (!toBlocked && isSingle && *block >= largeBlock) ||
           (isOdd && !isTile(*block, *piece));
  }

  /// The result by way of tensors with one `rest` dimension.
  Value lowerCollapsed(Value empty) const {
    size_t kept = 1 + dims.size();
    SmallVector<ReassociationIndices> groups(kept + 1);
    for (int64_t i = 0; i < output.getRank(); ++i)
      groups[std::min<size_t>(i, kept)].push_back(i);
    // Without elements the product may be anything.
    Value piece =
        multiply(math.constant(1), ArrayRef(outputSizes).drop_front(kept));
    piece = math.select(empty, math.constant(0), piece);
    SpaceLowering flat(*this);
    flat.input =
        tensor::CollapseShapeOp::create(math.builder, math.loc, input, groups);
    flat.inputType = cast<RankedTensorType>(flat.input.getType());
    SmallVector<int64_t> shape(output.getShape().take_front(kept));
    shape.push_back(ShapedType::kDynamic);
    flat.output = output.clone(shape);
    flat.rest = {piece};
    for (SmallVector<Value> *sizes : {&flat.inputSizes, &flat.outputSizes}) {
      sizes->truncate(kept);
      sizes->push_back(piece);
    }
    return tensor::ExpandShapeOp::create(math.builder, math.loc, output,
                                         flat.lower(), groups,
                                         getAsOpFoldResult(outputSizes));
  }

  /// Small results are moved by one thread, large ones past the caches.
  Value lowerBySize(Value result) const {
    Value bytes = getResultBytes(), piece = getPieceBytes();
    Value large = math.boolean(false);
    if (options.streamingBytes > 0)
      large = math.andI(math.sge(bytes, math.constant(options.streamingBytes)),
                        math.eq(math.rem(piece, math.constant(cacheLineBytes)),
                                math.constant(0)));
    Value parallel = math.boolean(true);
    if (options.parallelBytes > 0)
      parallel = math.sge(bytes, math.constant(options.parallelBytes));
    if (isAnySize())
      return branch(
          math, math.orI(parallel, large),
          [&] {
            return lowerRows(result, {/*inParallel=*/true,
                                      /*streaming=*/false, large});
          },
          [&] {
            return lowerRows(result, {/*inParallel=*/false, /*streaming=*/false,
                                      math.boolean(false)});
          });
    return branch(
        math, large,
        [&] {
          return lowerRows(result, {/*inParallel=*/true, /*streaming=*/true});
        },
        [&] {
          return branch(
              math, parallel,
              [&] { return lowerRows(result, {/*inParallel=*/true}); },
              [&] { return lowerRows(result, {/*inParallel=*/false}); });
        });
  }

  //===--------------------------------------------------------------------===//
  // Rows
  //===--------------------------------------------------------------------===//

  /// A part of the result and what is moved there.
  struct Part {
    Slice slice;
    Value moved;
  };

  /// The result after `body` for each position below `bounds`, which gives it
  /// the result so far and gets back a part of its own.
  Value forEachRow(Value result, ArrayRef<Value> bounds, bool inParallel,
                   llvm::function_ref<Part(ValueRange, Value)> body) const {
    // Without elements there are no rows.
    Value none = math.constant(0), empty = math.boolean(false);
    for (Value size : outputSizes)
      empty = math.orI(empty, math.eq(size, none));
    SmallVector<Value> upper(bounds);
    upper[0] = math.select(empty, none, upper[0]);
    if (!inParallel) {
      SmallVector<Value> lower(upper.size(), none);
      SmallVector<Value> step(upper.size(), math.constant(1));
      return scf::buildLoopNest(math.builder, math.loc, lower, upper, step,
                                result,
                                [&](OpBuilder &, Location, ValueRange row,
                                    ValueRange results) -> scf::ValueVector {
                                  Part part = body(row, results[0]);
                                  return {part.slice.insert(math, part.moved)};
                                })
          .results[0];
    }
    auto loop = scf::ForallOp::create(
        math.builder, math.loc, getAsOpFoldResult(ValueRange(upper)), result,
        /*mapping=*/std::nullopt, [&](OpBuilder &, Location, ValueRange args) {
          Part part = body(args.take_front(upper.size()), args.back());
          auto yield = scf::InParallelOp::create(math.builder, math.loc);
          OpBuilder::InsertionGuard guard(math.builder);
          math.builder.setInsertionPointToStart(yield.getBody());
          part.slice.insertInParallel(math, part.moved);
        });
    return loop.getResult(0);
  }

  Value lowerRows(Value result, const Target &target) const {
    return toBlocked ? lowerBatchToSpace(result, target)
                     : lowerSpaceToBatch(result, target);
  }

  /// The number of blocks in a segment; null if rows are moved as wholes. A
  /// row is divided if it may be all of the work, so that threads can share it.
  /// A segment fits in the L1 cache, which narrow pieces need.
  Value getSegmentBlocks() const {
    constexpr int64_t segmentBytes = 32 << 10, leastBlocks = 8;
    const BlockDim &dim = dims.back();
    if (dims.size() > 1 ||
        getConstantIntValue(dim.blocks).value_or(leastBlocks + 1) <=
            leastBlocks)
      return nullptr;
    // In the innermost loop a division would cost more than a short row.
    Value bytes =
        math.max(math.mul(dim.block, getPieceBytes()), math.constant(1));
    Value count = math.max(math.div(math.constant(segmentBytes), bytes),
                           math.constant(leastBlocks));
    if (matchPattern(math.sge(count, dim.blocks), m_One()))
      return nullptr;
    return count;
  }
  Value getSegmentCount(Value segmentBlocks) const {
    // No sum: a count of blocks may be close to 2^63.
    Value blocks = dims.back().blocks;
    Value whole = math.div(blocks, segmentBlocks);
    Value left = math.cmp(arith::CmpIPredicate::ne,
                          math.mul(whole, segmentBlocks), blocks);
    return math.add(whole,
                    math.select(left, math.constant(1), math.constant(0)));
  }
  /// Restricts the mover and `blockedRow` to a segment, whose number is the
  /// last of `row`, if there are segments. Returns its first block.
  Value startRow(RowMover &mover, Value segmentBlocks, ValueRange row,
                 Slice &blockedRow) const {
    Value start = math.constant(0), begin = start;
    if (segmentBlocks) {
      start = math.mul(row.back(), segmentBlocks);
      begin = mover.setSegment(
          start, math.min(segmentBlocks, math.sub(dims.back().blocks, start)));
    }
    blockedRow.range(begin, mover.dim.full).rest(rest);
    return start;
  }

  /// The rows of all offsets o of the innermost dimension in a batch tensor,
  /// `mover.dim.blocks` of them from `start` on. Outer dimensions stay, with
  /// size 1: memref.subview cannot tell which unit dimensions are dropped where
  /// a stride is not 1.
  Slice rowsOfBlock(Value tensor, const RowMover &mover, Value n,
                    Value outerOffset, ArrayRef<Value> outerBlocks,
                    Value start) const {
    const BlockDim &inner = mover.dim;
    Slice slice(tensor);
    slice.range(
        math.add(math.mul(math.mul(outerOffset, inner.block), batch), n),
        inner.block, batch);
    for (Value s : outerBlocks)
      slice.range(s, math.builder.getIndexAttr(1));
    slice.range(start, inner.blocks).rest(rest);
    return slice;
  }

  Value lowerSpaceToBatch(Value result, const Target &target) const {
    Value zero = createZero(math.builder, math.loc, output.getElementType());
    RowMover wholeRow(math, dims.back(), rest, zero, outerDims().size(),
                      target);
    Value segmentBlocks = getSegmentBlocks();
    SmallVector<Value> bounds{batch};
    for (const BlockDim &dim : outerDims())
      llvm::append_values(bounds, dim.blocks, dim.block);
    if (segmentBlocks)
      bounds.push_back(getSegmentCount(segmentBlocks));
    return forEachRow(
        result, bounds, target.inParallel, [&](ValueRange row, Value r) {
          // Row (n, s_1, o_1, ...): all of one input row, which may be outside.
          Value n = row[0], outerOffset = math.constant(0);
          Value inside = math.boolean(true);
          SmallVector<Value> outerBlocks;
          Slice inputRow(input);
          inputRow.at(n);
          for (auto [i, dim] : llvm::enumerate(outerDims())) {
            Value s = row[1 + 2 * i], o = row[2 + 2 * i];
            outerBlocks.push_back(s);
            outerOffset = math.add(math.mul(outerOffset, dim.block), o);
            Value d = math.sub(math.add(math.mul(s, dim.block), o), dim.before);
            Value within = math.boolean(true);
            if (!dim.exact)
              within = math.ult(d, dim.full);
            inside = math.andI(inside, within);
            inputRow.at(target.large ? math.select(within, d, math.constant(0))
                                     : d);
          }
          RowMover mover = wholeRow;
          // Code for sizes that only a run shows tells rows of padding itself.
          if (target.large) {
            std::swap(mover.inside, inside);
            mover.dim.exact &= matchPattern(mover.inside, m_One());
          }
          Value start = startRow(mover, segmentBlocks, row, inputRow);
          Slice tile =
              rowsOfBlock(r, mover, n, outerOffset, outerBlocks, start);
          mover.rows = tile.extract(math);
          Value moved = branch(
              math, inside,
              [&] {
                mover.blocked = inputRow.extract(math);
                return moveRow(mover);
              },
              [&] { return mover.fill(mover.rows); });
          return Part{tile, moved};
        });
  }

  Value lowerBatchToSpace(Value result, const Target &target) const {
    RowMover wholeRow(math, dims.back(), rest, /*zero=*/nullptr,
                      outerDims().size(), target);
    Value segmentBlocks = getSegmentBlocks();
    SmallVector<Value> bounds{batch};
    for (const BlockDim &dim : outerDims())
      bounds.push_back(dim.full);
    if (segmentBlocks)
      bounds.push_back(getSegmentCount(segmentBlocks));
    return forEachRow(
        result, bounds, target.inParallel, [&](ValueRange row, Value r) {
          // Row (n, d_1, ...) of the result.
          Value n = row[0], outerOffset = math.constant(0);
          SmallVector<Value> outerBlocks;
          Slice resultRow(r);
          resultRow.at(n);
          for (auto [i, dim] : llvm::enumerate(outerDims())) {
            Value d = row[1 + i];
            BlockCount position(math, math.add(d, dim.before), dim.block);
            outerBlocks.push_back(position.whole);
            outerOffset =
                math.add(math.mul(outerOffset, dim.block), position.part);
            resultRow.at(d);
          }
          RowMover mover = wholeRow;
          Value start = startRow(mover, segmentBlocks, row, resultRow);
          mover.blocked = resultRow.extract(math);
          mover.rows =
              rowsOfBlock(input, mover, n, outerOffset, outerBlocks, start)
                  .extract(math);
          return Part{resultRow, moveRow(mover)};
        });
  }

  /// A block of a tile has to fit in a few vectors.
  static bool isTile(int64_t block, int64_t pieceBytes) {
    return pieceBytes < cacheLineBytes && block <= 2 * cacheLineBytes &&
           block * pieceBytes <= 2 * cacheLineBytes;
  }

  Value moveRowBySize(const RowMover &mover) const {
    Value bytes = getPieceBytes();
    std::optional<int64_t> block = getConstantIntValue(mover.dim.block);
    std::optional<int64_t> known = getConstantIntValue(bytes);
    bool tiles = block && known && isTile(*block, *known);
    Value far = math.andI(math.sge(math.mul(bytes, mover.dim.block),
                                   math.constant(farBlockBytes)),
                          math.slt(bytes, math.constant(longPieceBytes)));
    // Results that are streamed have pieces of whole cache lines.
    Value narrow = mover.streaming
                       ? math.boolean(false)
                       : math.slt(bytes, math.constant(cacheLineBytes));
    return branch(
        math, narrow, [&] { return tiles ? mover.tiles() : mover.strided(); },
        [&] {
          return branch(
              math, far, [&] { return mover.blockedPieces(); },
              [&] { return mover.pieces(); });
        });
  }

  Value moveRow(const RowMover &mover) const {
    if (mover.large)
      return mover.anySize();
    bool constantBlock = getConstantIntValue(mover.dim.block).has_value();
    switch (options.strategy) {
    case SpaceStrategy::Pieces:
      return mover.pieces();
    case SpaceStrategy::Blocked:
      return mover.blockedPieces();
    case SpaceStrategy::Strided:
      return mover.strided();
    case SpaceStrategy::Tiles:
      return constantBlock ? mover.tiles() : mover.strided();
    case SpaceStrategy::Auto:
      return moveRowBySize(mover);
    }
    llvm_unreachable("unknown strategy");
  }
};

template <typename OpTy>
struct LowerSpaceOp : OpRewritePattern<OpTy> {
  LowerSpaceOp(MLIRContext *context, const SpaceLoweringOptions &options)
      : OpRewritePattern<OpTy>(context), options(options) {}

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (op.getInputType().getEncoding() || op.getOutputType().getEncoding())
      return rewriter.notifyMatchFailure(op, "tensors have an encoding");
    Value result = op.getInput();
    if (countBlockDims(op) != 0) {
      result = SpaceLowering(rewriter, op, options).lower();
    } else if (result.getType() != op.getOutputType()) {
      result = tensor::CastOp::create(rewriter, op.getLoc(), op.getOutputType(),
                                      result);
    }
    rewriter.replaceOp(op, result);
    return success();
  }

  SpaceLoweringOptions options;
};

} // namespace

void weft::populateSpaceToBatchNdToLinalgPatterns(
    RewritePatternSet &patterns, const SpaceLoweringOptions &options) {
  patterns.add<LowerSpaceOp<SpaceToBatchNdOp>>(patterns.getContext(), options);
}

void weft::populateBatchToSpaceNdToLinalgPatterns(
    RewritePatternSet &patterns, const SpaceLoweringOptions &options) {
  patterns.add<LowerSpaceOp<BatchToSpaceNdOp>>(patterns.getContext(), options);
}
