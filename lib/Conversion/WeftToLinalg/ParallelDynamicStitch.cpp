//===- ParallelDynamicStitch.cpp - weft.parallel_dynamic_stitch to loops --===//
//
// Rows are copied in the order of the inputs, each to its place: the last row
// with a number wins by itself, reading is sequential, and whole rows are
// written. What differs is how rows that nobody names become zero:
//
//  * Narrow rows: all of the result is zeroed first. Threads may share it: each
//    goes through all indices and copies the rows of its part of the result, so
//    that the last row with a number still wins.
//  * Rows of a cache line or more, where that would be a third of the traffic:
//    a bit for each row says whether an index names it. Setting the bits also
//    tells whether two indices name the same row. If not, any order is right,
//    so threads may share the rows.
//
// The inputs are read through a table of buffers, so that neither the code nor
// the time to compile it grows with an input's share of the work.
//
//===----------------------------------------------------------------------===//

#include "LoweringUtils.h"
#include "RowCopy.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "weft/Conversion/WeftToLinalg/WeftToLinalg.h"
#include "weft/Dialect/Weft/Utils/ElementSize.h"
#include "weft/Dialect/Weft/Utils/EntryParts.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "weft/Dialect/Weft/Utils/IndexTensors.h"
#include "weft/Dialect/Weft/Utils/LoopUtils.h"
#include "weft/Dialect/Weft/Utils/OperandTable.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;

namespace {
/// Row-major buffers of one dimension: in a table, unless there is only one.
class BufferList {
public:
  BufferList(OpBuilder &builder, Location loc, ValueRange tensors) {
    if (tensors.size() > 1) {
      table.emplace(builder, loc, tensors, ArrayRef{ShapedType::kDynamic},
                    OperandTable::Layout::RowMajor);
      return;
    }
    auto type = cast<RankedTensorType>(tensors[0].getType());
    single = bufferization::ToBufferOp::create(
        builder, loc, MemRefType::get(type.getShape(), type.getElementType()),
        tensors[0], /*read_only=*/true);
  }

  Value get(OpBuilder &builder, Location loc, Value index) const {
    return single ? single : table->get(builder, loc, index);
  }

private:
  std::optional<OperandTable> table;
  Value single;
};

/// Consecutive inputs whose indices have one element type.
struct Run {
  int64_t start, count;
  BufferList indices;
};

class StitchLowering {
public:
  StitchLowering(OpBuilder &builder, ParallelDynamicStitchOp op,
                 const IndexedLoweringOptions &options)
      : op(op), builder(builder), loc(op.getLoc()), math(builder, loc),
        options(options), elementType(op.getMergedType().getElementType()),
        zero(math.constant(0)), one(math.constant(1)) {}

  Value lower();

private:
  void makeTables();
  Value countRows();
  void emitRows(Value rows);
  void emitZeroedRows(Value rows);
  void emitMarkedRows(Value rows);
  std::pair<Value, Value> markRows(Value rows);
  void zeroUnmarkedRows(Value rows);
  void fillZero(Value buffer, Value start, Value end, Value element);
  void copyDivided(Value bytes, Value total, Value isDistinct);
  void copyRows(Value start, Value end, RowCopy::Width width, Value streams);
  void copyRowsInto(Value low, Value high);
  void copyRow(const RowCopy &rowCopy, Value indices, Value source, Value k,
               RowCopy::Width width, Value streams);
  std::pair<Value, Value> getBit(Value row);
  Value load(Value buffer, Value position) {
    return memref::LoadOp::create(builder, loc, buffer, position);
  }
  Value toOffset(Value index) { return emitOffset(builder, loc, index); }
  void branch(Value condition, llvm::function_ref<void()> then,
              llvm::function_ref<void()> otherwise = nullptr) {
    createFoldedIf(builder, loc, condition, then, otherwise);
  }
  /// For each input: `body` gets its indices, its number, the number of its
  /// rows and the carried values.
  SmallVector<Value> forEachInput(
      ValueRange inits,
      llvm::function_ref<SmallVector<Value>(Value indices, Value input,
                                            Value count, ValueRange carried)>
          body);

