//===- IndexTensors.h - Loops over tensors of indices -----------*- C++ -*-===//
//
// What shape reification, run-time checks and lowerings of the ops with index
// operands share: loops over the positions of a tensor, and reductions over its
// indices. They allocate nothing, so they may run before a size is known to be
// sound.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_UTILS_INDEXTENSORS_H
#define WEFT_DIALECT_WEFT_UTILS_INDEXTENSORS_H

#include "mlir/IR/Builders.h"

namespace weft {

/// Emits loops over all positions below `sizes` in row-major order, carrying
/// values from `inits` on. `body` gets the position and the carried values and
/// returns the next ones. No loop turns at all if any of the sizes is 0,
/// however large the others are. Without sizes there is one position.
llvm::SmallVector<mlir::Value>
emitPositionLoops(mlir::OpBuilder &builder, mlir::Location loc,
                  llvm::ArrayRef<mlir::Value> sizes, mlir::ValueRange inits,
                  llvm::function_ref<llvm::SmallVector<mlir::Value>(
                      mlir::OpBuilder &, mlir::Location,
                      mlir::ValueRange position, mlir::ValueRange carried)>
                      body);

/// The largest entries of `indices`, compared unsigned (so a negative one is
/// larger than any other), 0 where there are none. With `numComponents` the
/// last dimension holds the components of an index, and there is one result for
/// each; without, there is one result. The results have the element type of
/// `indices`.
llvm::SmallVector<mlir::Value>
emitUnsignedMax(mlir::OpBuilder &builder, mlir::Location loc,
                mlir::Value indices,
                std::optional<int64_t> numComponents = std::nullopt);

/// The first position whose index (or, with `component`, that component of it)
/// is not in [0, bound), and then the index, all of type index.
llvm::SmallVector<mlir::Value>
emitFindOutOfBounds(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value indices, mlir::Value bound,
                    std::optional<int64_t> component = std::nullopt);

/// i1: all of `count` indices (or components) are in [0, bound), where `max` is
/// the largest of them by emitUnsignedMax. `bound` is not negative.
mlir::Value emitIsInBounds(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value max, mlir::Value bound);

/// A checked index as an offset: its value, of type index. A constant that will
/// fail its check must not become a negative constant offset, which upstream's
/// verifiers refuse even in code that is never reached.
mlir::Value emitOffset(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value index);

/// Number of rows of a stitch: the largest index + 1, 0 without indices.
mlir::Value emitNumStitchedRows(mlir::OpBuilder &builder, mlir::Location loc,
                                mlir::ValueRange indices);

} // namespace weft

#endif // WEFT_DIALECT_WEFT_UTILS_INDEXTENSORS_H
