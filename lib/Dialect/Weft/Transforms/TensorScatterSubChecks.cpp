//===- TensorScatterSubChecks.cpp - Checks of weft.tensor_scatter_sub -----===//

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "weft/Dialect/Weft/Transforms/RuntimeChecks.h"
#include "weft/Dialect/Weft/Utils/EntryParts.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "weft/Dialect/Weft/Utils/IndexTensors.h"
#include "weft/Dialect/Weft/Utils/LoopUtils.h"

using namespace mlir;
using namespace weft;

/// The largest components of the indices, as by emitUnsignedMax. Threads share
/// indices in one dimension if there are many.
static SmallVector<Value> emitLargest(TensorScatterSubOp op,
                                      CheckBuilder &checks) {
  OpBuilder &builder = checks.builder;
  Location loc = checks.loc;
  Value indices = op.getIndices();
  int64_t depth = op.getIndexDepth();
  auto serial = [&] { return emitUnsignedMax(builder, loc, indices, depth); };
  if (!checks.parallelEntries || op.getNumPositionDims() != 1)
    return serial();

  IndexMath math(builder, loc);
  Type type = getElementTypeOrSelf(indices);
  Value count = math.dim(indices, 0);
  // As much work as so many entries of a sparse tensor.
  Value entries = math.div(count, math.constant(4));
  auto parallel = [&]() -> SmallVector<Value> {
    Value parts = createNumParts(builder, loc, entries, checks.parallelEntries);
    Value ofParts = memref::AllocOp::create(
        builder, loc, MemRefType::get({kMaxEntryParts, depth}, type));
    createForall(builder, loc, parts, [&](Value part) {
      auto getStart = [&](Value part) {
        return createPartStart(builder, loc, count, part, parts);
      };
      Value start = getStart(part);
      Value size = math.sub(getStart(math.add(part, math.constant(1))), start);
      Attribute zero = builder.getIndexAttr(0), one = builder.getIndexAttr(1);
      Value mine = tensor::ExtractSliceOp::create(
          builder, loc, indices, ArrayRef<OpFoldResult>{start, zero},
          ArrayRef<OpFoldResult>{size, builder.getIndexAttr(depth)},
          ArrayRef<OpFoldResult>{one, one});
      SmallVector<Value> largest = emitUnsignedMax(builder, loc, mine, depth);
      for (auto [c, max] : llvm::enumerate(largest))
        memref::StoreOp::create(builder, loc, max, ofParts,
                                ValueRange{part, math.constant(c)});
    });
    Value none =
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
    return createFor(
        builder, loc, math.constant(0), parts, SmallVector<Value>(depth, none),
        [&](Value part, ValueRange largest) {
          SmallVector<Value> next;
          for (auto [c, max] : llvm::enumerate(largest)) {
            Value other = memref::LoadOp::create(
                builder, loc, ofParts, ValueRange{part, math.constant(c)});
            next.push_back(arith::MaxUIOp::create(builder, loc, max, other));
          }
          return next;
        });
  };
  return createIf(builder, loc,
                  math.sge(entries, math.constant(checks.parallelEntries)),
                  SmallVector<Type>(depth, type), parallel, serial);
}

void weft::emitRuntimeChecks(TensorScatterSubOp op, CheckBuilder &checks) {
  OpBuilder &builder = checks.builder;
  Location loc = checks.loc;
  IndexMath math(builder, loc);
  Value indices = op.getIndices();
  int64_t numPositionDims = op.getNumPositionDims();
  int64_t depth = op.getIndexDepth();

  // C6
  Value lastDim = math.dim(indices, numPositionDims);
  checks.expect(math.eq(lastDim, math.constant(depth)),
                "expected dimension " + Twine(numPositionDims) +
                    " of 'indices' to be " + Twine(depth) + ", but got %d",
                lastDim);

  // C7, C8
  for (int64_t i = 0; i < op.getUpdatesType().getRank(); ++i) {
    bool isPosition = i < numPositionDims;
    Value expected =
        isPosition ? math.dim(indices, i)
                   : math.dim(op.getTensor(), depth + i - numPositionDims);
    Value size = math.dim(op.getUpdates(), i);
    checks.expect(math.eq(size, expected),
                  "expected dimension " + Twine(i) + " of 'updates' to be " +
                      (isPosition ? "that of 'indices'" : "that of 'tensor'") +
                      " (%d), but got %d",
                  {expected, size});
  }

  // C9
  if (op.ignoresBadIndices() || depth == 0)
    return;
  Value numPositions = math.constant(1);
  for (int64_t i = 0; i < numPositionDims; ++i)
    numPositions = math.mul(numPositions, math.dim(indices, i));
  Value isEmpty = math.eq(numPositions, math.constant(0));
  SmallVector<Value> largest = emitLargest(op, checks);
  for (int64_t c = 0; c < depth; ++c) {
    Value bound = math.dim(op.getTensor(), c);
    Value ok =
        math.orI(isEmpty, emitIsInBounds(builder, loc, largest[c], bound));
    std::string format = "expected 'indices'[";
    for (int64_t i = 0; i < numPositionDims; ++i)
      format += "%d, ";
    format += std::to_string(c) + "] to be in [0, %d), but got %d";
    checks.expect(ok, format, [&](OpBuilder &onFailure) {
      SmallVector<Value> values =
          emitFindOutOfBounds(onFailure, loc, indices, bound, c);
      values.insert(std::prev(values.end()), bound);
      return values;
    });
  }
}
