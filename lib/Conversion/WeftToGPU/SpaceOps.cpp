//===- SpaceOps.cpp - The two space ops as kernels ------------------------===//
//
// A thread moves one chunk. The threads walk the space tensor (the padded input
// of space_to_batch_nd, the output of batch_to_space_nd) in memory order: those
// of a warp then access one contiguous run on that side, and one for each block
// offset on the other, which touches the fewest sectors. Padding is written by
// the same kernel.
//
// Where runs are a few bytes, a thread moves more than one: a whole block of
// the last dimension, which is contiguous in the space tensor.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "weft/Conversion/WeftToGPU/WeftToGPU.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;

namespace {
/// One block dimension: sizes of the space tensor, of what the threads walk of
/// it, and of the batch tensor.
struct BlockDim {
  Value block, before, space, walked, batch;
  /// Neither padded nor cropped.
  bool isWhole;
};

/// The sizes of an op, as values of the host.
struct SpaceSizes {
  bool toBatch;
  Value batch; // of the space tensor
  SmallVector<BlockDim> dims;
  Value rest;
  /// If not 1, threads move whole blocks of that size of the last dimension,
  /// whose sizes in `dims` are then counted in blocks.
  int64_t group = 1;
};

/// Emits the move of the chunk that a thread stands for.
class MoveChunk {
public:
  MoveChunk(const Kernel &kernel, const SpaceSizes &sizes, Value numChunks)
      : kernel(kernel), sizes(sizes), numChunks(numChunks) {}

  void emit(Value thread, Value from, Value to);

private:
  void emitGroup(Value thread, Value from, Value to);
  Value getBatchPosition();
  Value getSpacePosition(Value &isInside);

  const Kernel &kernel;
  const SpaceSizes &sizes;
  Value numChunks;
  /// Where the chunk is in the space tensor.
  Value batch, chunk;
  SmallVector<Value> position;
};
} // namespace

/// The position in the batch tensor.
Value MoveChunk::getBatchPosition() {
  Value offset = kernel.constant(0);
  SmallVector<Value> blocks;
  for (auto [dim, at] : llvm::zip_equal(sizes.dims, position)) {
    Value padded =
        sizes.toBatch ? at : kernel.add(at, kernel.param(dim.before));
    Kernel::Divisor divisor = kernel.divisor(dim.block);
    bool isGrouped = sizes.group > 1 && &dim == &sizes.dims.back();
    auto [block, inBlock] = isGrouped ? std::pair(padded, kernel.constant(0))
                                      : kernel.divide(padded, divisor);
    offset = kernel.add(kernel.mul(offset, divisor.value), inBlock);
    blocks.push_back(block);
  }
  Value index =
      kernel.add(kernel.mul(offset, kernel.param(sizes.batch)), batch);
  for (auto [dim, block] : llvm::zip_equal(sizes.dims, blocks))
    index = kernel.add(kernel.mul(index, kernel.param(dim.batch)), block);
  return kernel.add(kernel.mul(index, kernel.param(numChunks)), chunk);
}

/// The position in the input of space_to_batch_nd, and whether it is there.
Value MoveChunk::getSpacePosition(Value &isInside) {
  Value index = batch;
  isInside = kernel.boolean(true);
  for (auto [dim, at] : llvm::zip_equal(sizes.dims, position)) {
    Value size = kernel.param(dim.space);
    Value unpadded = kernel.sub(at, kernel.param(dim.before));
    if (!dim.isWhole)
      isInside = kernel.andI(
          isInside, kernel.cmp(arith::CmpIPredicate::ult, unpadded, size));
    index = kernel.add(kernel.mul(index, size), unpadded);
  }
  return kernel.add(kernel.mul(index, kernel.param(numChunks)), chunk);
}

