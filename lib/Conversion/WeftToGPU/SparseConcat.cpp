//===- SparseConcat.cpp - sparse_concat as a kernel -----------------------===//
//
// The inputs are sorted, so the position of an entry in the result is its own
// row plus, for each other input, the number of entries that come before it:
// those with a smaller key, or with an equal one in an earlier input, where the
// key is the coordinates before the concatenated dimension. A binary search
// counts them. Keys are compared coordinate by coordinate, so no flattened
// index can overflow, and positions are in bounds whatever the coordinates are.
//
// A table tells where the entries of each input begin, and by how much its
// coordinates move: the kernel has the same parameters for any number of
// inputs.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "weft/Conversion/WeftToGPU/WeftToGPU.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;

namespace {
/// The buffers of the device, and what is known of them at compile time.
struct SparseBuffers {
  int64_t numInputs, rank, dim, chunksPerValue;
  /// [N + 1] first rows, [N] offsets in the concatenated dimension.
  Value table;
  Value indices, values, outputIndices, outputValues;
};

/// Emits the move of the entry that a thread stands for.
class MoveEntry {
public:
  MoveEntry(const Kernel &kernel, const SparseBuffers &buffers)
      : kernel(kernel), buffers(buffers) {}

  void emit(Value entry);

private:
  Value getFirstRow(Value input) {
    return kernel.convert(kernel.load(buffers.table, input));
  }
  Value findInput(Value entry);
  Value countBefore(Value input, Value ownInput, Value entry);
  Value isBefore(Value row, Value entry, Value winsTies);
  Value getCoordinate(Value row, int64_t l) {
    Value position = kernel.add(kernel.mul(row, kernel.constant(buffers.rank)),
                                kernel.constant(l));
    return kernel.load(buffers.indices, position);
  }
  Value halve(Value sum) {
    return arith::ShRUIOp::create(kernel.builder, kernel.loc, sum,
                                  kernel.constant(1));
  }
  /// Searches [lower, upper) for the first number that `isLess` does not hold
  /// for; it holds for all before that one.
  Value search(Value lower, Value upper,
               llvm::function_ref<Value(Value)> isLess);

  const Kernel &kernel;
  const SparseBuffers &buffers;
};
} // namespace

Value MoveEntry::search(Value lower, Value upper,
                        llvm::function_ref<Value(Value)> isLess) {
  OpBuilder &builder = kernel.builder;
  Location loc = kernel.loc;
  auto loop = scf::WhileOp::create(
      builder, loc, TypeRange{lower.getType(), upper.getType()},
      ValueRange{lower, upper},
      [&](OpBuilder &, Location, ValueRange bounds) {
        Value goesOn =
            kernel.cmp(arith::CmpIPredicate::ult, bounds[0], bounds[1]);
        scf::ConditionOp::create(builder, loc, goesOn, bounds);
      },
      [&](OpBuilder &, Location, ValueRange bounds) {
        Value middle = halve(kernel.add(bounds[0], bounds[1]));
        Value less = isLess(middle);
        Value next = kernel.add(middle, kernel.constant(1));
        scf::YieldOp::create(
            builder, loc,
            ValueRange{kernel.select(less, next, bounds[0]),
                       kernel.select(less, bounds[1], middle)});
      });
  return loop.getResult(0);
}

/// The last input whose first row is not after the entry.
Value MoveEntry::findInput(Value entry) {
  if (buffers.numInputs == 1)
    return kernel.constant(0);
  Value one = kernel.constant(1);
  Value next = search(one, kernel.constant(buffers.numInputs), [&](Value k) {
    return kernel.cmp(arith::CmpIPredicate::ule, getFirstRow(k), entry);
  });
  return kernel.sub(next, one);
}

/// i1: the key of `row` is less than that of `entry`, or equal if `winsTies`.
Value MoveEntry::isBefore(Value row, Value entry, Value winsTies) {
  Value result = winsTies;
  for (int64_t l = buffers.dim; l-- > 0;) {
    Value a = getCoordinate(row, l), b = getCoordinate(entry, l);
    result = kernel.select(kernel.cmp(arith::CmpIPredicate::eq, a, b), result,
                           kernel.cmp(arith::CmpIPredicate::slt, a, b));
  }
  return result;
}

/// How many entries of `input` come before `entry`, which is one of `ownInput`.
Value MoveEntry::countBefore(Value input, Value ownInput, Value entry) {
  Value first = getFirstRow(input);
  Value end = getFirstRow(kernel.add(input, kernel.constant(1)));
  Value winsTies = kernel.cmp(arith::CmpIPredicate::ult, input, ownInput);
  Value found = search(
      first, end, [&](Value row) { return isBefore(row, entry, winsTies); });
  return kernel.sub(found, first);
}