  ParallelDynamicStitchOp op;
  OpBuilder &builder;
  Location loc;
  IndexMath math;
  const IndexedLoweringOptions &options;
  Type elementType;
  Value zero, one;
  SmallVector<Run> runs;
  std::optional<BufferList> data;
  /// Elements and bytes of a row.
  Value rowElements, rowBytes;
  /// The result as one dimension, and the bits of its rows.
  Value flat, bits;
};
} // namespace

/// `tensor` with all its elements in one dimension of unknown size.
static Value flatten(OpBuilder &builder, Location loc, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getRank() == 0)
    return tensor::ExpandShapeOp::create(builder, loc, type.clone({1}), tensor,
                                         ArrayRef<ReassociationIndices>());
  if (type.getRank() == 1)
    return tensor;
  ReassociationIndices all =
      llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  return tensor::CollapseShapeOp::create(builder, loc, tensor, all);
}

void StitchLowering::makeTables() {
  auto flattenAll = [&](ValueRange tensors) {
    return llvm::map_to_vector(
        tensors, [&](Value tensor) { return flatten(builder, loc, tensor); });
  };
  for (auto [i, indices] : llvm::enumerate(op.getIndices())) {
    Type type = getElementTypeOrSelf(indices);
    int64_t position = i;
    if (i > 0 && type == getElementTypeOrSelf(op.getIndices()[i - 1]))
      continue;
    int64_t end = position + 1;
    while (end < op.getNumInputs() &&
           getElementTypeOrSelf(op.getIndices()[end]) == type)
      ++end;
    int64_t count = end - position;
    SmallVector<Value> flatIndices =
        flattenAll(op.getIndices().slice(position, count));
    runs.push_back({position, count, BufferList(builder, loc, flatIndices)});
  }
  data.emplace(builder, loc, flattenAll(op.getData()));
}

SmallVector<Value> StitchLowering::forEachInput(
    ValueRange inits,
    llvm::function_ref<SmallVector<Value>(Value, Value, Value, ValueRange)>
        body) {
  SmallVector<Value> carried(inits);
  for (const Run &run : runs) {
    carried =
        createFor(builder, loc, zero, math.constant(run.count), carried,
                  [&](Value i, ValueRange carried) {
                    Value indices = run.indices.get(builder, loc, i);
                    Value count =
                        memref::DimOp::create(builder, loc, indices, 0);
                    return body(indices, math.add(i, math.constant(run.start)),
                                count, carried);
                  });
  }
  return carried;
}

/// The largest index + 1, or 0 without indices.
Value StitchLowering::countRows() {
  if (!op.getMergedType().isDynamicDim(0))
    return math.constant(op.getMergedType().getDimSize(0));
  // The checks have computed this already, in the same words.
  constexpr int64_t fewInputs = 4;
  if (op.getNumInputs() <= fewInputs)
    return emitNumStitchedRows(builder, loc, op.getIndices());
  return forEachInput(
      {zero},
      [&](Value indices, Value, Value count,
          ValueRange rows) -> SmallVector<Value> {
        Type type = cast<MemRefType>(indices.getType()).getElementType();
        Value none =
            arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
        Value max = createFor(
            builder, loc, zero, count, none,
            [&](Value k, ValueRange max) -> SmallVector<Value> {
              Value index = load(indices, k);
              return {arith::MaxUIOp::create(builder, loc, max[0], index)};
            })[0];
        Value needed = math.add(toOffset(max), one);
        Value isEmpty = math.eq(count, zero);
        return {math.max(rows[0], math.select(isEmpty, zero, needed))};
      })[0];
}

