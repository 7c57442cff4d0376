//===- WeftToLinalg.h - weft ops to linalg, tensor and scf -------*- C++ -*-===//

#ifndef WEFT_CONVERSION_WEFTTOLINALG_WEFTTOLINALG_H
#define WEFT_CONVERSION_WEFTTOLINALG_WEFTTOLINALG_H

#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "weft/Dialect/Weft/Transforms/RuntimeChecks.h"

namespace weft {
/// How space_to_batch_nd and batch_to_space_nd move a row of pieces, where a piece is
/// what lies at one position: the dimensions behind the block dimensions.
enum class SpaceStrategy {
  /// By the size of a piece, the block and the result.
  Auto,
  /// Piece by piece in the memory order of the side that has no blocks.
  Pieces,
  /// The same in groups of eight blocks, each group offset by offset.
  Blocked,
  /// Offset by offset, one strided copy each.
  Strided,
  /// Whole blocks at once, for block sizes that are constants (others: Strided).
  Tiles
};

struct SpaceLoweringOptions {
  SpaceStrategy strategy = SpaceStrategy::Auto;
};

struct SparseLoweringOptions {
  /// sparse_concat divides at least so many entries among threads, by scf.forall;
  /// 0: never.
  int64_t parallelEntries = 0;
};

#define GEN_PASS_DECL_CONVERTWEFTTOLINALGPASS
#include "weft/Conversion/Passes.h.inc"

/// Patterns that lower one op each, without run-time checks: insert those first
/// (insertRuntimeChecks). Each op is replaced in one step, so walkAndApplyPatterns
/// is enough to apply them.
void populateSpaceToBatchNdToLinalgPatterns(
    mlir::RewritePatternSet &patterns,
    const SpaceLoweringOptions &options = {});
void populateBatchToSpaceNdToLinalgPatterns(
    mlir::RewritePatternSet &patterns,
    const SpaceLoweringOptions &options = {});
void populateParallelDynamicStitchToLinalgPatterns(
    mlir::RewritePatternSet &patterns);
void populateTensorScatterSubToLinalgPatterns(mlir::RewritePatternSet &patterns);
void populateSparseConcatToLinalgPatterns(
    mlir::RewritePatternSet &patterns,
    const SparseLoweringOptions &options = {});

/// All of the above.
void populateWeftToLinalgPatterns(mlir::RewritePatternSet &patterns,
                                  const SpaceLoweringOptions &space = {},
                                  const SparseLoweringOptions &sparse = {});

} // namespace weft

#endif // WEFT_CONVERSION_WEFTTOLINALG_WEFTTOLINALG_H
