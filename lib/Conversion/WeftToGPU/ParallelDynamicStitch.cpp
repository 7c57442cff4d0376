//===- ParallelDynamicStitch.cpp - The stitch as kernels ------------------===//
//
// The inputs follow one another in one buffer, so an input row is a number.
// Three steps: no row of the result has an owner; each input row makes itself
// the owner of its result row by an atomic maximum, so that the last one wins;
// each chunk of the result comes from its row's owner, or is zero.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "weft/Conversion/WeftToGPU/WeftToGPU.h"
#include <map>

using namespace mlir;
using namespace weft;

/// Makes each input row the owner of its result row, if it is the last one.
static void emitOwners(const Kernel &kernel, Value thread, Value firstRow,
                       Value indices, Value owners, Value numRows) {
  Value index = kernel.load(indices, thread);
  Value row = kernel.add(thread, kernel.param(firstRow));
  Value target = kernel.convert(index);
  // The checks have seen the indices; this is for code without them.
  Value isInside =
      kernel.cmp(arith::CmpIPredicate::ult, target, kernel.param(numRows));
  kernel.ifThen(isInside, [&] {
    kernel.reduce(kernel.width == 32 ? ".max.s32" : ".max.s64", owners, target,
                  kernel.width / 8, row);
  });
}

/// Writes a chunk of the result.
static void emitMove(const Kernel &kernel, Value thread, Value owners,
                     Value data, Value merged, Value numChunks) {
  Kernel::Divisor divisor = kernel.divisor(numChunks);
  auto [row, chunk] = kernel.divide(thread, divisor);
  Value owner = kernel.load(owners, row);
  Value hasOwner =
      kernel.cmp(arith::CmpIPredicate::sge, owner, kernel.constant(0));
  Type type = cast<MemRefType>(data.getType()).getElementType();
  Value value = kernel.ifElse(
      hasOwner, type,
      [&, chunk = chunk] {
        return kernel.load(data,
                           kernel.add(kernel.mul(owner, divisor.value), chunk));
      },
      [&] { return createZeroChunk(kernel, type); });
  kernel.store(value, merged, thread);
}

namespace {
/// Inputs that follow one another and have indices of one type: a buffer of
/// indices.
struct IndexGroup {
  Type type;
  SmallVector<Value> indices;
  Value firstRow, numRows;
};
} // namespace

static SmallVector<IndexGroup> groupIndices(const IndexMath &math,
                                            ValueRange inputs) {
  SmallVector<IndexGroup> groups;
  Value numRows = math.constant(0);
  for (Value indices : inputs) {
    auto type = cast<RankedTensorType>(indices.getType());
    if (groups.empty() || groups.back().type != type.getElementType())
      groups.push_back({type.getElementType(), {}, numRows, math.constant(0)});
    Value count = math.product(indices);
    numRows = math.add(numRows, count);
    groups.back().indices.push_back(indices);
    groups.back().numRows = math.add(groups.back().numRows, count);
  }
  return groups;
}

namespace {
struct ParallelDynamicStitchToGPU : OpRewritePattern<ParallelDynamicStitchOp> {
  ParallelDynamicStitchToGPU(MLIRContext *context,
                             const GPULoweringOptions &options)
      : OpRewritePattern(context), options(options) {}

