//===- SparseConcatChecks.h - Checks of sparse_concat, in parts -*- C++ -*-===//

#ifndef WEFT_DIALECT_WEFT_TRANSFORMS_SPARSECONCATCHECKS_H
#define WEFT_DIALECT_WEFT_TRANSFORMS_SPARSECONCATCHECKS_H

#include "weft/Dialect/Weft/Transforms/RuntimeChecks.h"
#include "weft/Dialect/Weft/Utils/Coordinates.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "weft/Dialect/Weft/Utils/OperandTable.h"

namespace weft {

/// Writes the run-time checks of one op: into loops of their own
/// (emitRuntimeChecks), or into those of its lowering, which visits the inputs
/// and moves the coordinates anyway. They are loops over the inputs: neither
/// the code nor the time to compile it grows with the number of inputs.
class SparseConcatChecks {
public:
  /// `indices` has matrices of the op's rank, `shapes` buffers of as many
  /// elements; what the types leave open is checked by checkInput.
  SparseConcatChecks(SparseConcatOp op, CheckBuilder &checks,
                     const OperandTable &indices, const OperandTable &shapes);

  /// C8 ... C13 of input `i`; call it for all inputs in order. `sums` has the
  /// sizes in the concatenated dimension and the numbers of entries of those
  /// before, each added up; with those of the input they are returned.
  llvm::SmallVector<mlir::Value> checkInput(mlir::Value i,
                                            mlir::ValueRange sums);

  /// C16: the number of entries of all inputs.
  void checkTotal(mlir::Value total);

  /// An i64 whose sign bit says that rows [from, to) of input `i` violate C14
  /// or C15; `coordinates` is its matrix.
  mlir::Value getWrongBits(mlir::Value i, mlir::Value coordinates,
                           mlir::Value from, mlir::Value to,
                           RowVisitor visitor = {});

  /// Where `bits` has the sign bit: C14 and C15 row by row.
  void reportWrongBits(mlir::Value bits);

private:
  void checkRow(mlir::Value input, mlir::Value coordinates, mlir::Value shape,
                mlir::Value row);
  mlir::Value createSizes(mlir::ValueRange tensors, int64_t dimension);

  SparseConcatOp op;
  CheckBuilder &checks;
  mlir::OpBuilder &builder;
  mlir::Location loc;
  IndexMath math;
  int64_t rank, dim;
  OperandTable indices, shapes;
  /// Of each operand the size that the types do not show to be right, or null:
  /// columns of `indices`, elements of `shapes`, elements of `values`.
  mlir::Value columns, lengths, counts;
};

} // namespace weft

#endif // WEFT_DIALECT_WEFT_TRANSFORMS_SPARSECONCATCHECKS_H
