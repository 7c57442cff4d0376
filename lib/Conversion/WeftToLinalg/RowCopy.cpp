//===- RowCopy.cpp - Copies of rows between flat buffers ------------------===//

#include "RowCopy.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "weft/Dialect/Weft/Utils/LoopUtils.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace weft;

int64_t weft::getElementBytes(Operation *scope, Type type) {
  if (isa<IntegerType, IndexType, FloatType, ComplexType, VectorType,
          DataLayoutTypeInterface>(type))
    return DataLayout::closest(scope).getTypeSize(type).getKnownMinValue();
  return 1;
}

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
  bool streaming;

  /// Moves `lanes` elements from element `start` of the row on.
  void move(Value start, int64_t lanes) const {
    IndexMath math(builder, loc);
    Value first = math.add(from, start), last = math.add(to, start);
    if (lanes == 1) {
      Value element = memref::LoadOp::create(builder, loc, source, first);
      memref::StoreOp::create(builder, loc, element, target, last);
      return;
    }
    if (streaming) {
      Value line = LineBuffer(builder, loc, source).load(first);
      return LineBuffer(builder, loc, target).stream(line, last);
    }
    auto type = VectorType::get(lanes, elementType);
    Value vector = vector::LoadOp::create(builder, loc, type, source, first);
    vector::StoreOp::create(builder, loc, vector, target, last);
  }
  void move(int64_t start, int64_t lanes) const {
    move(IndexMath(builder, loc).constant(start), lanes);
  }

  void forEach(Value end, int64_t step,
               llvm::function_ref<void(Value)> body) const {
    IndexMath math(builder, loc);
    auto loop = scf::ForOp::create(builder, loc, math.constant(0), end,
                                   math.constant(step));
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
      forEach(IndexMath(builder, loc).constant(start), step, [&](Value i) {
        for (int64_t k = 0; k < maxLines; ++k)
          move(IndexMath(builder, loc)
                   .add(i, IndexMath(builder, loc).constant(k * line)),
               line);
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
    forEach(last, line, [&](Value i) { move(i, line); });
    move(last, line);
  }

  /// A row of fewer than 2 * `lanes` elements: two pieces that overlap, or fewer
  /// lanes.
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
  RowMove row{builder, loc, elementType, source, from, target, to, streaming};
  IndexMath math(builder, loc);
  std::optional<int64_t> known = getConstantIntValue(size);
  if (known == 1) {
    row.move(0, 1);
  } else if (!lineElements) {
    row.forEach(math.value(size), 1, [&](Value i) { row.move(i, 1); });
  } else if (known) {
    row.moveStatic(*known, lineElements);
  } else if (width == Width::Wide) {
    row.moveWide(math.value(size), lineElements);
  } else if (lineElements > 1) {
    row.moveNarrow(math.value(size), lineElements / 2);
  }
}
