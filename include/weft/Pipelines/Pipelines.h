//===- Pipelines.h - From weft ops to code -----------------------*- C++ -*-===//

#ifndef WEFT_PIPELINES_PIPELINES_H
#define WEFT_PIPELINES_PIPELINES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "weft/Conversion/WeftToGPU/WeftToGPU.h"
#include "weft/Conversion/WeftToLinalg/WeftToLinalg.h"
#include "weft/Dialect/Weft/Transforms/RuntimeChecks.h"

namespace weft {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "weft/Pipelines/Passes.h.inc"

/// Options that all pipelines have.
template <typename DerivedT>
struct SharedPipelineOptions : public mlir::PassPipelineOptions<DerivedT> {
  mlir::detail::PassOptions::Option<CheckMode> checks{
      *this, "checks", llvm::cl::desc("What a run-time check becomes"),
      llvm::cl::values(
          clEnumValN(CheckMode::Runtime, "runtime",
                     "a call of weft_fail that names the values"),
          clEnumValN(CheckMode::Assert, "assert", "cf.assert"),
          clEnumValN(CheckMode::None, "none", "nothing")),
      llvm::cl::init(CheckMode::Runtime)};
  mlir::detail::PassOptions::Option<uint64_t> maxFunctionOps{
      *this, "max-function-ops",
      llvm::cl::desc("Cut longer functions into parts (see "
                     "weft-split-functions); 0: never"),
      llvm::cl::init(2048)};
};

/// Options of weft-cpu-pipeline.
struct CPUPipelineOptions : public SharedPipelineOptions<CPUPipelineOptions> {
  PassOptions::Option<bool> openmp{
      *this, "openmp",
      llvm::cl::desc("Run parallel loops on OpenMP threads"),
      llvm::cl::init(false)};
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
  PassOptions::Option<int64_t> parallelBytes{
      *this, "parallel-bytes",
      llvm::cl::desc("With openmp, work of at least twice so many bytes is divided "
                     "among threads; 0: never"),
      llvm::cl::init(1 << 18)};
  PassOptions::Option<int64_t> streamingBytes{
      *this, "streaming-bytes",
      llvm::cl::desc("Results of at least so many bytes are written past the "
                     "caches; 0: never"),
      llvm::cl::init(8 << 20)};
  PassOptions::Option<int64_t> scatterSortBytes{
      *this, "scatter-sort-bytes",
      llvm::cl::desc("tensor_scatter_sub sorts the updates of a tensor of at least so "
                     "many bytes by ranges of slices that stay in a cache, if the "
                     "updates are as many bytes; 0: never"),
      llvm::cl::init(8 << 20)};
  PassOptions::Option<bool> nativeF16{
      *this, "native-f16",
      llvm::cl::desc("The target converts between f16 and f32 by an instruction"),
      llvm::cl::init(false)};
  PassOptions::Option<int64_t> spaceStreamingBytes{
      *this, "space-streaming-bytes",
      llvm::cl::desc("space_to_batch_nd and batch_to_space_nd write results of at "
                     "least so many bytes past the caches; 0: never"),
      llvm::cl::init(12 << 20)};
  PassOptions::Option<int64_t> spaceParallelBytes{
      *this, "space-parallel-bytes",
      llvm::cl::desc("With openmp, space_to_batch_nd and batch_to_space_nd share "
                     "results of at least so many bytes among threads"),
      llvm::cl::init(512 << 10)};
  PassOptions::Option<int64_t> parallelEntries{
      *this, "parallel-entries",
      llvm::cl::desc("With openmp, sparse_concat divides at least so many entries "
                     "among threads, and tensor_scatter_sub the check of four times "
                     "as many indices; 0: never"),
      llvm::cl::init(16384)};
  PassOptions::Option<int64_t> vectorBytes{
      *this, "vector-bytes",
      llvm::cl::desc("Bytes of the target's vector registers: 16 for SSE2 or NEON, "
                     "32 for AVX2, 64 for AVX-512"),
      llvm::cl::init(16)};
};

/// Patterns of weft-vectorize-copies, for ops on buffers. Each op is replaced in one
/// step, so walkAndApplyPatterns is enough to apply them. `vectorBytes` is the size
/// of the target's vector registers.
void populateVectorizeCopiesPatterns(mlir::RewritePatternSet &patterns,
                                     int64_t vectorBytes);

/// Options of weft-nvptx-pipeline.
struct NVPTXPipelineOptions
    : public SharedPipelineOptions<NVPTXPipelineOptions> {
  PassOptions::Option<std::string> chip{
      *this, "chip", llvm::cl::desc("The chip: sm_75 ... sm_121"),
      llvm::cl::init("sm_80")};
  PassOptions::Option<unsigned> ptxVersion{
      *this, "ptx-version",
      llvm::cl::desc("The PTX version, such as 81 for 8.1; 0: the least one that "
                     "has what weft uses on the chip"),
      llvm::cl::init(0)};
  PassOptions::Option<std::string> format{
      *this, "format",
      llvm::cl::desc("isa (PTX), bin or fatbin (by ptxas of a CUDA toolkit)"),
      llvm::cl::init("isa")};
  PassOptions::Option<std::string> toolkit{
      *this, "toolkit",
      llvm::cl::desc("Where the CUDA toolkit is, if ptxas is not in PATH"),
      llvm::cl::init("")};
  PassOptions::Option<std::string> kernelFile{
      *this, "kernel-file",
      llvm::cl::desc("Write the kernels to this file too (-: standard output)"),
      llvm::cl::init("")};
  PassOptions::Option<bool> deviceArguments{
      *this, "device-arguments",
      llvm::cl::desc("Tensors that functions take and return are on the device"),
      llvm::cl::init(false)};
  PassOptions::Option<IndexWidth> indexWidth{
      *this, "index-width", llvm::cl::desc("Bits of index arithmetic in kernels"),
      llvm::cl::values(
          clEnumValN(IndexWidth::Auto, "auto",
                     "32 where they are enough, else 64"),
          clEnumValN(IndexWidth::Narrow, "32",
                     "32; larger sizes are an error at run time"),
          clEnumValN(IndexWidth::Wide, "64", "64")),
      llvm::cl::init(IndexWidth::Auto)};
  PassOptions::Option<bool> deterministic{
      *this, "deterministic",
      llvm::cl::desc("Give the same result in every run, without atomics"),
      llvm::cl::init(false)};
};

/// Adds the passes that take the same module as buildCPUPipeline to the LLVM dialect
/// and, for the kernels of weft ops, gpu.binary ops; everything else runs on
/// the host. Arguments and results are in memory of the host, or with
/// device-arguments in that of the device. The code calls
/// weft's run-time library, its functions for GPUs (weft-runtime/Cuda.h) included.
/// An option with a value that it cannot have is an error when the pipeline
/// runs.
void buildNVPTXPipeline(mlir::OpPassManager &pm,
                        const NVPTXPipelineOptions &options);

/// Adds the passes that take a module of weft, tf, tosa, linalg, tensor, arith,
/// math, scf and func ops to the LLVM dialect. The code calls weft's run-time
/// library (memory, copies and, with checks=runtime, failures), and libomp with
/// `openmp`. Each public function f gets a C interface `_mlir_ciface_f`.
void buildCPUPipeline(mlir::OpPassManager &pm,
                      const CPUPipelineOptions &options);

} // namespace weft

#endif // WEFT_PIPELINES_PIPELINES_H