Value StitchLowering::lower() {
  RankedTensorType type = op.getMergedType();
  SmallVector<OpFoldResult> rowSizes = op.getRowSizes(builder);
  makeTables();
  Value rows = countRows();
  rowElements = one;
  SmallVector<Value> dynamicSizes;
  if (type.isDynamicDim(0))
    dynamicSizes.push_back(rows);
  for (auto [i, size] : llvm::enumerate(rowSizes)) {
    Value value = math.value(size);
    rowElements = math.mul(rowElements, value);
    if (type.isDynamicDim(i + 1))
      dynamicSizes.push_back(value);
  }
  rowBytes =
      math.mul(rowElements, math.constant(getElementBytes(op, elementType)));

  Value merged = memref::AllocOp::create(
      builder, loc, MemRefType::get(type.getShape(), elementType), dynamicSizes,
      builder.getI64IntegerAttr(cacheLineBytes));
  Value result = bufferization::ToTensorOp::create(
      builder, loc, type, merged, /*restrict=*/true, /*writable=*/true);
  if (matchPattern(rowElements, m_Zero()))
    return result;
  flat = merged;
  if (type.getRank() > 1) {
    ReassociationIndices all =
        llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
    flat = memref::CollapseShapeOp::create(builder, loc, merged, all);
  }
  emitRows(rows);
  return result;
}

void StitchLowering::emitRows(Value rows) {
  // Rows without elements are narrow ones. 2^31 of them must not be walked.
  Value isWide = math.sge(rowBytes, math.constant(cacheLineBytes));
  branch(
      isWide, [&] { emitMarkedRows(rows); }, [&] { emitZeroedRows(rows); });
}

void StitchLowering::emitZeroedRows(Value rows) {
  Value element = createZero(builder, loc, elementType);
  auto copyAll = [&] {
    Value size = memref::DimOp::create(builder, loc, flat, 0);
    fillZero(flat, zero, size, element);
    copyRows(nullptr, nullptr, RowCopy::Width::Narrow, math.boolean(false));
  };
  if (options.parallelBytes <= 0)
    return copyAll();
  // Going through the indices takes a quarter of the time of copying scalars,
  // so that more threads would gain little. A byte is at least twice the work
  // that it is in a wide row.
  constexpr int64_t parts = 2;
  Value isDivided =
      math.sge(math.mul(rows, rowBytes), math.constant(options.parallelBytes));
  auto copyPart = [&](Value low, Value high) {
    fillZero(flat, math.mul(low, rowElements), math.mul(high, rowElements),
             element);
    copyRowsInto(low, high);
  };
  branch(
      isDivided,
      [&] {
        createForallRanges(builder, loc, rows, math.constant(parts), copyPart);
      },
      copyAll);
}

void StitchLowering::emitMarkedRows(Value rows) {
  auto [distinct, total] = markRows(rows);
  Value isMissing = math.slt(distinct, rows);
  branch(isMissing, [&] { zeroUnmarkedRows(rows); });
  copyDivided(math.mul(rows, rowBytes), total, math.eq(distinct, total));
}

/// Stores `element`, which is zero, in [start, end). LLVM knows this loop: it
/// is memset.
void StitchLowering::fillZero(Value buffer, Value start, Value end,
                              Value element) {
  createFor(builder, loc, start, end, {},
            [&](Value i, ValueRange) -> SmallVector<Value> {
              memref::StoreOp::create(builder, loc, element, buffer, i);
              return {};
            });
}

/// The word that holds the bit of a row, and the bit.
std::pair<Value, Value> StitchLowering::getBit(Value row) {
  Value six = math.constant(6), low = math.constant(63);
  Value shift = math.toI64(math.andI(row, low));
  Value bit = arith::ConstantIntOp::create(builder, loc, 1, /*width=*/64);
  return {arith::ShRUIOp::create(builder, loc, row, six),
          arith::ShLIOp::create(builder, loc, bit, shift)};
}

