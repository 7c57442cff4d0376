//===- WeftToGPU.h - Lowering of weft ops to kernels ------------*- C++ -*-===//

#ifndef WEFT_CONVERSION_WEFTTOGPU_WEFTTOGPU_H
#define WEFT_CONVERSION_WEFTTOGPU_WEFTTOGPU_H

#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "weft/Dialect/Weft/Transforms/RuntimeChecks.h"

namespace weft {

/// The bits of index arithmetic in kernels.
enum class IndexWidth {
  /// 32 where they are enough, which the host finds out, else 64.
  Auto,
  /// 32; sizes that need more are an error at run time.
  Narrow,
  /// 64.
  Wide
};

#define GEN_PASS_DECL_CONVERTWEFTTOGPUPASS
#include "weft/Conversion/Passes.h.inc"

/// How weft ops become kernels.
struct GPULoweringOptions {
  /// What becomes of checks of the kernels' limits; those of the ops are taken
  /// to have been emitted.
  CheckMode checks = CheckMode::Assert;
  /// Makes tensor_scatter_sub subtract in order, without atomics.
  bool deterministic = false;
  IndexWidth indexWidth = IndexWidth::Auto;
  /// Of the chip and of PTX, which decide about atomics: 90 for sm_90, 81
  /// for 8.1.
  unsigned computeCapability = 75;
  unsigned ptxVersion = 63;
};

/// Adds patterns that lower each weft op to a `weft.device_region` that
/// launches its kernels, and the sizes of its results.
void populateWeftToGPUPatterns(mlir::RewritePatternSet &patterns,
                               const GPULoweringOptions &options);

/// The same for the ops of one file each.
void populateSpaceOpsToGPUPatterns(mlir::RewritePatternSet &patterns,
                                   const GPULoweringOptions &options);
void populateParallelDynamicStitchToGPUPatterns(
    mlir::RewritePatternSet &patterns, const GPULoweringOptions &options);
void populateSparseConcatToGPUPatterns(mlir::RewritePatternSet &patterns,
                                       const GPULoweringOptions &options);
void populateTensorScatterSubToGPUPatterns(mlir::RewritePatternSet &patterns,
                                           const GPULoweringOptions &options);

} // namespace weft

#endif // WEFT_CONVERSION_WEFTTOGPU_WEFTTOGPU_H
