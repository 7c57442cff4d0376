//===- SparseConcat.cpp - Lowering of sparse_concat to loops --------------===//
//
// The inputs are sorted, so the result is their merge by key, where the key of
// an entry is its coordinates before the concatenated dimension: of equal keys,
// the entries of an earlier input come first, since their coordinates in that
// dimension are less. Without such coordinates (dimension 0), or with one
// input, the inputs are appended.
//
// The merge is a tournament: a binary tree over the inputs' next keys, whose
// root is the input with the least. Taking an entry replays the matches on the
// path from its input's leaf to the root, log2(N) of them, and none where the
// next key of that input is the same. Neither time nor memory depends on the
// sizes of dimensions.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "weft/Conversion/WeftToLinalg/WeftToLinalg.h"
#include "weft/Dialect/Weft/Utils/Coordinates.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "weft/Dialect/Weft/Utils/LoopUtils.h"
#include "weft/Dialect/Weft/Utils/OperandTable.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;

namespace {
/// Writes the loops of one op.
class SparseConcatLowering {
public:
  SparseConcatLowering(SparseConcatOp op, OpBuilder &builder)
      : op(op), builder(builder), loc(op.getLoc()), math(builder, loc),
        numInputs(op.getNumInputs()), rank(op.getSparseRank()),
        dim(op.getNormalizedConcatDim()),
        indices(builder, loc, op.getIndices(), {ShapedType::kDynamic, rank}),
        values(builder, loc, op.getValues(), {ShapedType::kDynamic}),
        shapes(builder, loc, op.getShapes(), {rank}), zero(math.constant(0)),
        one(math.constant(1)) {}

  SmallVector<Value> emit();

private:
  void emitSums();
  Value emitOutputShape();
  SmallVector<Value> emitAppend(ValueRange outputs);
  SmallVector<Value> emitMerge(ValueRange outputs);
  Value emitIsUnsorted();
  SmallVector<Value> emitSort(ValueRange outputs);
  SmallVector<Value> mergeStep(Value coordinates, ValueRange carried,
                               Value from, Value to, Value k, Value middle,
                               Value end);
  SmallVector<Value> copyEntry(Value input, Value coordinates, Value row,
                               Value offset, Value position,
                               ValueRange outputs);
  Value setHead(Value heads, Value input, Value coordinates, Value row,
                Value rows);
  Value playMatch(Value tree, Value heads, Value node);

  Value load(Value buffer, ValueRange position) {
    return memref::LoadOp::create(builder, loc, buffer, position);
  }
  Value extract(Value tensor, ValueRange position) {
    return tensor::ExtractOp::create(builder, loc, tensor, position);
  }
  Value insert(Value value, Value tensor, ValueRange position) {
    return tensor::InsertOp::create(builder, loc, value, tensor, position);
  }
  Value empty(ArrayRef<int64_t> sizes, Type type) {
    return tensor::EmptyOp::create(builder, loc, sizes, type);
  }
  Value i64(int64_t value) {
    return arith::ConstantIntOp::create(builder, loc, value, /*width=*/64);
  }

  SparseConcatOp op;
  OpBuilder &builder;
  Location loc;
  IndexMath math;
  int64_t numInputs, rank, dim;
  OperandTable indices, values, shapes;
  Value zero, one;
  /// The number of entries, the size in the concatenated dimension, and the
  /// offset of each input in it (tensor of i64).
  Value total, totalSize, offsets;
};
} // namespace

SmallVector<Value> SparseConcatLowering::emit() {
  emitSums();
  auto valuesType = cast<RankedTensorType>(op.getOutputValues().getType());
  OpFoldResult rows = getAsOpFoldResult(total);
  Value outputIndices = tensor::EmptyOp::create(
      builder, loc, {rows, builder.getIndexAttr(rank)}, builder.getI64Type());
  Value outputValues = tensor::EmptyOp::create(builder, loc, {rows},
                                               valuesType.getElementType());
  SmallVector<Value> results{outputIndices, outputValues};
  auto emitSorted = [&] {
    return dim == 0 || numInputs == 1 ? emitAppend(results)
                                      : emitMerge(results);
  };
  if (op.getSortInputs())
    results = createIf(
        builder, loc, emitIsUnsorted(), ValueRange(results).getTypes(),
        [&] { return emitSort(results); }, emitSorted);
  else
    results = emitSorted();
  results.push_back(emitOutputShape());
  for (auto [value, result] : llvm::zip(results, op.getResults()))
    if (value.getType() != result.getType())
      value = tensor::CastOp::create(builder, loc, result.getType(), value);
  return results;
}