void MoveChunk::emit(Value thread, Value from, Value to) {
  std::tie(batch, chunk) = kernel.divide(thread, kernel.divisor(numChunks));
  position.resize(sizes.dims.size());
  for (size_t i = sizes.dims.size(); i-- > 0;)
    std::tie(batch, position[i]) =
        kernel.divide(batch, kernel.divisor(sizes.dims[i].walked));
  if (sizes.group > 1)
    return emitGroup(thread, from, to);
  if (!sizes.toBatch) {
    Value value = kernel.load(from, getBatchPosition());
    kernel.store(value, to, thread);
    return;
  }
  Value isInside;
  Value spacePosition = getSpacePosition(isInside);
  Type type = cast<MemRefType>(from.getType()).getElementType();
  Value value = kernel.ifElse(
      isInside, type, [&] { return kernel.load(from, spacePosition); },
      [&] { return createZeroChunk(kernel, type); });
  kernel.store(value, to, getBatchPosition());
}

/// The same for a block of the last dimension.
void MoveChunk::emitGroup(Value thread, Value from, Value to) {
  OpBuilder &builder = kernel.builder;
  Value batchPosition = getBatchPosition();
  Value stride = kernel.param(sizes.batch);
  for (const BlockDim &dim : sizes.dims)
    stride = kernel.mul(stride, kernel.param(dim.batch));
  SmallVector<Value> pieces;
  if (sizes.toBatch) {
    Value isInside;
    Value spacePosition = getSpacePosition(isInside);
    Type type = cast<MemRefType>(from.getType()).getElementType();
    Value block = kernel.ifElse(
        isInside, type, [&] { return kernel.load(from, spacePosition); },
        [&] { return createZeroChunk(kernel, type); });
    for (int64_t i = 0; i < sizes.group; ++i)
      pieces.push_back(
          vector::ExtractOp::create(builder, kernel.loc, block, i));
  }
  for (int64_t i = 0; i < sizes.group; ++i) {
    if (sizes.toBatch)
      kernel.store(pieces[i], to, batchPosition);
    else
      pieces.push_back(kernel.load(from, batchPosition));
    batchPosition = kernel.add(batchPosition, stride);
  }
  if (!sizes.toBatch)
    kernel.store(vector::FromElementsOp::create(
                     builder, kernel.loc,
                     cast<MemRefType>(to.getType()).getElementType(), pieces),
                 to, thread);
}

/// The block size of the last dimension if a thread can move a block of it, by
/// one access to the space tensor and one to each piece in the batch tensor;
/// else 1.
static int64_t getGroup(const SpaceSizes &sizes, int64_t elementBytes) {
  constexpr int64_t widest = 16;
  if (sizes.dims.empty() || !sizes.dims.back().isWhole)
    return 1;
  std::optional<int64_t> block = getConstantIntValue(sizes.dims.back().block);
  std::optional<int64_t> rest = getConstantIntValue(sizes.rest);
  if (!block || !rest || *block > widest || *rest > widest ||
      elementBytes > widest)
    return 1;
  int64_t bytes = *rest * elementBytes;
  bool fits = llvm::isPowerOf2_64(bytes) && llvm::isPowerOf2_64(*block) &&
              bytes * *block <= widest;
  return fits ? *block : 1;
}

/// The sizes of an op. `output` are those of its result.
template <typename OpTy>
static SpaceSizes getSizes(const IndexMath &math, OpTy op,
                           ArrayRef<OpFoldResult> output) {
  SpaceSizes sizes;
  sizes.toBatch = std::is_same_v<OpTy, SpaceToBatchNdOp>;
  SmallVector<OpFoldResult> blocks = op.getMixedBlockShape();
  SmallVector<OpFoldResult> pairs = op.getMixedPairs();
  auto getInput = [&](int64_t i) { return math.dim(op.getInput(), i); };
  auto getOutput = [&](int64_t i) { return math.value(output[i]); };
  sizes.batch = sizes.toBatch ? getInput(0) : getOutput(0);
  int64_t numDims = op.getNumBlockDims();
  for (int64_t i = 0; i < numDims; ++i) {
    BlockDim dim;
    dim.block = math.value(blocks[i]);
    dim.before = math.value(pairs[2 * i]);
    dim.space = sizes.toBatch ? getInput(i + 1) : getOutput(i + 1);
    dim.batch = sizes.toBatch ? getOutput(i + 1) : getInput(i + 1);
    dim.isWhole = isConstantIntValue(pairs[2 * i], 0) &&
                  isConstantIntValue(pairs[2 * i + 1], 0);
    dim.walked = sizes.toBatch && !dim.isWhole ? math.mul(dim.batch, dim.block)
                                               : dim.space;
    sizes.dims.push_back(dim);
  }
  sizes.rest = math.constant(1);
  for (int64_t i = numDims + 1; i < op.getInputType().getRank(); ++i)
    sizes.rest = math.mul(sizes.rest, getInput(i));
  // Dimensions that nothing happens to are part of the batch, or of the rest.
  auto isPlain = [](const BlockDim &dim) {
    return dim.isWhole && matchPattern(dim.block, m_One());
  };
  while (!sizes.dims.empty() && isPlain(sizes.dims.back()))
    sizes.rest = math.mul(sizes.rest, sizes.dims.pop_back_val().space);
  auto *first = llvm::find_if_not(sizes.dims, isPlain);
  for (const BlockDim &dim : llvm::make_range(sizes.dims.begin(), first))
    sizes.batch = math.mul(sizes.batch, dim.space);
  sizes.dims.erase(sizes.dims.begin(), first);
  return sizes;
}

