//===- LoweringUtils.h - Helpers of the lowerings to linalg ------*- C++ -*-===//

#ifndef WEFT_LIB_CONVERSION_WEFTTOLINALG_LOWERINGUTILS_H
#define WEFT_LIB_CONVERSION_WEFTTOLINALG_LOWERINGUTILS_H

#include "weft/Dialect/Weft/Utils/LoopUtils.h"

namespace weft {

/// A constant of `type` whose bits are all zero: integers, index, floats (+0.0),
/// complex numbers, vectors and LLVM types (a null handle).
mlir::Value createZero(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Type type);

/// The numbers of the things whose indices are in a range, listed some at a time: a
/// branch for each thing would be mispredicted as often as not.
class RangeList {
public:
  RangeList(mlir::OpBuilder &builder, mlir::Location loc);

  /// carried = body(from, to, carried) for consecutive parts [from, to) of [0,
  /// count), each of which a list can hold.
  llvm::SmallVector<mlir::Value> forEachPart(
      mlir::Value count, mlir::ValueRange inits,
      llvm::function_ref<llvm::SmallVector<mlir::Value>(
          mlir::Value from, mlir::Value to, mlir::ValueRange carried)>
          body) const;

  /// Lists those in [from, to) whose index, getIndex(number), is in [low,
  /// low + size), and returns how many there are.
  mlir::Value
  fill(mlir::Value from, mlir::Value to, mlir::Value low, mlir::Value size,
       llvm::function_ref<mlir::Value(mlir::Value number)> getIndex) const;

  /// Number `i` of the list.
  mlir::Value get(mlir::Value i) const;

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::Value list;
};

} // namespace weft

#endif // WEFT_LIB_CONVERSION_WEFTTOLINALG_LOWERINGUTILS_H