void SparseConcatLowering::emitSums() {
  SmallVector<Value> sums = createFor(
      builder, loc, zero, math.constant(numInputs),
      {zero, i64(0), empty({numInputs}, builder.getI64Type())},
      [&](Value i, ValueRange carried) -> SmallVector<Value> {
        Value rows = memref::DimOp::create(builder, loc,
                                           indices.get(builder, loc, i), 0);
        Value size = load(shapes.get(builder, loc, i), math.constant(dim));
        return {math.add(carried[0], rows), math.add(carried[1], size),
                insert(carried[1], carried[2], i)};
      });
  total = sums[0], totalSize = sums[1], offsets = sums[2];
}

Value SparseConcatLowering::emitOutputShape() {
  Value first = shapes.get(builder, loc, zero);
  Value dimValue = math.constant(dim);
  return createStaticFor(builder, loc, rank,
                         {empty({rank}, builder.getI64Type())},
                         [&](Value l, ValueRange shape) -> SmallVector<Value> {
                           Value size = math.select(math.eq(l, dimValue),
                                                    totalSize, load(first, l));
                           return {insert(size, shape[0], l)};
                         })[0];
}

/// Copies entry `row` of an input to `position` of the outputs.
SmallVector<Value> SparseConcatLowering::copyEntry(Value input,
                                                   Value coordinates, Value row,
                                                   Value offset, Value position,
                                                   ValueRange outputs) {
  Value dimValue = math.constant(dim), i64Zero = i64(0);
  Value outputIndices =
      createStaticFor(builder, loc, rank, outputs[0],
                      [&](Value l, ValueRange output) -> SmallVector<Value> {
                        Value shift =
                            math.select(math.eq(l, dimValue), offset, i64Zero);
                        Value c = math.add(load(coordinates, {row, l}), shift);
                        return {insert(c, output[0], {position, l})};
                      })[0];
  Value value = load(values.get(builder, loc, input), row);
  return {outputIndices, insert(value, outputs[1], position)};
}

SmallVector<Value> SparseConcatLowering::emitAppend(ValueRange outputs) {
  SmallVector<Value> carried = createFor(
      builder, loc, zero, math.constant(numInputs),
      {outputs[0], outputs[1], zero},
      [&](Value i, ValueRange carried) -> SmallVector<Value> {
        Value coordinates = indices.get(builder, loc, i);
        Value offset = extract(offsets, i);
        Value start = carried[2];
        Value rows = memref::DimOp::create(builder, loc, coordinates, 0);
        SmallVector<Value> appended =
            createFor(builder, loc, zero, rows, carried.take_front(2),
                      [&](Value row, ValueRange outputs) {
                        return copyEntry(i, coordinates, row, offset,
                                         math.add(start, row), outputs);
                      });
        appended.push_back(math.add(start, rows));
        return appended;
      });
  carried.pop_back();
  return carried;
}

/// Makes row `row` of an input its head, the entry that is next. An input
/// without entries left gets a key above all others: a coordinate is less than
/// a size.
Value SparseConcatLowering::setHead(Value heads, Value input, Value coordinates,
                                    Value row, Value rows) {
  Value none = i64(std::numeric_limits<int64_t>::max());
  SmallVector<Value> result = createIf(
      builder, loc, math.slt(row, rows), heads.getType(),
      [&] {
        return createStaticFor(
            builder, loc, dim, heads,
            [&](Value l, ValueRange heads) -> SmallVector<Value> {
              return {
                  insert(load(coordinates, {row, l}), heads[0], {input, l})};
            });
      },
      [&]() -> SmallVector<Value> {
        return {insert(none, heads, {input, zero})};
      });
  return result[0];
}

/// The winner of the two nodes below `node` moves up; of equal keys the left
/// one, whose inputs come first.
Value SparseConcatLowering::playMatch(Value tree, Value heads, Value node) {
  Value left = extract(tree, math.mul(node, math.constant(2)));
  Value right = extract(tree, math.add(math.mul(node, math.constant(2)), one));
  Value rightWins = createIsBefore(
      builder, loc, dim,
      [&](Value l) {
        return extract(heads, {right, l});
      },
      [&](Value l) {
        return extract(heads, {left, l});
      });
  return insert(math.select(rightWins, right, left), tree, node);
}

