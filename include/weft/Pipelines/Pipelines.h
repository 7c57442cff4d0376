//===- Pipelines.h - From weft ops to code -----------------------*- C++ -*-===//

#ifndef WEFT_PIPELINES_PIPELINES_H
#define WEFT_PIPELINES_PIPELINES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "weft/Conversion/WeftToLinalg/WeftToLinalg.h"
#include "weft/Dialect/Weft/Transforms/RuntimeChecks.h"

namespace weft {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "weft/Pipelines/Passes.h.inc"

/// Options of weft-cpu-pipeline.
struct CPUPipelineOptions
    : public mlir::PassPipelineOptions<CPUPipelineOptions> {
  PassOptions::Option<CheckMode> checks{
      *this, "checks", llvm::cl::desc("What a run-time check becomes"),
      llvm::cl::values(
          clEnumValN(CheckMode::Runtime, "runtime",
                     "a call of weft_fail that names the values"),
          clEnumValN(CheckMode::Assert, "assert", "cf.assert"),
          clEnumValN(CheckMode::None, "none", "nothing")),
      llvm::cl::init(CheckMode::Runtime)};
  PassOptions::Option<bool> openmp{
      *this, "openmp",
      llvm::cl::desc("Run parallel loops on OpenMP threads"),
      llvm::cl::init(false)};
  PassOptions::Option<uint64_t> maxFunctionOps{
      *this, "max-function-ops",
      llvm::cl::desc("Cut longer functions into parts (see "
                     "weft-split-functions); 0: never"),
      llvm::cl::init(2048)};
  PassOptions::Option<SpaceStrategy> spaceStrategy{
      *this, "space-strategy",
      llvm::cl::desc("How space_to_batch_nd and batch_to_space_nd move a row"),
      llvm::cl::values(
          clEnumValN(SpaceStrategy::Auto, "auto", "by the sizes"),
          clEnumValN(SpaceStrategy::Pieces, "pieces",
                     "piece by piece in the order of the unblocked side"),
          clEnumValN(SpaceStrategy::Blocked, "blocked",
                     "the same in groups of eight blocks"),
          clEnumValN(SpaceStrategy::Strided, "strided",
                     "offset by offset, one strided copy each"),
          clEnumValN(SpaceStrategy::Tiles, "tiles",
                     "whole blocks of a constant size at once")),
      llvm::cl::init(SpaceStrategy::Auto)};
  PassOptions::Option<int64_t> parallelEntries{
      *this, "parallel-entries",
      llvm::cl::desc("With openmp, sparse_concat divides at least so many entries "
                     "among threads; 0: never"),
      llvm::cl::init(16384)};
  PassOptions::Option<int64_t> vectorBytes{
      *this, "vector-bytes",
      llvm::cl::desc("Bytes of the target's vector registers"),
      llvm::cl::init(16)};
};

/// Patterns of weft-vectorize-copies, for ops on buffers. Each op is replaced in one
/// step, so walkAndApplyPatterns is enough to apply them. `vectorBytes` is the size
/// of the target's vector registers.
void populateVectorizeCopiesPatterns(mlir::RewritePatternSet &patterns,
                                     int64_t vectorBytes);

/// Adds the passes that take a module of weft, tf, tosa, linalg, tensor, arith,
/// math, scf and func ops to the LLVM dialect. The code calls weft's run-time
/// library (memory, copies and, with checks=runtime, failures), and libomp with
/// `openmp`. Each public function f gets a C interface `_mlir_ciface_f`.
void buildCPUPipeline(mlir::OpPassManager &pm,
                      const CPUPipelineOptions &options);

} // namespace weft

#endif // WEFT_PIPELINES_PIPELINES_H
