//===- Coordinates.h - Order of rows of coordinates -------------*- C++ -*-===//
//
// Comparisons of rows of i64 coordinates in row-major order, for the checks and
// the lowering of sparse_concat.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_UTILS_COORDINATES_H
#define WEFT_DIALECT_WEFT_UTILS_COORDINATES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "weft/Dialect/Weft/Utils/LoopUtils.h"

namespace weft {

/// Gives coordinate number l of a row.
using CoordinateFn = llvm::function_ref<mlir::Value(mlir::Value l)>;

/// i1: row `a` is before row `b`, by the first `count` coordinates.
inline mlir::Value createIsBefore(mlir::OpBuilder &builder, mlir::Location loc,
                                  int64_t count, CoordinateFn a,
                                  CoordinateFn b) {
  IndexMath math(builder, loc);
  mlir::Value last = math.constant(count - 1);
  return createStaticFor(builder, loc, count, math.boolean(false),
                         [&](mlir::Value k, mlir::ValueRange less)
                             -> llvm::SmallVector<mlir::Value> {
                           mlir::Value l = math.sub(last, k);
                           mlir::Value x = a(l);
                           mlir::Value y = b(l);
                           mlir::Value equal = math.eq(x, y);
                           return {math.select(equal, less[0], math.slt(x, y))};
                         })[0];
}

/// An i64 whose sign bit says that row `a` is before row `b`, by the first
/// `count` coordinates, computed without a branch or a comparison so that it
/// vectorizes on any target. With s[l] = a[l] - b[l],
///   before(l) = s[l] | ((s[l] - 1) & before(l + 1)),   before(count) = 0
/// s[l] < 0 sets the bit; s[l] > 0 clears it whatever follows; s[l] = 0 leaves
/// it to before(l + 1). The differences must not overflow: those of coordinates
/// in bounds do not.
inline mlir::Value createIsBeforeBits(mlir::OpBuilder &builder,
                                      mlir::Location loc, int64_t count,
                                      CoordinateFn a, CoordinateFn b) {
  IndexMath math(builder, loc);
  mlir::Value last = math.constant(count - 1);
  mlir::Value zero =
      mlir::arith::ConstantIntOp::create(builder, loc, 0, /*width=*/64);
  mlir::Value one =
      mlir::arith::ConstantIntOp::create(builder, loc, 1, /*width=*/64);
  return createStaticFor(
      builder, loc, count, zero,
      [&](mlir::Value k,
          mlir::ValueRange before) -> llvm::SmallVector<mlir::Value> {
        mlir::Value l = math.sub(last, k);
        mlir::Value x = a(l);
        mlir::Value step = math.sub(x, b(l));
        mlir::Value rest = math.andI(math.sub(step, one), before[0]);
        return {math.orI(step, rest)};
      })[0];
}

/// Rows of coordinates that lie behind one another in memory.
struct CoordinateRows {
  /// memref<?xRxi64> without gaps.
  mlir::Value buffer;
  /// The first row, and the one behind the last.
  mlir::Value from, to;
  /// R.
  int64_t rank;
};

/// What is done with rows while they are read, maybe twice: with one row, or
/// with kRowsAtOnce rows from `row` on, which are flat in R vectors. If there
/// are many rows, those before `start` go one by one (null: as few as can be).
struct RowVisitor {
  mlir::Value start;
  llvm::function_ref<void(mlir::Value row)> one;
  llvm::function_ref<void(mlir::Value row, llvm::ArrayRef<mlir::Value> flat)>
      several;
};
inline constexpr int64_t kRowsAtOnce = 8;

/// An i64 whose sign bit says that the coordinates are wrong: with `shape`, a
/// buffer of R sizes (i64), that a coordinate l is not in [0, shape[l]); with
/// `order`, that a row is before the one in front of it, which is row from - 1
/// for the first one, unless that is row 0. If coordinates may be
/// out of bounds and there is no shape, the order is not reliable.
mlir::Value createWrongBits(mlir::OpBuilder &builder, mlir::Location loc,
                            const CoordinateRows &coordinates,
                            mlir::Value shape, bool order,
                            RowVisitor visitor = {});

} // namespace weft

#endif // WEFT_DIALECT_WEFT_UTILS_COORDINATES_H
