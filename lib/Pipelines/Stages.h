//===- Stages.h - What the pipelines of all targets share -------*- C++ -*-===//

#ifndef WEFT_LIB_PIPELINES_STAGES_H
#define WEFT_LIB_PIPELINES_STAGES_H

#include "weft/Pipelines/Pipelines.h"

namespace weft {

/// tf, tosa -> weft, linalg, func, tensor, arith, scf, math.
void addFrontStage(mlir::OpPassManager &pm, uint64_t maxFunctionOps);

/// Tensors -> buffers of the host, and their deallocation; cf.assert -> calls
/// of weft_fail, if checks are run-time checks.
void addBufferStage(mlir::OpPassManager &pm, CheckMode checks);

/// As in CPUPipelineOptions.
struct LoopStageOptions {
  bool openmp;
  int64_t vectorBytes;
  int64_t parallelBytes;
  int64_t streamingBytes;
};

/// linalg and vector -> scf on memrefs; parallel loops -> omp, or scf.for.
void addLoopStage(mlir::OpPassManager &pm, const LoopStageOptions &options);

/// Code of the host -> the LLVM dialect, but for what createConvertToLLVMPass
/// converts.
void addHostStage(mlir::OpPassManager &pm);

} // namespace weft

#endif // WEFT_LIB_PIPELINES_STAGES_H
