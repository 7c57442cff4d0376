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
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "weft/Conversion/WeftToGPU/WeftToGPU.h"
#include "weft/Dialect/Weft/Utils/Coordinates.h"
#include "weft/Dialect/Weft/Utils/LoopUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;

namespace {
/// The buffers of the device, and what is known of them at compile time.
struct SparseBuffers {
  int64_t numInputs, rank, dim, chunksPerValue;
  /// [N + 1] first rows, [N] offsets in the concatenated dimension.
  Value table;
  Value indices, values, outputValues;
  /// The indices in vectors of `keyWidth` coordinates, of which a row has a
  /// whole number, or in single ones.
  int64_t keyWidth;
  Value keys, outputKeys;
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
  Value countBefore(Value input, Value ownInput);
  Value isBefore(Value row, Value winsTies);
  void loadKey(Value entry);
  void storeKey(Value position, Value offset);
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
  /// The coordinates of the entry.
  SmallVector<Value> key;
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

/// i1: the key of `row` is less than that of the entry, or equal if `winsTies`.
Value MoveEntry::isBefore(Value row, Value winsTies) {
  Value result = winsTies;
  for (int64_t l = buffers.dim; l-- > 0;) {
    Value a = getCoordinate(row, l), b = key[l];
    result = kernel.select(kernel.cmp(arith::CmpIPredicate::eq, a, b), result,
                           kernel.cmp(arith::CmpIPredicate::slt, a, b));
  }
  return result;
}

/// How many entries of `input` come before the entry, which is one of
/// `ownInput`.
Value MoveEntry::countBefore(Value input, Value ownInput) {
  Value first = getFirstRow(input);
  Value end = getFirstRow(kernel.add(input, kernel.constant(1)));
  Value winsTies = kernel.cmp(arith::CmpIPredicate::ult, input, ownInput);
  Value found =
      search(first, end, [&](Value row) { return isBefore(row, winsTies); });
  return kernel.sub(found, first);
}

void MoveEntry::loadKey(Value entry) {
  OpBuilder &builder = kernel.builder;
  int64_t width = buffers.keyWidth;
  Value first = kernel.mul(entry, kernel.constant(buffers.rank / width));
  for (int64_t l = 0; l < buffers.rank; l += width) {
    Value part = kernel.load(buffers.keys,
                             kernel.add(first, kernel.constant(l / width)));
    for (int64_t i = 0; i < width; ++i)
      key.push_back(
          width == 1 ? part
                     : vector::ExtractOp::create(builder, kernel.loc, part, i)
                           .getResult());
  }
}

void MoveEntry::storeKey(Value position, Value offset) {
  OpBuilder &builder = kernel.builder;
  SmallVector<Value> moved = key;
  moved[buffers.dim] = kernel.add(moved[buffers.dim], offset);
  int64_t width = buffers.keyWidth;
  Value first = kernel.mul(position, kernel.constant(buffers.rank / width));
  for (int64_t l = 0; l < buffers.rank; l += width) {
    Value part = moved[l];
    if (width > 1)
      part = vector::FromElementsOp::create(
          builder, kernel.loc, VectorType::get({width}, part.getType()),
          ValueRange(moved).slice(l, width));
    kernel.store(part, buffers.outputKeys,
                 kernel.add(first, kernel.constant(l / width)));
  }
}

void MoveEntry::emit(Value entry) {
  Value input = findInput(entry);
  loadKey(entry);
  Value position = entry;
  if (buffers.dim > 0 && buffers.numInputs > 1) {
    Value ownRow = kernel.sub(entry, getFirstRow(input));
    position = kernel.loop(
        kernel.constant(buffers.numInputs), ownRow,
        [&](Value other, ValueRange carried) -> SmallVector<Value> {
          Value isOther = kernel.cmp(arith::CmpIPredicate::ne, other, input);
          return {kernel.ifElse(
              isOther, ownRow.getType(),
              [&] { return kernel.add(carried[0], countBefore(other, input)); },
              [&]() -> Value { return carried[0]; })};
        })[0];
  }
  storeKey(
      position,
      kernel.load(buffers.table,
                  kernel.add(input, kernel.constant(buffers.numInputs + 1))));
  Value chunks = kernel.constant(buffers.chunksPerValue);
  for (int64_t c = 0; c < buffers.chunksPerValue; ++c) {
    auto getPosition = [&](Value row) {
      return kernel.add(kernel.mul(row, chunks), kernel.constant(c));
    };
    kernel.store(kernel.load(buffers.values, getPosition(entry)),
                 buffers.outputValues, getPosition(position));
  }
}

/// i1: an input is not in row-major order. The host looks.
static Value emitIsUnsorted(const IndexMath &math, SparseConcatOp op) {
  OpBuilder &builder = math.builder;
  Location loc = math.loc;
  Value zero = arith::ConstantIntOp::create(builder, loc, 0, /*width=*/64);
  Value one = math.constant(1), bits = zero;
  for (Value indices : op.getIndices())
    bits =
        createFor(builder, loc, one, math.dim(indices, 0), bits,
                  [&](Value row, ValueRange carried) -> SmallVector<Value> {
                    auto getCoordinate = [&](Value row) {
                      return [&builder, loc, indices, row](Value l) -> Value {
                        return tensor::ExtractOp::create(builder, loc, indices,
                                                         ValueRange{row, l});
                      };
                    };
                    Value isBefore = createIsBeforeBits(
                        builder, loc, op.getSparseRank(), getCoordinate(row),
                        getCoordinate(math.sub(row, one)));
                    return {math.orI(carried[0], isBefore)};
                  })[0];
  return math.slt(bits, zero);
}

/// Marks the copy of an op that the host is to run.
constexpr StringLiteral hostAttrName = "weft.on_host";

namespace {
struct SparseConcatToGPU : OpRewritePattern<SparseConcatOp> {
  SparseConcatToGPU(MLIRContext *context, const GPULoweringOptions &options)
      : OpRewritePattern(context), options(options) {}