/// Sets the bits of the rows that indices name; returns how many there are, and
/// the number of indices.
std::pair<Value, Value> StitchLowering::markRows(Value rows) {
  Value words = math.div(math.add(rows, math.constant(63)), math.constant(64));
  auto type = MemRefType::get({ShapedType::kDynamic}, builder.getI64Type());
  bits = memref::AllocOp::create(builder, loc, type, words,
                                 builder.getI64IntegerAttr(cacheLineBytes));
  Value none = arith::ConstantIntOp::create(builder, loc, 0, /*width=*/64);
  fillZero(bits, zero, words, none);
  SmallVector<Value> counts = forEachInput(
      {zero, zero},
      [&](Value indices, Value, Value count,
          ValueRange carried) -> SmallVector<Value> {
        Value distinct = createFor(
            builder, loc, zero, count, carried[0],
            [&](Value k, ValueRange distinct) -> SmallVector<Value> {
              auto [word, bit] = getBit(toOffset(load(indices, k)));
              Value before = load(bits, word);
              Value isNew = math.eq(
                  arith::AndIOp::create(builder, loc, before, bit), none);
              Value after = arith::OrIOp::create(builder, loc, before, bit);
              memref::StoreOp::create(builder, loc, after, bits, word);
              Value more = arith::IndexCastUIOp::create(
                  builder, loc, builder.getIndexType(), isNew);
              return {math.add(distinct[0], more)};
            })[0];
        return {distinct, math.add(carried[1], count)};
      });
  return {counts[0], counts[1]};
}

void StitchLowering::zeroUnmarkedRows(Value rows) {
  Value element = createZero(builder, loc, elementType);
  Value none = arith::ConstantIntOp::create(builder, loc, 0, /*width=*/64);
  createFor(builder, loc, zero, rows, {},
            [&](Value row, ValueRange) -> SmallVector<Value> {
              auto [word, bit] = getBit(row);
              Value marked =
                  arith::AndIOp::create(builder, loc, load(bits, word), bit);
              branch(math.eq(marked, none), [&] {
                Value start = math.mul(row, rowElements);
                fillZero(flat, start, math.add(start, rowElements), element);
              });
              return {};
            });
}

/// Copies all rows: by several threads, and past the caches, where it pays.
void StitchLowering::copyDivided(Value bytes, Value total, Value isDistinct) {
  Value streams = math.boolean(false);
  if (getVectorElementBytes(elementType) && options.streamingBytes > 0) {
    Value isLarge = math.sge(bytes, math.constant(options.streamingBytes));
    streams = math.andI(isLarge, RowCopy::canStream(math, rowBytes));
  }
  auto copy = [&](Value start, Value end) {
    // One loop for both if there is a loop for narrow rows, too.
    if (!getConstantIntValue(rowElements))
      return copyRows(start, end, RowCopy::Width::Wide, streams);
    auto copyWide = [&](bool streaming) {
      copyRows(start, end, RowCopy::Width::Wide, math.boolean(streaming));
    };
    branch(
        streams, [&] { copyWide(true); }, [&] { copyWide(false); });
  };
  if (options.parallelBytes <= 0)
    return copy(nullptr, nullptr);

  // Each part is copied by one thread.
  Value parts = math.min(math.div(bytes, math.constant(options.parallelBytes)),
                         math.constant(maxParallelParts));
  Value isDivided = math.andI(isDistinct, math.slt(one, parts));
  branch(
      isDivided, [&] { createForallRanges(builder, loc, total, parts, copy); },
      [&] { copy(nullptr, nullptr); });
}

/// Copies the rows with the numbers [start, end), counted through all inputs;
/// all of them without `start`. Where `streams` holds, past the caches.
void StitchLowering::copyRows(Value start, Value end, RowCopy::Width width,
                              Value streams) {
  OpFoldResult size = getAsOpFoldResult(rowElements);
  RowCopy rowCopy(elementType, size, width);
  forEachInput({zero},
               [&](Value indices, Value input, Value count,
                   ValueRange carried) -> SmallVector<Value> {
                 Value source = data->get(builder, loc, input);
                 Value from = zero, to = count;
                 if (start) {
                   from = math.max(math.sub(start, carried[0]), zero);
                   to = math.min(math.sub(end, carried[0]), count);
                 }
                 createFor(builder, loc, from, to, {},
                           [&](Value k, ValueRange) -> SmallVector<Value> {
                             copyRow(rowCopy, indices, source, k, width,
                                     streams);
                             return {};
                           });
                 return {math.add(carried[0], count)};
               });
}

