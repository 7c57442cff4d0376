//===- SpaceOps.cpp - The two space ops as kernels ------------------------===//
//
// A thread moves one chunk. The threads walk the space tensor (the padded input
// of space_to_batch_nd, the output of batch_to_space_nd) in memory order: those
// of a warp then access one contiguous run on that side, and one for each block
// offset on the other, which touches the fewest sectors. Padding is written by
// the same kernel.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "weft/Conversion/WeftToGPU/WeftToGPU.h"

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
};

/// Emits the move of the chunk that a thread stands for.
class MoveChunk {
public:
  MoveChunk(const Kernel &kernel, const SpaceSizes &sizes, Value numChunks)
      : kernel(kernel), sizes(sizes), numChunks(numChunks) {}

  void emit(Value thread, Value from, Value to);

private:
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
    auto [block, inBlock] = kernel.divide(padded, divisor);
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
    Value numWalked = sizes.batch, numBatched = sizes.batch;
    for (const BlockDim &dim : sizes.dims) {
      numWalked = math.mul(numWalked, dim.walked);
      numBatched = math.mul(numBatched, math.mul(dim.block, dim.batch));
    }
    RankedTensorType type = op.getOutputType();
    SmallVector<Chunks> kernels =
        chooseChunks(math, options, getElementBytes(op, type.getElementType()),
                     sizes.rest, {numWalked, numBatched});
    StringRef name = op->getName().stripDialect();
    DeviceRegionBuilder region(rewriter, loc);
    region.addInputs(op.getInput());
    region.addOutput(type, shapes[0]);
    SmallVector<Value> results = region.create([&](ValueRange buffers) {
      for (const Chunks &chunks : kernels) {
        Type chunkType = chunks.getType(rewriter.getContext());
        Value numThreads = math.mul(numWalked, chunks.numChunks);
        auto view = [&](Value buffer) {
          return viewBytes(rewriter, loc, buffer, chunkType, numThreads);
        };
        Value from = view(buffers[0]), to = view(buffers[1]);
        createLaunch(
            rewriter, loc, chunks.getName(name), chunks.variant, numThreads,
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