SmallVector<Value> SparseConcatLowering::emitMerge(ValueRange outputs) {
  // Node 1 is the root, node k the parent of nodes 2 k and 2 k + 1, and node
  // numLeaves + i the leaf of input i. Leaves beyond the inputs never win.
  int64_t numLeaves = llvm::PowerOf2Ceil(numInputs);
  Value leaves = math.constant(numLeaves);
  Type indexType = builder.getIndexType();
  Value none = i64(std::numeric_limits<int64_t>::max());
  Value heads =
      linalg::FillOp::create(builder, loc, none,
                             empty({numLeaves, dim}, builder.getI64Type()))
          .getResult(0);
  heads = createFor(builder, loc, zero, math.constant(numInputs), heads,
                    [&](Value i, ValueRange heads) -> SmallVector<Value> {
                      Value coordinates = indices.get(builder, loc, i);
                      Value rows =
                          memref::DimOp::create(builder, loc, coordinates, 0);
                      return {setHead(heads[0], i, coordinates, zero, rows)};
                    })[0];
  Value tree =
      createFor(builder, loc, zero, leaves, empty({2 * numLeaves}, indexType),
                [&](Value i, ValueRange tree) -> SmallVector<Value> {
                  return {insert(i, tree[0], math.add(leaves, i))};
                })[0];
  tree = createFor(builder, loc, one, leaves, tree,
                   [&](Value k, ValueRange tree) -> SmallVector<Value> {
                     Value node = math.sub(leaves, k);
                     return {playMatch(tree[0], heads, node)};
                   })[0];
  Value cursors =
      linalg::FillOp::create(builder, loc, zero, empty({numInputs}, indexType))
          .getResult(0);

  SmallVector<Value> carried = createFor(
      builder, loc, zero, total, {outputs[0], outputs[1], cursors, heads, tree},
      [&](Value position, ValueRange carried) -> SmallVector<Value> {
        Value cursors = carried[2], heads = carried[3], tree = carried[4];
        Value winner = extract(tree, one);
        Value coordinates = indices.get(builder, loc, winner);
        Value rows = memref::DimOp::create(builder, loc, coordinates, 0);
        Value row = extract(cursors, winner);
        SmallVector<Value> results =
            copyEntry(winner, coordinates, row, extract(offsets, winner),
                      position, carried.take_front(2));
        Value next = math.add(row, one);
        results.push_back(insert(next, cursors, winner));

        // Still the least if its next key is the same.
        Value same = createIf(
            builder, loc, math.slt(next, rows), builder.getI1Type(),
            [&] {
              return createStaticFor(
                  builder, loc, dim, math.boolean(true),
                  [&](Value l, ValueRange same) -> SmallVector<Value> {
                    Value a = load(coordinates, {row, l});
                    Value b = load(coordinates, {next, l});
                    return {math.andI(same[0], math.eq(a, b))};
                  });
            },
            [&]() -> SmallVector<Value> { return {math.boolean(false)}; })[0];
        llvm::append_range(
            results,
            createIf(
                builder, loc, same, {heads.getType(), tree.getType()},
                [&]() -> SmallVector<Value> {
                  return {heads, tree};
                },
                [&]() -> SmallVector<Value> {
                  Value newHeads =
                      setHead(heads, winner, coordinates, next, rows);
                  Value leaf = math.add(leaves, winner);
                  Value newTree = createFor(
                      builder, loc, one,
                      math.constant(llvm::Log2_64(numLeaves) + 1), tree,
                      [&](Value level, ValueRange tree) -> SmallVector<Value> {
                        Value node =
                            arith::ShRUIOp::create(builder, loc, leaf, level);
                        return {playMatch(tree[0], newHeads, node)};
                      })[0];
                  return {newHeads, newTree};
                }));
        return results;
      });
  return {carried[0], carried[1]};
}

//===----------------------------------------------------------------------===//
// Inputs that are not sorted
//===----------------------------------------------------------------------===//

/// i1: an input is not in row-major order.
Value SparseConcatLowering::emitIsUnsorted() {
  Value i64Zero = i64(0);
  Value bits = createFor(
      builder, loc, zero, math.constant(numInputs), i64Zero,
      [&](Value i, ValueRange bits) {
        Value coordinates = indices.get(builder, loc, i);
        Value rows = memref::DimOp::create(builder, loc, coordinates, 0);
        return createFor(builder, loc, one, rows, bits,
                         [&](Value row, ValueRange bits) -> SmallVector<Value> {
                           Value previous = math.sub(row, one);
                           Value isBefore = createIsBeforeBits(
                               builder, loc, rank,
                               [&](Value l) {
                                 return load(coordinates, {row, l});
                               },
                               [&](Value l) {
                                 return load(coordinates, {previous, l});
                               });
                           return {math.orI(bits[0], isBefore)};
                         });
      })[0];
  return math.slt(bits, i64Zero);
}