  LogicalResult matchAndRewrite(SparseConcatOp op,
                                PatternRewriter &rewriter) const override {
    if (op->hasAttr(hostAttrName))
      return rewriter.notifyMatchFailure(op, "the host runs it");
    IndexMath math(rewriter, op.getLoc());
    if (!op.getSortInputs()) {
      rewriter.replaceOp(op, emitMerge(op, math));
      return success();
    }
    // Kernels merge; what is not sorted is left to the host.
    SmallVector<Value> results = createIf(
        rewriter, op.getLoc(), emitIsUnsorted(math, op), op->getResultTypes(),
        [&]() -> SmallVector<Value> {
          Operation *copy = rewriter.clone(*op);
          copy->setAttr(hostAttrName, rewriter.getUnitAttr());
          return copy->getResults();
        },
        [&] { return emitMerge(op, math); });
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  SmallVector<Value> emitMerge(SparseConcatOp op, const IndexMath &math) const {
    OpBuilder &rewriter = math.builder;
    Location loc = math.loc;
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
    SmallVector<Variant> variants =
        chooseVariants(math, options, math.boolean(true),
                       fitsIn32Bits(math, {numComponents, numChunks}));

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
          Chunks{chunkBytes, {}, {}}.getType(rewriter.getContext());
      device.table = viewBytes(rewriter, loc, buffers[0], i64,
                               math.constant(2 * device.numInputs + 1));
      device.indices = viewBytes(rewriter, loc, buffers[1], i64, numComponents);
      device.values =
          viewBytes(rewriter, loc, buffers[2], chunkType, numChunks);
      device.keyWidth = device.rank % 2 == 0 && device.rank > 0 ? 2 : 1;
      Type keyType = i64;
      if (device.keyWidth > 1)
        keyType = VectorType::get({device.keyWidth}, i64);
      Value numKeys = math.div(numComponents, math.constant(device.keyWidth));
      device.keys = viewBytes(rewriter, loc, buffers[1], keyType, numKeys);
      device.outputKeys =
          viewBytes(rewriter, loc, buffers[3], keyType, numKeys);
      device.outputValues =
          viewBytes(rewriter, loc, buffers[4], chunkType, numChunks);
      for (const Variant &variant : variants)
        createLaunch(rewriter, loc, op->getName().stripDialect(), variant,
                     numEntries, [&](const Kernel &kernel, Value entry) {
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
    return results;
  }

  GPULoweringOptions options;
};
} // namespace

void weft::populateSparseConcatToGPUPatterns(
    RewritePatternSet &patterns, const GPULoweringOptions &options) {
  patterns.add<SparseConcatToGPU>(patterns.getContext(), options);
}
