//===- RowCopy.cpp - Copies of rows between flat buffers ------------------===//

#include "RowCopy.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "weft/Dialect/Weft/Utils/LoopUtils.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace weft;

RowCopy::RowCopy(Type elementType, OpFoldResult size, Width width)
    : elementType(elementType), size(size), width(width), lineElements(0) {
  if (int64_t bytes = getVectorElementBytes(elementType))
    lineElements = cacheLineBytes / bytes;
}

namespace {
/// One copy of one row.
struct RowMove {
  OpBuilder &builder;
  Location loc;
  Type elementType;
  Value source, from, target, to;

  /// Moves `lanes` elements from element `start` of the row on.
  void move(Value start, int64_t lanes) const {
    IndexMath math(builder, loc);
    Value first = math.add(from, start), last = math.add(to, start);
    if (lanes == 1) {
      Value element = memref::LoadOp::create(builder, loc, source, first);
      memref::StoreOp::create(builder, loc, element, target, last);
      return;
    }
    auto type = VectorType::get(lanes, elementType);
    Value vector = vector::LoadOp::create(builder, loc, type, source, first);
    vector::StoreOp::create(builder, loc, vector, target, last);
  }
  void move(int64_t start, int64_t lanes) const {
    move(IndexMath(builder, loc).constant(start), lanes);
  }

  /// Moves the line that starts at element `start` of the row past the caches.
  void stream(Value start) const {
    IndexMath math(builder, loc);
    Value line = LineBuffer(builder, loc, source).load(math.add(from, start));
    LineBuffer(builder, loc, target).stream(line, math.add(to, start));
  }

  void forEach(Value start, Value end, int64_t step,
               llvm::function_ref<void(Value)> body) const {
    IndexMath math(builder, loc);
    auto loop =
        scf::ForOp::create(builder, loc, start, end, math.constant(step));
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    body(loop.getInductionVar());
  }

  /// A row of a constant number of elements.
  void moveStatic(int64_t size, int64_t line) const {
    // Longer ones are a loop of 8 lines.
    constexpr int64_t maxLines = 8;
    int64_t start = 0;
    if (int64_t step = maxLines * line; size > step) {
      start = size / step * step;
      IndexMath math(builder, loc);
      forEach(math.constant(0), math.constant(start), step, [&](Value i) {
        IndexMath math(builder, loc);
        for (int64_t k = 0; k < maxLines; ++k)
          move(math.add(i, math.constant(k * line)), line);
      });
    }
    for (; size - start >= line; start += line)
      move(start, line);
    int64_t left = size - start;
    if (left == 0)
      return;
    int64_t half = llvm::bit_floor<uint64_t>(left);
    if (left == half || llvm::has_single_bit<uint64_t>(left - half)) {
      move(start, half);
      if (left != half)
        move(start + half, left - half);
    } else if (size >= line) {
      move(size - line, line);
    } else {
      move(start, half);
      move(size - half, half);
    }
  }

  /// A row of at least `line` elements.
  void moveWide(Value size, int64_t line) const {
    IndexMath math(builder, loc);
    Value last = math.sub(size, math.constant(line));
    forEach(math.constant(0), last, line, [&](Value i) { move(i, line); });
    move(last, line);
  }

  /// A row of at least two lines: past the caches those that are whole lines of
  /// the target. What is left at either end is moved by a line that overlaps
  /// them.
  void moveStreaming(Value size, int64_t line) const {
    IndexMath math(builder, loc);
    Value zero = math.constant(0), mask = math.constant(line - 1);
    Value start = math.andI(math.sub(zero, to), mask);
    Value left = math.andI(math.sub(size, start), mask);
    auto moveIf = [&](Value elements, Value at) {
      createIf(
          builder, loc, math.slt(zero, elements), {},
          [&]() -> SmallVector<Value> {
            move(at, line);
            return {};
          },
          []() -> SmallVector<Value> { return {}; });
    };
    moveIf(start, zero);
    forEach(start, math.sub(size, left), line, [&](Value i) { stream(i); });
    moveIf(left, math.sub(size, math.constant(line)));
  }

  /// The same for a constant number of whole lines, which start at one.
  void moveLines(int64_t size, int64_t line) const {
    constexpr int64_t maxLines = 8;
    IndexMath math(builder, loc);
    int64_t step = maxLines * line, start = size / step * step;
    forEach(math.constant(0), math.constant(start), step, [&](Value i) {
      IndexMath math(builder, loc);
      for (int64_t k = 0; k < maxLines; ++k)
        stream(math.add(i, math.constant(k * line)));
    });
    for (; start < size; start += line)
      stream(math.constant(start));
  }

  /// A row of fewer than 2 * `lanes` elements: two pieces that overlap, or
  /// fewer lanes.
  void moveNarrow(Value size, int64_t lanes) const {
    IndexMath math(builder, loc);
    Value fits = math.sge(size, math.constant(lanes));
    createIf(
        builder, loc, fits, {},
        [&]() -> SmallVector<Value> {
          move(0, lanes);
          if (lanes > 1)
            move(math.sub(size, math.constant(lanes)), lanes);
          return {};
        },
        [&]() -> SmallVector<Value> {
          if (lanes > 1)
            moveNarrow(size, lanes / 2);
          return {};
        });
  }
};
} // namespace

void RowCopy::emit(OpBuilder &builder, Location loc, Value source, Value from,
                   Value target, Value to, bool streaming) const {
  RowMove row{builder, loc, elementType, source, from, target, to};
  IndexMath math(builder, loc);
  std::optional<int64_t> known = getConstantIntValue(size);
  if (streaming) {
    if (known && *known % lineElements == 0)
      row.moveLines(*known, lineElements);
    else
      row.moveStreaming(math.value(size), lineElements);
  } else if (known == 1) {
    row.move(0, 1);
  } else if (!lineElements) {
    row.forEach(math.constant(0), math.value(size), 1,
                [&](Value i) { row.move(i, 1); });
  } else if (known) {
    row.moveStatic(*known, lineElements);
  } else if (width == Width::Wide) {
    row.moveWide(math.value(size), lineElements);
  } else if (lineElements > 1) {
    row.moveNarrow(math.value(size), lineElements / 2);
  }
}

Value RowCopy::canStream(const IndexMath &math, Value bytes) {
  Value rest = math.rem(bytes, math.constant(cacheLineBytes));
  return math.orI(math.eq(rest, math.constant(0)),
                  math.sge(bytes, math.constant(4 * cacheLineBytes)));
}
