//===- SparseConcat.h - Parts of the lowering of sparse_concat --*- C++ -*-===//
//
// The lowering writes loops on buffers: a table of the inputs (OperandTable)
// and the results, which are allocated first and become tensors at the end.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_WEFTTOLINALG_SPARSECONCAT_H
#define WEFT_LIB_CONVERSION_WEFTTOLINALG_SPARSECONCAT_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "weft/Conversion/WeftToLinalg/WeftToLinalg.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Dialect/Weft/Transforms/SparseConcatChecks.h"
#include "weft/Dialect/Weft/Utils/Coordinates.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "weft/Dialect/Weft/Utils/LoopUtils.h"
#include "weft/Dialect/Weft/Utils/OperandTable.h"

namespace weft {

/// Ranks up to here are moved by vectors: a row at once, and kRows rows at once
/// where they follow one another.
inline constexpr int64_t kMaxVectorRank = 8, kRows = kRowsAtOnce;

/// Writes the loops of one op.
class SparseConcatLowering {
public:
  /// `checks` are emitted on the way: the coordinates are checked when they are
  /// moved, and reported at the end.
  SparseConcatLowering(SparseConcatOp op, CheckBuilder &checks,
                       const SparseLoweringOptions &options);

  /// The op's results.
  llvm::SmallVector<mlir::Value> emit();

private:
  /// One input, read from the tables.
  struct Input {
    mlir::Value number;
    /// memref<?xRxi64> and the same memory as memref<?xi64>.
    mlir::Value coordinates, flat;
    /// memref<?xT>, and the number of entries.
    mlir::Value values, rows;
    /// i64: what its coordinates in the concatenated dimension grow by.
    mlir::Value offset;
  };
  /// Entries: memref<?xRxi64>, the same as memref<?xi64>, memref<?xT>.
  struct Entries {
    mlir::Value coordinates, flat, values;
  };

  // SparseConcat.cpp: what all strategies need, and the one for inputs that
  // follow one another in the result.
  void emitSums();
  mlir::Value emitOutputShape();
  Entries allocateEntries();
  mlir::Value emitSorted();
  mlir::Value emitAppend(const Entries &to);
  mlir::Value emitAppendPart(const Entries &to, mlir::Value part,
                             mlir::Value parts);
  mlir::Value copyInput(const Input &input, mlir::Value from, mlir::Value count,
                        const Entries &to, mlir::Value start, mlir::Value bits);
  mlir::Value createParallelOr(
      llvm::function_ref<void(mlir::Value)> prepare,
      llvm::function_ref<mlir::Value(mlir::Value, mlir::Value)> part);
  /// Copies `count` entries from number `from` on to number `to` on; kRows at
  /// least if `areMany`.
  void copyRun(const Input &input, mlir::Value from, mlir::Value count,
               const Entries &results, mlir::Value to, bool areMany = false);
  /// Copies entries [from, end) to number `to` on, and returns what is wrong
  /// with their coordinates.
  mlir::Value copyChecked(const Input &input, mlir::Value from, mlir::Value end,
                          const Entries &results, mlir::Value to);
  void copyEntry(const Input &input, mlir::Value from, const Entries &results,
                 mlir::Value to);
  /// Copies kRows entries, whose `coordinates` are flat in vectors; `offsets`
  /// are added to these.
  void copyEntries(const Input &input, mlir::Value from,
                   llvm::ArrayRef<mlir::Value> coordinates,
                   llvm::ArrayRef<mlir::Value> offsets, const Entries &results,
                   mlir::Value to);
  llvm::SmallVector<mlir::Value> createOffsets(const Input &input);
  /// Copies row `from` of a flat buffer to row `to` of another one; `offset`
  /// (i64 or null) is added in the concatenated dimension. `streaming`: past the
  /// caches, up to kMaxVectorRank.
  void copyRow(mlir::Value source, mlir::Value from, mlir::Value results,
               mlir::Value to, mlir::Value offset = {},
               bool streaming = false);
  mlir::Value createOffsetLanes(mlir::Value offset, int64_t lanes,
                                int64_t first);
  Input getInput(mlir::Value i);

  // SparseConcatMerge.cpp
  mlir::Value emitMerge();

  // SparseConcatSort.cpp
  mlir::Value emitIsUnsorted();
  mlir::Value emitSort();
  llvm::SmallVector<mlir::Value>
  mergeStep(mlir::Value coordinates, mlir::Value lists, mlir::ValueRange places,
            mlir::Value from, mlir::Value to, mlir::Value k, mlir::Value middle,
            mlir::Value end);

  mlir::Value load(mlir::Value buffer, mlir::ValueRange position) {
    return mlir::memref::LoadOp::create(builder, loc, buffer, position);
  }
  void store(mlir::Value value, mlir::Value buffer, mlir::ValueRange position) {
    mlir::memref::StoreOp::create(builder, loc, value, buffer, position);
  }
  mlir::Value allocate(llvm::ArrayRef<mlir::OpFoldResult> sizes,
                       mlir::Type type);
  mlir::Value flatten(mlir::Value matrix);
  mlir::Value i64(int64_t value) {
    return mlir::arith::ConstantIntOp::create(builder, loc, value,
                                              /*width=*/64);
  }

  friend class SparseConcatMerge;

  SparseConcatOp op;
  CheckBuilder &checkBuilder;
  mlir::OpBuilder &builder;
  mlir::Location loc;
  IndexMath math;
  int64_t numInputs, rank, dim, parallelEntries, streamingBytes;
  mlir::Type valueType;
  OperandTable indices, values, shapes;
  SparseConcatChecks checks;
  /// Whether coordinates are checked as they are moved.
  bool checksMoves;
  mlir::Value zero, one;
  /// The number of entries, the size in the concatenated dimension, and the
  /// offset of each input in it (memref of i64).
  mlir::Value total, totalSize, offsets;
  Entries results;
};

} // namespace weft

#endif // WEFT_LIB_CONVERSION_WEFTTOLINALG_SPARSECONCAT_H
