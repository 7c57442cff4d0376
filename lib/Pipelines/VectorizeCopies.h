//===- VectorizeCopies.h - What parts of weft-vectorize-copies share ------===//

#ifndef WEFT_LIB_PIPELINES_VECTORIZECOPIES_H
#define WEFT_LIB_PIPELINES_VECTORIZECOPIES_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

namespace weft {

/// The number of trailing dimensions of `type` that are known to be contiguous.
int64_t countContiguousDims(mlir::MemRefType type);

/// `buffer` with its last `count` dimensions, which are contiguous, as one.
mlir::Value collapseTrailing(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::Value buffer, int64_t count);

/// Whether `op`, which writes rows of `size` elements, can do so past the
/// cache: whole cache lines, since parts of one would each go to memory.
bool isStreaming(mlir::Operation *op, mlir::Value dest, mlir::OpFoldResult size,
                 int64_t elementBytes);

/// Orders what `op` stores past the cache before whatever follows the parallel
/// loop around it: x86 does not do so by itself. Threads of the loop that have
/// joined have done so.
void addFence(mlir::OpBuilder &builder, mlir::Operation *op);

/// Whether what lies behind the rows that `op` writes will be written soon.
bool isPrefetching(mlir::Operation *op);

/// How far behind a store memory is fetched for writing.
inline constexpr int64_t prefetchDistanceBytes = 2048;

/// Moves pieces whose size, or number in a block, only a run shows.
void populateMovePiecesPatterns(mlir::RewritePatternSet &patterns,
                                int64_t vectorBytes);

} // namespace weft

#endif // WEFT_LIB_PIPELINES_VECTORIZECOPIES_H