namespace {
template <typename OpTy>
struct SpaceOpToGPU : OpRewritePattern<OpTy> {
  SpaceOpToGPU(MLIRContext *context, const GPULoweringOptions &options)
      : OpRewritePattern<OpTy>(context), options(options) {}

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    IndexMath math(rewriter, loc);
    ReifiedRankedShapedTypeDims shapes;
    if (failed(reifyResultShapes(rewriter, op, shapes)))
      return rewriter.notifyMatchFailure(op, "no result shape");
    SpaceSizes sizes = getSizes(math, op, shapes[0]);
    RankedTensorType type = op.getOutputType();
    int64_t elementBytes = getElementBytes(op, type.getElementType());
    sizes.group = getGroup(sizes, elementBytes);
    if (sizes.group > 1) {
      BlockDim &last = sizes.dims.back();
      last.space = last.walked = last.batch;
    }
    Value numWalked = sizes.batch, numBatched = sizes.batch;
    for (const BlockDim &dim : sizes.dims) {
      numWalked = math.mul(numWalked, dim.walked);
      numBatched = math.mul(numBatched, math.mul(dim.block, dim.batch));
    }
    SmallVector<Chunks> kernels = chooseChunks(
        math, options, elementBytes, sizes.rest, {numWalked, numBatched});
    StringRef name = op->getName().stripDialect();
    DeviceRegionBuilder region(rewriter, loc);
    region.addInputs(op.getInput());
    region.addOutput(type, shapes[0]);
    SmallVector<Value> results = region.create([&](ValueRange buffers) {
      for (const Chunks &chunks : kernels) {
        Type chunkType = chunks.getType(rewriter.getContext());
        Value numThreads = math.mul(numWalked, chunks.numChunks);
        std::string kernelName = chunks.getName(name);
        Type spaceType = chunkType;
        if (sizes.group > 1) {
          spaceType = VectorType::get({sizes.group}, chunkType);
          kernelName += "_x" + std::to_string(sizes.group);
        }
        Value numMoved = math.mul(numThreads, math.constant(sizes.group));
        auto view = [&](Value buffer, bool isBatch) {
          return viewBytes(rewriter, loc, buffer,
                           isBatch ? chunkType : spaceType,
                           isBatch ? numMoved : numThreads);
        };
        Value from = view(buffers[0], !sizes.toBatch);
        Value to = view(buffers[1], sizes.toBatch);
        createLaunch(
            rewriter, loc, kernelName, chunks.variant, numThreads,
            [&](const Kernel &kernel, Value thread) {
              MoveChunk(kernel, sizes, chunks.numChunks).emit(thread, from, to);
            });
      }
    });
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  GPULoweringOptions options;
};
} // namespace

void weft::populateSpaceOpsToGPUPatterns(RewritePatternSet &patterns,
                                         const GPULoweringOptions &options) {
  patterns.add<SpaceOpToGPU<BatchToSpaceNdOp>, SpaceOpToGPU<SpaceToBatchNdOp>>(
      patterns.getContext(), options);
}
