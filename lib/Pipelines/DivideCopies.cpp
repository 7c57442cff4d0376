//===- DivideCopies.cpp - The pass weft-divide-copies ---------------------===//

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "weft/Dialect/Weft/Utils/EntryParts.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "weft/Dialect/Weft/Utils/LineBuffer.h"
#include "weft/Dialect/Weft/Utils/LoopUtils.h"
#include "weft/Pipelines/Pipelines.h"
#include "llvm/Support/MathExtras.h"

namespace weft {
#define GEN_PASS_DEF_WEFTDIVIDECOPIESPASS
#include "weft/Pipelines/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

/// Whether the copy is one run of bytes that starts at a cache line in a new
/// buffer.
static bool canDivide(memref::CopyOp op) {
  auto source = dyn_cast<MemRefType>(op.getSource().getType());
  auto target = dyn_cast<MemRefType>(op.getTarget().getType());
  auto alloc = op.getTarget().getDefiningOp<memref::AllocOp>();
  if (!source || !target || !alloc || source.getRank() == 0 ||
      !source.getLayout().isIdentity() || !target.getLayout().isIdentity() ||
      !getVectorElementBytes(target.getElementType()))
    return false;
  int64_t product = 1;
  for (MemRefType type : {source, target})
    for (int64_t size : type.getShape())
      if (size == 0 || (!ShapedType::isDynamic(size) &&
                        llvm::MulOverflow(product, size, product)))
        return false;
  return alloc.getAlignment().value_or(1) % cacheLineBytes == 0;
}

/// The hardware fetches lines ahead up to the end of a page. Reading the lines
/// of four pages in turn keeps it fetching.
static constexpr int64_t pagesInTurn = 4, pageLines = 4096 / cacheLineBytes;

namespace {
struct CopyDivider {
  CopyDivider(OpBuilder &builder, memref::CopyOp op, int64_t parallelBytes,
              int64_t streamingBytes)
      : builder(builder), loc(op.getLoc()), math(builder, loc), op(op),
        parallelBytes(parallelBytes), streamingBytes(streamingBytes) {
    // Streaming writes at least one whole line.
    if (streamingBytes > 0)
      this->streamingBytes = std::max(streamingBytes, cacheLineBytes);
  }

  void emit() {
    auto type = cast<MemRefType>(op.getTarget().getType());
    int64_t elementBytes = getVectorElementBytes(type.getElementType());
    lineElements = cacheLineBytes / elementBytes;
    count = math.constant(1);
    for (int64_t i = 0; i < type.getRank(); ++i)
      count = math.mul(count, math.value(memref::getMixedSize(
                                  builder, loc, op.getTarget(), i)));
    bytes = math.mul(count, math.constant(elementBytes));
    source = flatten(op.getSource());
    target = flatten(op.getTarget());
    createFoldedIf(
        builder, loc, isAtLeast(streamingBytes), [&] { emitStreaming(); },
        [&] {
          createFoldedIf(
              builder, loc, isAtLeast(2 * parallelBytes),
              [&] { emitParallel(); },
              [&] {
                memref::CopyOp::create(builder, loc, op.getSource(),
                                       op.getTarget());
              });
        });
  }

private:
  Value isAtLeast(int64_t limit) {
    return limit > 0 ? math.sge(bytes, math.constant(limit))
                     : math.boolean(false);
  }

  /// The buffer as one dimension of unknown size.
  Value flatten(Value buffer) {
    int64_t rank = cast<MemRefType>(buffer.getType()).getRank();
    if (rank == 1)
      return buffer;
    ReassociationIndices all = llvm::to_vector(llvm::seq<int64_t>(0, rank));
    return memref::CollapseShapeOp::create(builder, loc, buffer, all);
  }

  /// Copies line number `i` past the caches.
  void streamLine(Value i) {
    Value start = math.mul(i, math.constant(lineElements));
    Value bytes = LineBuffer(builder, loc, source).load(start);
    LineBuffer(builder, loc, target).stream(bytes, start);
  }

  void forEach(Value from, Value to, llvm::function_ref<void(Value)> body) {
    createFor(builder, loc, from, to, {},
              [&](Value i, ValueRange) -> SmallVector<Value> {
                body(i);
                return {};
              });
  }

  /// Whole lines past the caches, of several pages in turn, and what is left of
  /// them; then the last line, which may overlap them.
  void emitStreaming() {
    Value line = math.constant(lineElements);
    Value lines = math.div(count, line);
    Value groupLines = math.constant(pagesInTurn * pageLines);
    Value groups = math.div(lines, groupLines);
    forEachPart(groups, [&](Value from, Value to) {
      forEach(from, to, [&](Value group) {
        Value start = math.mul(group, groupLines);
        forEach(math.constant(0), math.constant(pageLines), [&](Value i) {
          Value first = math.add(start, i);
          for (int64_t page = 0; page < pagesInTurn; ++page)
            streamLine(math.add(first, math.constant(page * pageLines)));
        });
      });
    });
    forEach(math.mul(groups, groupLines), lines,
            [&](Value i) { streamLine(i); });
    Type elementType = cast<MemRefType>(target.getType()).getElementType();
    auto type = VectorType::get(lineElements, elementType);
    Value start = math.sub(count, line);
    Value last = vector::LoadOp::create(builder, loc, type, source, start);
    vector::StoreOp::create(builder, loc, last, target, start);
  }

  void emitParallel() {
    forEachPart(count, [&](Value from, Value to) {
      auto slice = [&](Value buffer) -> Value {
        SmallVector<OpFoldResult> one{builder.getIndexAttr(1)};
        return memref::SubViewOp::create(
            builder, loc, buffer, getAsOpFoldResult(ValueRange{from}),
            getAsOpFoldResult(ValueRange{math.sub(to, from)}), one);
      };
      Value part = slice(source);
      memref::CopyOp::create(builder, loc, part, slice(target));
    });
  }

  /// Divides [0, size) among threads, or not at all.
  void forEachPart(Value size, llvm::function_ref<void(Value, Value)> body) {
    if (parallelBytes <= 0)
      return body(math.constant(0), size);
    Value parts = math.div(bytes, math.constant(parallelBytes));
    parts = math.max(math.min(parts, math.constant(maxParallelParts)),
                     math.constant(1));
    createForallRanges(builder, loc, size, parts, body);
  }

  OpBuilder &builder;
  Location loc;
  IndexMath math;
  memref::CopyOp op;
  int64_t parallelBytes, streamingBytes, lineElements;
  Value count, bytes, source, target;
};

struct WeftDivideCopies
    : weft::impl::WeftDivideCopiesPassBase<WeftDivideCopies> {
  using WeftDivideCopiesPassBase::WeftDivideCopiesPassBase;

  void runOnOperation() override {
    if (parallelBytes <= 0 && streamingBytes <= 0)
      return;
    SmallVector<memref::CopyOp> copies;
    getOperation()->walk([&](memref::CopyOp op) {
      if (canDivide(op))
        copies.push_back(op);
    });
    for (memref::CopyOp op : copies) {
      OpBuilder builder(op);
      CopyDivider(builder, op, parallelBytes, streamingBytes).emit();
      op.erase();
    }
  }
};
} // namespace
