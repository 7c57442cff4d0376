//===- WeftToLinalg.h - weft ops to linalg, tensor and scf -------*- C++ -*-===//

#ifndef WEFT_CONVERSION_WEFTTOLINALG_WEFTTOLINALG_H
#define WEFT_CONVERSION_WEFTTOLINALG_WEFTTOLINALG_H

#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "weft/Dialect/Weft/Transforms/RuntimeChecks.h"

namespace weft {
#define GEN_PASS_DECL_CONVERTWEFTTOLINALGPASS
#include "weft/Conversion/Passes.h.inc"

/// Patterns that lower one op each, without run-time checks: insert those first
/// (insertRuntimeChecks). Each op is replaced in one step, so walkAndApplyPatterns
/// is enough to apply them.
void populateSpaceToBatchNdToLinalgPatterns(mlir::RewritePatternSet &patterns);
void populateBatchToSpaceNdToLinalgPatterns(mlir::RewritePatternSet &patterns);
void populateParallelDynamicStitchToLinalgPatterns(
    mlir::RewritePatternSet &patterns);
void populateTensorScatterSubToLinalgPatterns(mlir::RewritePatternSet &patterns);
void populateSparseConcatToLinalgPatterns(mlir::RewritePatternSet &patterns);

/// All of the above.
void populateWeftToLinalgPatterns(mlir::RewritePatternSet &patterns);

} // namespace weft

#endif // WEFT_CONVERSION_WEFTTOLINALG_WEFTTOLINALG_H