/// Copies row `k` of an input.
void StitchLowering::copyRow(const RowCopy &rowCopy, Value indices,
                             Value source, Value k, RowCopy::Width width,
                             Value streams) {
  Value row = toOffset(load(indices, k));
  Value place = math.mul(row, rowElements);
  // Processors fetch lines for stores one after the other, but several at once
  // for loads and prefetches.
  if (width == RowCopy::Width::Narrow)
    memref::PrefetchOp::create(builder, loc, flat, place, /*isWrite=*/true,
                               /*localityHint=*/3, /*isDataCache=*/true);
  Value origin = math.mul(k, rowElements);
  auto emit = [&](bool streaming) {
    rowCopy.emit(builder, loc, source, origin, flat, place, streaming);
  };
  branch(
      streams, [&] { emit(true); }, [&] { emit(false); });
}

/// Copies the narrow rows whose indices are in [low, high).
void StitchLowering::copyRowsInto(Value low, Value high) {
  RangeList list(builder, loc);
  Value length = math.sub(high, low);
  RowCopy rowCopy(elementType, getAsOpFoldResult(rowElements),
                  RowCopy::Width::Narrow);
  forEachInput(
      {},
      [&](Value indices, Value input, Value count,
          ValueRange) -> SmallVector<Value> {
        Value source = data->get(builder, loc, input);
        auto getRow = [&](Value k) { return toOffset(load(indices, k)); };
        return list.forEachPart(
            count, {}, [&](Value from, Value to, ValueRange) {
              Value listed = list.fill(from, to, low, length, getRow);
              return createFor(builder, loc, zero, listed, {},
                               [&](Value i, ValueRange) -> SmallVector<Value> {
                                 copyRow(rowCopy, indices, source, list.get(i),
                                         RowCopy::Width::Narrow,
                                         math.boolean(false));
                                 return {};
                               });
            });
      });
}

/// Whether the product of the static sizes is a 64-bit number.
static bool hasCountableElements(Type type) {
  int64_t product = 1;
  return llvm::all_of(cast<RankedTensorType>(type).getShape(),
                      [&](int64_t size) {
                        return ShapedType::isDynamic(size) ||
                               !llvm::MulOverflow(product, size, product);
                      });
}

namespace {
struct ParallelDynamicStitchToLinalg
    : OpRewritePattern<ParallelDynamicStitchOp> {
  ParallelDynamicStitchToLinalg(MLIRContext *context,
                                const IndexedLoweringOptions &options)
      : OpRewritePattern(context), options(options) {}

  LogicalResult matchAndRewrite(ParallelDynamicStitchOp op,
                                PatternRewriter &rewriter) const override {
    if (!BaseMemRefType::isValidElementType(
            op.getMergedType().getElementType()))
      return rewriter.notifyMatchFailure(
          op, "buffers cannot hold the element type");
    if (!llvm::all_of(op->getOperandTypes(), hasCountableElements) ||
        !hasCountableElements(op.getMergedType()))
      return rewriter.notifyMatchFailure(op, "more than 2^63 elements");
    rewriter.replaceOp(op, StitchLowering(rewriter, op, options).lower());
    return success();
  }

  IndexedLoweringOptions options;
};
} // namespace

void weft::populateParallelDynamicStitchToLinalgPatterns(
    RewritePatternSet &patterns, const IndexedLoweringOptions &options) {
  patterns.add<ParallelDynamicStitchToLinalg>(patterns.getContext(), options);
}