  LogicalResult matchAndRewrite(ParallelDynamicStitchOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    IndexMath math(rewriter, loc);
    ReifiedRankedShapedTypeDims shapes;
    if (failed(reifyResultShapes(rewriter, op, shapes)))
      return rewriter.notifyMatchFailure(op, "no result shape");
    Value numRows = math.value(shapes[0][0]);
    Value rowElements = math.constant(1);
    for (OpFoldResult size : op.getRowSizes(rewriter))
      rowElements = math.mul(rowElements, math.value(size));
    SmallVector<IndexGroup> groups = groupIndices(math, op.getIndices());
    Value numInputRows =
        math.add(groups.back().firstRow, groups.back().numRows);
    RankedTensorType type = op.getMergedType();
    SmallVector<Chunks> kernels =
        chooseChunks(math, options, getElementBytes(op, type.getElementType()),
                     rowElements, {numRows, numInputRows});
    // Rows without elements need no owners, however many there are.
    Value zero = math.constant(0);
    Value ownedRows = math.select(math.eq(rowElements, zero), zero, numRows);
    // Owners are as wide as the arithmetic of the kernels.
    std::map<unsigned, Value> needed;
    Value hasElements = math.cmp(arith::CmpIPredicate::ne, rowElements, zero);
    for (unsigned width : {32, 64}) {
      needed[width] = math.boolean(false);
      for (const Chunks &chunks : kernels)
        if (chunks.variant.width == width)
          needed[width] = math.orI(needed[width], chunks.variant.condition);
      needed[width] = math.andI(needed[width], hasElements);
    }
    Value ownerBytes =
        math.select(needed[64], math.constant(8), math.constant(4));

    DeviceRegionBuilder region(rewriter, loc);
    for (const IndexGroup &group : groups)
      region.addInputs(group.indices);
    region.addInputs(op.getData());
    region.addOutput(type, shapes[0]);
    region.addScratch(math.mul(ownedRows, ownerBytes));
    SmallVector<Value> results = region.create([&](ValueRange buffers) {
      ValueRange indexBuffers = buffers.take_front(groups.size());
      Value dataBuffer = buffers[groups.size()];
      Value mergedBuffer = buffers[groups.size() + 1];
      Value ownerBuffer = buffers[groups.size() + 2];
      Value words = math.div(math.mul(ownedRows, ownerBytes), math.constant(4));
      Value none =
          arith::ConstantIntOp::create(rewriter, loc, -1, /*width=*/32);
      gpu::MemsetOp::create(
          rewriter, loc, TypeRange(), ValueRange(),
          viewBytes(rewriter, loc, ownerBuffer, rewriter.getI32Type(), words),
          none);
      auto viewOwners = [&](unsigned width) {
        return viewBytes(rewriter, loc, ownerBuffer,
                         rewriter.getIntegerType(width), ownedRows);
      };
      for (auto [width, condition] : needed) {
        Value owners = viewOwners(width);
        for (auto [group, buffer] : llvm::zip_equal(groups, indexBuffers)) {
          Type type = group.type.isIndex() ? rewriter.getI64Type() : group.type;
          Value indices = viewBytes(rewriter, loc, buffer, type, group.numRows);
          createLaunch(rewriter, loc, "parallel_dynamic_stitch_owners",
                       {width, condition}, group.numRows,
                       [&, firstRow = group.firstRow](const Kernel &kernel,
                                                      Value thread) {
                         emitOwners(kernel, thread, firstRow, indices, owners,
                                    ownedRows);
                       });
        }
      }
      for (const Chunks &chunks : kernels) {
        Type chunkType = chunks.getType(rewriter.getContext());
        Value numThreads = math.mul(numRows, chunks.numChunks);
        Value owners = viewOwners(chunks.variant.width);
        Value data = viewBytes(rewriter, loc, dataBuffer, chunkType,
                               math.mul(numInputRows, chunks.numChunks));
        Value merged =
            viewBytes(rewriter, loc, mergedBuffer, chunkType, numThreads);
        createLaunch(rewriter, loc, chunks.getName("parallel_dynamic_stitch"),
                     chunks.variant, numThreads,
                     [&](const Kernel &kernel, Value thread) {
                       emitMove(kernel, thread, owners, data, merged,
                                chunks.numChunks);
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

void weft::populateParallelDynamicStitchToGPUPatterns(
    RewritePatternSet &patterns, const GPULoweringOptions &options) {
  patterns.add<ParallelDynamicStitchToGPU>(patterns.getContext(), options);
}