void MoveEntry::emit(Value entry) {
  Value input = findInput(entry);
  Value position = entry;
  if (buffers.dim > 0 && buffers.numInputs > 1) {
    Value ownRow = kernel.sub(entry, getFirstRow(input));
    position = kernel.loop(
        kernel.constant(buffers.numInputs), ownRow,
        [&](Value other, ValueRange carried) -> SmallVector<Value> {
          Value isOther = kernel.cmp(arith::CmpIPredicate::ne, other, input);
          return {kernel.ifElse(
              isOther, ownRow.getType(),
              [&] {
                return kernel.add(carried[0], countBefore(other, input, entry));
              },
              [&]() -> Value { return carried[0]; })};
        })[0];
  }

  Value offset = kernel.load(
      buffers.table, kernel.add(input, kernel.constant(buffers.numInputs + 1)));
  Value target = kernel.mul(position, kernel.constant(buffers.rank));
  for (int64_t l = 0; l < buffers.rank; ++l) {
    Value coordinate = getCoordinate(entry, l);
    if (l == buffers.dim)
      coordinate = kernel.add(coordinate, offset);
    kernel.store(coordinate, buffers.outputIndices,
                 kernel.add(target, kernel.constant(l)));
  }
  Value chunks = kernel.constant(buffers.chunksPerValue);
  for (int64_t c = 0; c < buffers.chunksPerValue; ++c) {
    auto getPosition = [&](Value row) {
      return kernel.add(kernel.mul(row, chunks), kernel.constant(c));
    };
    kernel.store(kernel.load(buffers.values, getPosition(entry)),
                 buffers.outputValues, getPosition(position));
  }
}

namespace {
struct SparseConcatToGPU : OpRewritePattern<SparseConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SparseConcatOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    IndexMath math(rewriter, loc);
    SparseBuffers device;
    device.numInputs = op.getNumInputs();
    device.rank = op.getSparseRank();
    device.dim = op.getNormalizedConcatDim();

    // The table.
    Type i64 = rewriter.getI64Type();
    Value table = memref::AllocOp::create(
        rewriter, loc, MemRefType::get({2 * device.numInputs + 1}, i64));
    auto setEntry = [&](int64_t i, Value value) {
      memref::StoreOp::create(rewriter, loc, value, table, math.constant(i));
    };
    auto toI64 = [&](Value index) -> Value {
      return arith::IndexCastOp::create(rewriter, loc, i64, index);
    };
    Value numEntries = math.constant(0), size = toI64(numEntries);
    for (int64_t i = 0; i < device.numInputs; ++i) {
      setEntry(i, toI64(numEntries));
      setEntry(device.numInputs + 1 + i, size);
      numEntries = math.add(numEntries, math.dim(op.getIndices()[i], 0));
      Value own = tensor::ExtractOp::create(rewriter, loc, op.getShapes()[i],
                                            math.constant(device.dim));
      size = arith::AddIOp::create(rewriter, loc, size, own);
    }
    setEntry(device.numInputs, toI64(numEntries));

    auto valuesType = cast<RankedTensorType>(op.getOutputValues().getType());
    int64_t valueBytes = getElementBytes(op, valuesType.getElementType());
    int64_t chunkBytes = std::min<int64_t>(valueBytes & -valueBytes, 16);
    device.chunksPerValue = valueBytes / chunkBytes;
    Value numComponents = math.mul(numEntries, math.constant(device.rank));
    Value numChunks =
        math.mul(numEntries, math.constant(device.chunksPerValue));
    Value fits = fitsIn32Bits(math, {numComponents, numChunks});

    OpFoldResult rows = getAsOpFoldResult(numEntries);
    DeviceRegionBuilder region(rewriter, loc);
    region.addInputBuffer(table);
    region.addInputs(op.getIndices());
    region.addInputs(op.getValues());
    region.addOutput(cast<RankedTensorType>(op.getOutputIndices().getType()),
                     {rows, rewriter.getIndexAttr(device.rank)});
    region.addOutput(valuesType, {rows});
    SmallVector<Value> results = region.create([&](ValueRange buffers) {
      Type chunkType =
          Chunks{chunkBytes, 0, {}, {}}.getType(rewriter.getContext());
      device.table = viewBytes(rewriter, loc, buffers[0], i64,
                               math.constant(2 * device.numInputs + 1));
      device.indices = viewBytes(rewriter, loc, buffers[1], i64, numComponents);
      device.values =
          viewBytes(rewriter, loc, buffers[2], chunkType, numChunks);
      device.outputIndices =
          viewBytes(rewriter, loc, buffers[3], i64, numComponents);
      device.outputValues =
          viewBytes(rewriter, loc, buffers[4], chunkType, numChunks);
      Value needs64 =
          math.select(fits, math.boolean(false), math.boolean(true));
      for (auto [width, condition] :
           {std::pair(32u, fits), std::pair(64u, needs64)})
        createLaunch(rewriter, loc, width, numEntries, condition,
                     [&](const Kernel &kernel, Value entry) {
                       MoveEntry(kernel, device).emit(entry);
                     });
    });

    // The shape of the result is a few numbers of the host.
    SmallVector<Value> shape;
    for (int64_t l = 0; l < device.rank; ++l)
      shape.push_back(l == device.dim ? size
                                      : Value(tensor::ExtractOp::create(
                                            rewriter, loc, op.getShapes()[0],
                                            math.constant(l))));
    Value outputShape = tensor::FromElementsOp::create(rewriter, loc, shape);
    if (outputShape.getType() != op.getOutputShape().getType())
      outputShape = tensor::CastOp::create(
          rewriter, loc, op.getOutputShape().getType(), outputShape);
    results.push_back(outputShape);
    rewriter.replaceOp(op, results);
    return success();
  }
};
} // namespace

void weft::populateSparseConcatToGPUPatterns(RewritePatternSet &patterns) {
  patterns.add<SparseConcatToGPU>(patterns.getContext());
}
