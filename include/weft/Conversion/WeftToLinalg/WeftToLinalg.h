//===- WeftToLinalg.h - weft ops to linalg, tensor and scf ------*- C++ -*-===//

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
  /// Copies into results of at least so many bytes are marked `weft.nontemporal`
  /// where they write whole cache lines; 0: never.
  int64_t streamingBytes = 0;
  /// Results of at least so many bytes are moved by scf.forall, others by scf.for.
  int64_t parallelBytes = 0;
};

/// How parallel_dynamic_stitch and tensor_scatter_sub divide and move their rows.
struct IndexedLoweringOptions {
  /// Work of at least twice so many bytes is divided among threads, by scf.forall;
  /// 0: never.
  int64_t parallelBytes = 0;
  /// Results of at least so many bytes are written past the caches; 0: never.
  int64_t streamingBytes = int64_t(8) << 20;
  /// The updates of tensors of at least so many bytes are made range by range,
  /// so that the slices of a range stay in a cache; 0: never.
  int64_t sortBytes = 0;
  /// The target converts between f16 and f32 by an instruction.
  bool nativeF16 = false;
};
/// The most parts that work is divided into, whatever the number of threads.
inline constexpr int64_t maxParallelParts = 64;

struct SparseLoweringOptions {
  /// sparse_concat divides at least so many entries among threads, by scf.forall;
  /// 0: never.
  int64_t parallelEntries = 0;
  /// Coordinates of results of at least so many bytes that are placed entry by
  /// entry are written past the caches; 0: never.
  int64_t streamingBytes = int64_t(8) << 20;
  /// The run-time checks of an op that is not marked `weft.checked`, which are
  /// then a part of its loops; and the symbol tables that they put texts into (by
  /// default tables of each op's own).
  CheckMode checks = CheckMode::None;
  mlir::SymbolTableCollection *symbols = nullptr;
};

#define GEN_PASS_DECL_CONVERTWEFTTOLINALGPASS
#include "weft/Conversion/Passes.h.inc"

/// Patterns that lower one op each, without run-time checks but those that
/// SparseLoweringOptions asks for: insert them first (insertRuntimeChecks). Each op
/// is replaced in one step, so walkAndApplyPatterns is enough to apply them.
void populateSpaceToBatchNdToLinalgPatterns(
    mlir::RewritePatternSet &patterns,
    const SpaceLoweringOptions &options = {});
void populateBatchToSpaceNdToLinalgPatterns(
    mlir::RewritePatternSet &patterns,
    const SpaceLoweringOptions &options = {});
void populateParallelDynamicStitchToLinalgPatterns(
    mlir::RewritePatternSet &patterns,
    const IndexedLoweringOptions &options = {});
void populateTensorScatterSubToLinalgPatterns(
    mlir::RewritePatternSet &patterns,
    const IndexedLoweringOptions &options = {});
void populateSparseConcatToLinalgPatterns(
    mlir::RewritePatternSet &patterns,
    const SparseLoweringOptions &options = {});

/// All of the above.
void populateWeftToLinalgPatterns(mlir::RewritePatternSet &patterns,
                                  const SpaceLoweringOptions &space = {},
                                  const IndexedLoweringOptions &indexed = {},
                                  const SparseLoweringOptions &sparse = {});

} // namespace weft

#endif // WEFT_CONVERSION_WEFTTOLINALG_WEFTTOLINALG_H
