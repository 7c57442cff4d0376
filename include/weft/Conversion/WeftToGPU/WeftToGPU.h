//===- WeftToGPU.h - Lowering of weft ops to kernels -------------*- C++ -*-===//

#ifndef WEFT_CONVERSION_WEFTTOGPU_WEFTTOGPU_H
#define WEFT_CONVERSION_WEFTTOGPU_WEFTTOGPU_H

#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "weft/Dialect/Weft/Transforms/RuntimeChecks.h"

namespace weft {
#define GEN_PASS_DECL_CONVERTWEFTTOGPUPASS
#include "weft/Conversion/Passes.h.inc"

/// Adds patterns that lower each weft op to a `weft.device_region` that launches
/// its kernels, and the sizes of its results. The ops' run-time checks are taken
/// to have been emitted. With `deterministic`, tensor_scatter_sub subtracts in
/// order, without atomics.
void populateWeftToGPUPatterns(mlir::RewritePatternSet &patterns,
                               bool deterministic);

/// The same for the ops of one file each.
void populateSpaceOpsToGPUPatterns(mlir::RewritePatternSet &patterns);
void populateParallelDynamicStitchToGPUPatterns(
    mlir::RewritePatternSet &patterns);
void populateSparseConcatToGPUPatterns(mlir::RewritePatternSet &patterns);
void populateTensorScatterSubToGPUPatterns(mlir::RewritePatternSet &patterns,
                                           bool deterministic);

} // namespace weft

#endif // WEFT_CONVERSION_WEFTTOGPU_WEFTTOGPU_H
