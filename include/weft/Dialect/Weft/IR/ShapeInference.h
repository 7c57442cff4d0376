//===- ShapeInference.h - Result types of the weft ops -----------*- C++ -*-===//
//
// One function per op, shared by builders, verifiers, canonicalization and
// tests. Each returns the most static type that its arguments allow. Sizes that
// are unknown are ShapedType::kDynamic. Arguments that break a constraint give
// failure, after an error through `emitError` where one is given (pass nullptr
// to be silent). Sizes are computed with overflow detected.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_SHAPEINFERENCE_H
#define WEFT_DIALECT_WEFT_IR_SHAPEINFERENCE_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/TypeRange.h"

namespace weft {

/// Starts an error, for example `[&] { return op.emitOpError(); }`.
using EmitErrorFn = llvm::function_ref<mlir::InFlightDiagnostic()>;

/// Result of space_to_batch_nd: [N * B, (D_i + start_i + end_i) / b_i ..., rest].
/// `blockShape` holds M sizes, `paddings` 2 * M amounts [start_0, end_0, ...].
mlir::FailureOr<mlir::RankedTensorType>
inferSpaceToBatchNdType(EmitErrorFn emitError, mlir::RankedTensorType input,
                        llvm::ArrayRef<int64_t> blockShape,
                        llvm::ArrayRef<int64_t> paddings);

/// Result of batch_to_space_nd: [N / B, D_i * b_i - start_i - end_i ..., rest].
/// `blockShape` holds M sizes, `crops` 2 * M amounts [start_0, end_0, ...].
mlir::FailureOr<mlir::RankedTensorType>
inferBatchToSpaceNdType(EmitErrorFn emitError, mlir::RankedTensorType input,
                        llvm::ArrayRef<int64_t> blockShape,
                        llvm::ArrayRef<int64_t> crops);

/// Result of parallel_dynamic_stitch: [rows] + the dimensions of the data after
/// those of their indices. `rows` is max(indices) + 1 where the caller knows it,
/// else ShapedType::kDynamic.
mlir::FailureOr<mlir::RankedTensorType>
inferParallelDynamicStitchType(EmitErrorFn emitError, mlir::TypeRange indices,
                               mlir::TypeRange data, int64_t rows);

/// Result of tensor_scatter_sub: the type of `tensor`.
mlir::FailureOr<mlir::RankedTensorType>
inferTensorScatterSubType(EmitErrorFn emitError, mlir::RankedTensorType indices,
                          mlir::RankedTensorType updates,
                          mlir::RankedTensorType tensor);

/// Results of sparse_concat: indices [sum of nnz, R], values [sum of nnz] and
/// shape [R].
mlir::FailureOr<llvm::SmallVector<mlir::RankedTensorType, 3>>
inferSparseConcatTypes(EmitErrorFn emitError, int64_t concatDim,
                       mlir::TypeRange indices, mlir::TypeRange values,
                       mlir::TypeRange shapes);

} // namespace weft

#endif // WEFT_DIALECT_WEFT_IR_SHAPEINFERENCE_H
