//===- SpaceOps.cpp - Lowering of the two space ops -----------------------===//
//
// Both ops move pieces (the `rest` dimensions of one position) between a
// blocked tensor [N, D_1 ... D_m, rest] and a batch tensor [N * B, S_1 ... S_m,
// rest], where position d_i of the blocked tensor is
//
//   d_i + 0 = s_i * b_i + o_i - before_i      (before_i: start padding or crop)
//
// One parallel loop goes over rows, the innermost blocked dimension at fixed
// outer positions. Within a row the blocked side is walked in memory order: s
// outside, o inside. Nothing is divided per piece, and padding is written in
// the same loop nest, so no padded or uncropped tensor exists.
//
//===----------------------------------------------------------------------===//

#include "LoweringUtils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "weft/Conversion/WeftToLinalg/WeftToLinalg.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"

using namespace mlir;
using namespace weft;

namespace {

/// Offsets and sizes of a slice with unit strides, built dimension by
/// dimension. Dimensions added by `at` have size 1 and are left out of the
/// slice's type.
class Slice {
public:
  explicit Slice(Value source) : source(source) {}

  Slice &at(OpFoldResult offset) { return add(offset, nullptr, nullptr); }
  Slice &range(OpFoldResult offset, OpFoldResult size,
               OpFoldResult stride = nullptr) {
    return add(offset, size, stride);
  }
  /// The whole of the remaining dimensions.
  Slice &rest(ArrayRef<OpFoldResult> restSizes) {
    for (OpFoldResult size : restSizes)
      add(Builder(source.getContext()).getIndexAttr(0), size, nullptr);
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
  Slice &add(OpFoldResult offset, OpFoldResult size, OpFoldResult stride) {
    OpFoldResult one = Builder(source.getContext()).getIndexAttr(1);
    // Constants become attributes, so that the slice's type is as static as it
    // can.
    auto simplify = [&](OpFoldResult ofr) {
      std::optional<int64_t> value = getConstantIntValue(ofr);
      return value ? Builder(source.getContext()).getIndexAttr(*value) : ofr;
    };
    offsets.push_back(simplify(offset));
    sizes.push_back(size ? simplify(size) : one);
    strides.push_back(stride ? simplify(stride) : one);
    if (size)
      keptShape.push_back(
          getConstantIntValue(size).value_or(ShapedType::kDynamic));
    return *this;
  }

  Value source;
  SmallVector<OpFoldResult> offsets, sizes, strides;
  SmallVector<int64_t> keptShape;
};

/// The sizes of one block dimension: `full` on the blocked side, `blocks` on
/// the batch side.
struct BlockDim {
  Value block, before, full, blocks;
  /// Neither padding nor crop: full = blocks * block, at compile time.
  bool exact;
};

/// Everything about one op that both lowerings need.
struct SpaceShape {
  /// Blocked side's batch size.
  Value batch;
  SmallVector<BlockDim> dims;
  SmallVector<OpFoldResult> rest;
};

/// The size of dimension `i` of the result: static, or as computed.
Value resultSize(const IndexMath &math, RankedTensorType output, int64_t i,
                 llvm::function_ref<Value()> compute) {
  return output.isDynamicDim(i) ? compute()
                                : math.constant(output.getDimSize(i));
}

Value blockProduct(const IndexMath &math, ArrayRef<OpFoldResult> blocks) {
  Value product = math.constant(1);
  for (OpFoldResult block : blocks)
    product = math.mul(product, math.value(block));
  return product;
}

/// Allocates the result and fills it by one loop over rows. Without elements
/// there are no rows, whatever the other sizes are. `body` gets the row's
/// position, with as many entries as `bounds`, and the result.
Value forEachRow(const IndexMath &math, RankedTensorType output,
                 ArrayRef<Value> sizes, ArrayRef<Value> bounds,
                 llvm::function_ref<void(ValueRange, Value)> body) {
  SmallVector<Value> dynamicSizes;
  Value zero = math.constant(0), empty = math.boolean(false);
  for (auto [i, size] : llvm::enumerate(sizes)) {
    empty = math.orI(empty, math.eq(size, zero));
    if (output.isDynamicDim(i))
      dynamicSizes.push_back(size);
  }
  Value result =
      tensor::EmptyOp::create(math.builder, math.loc, output, dynamicSizes);
  if (matchPattern(empty, m_One()))
    return result;
  SmallVector<OpFoldResult> upper =
      getAsOpFoldResult(ValueRange(SmallVector<Value>(bounds)));
  upper[0] = getAsOpFoldResult(math.select(empty, zero, bounds[0]));
  auto loop = scf::ForallOp::create(
      math.builder, math.loc, upper, result, /*mapping=*/std::nullopt,
      [&](OpBuilder &, Location, ValueRange args) {
        body(args.take_front(bounds.size()), args.back());
      });
  return loop.getResult(0);
}

/// for i in [lower, upper): tensor = body(i, tensor).
Value loop(const IndexMath &math, Value lower, Value upper, Value tensor,
           llvm::function_ref<Value(Value, Value)> body) {
  auto loop = scf::ForOp::create(
      math.builder, math.loc, lower, upper, math.constant(1), tensor,
      [&](OpBuilder &builder, Location loc, Value i, ValueRange carried) {
        scf::YieldOp::create(builder, loc, body(i, carried[0]));
      });
  return loop.getResult(0);
}

/// Copies the piece of `from` over the piece of `to`; returns the updated
/// tensor.
Value copyPiece(const IndexMath &math, const Slice &from, const Slice &to) {
  Value source = from.extract(math), dest = to.extract(math);
  Value copy =
      linalg::CopyOp::create(math.builder, math.loc, source, dest).getResult(0);
  return to.insert(math, copy);
}

Value fill(const IndexMath &math, Value zero, const Slice &to) {
  Value dest = to.extract(math);
  Value filled =
      linalg::FillOp::create(math.builder, math.loc, zero, dest).getResult(0);
  return to.insert(math, filled);
}

/// The first b-step at or after position `position - o`: ceil((position - o) /
/// b), for 0 <= o < b. The division does not depend on o and is made once per
/// op.
struct Division {
  Division(const IndexMath &math, Value position, Value block)
      : quotient(math.div(position, block)),
        remainder(math.rem(position, block)) {}
  Value ceil(const IndexMath &math, Value o) const {
    return math.add(quotient, math.select(math.slt(o, remainder),
                                          math.constant(1), math.constant(0)));
  }
  /// The same for o = 0.
  Value ceil(const IndexMath &math) const {
    return math.add(quotient, math.select(math.eq(remainder, math.constant(0)),
                                          math.constant(0), math.constant(1)));
  }
  Value quotient, remainder;
};

/// What a row of the innermost block dimension shares with the others.
struct RowBounds {
  RowBounds(const IndexMath &math, const BlockDim &dim)
      : first(math, dim.before, dim.block),
        last(math, math.add(dim.before, dim.full), dim.block) {}
  /// Blocks before the first and after the last element of the blocked side.
  Division first, last;
};

/// Calls `move(s, o, d, tensor)` for each position d = s * b + o - before of
/// the blocked row [0, full), in order.
Value forEachPiece(const IndexMath &math, const BlockDim &dim,
                   const RowBounds &bounds, Value tensor,
                   llvm::function_ref<Value(Value, Value, Value, Value)> move) {
  Value zero = math.constant(0);
  Value sEnd = dim.exact ? dim.blocks : bounds.last.ceil(math);
  return loop(
      math, bounds.first.quotient, sEnd, tensor, [&](Value s, Value outer) {
        // Only the first and the last block of a row may lie in it in part.
        Value base = math.sub(math.mul(s, dim.block), dim.before);
        Value oBegin = dim.exact ? zero : math.max(math.sub(zero, base), zero);
        Value oEnd = dim.exact ? dim.block
                               : math.min(math.sub(dim.full, base), dim.block);
        return loop(math, oBegin, oEnd, outer, [&](Value o, Value inner) {
          return move(s, o, math.add(base, o), inner);
        });
      });
}

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

template <typename OpTy>
SpaceShape getSpaceShape(const IndexMath &math, OpTy op,
                         RankedTensorType blocked, ArrayRef<Value> fullSizes,
                         ArrayRef<Value> blockSizes) {
  SpaceShape shape;
  shape.batch = fullSizes[0];
  SmallVector<OpFoldResult> blocks = op.getMixedBlockShape();
  SmallVector<OpFoldResult> pairs = op.getMixedPairs();
  size_t numDims = countBlockDims(op);
  for (size_t i = 0; i < numDims; ++i)
    shape.dims.push_back({math.value(blocks[i]), math.value(pairs[2 * i]),
                          fullSizes[1 + i], blockSizes[1 + i],
                          isConstantIntValue(pairs[2 * i], 0) &&
                              isConstantIntValue(pairs[2 * i + 1], 0)});
  for (Value size : fullSizes.drop_front(1 + numDims))
    shape.rest.push_back(getAsOpFoldResult(size));
  return shape;
}

/// An op without block dimensions left passes on its input.
template <typename OpTy>
LogicalResult replaceByInput(OpTy op, PatternRewriter &rewriter) {
  Value input = op.getInput();
  if (input.getType() != op.getOutputType())
    input = tensor::CastOp::create(rewriter, op.getLoc(), op.getOutputType(),
                                   input);
  rewriter.replaceOp(op, input);
  return success();
}

/// Tensors with an encoding (sparse ones) are not plain buffers.
template <typename OpTy>
bool hasEncoding(OpTy op) {
  return op.getInputType().getEncoding() || op.getOutputType().getEncoding();
}

//===----------------------------------------------------------------------===//
// weft.space_to_batch_nd
//===----------------------------------------------------------------------===//

struct LowerSpaceToBatchNd : OpRewritePattern<SpaceToBatchNdOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SpaceToBatchNdOp op,
                                PatternRewriter &rewriter) const override {
    if (hasEncoding(op))
      return rewriter.notifyMatchFailure(op, "tensors have an encoding");
    size_t numDims = countBlockDims(op);
    if (numDims == 0)
      return replaceByInput(op, rewriter);

    IndexMath math(rewriter, op.getLoc());
    Value input = op.getInput();
    RankedTensorType output = op.getOutputType();
    SmallVector<OpFoldResult> blocks = op.getMixedBlockShape();
    SmallVector<OpFoldResult> paddings = op.getMixedPaddings();
    SmallVector<Value> full, sizes;
    for (int64_t i = 0; i < output.getRank(); ++i) {
      full.push_back(math.dim(input, i));
      sizes.push_back(resultSize(math, output, i, [&]() -> Value {
        if (i == 0)
          return math.mul(full[0], blockProduct(math, blocks));
        if (i > int64_t(numDims))
          return full[i];
        Value padded =
            math.add(math.add(full[i], math.value(paddings[2 * i - 2])),
                     math.value(paddings[2 * i - 1]));
        return math.div(padded, math.value(blocks[i - 1]));
      }));
    }
    SpaceShape shape = getSpaceShape(math, op, op.getInputType(), full, sizes);
    Value zero = createZero(rewriter, op.getLoc(), output.getElementType());

    ArrayRef<BlockDim> outer = ArrayRef(shape.dims).drop_back();
    const BlockDim &inner = shape.dims.back();
    RowBounds bounds(math, inner);
    SmallVector<Value> loopBounds{shape.batch};
    for (const BlockDim &dim : outer)
      llvm::append_values(loopBounds, dim.blocks, dim.block);

    Value result = forEachRow(
        math, output, sizes, loopBounds, [&](ValueRange row, Value result) {
          // Row (n, s_1, o_1, ...): all of one input row, and in the result the
          // rows of every offset o, which lie N batches apart.
          Value n = row[0], batch = math.constant(0),
                inside = math.boolean(true);
          Slice tile(result);
          SmallVector<Value> positions;
          for (auto [i, dim] : llvm::enumerate(outer)) {
            Value s = row[1 + 2 * i], o = row[2 + 2 * i];
            batch = math.add(math.mul(batch, dim.block), o);
            Value d = math.sub(math.add(math.mul(s, dim.block), o), dim.before);
            if (!dim.exact)
              inside = math.andI(inside, math.ult(d, dim.full));
            positions.push_back(d);
          }
          batch =
              math.add(math.mul(math.mul(batch, inner.block), shape.batch), n);
          tile.range(batch, inner.block, shape.batch);
          // Keep their unit dimensions: memref.subview cannot tell dropped ones
          // from others of size 1 where a stride is not 1.
          for (size_t i = 0; i < outer.size(); ++i)
            tile.range(row[1 + 2 * i], rewriter.getIndexAttr(1));
          tile.range(rewriter.getIndexAttr(0), inner.blocks).rest(shape.rest);
          Value rows = tile.extract(math);

          Value zeroIndex = math.constant(0);
          auto rowOf = [&](Value rows, Value o) {
            Slice slice(rows);
            slice.at(o);
            for (size_t i = 0; i < outer.size(); ++i)
              slice.at(zeroIndex);
            return slice;
          };

          auto moveRow = [&]() -> Value {
            Value padded = rows;
            if (!inner.exact)
              padded = loop(
                  math, zeroIndex, inner.block, rows, [&](Value o, Value rows) {
                    Value begin = bounds.first.ceil(math, o);
                    Value end = bounds.last.ceil(math, o);
                    rows = fill(math, zero,
                                rowOf(rows, o)
                                    .range(zeroIndex, begin)
                                    .rest(shape.rest));
                    return fill(math, zero,
                                rowOf(rows, o)
                                    .range(end, math.sub(inner.blocks, end))
                                    .rest(shape.rest));
                  });
            return forEachPiece(math, inner, bounds, padded,
                                [&](Value s, Value o, Value d, Value rows) {
                                  Slice from(input);
                                  from.at(n);
                                  for (Value position : positions)
                                    from.at(position);
                                  from.at(d).rest(shape.rest);
                                  return copyPiece(
                                      math, from,
                                      rowOf(rows, o).at(s).rest(shape.rest));
                                });
          };
          Value moved;
          if (matchPattern(inside, m_One())) {
            moved = moveRow();
          } else {
            auto branch = scf::IfOp::create(
                rewriter, math.loc, inside,
                [&](OpBuilder &builder, Location loc) {
                  scf::YieldOp::create(builder, loc, moveRow());
                },
                [&](OpBuilder &builder, Location loc) {
                  Value filled =
                      linalg::FillOp::create(builder, loc, zero, rows)
                          .getResult(0);
                  scf::YieldOp::create(builder, loc, filled);
                });
            moved = branch.getResult(0);
          }
          auto yield = scf::InParallelOp::create(rewriter, math.loc);
          rewriter.setInsertionPointToStart(yield.getBody());
          tile.insertInParallel(math, moved);
        });
    rewriter.replaceOp(op, result);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// weft.batch_to_space_nd
//===----------------------------------------------------------------------===//

struct LowerBatchToSpaceNd : OpRewritePattern<BatchToSpaceNdOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(BatchToSpaceNdOp op,
                                PatternRewriter &rewriter) const override {
    if (hasEncoding(op))
      return rewriter.notifyMatchFailure(op, "tensors have an encoding");
    size_t numDims = countBlockDims(op);
    if (numDims == 0)
      return replaceByInput(op, rewriter);

    IndexMath math(rewriter, op.getLoc());
    Value input = op.getInput();
    RankedTensorType output = op.getOutputType();
    SmallVector<OpFoldResult> blocks = op.getMixedBlockShape();
    SmallVector<OpFoldResult> crops = op.getMixedCrops();
    SmallVector<Value> sizes, inputSizes;
    for (int64_t i = 0; i < output.getRank(); ++i) {
      inputSizes.push_back(math.dim(input, i));
      sizes.push_back(resultSize(math, output, i, [&]() -> Value {
        if (i == 0)
          return math.div(inputSizes[0], blockProduct(math, blocks));
        if (i > int64_t(numDims))
          return inputSizes[i];
        Value uncropped = math.mul(inputSizes[i], math.value(blocks[i - 1]));
        return math.sub(math.sub(uncropped, math.value(crops[2 * i - 2])),
                        math.value(crops[2 * i - 1]));
      }));
    }
    SpaceShape shape = getSpaceShape(math, op, output, sizes, inputSizes);

    ArrayRef<BlockDim> outer = ArrayRef(shape.dims).drop_back();
    const BlockDim &inner = shape.dims.back();
    RowBounds bounds(math, inner);
    SmallVector<Value> loopBounds{shape.batch};
    for (const BlockDim &dim : outer)
      loopBounds.push_back(dim.full);

    Value result = forEachRow(
        math, output, sizes, loopBounds, [&](ValueRange row, Value result) {
          // Row (n, d_1, ...) of the result; its pieces come from the rows of
          // every offset o of the input, which lie N batches apart.
          Value n = row[0], batch = math.constant(0);
          Slice resultRow(result);
          resultRow.at(n);
          SmallVector<Value> positions;
          for (auto [i, dim] : llvm::enumerate(outer)) {
            Value d = row[1 + i], q = math.add(d, dim.before);
            resultRow.at(d);
            positions.push_back(math.div(q, dim.block));
            batch =
                math.add(math.mul(batch, dim.block), math.rem(q, dim.block));
          }
          resultRow.range(rewriter.getIndexAttr(0), inner.full)
              .rest(shape.rest);
          batch = math.mul(batch, inner.block);
          Value moved = forEachPiece(
              math, inner, bounds, resultRow.extract(math),
              [&](Value s, Value o, Value d, Value row) {
                Slice from(input);
                from.at(math.add(math.mul(math.add(batch, o), shape.batch), n));
                for (Value position : positions)
                  from.at(position);
                from.at(s).rest(shape.rest);
                return copyPiece(math, from, Slice(row).at(d).rest(shape.rest));
              });
          auto yield = scf::InParallelOp::create(rewriter, math.loc);
          rewriter.setInsertionPointToStart(yield.getBody());
          resultRow.insertInParallel(math, moved);
        });
    rewriter.replaceOp(op, result);
    return success();
  }
};

} // namespace

void weft::populateSpaceToBatchNdToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerSpaceToBatchNd>(patterns.getContext());
}

void weft::populateBatchToSpaceNdToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerBatchToSpaceNd>(patterns.getContext());
}