/// Appends the inputs, sorts the numbers of their entries by merging ever
/// longer runs, and moves the entries to their places.
SmallVector<Value> SparseConcatLowering::emitSort(ValueRange outputs) {
  SmallVector<OpFoldResult> rows{getAsOpFoldResult(total)};
  SmallVector<OpFoldResult> rowsByRank{rows[0], builder.getIndexAttr(rank)};
  SmallVector<OpFoldResult> twoByRows{builder.getIndexAttr(2), rows[0]};
  SmallVector<Value> entries{
      tensor::EmptyOp::create(builder, loc, rowsByRank, builder.getI64Type()),
      tensor::EmptyOp::create(builder, loc, rows,
                              getElementTypeOrSelf(outputs[1]))};
  entries = emitAppend(entries);

  // Two lists of entry numbers: each round merges runs from one into the other.
  Value lists =
      tensor::EmptyOp::create(builder, loc, twoByRows, builder.getIndexType());
  lists = createFor(builder, loc, zero, total, lists,
                    [&](Value k, ValueRange lists) -> SmallVector<Value> {
                      return {insert(k, lists[0], {zero, k})};
                    })[0];
  // The rounds it takes for runs of 1, 2, 4, ... to reach the number of
  // entries.
  Value rounds = createFor(
      builder, loc, zero, math.constant(62), zero,
      [&](Value round, ValueRange rounds) -> SmallVector<Value> {
        Value length = arith::ShLIOp::create(builder, loc, one, round);
        Value more = math.slt(length, total);
        return {math.select(more, math.add(rounds[0], one), rounds[0])};
      })[0];
  lists = createFor(
      builder, loc, zero, rounds, lists,
      [&](Value round, ValueRange lists) -> SmallVector<Value> {
        Value from = math.andI(round, one), to = math.sub(one, from);
        Value length = arith::ShLIOp::create(builder, loc, one, round);
        Value twice = math.add(length, length);
        Value pairs = arith::CeilDivUIOp::create(builder, loc, total, twice);
        return createFor(
            builder, loc, zero, pairs, lists,
            [&](Value pair, ValueRange lists) -> SmallVector<Value> {
              Value start = math.mul(pair, twice);
              Value middle = math.min(math.add(start, length), total);
              Value end = math.min(math.add(start, twice), total);
              SmallVector<Value> merged = createFor(
                  builder, loc, start, end, {lists[0], start, middle},
                  [&](Value k, ValueRange carried) -> SmallVector<Value> {
                    return mergeStep(entries[0], carried, from, to, k, middle,
                                     end);
                  });
              return {merged[0]};
            });
      })[0];

  Value sorted = math.andI(rounds, one);
  return createFor(builder, loc, zero, total, outputs,
                   [&](Value k, ValueRange outputs) -> SmallVector<Value> {
                     Value entry = extract(lists, {sorted, k});
                     Value outputIndices = createStaticFor(
                         builder, loc, rank, outputs[0],
                         [&](Value l, ValueRange output) -> SmallVector<Value> {
                           Value c = extract(entries[0], {entry, l});
                           return {insert(c, output[0], {k, l})};
                         })[0];
                     Value value = extract(entries[1], entry);
                     return {outputIndices, insert(value, outputs[1], k)};
                   });
}

/// One step of merging two runs of list `from` into place `k` of list `to`.
/// `carried` is the lists, and the next places of the runs; the first run ends
/// at `middle`, the second one at `end`. Of equal rows the first run's come
/// first.
SmallVector<Value> SparseConcatLowering::mergeStep(Value coordinates,
                                                   ValueRange carried,
                                                   Value from, Value to,
                                                   Value k, Value middle,
                                                   Value end) {
  Value lists = carried[0], left = carried[1], right = carried[2];
  Value takeRight = createIf(
      builder, loc, math.slt(right, end), builder.getI1Type(),
      [&] {
        return createIf(
            builder, loc, math.slt(left, middle), builder.getI1Type(),
            [&]() -> SmallVector<Value> {
              Value a = extract(lists, {from, left});
              Value b = extract(lists, {from, right});
              return {createIsBefore(
                  builder, loc, rank,
                  [&](Value l) {
                    return extract(coordinates, {b, l});
                  },
                  [&](Value l) {
                    return extract(coordinates, {a, l});
                  })};
            },
            [&]() -> SmallVector<Value> { return {math.boolean(true)}; });
      },
      [&]() -> SmallVector<Value> { return {math.boolean(false)}; })[0];
  Value next = extract(lists, {from, math.select(takeRight, right, left)});
  Value newLeft = math.select(takeRight, left, math.add(left, one));
  Value newRight = math.select(takeRight, math.add(right, one), right);
  return {insert(next, lists, {to, k}), newLeft, newRight};
}

namespace {
struct LowerSparseConcat : OpRewritePattern<SparseConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SparseConcatOp op,
                                PatternRewriter &rewriter) const override {
    Type elementType =
        cast<TensorType>(op.getOutputValues().getType()).getElementType();
    if (!BaseMemRefType::isValidElementType(elementType))
      return rewriter.notifyMatchFailure(
          op, "buffers cannot hold the element type");
    rewriter.replaceOp(op, SparseConcatLowering(op, rewriter).emit());
    return success();
  }
};
} // namespace

void weft::populateSparseConcatToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerSparseConcat>(patterns.getContext());
}
