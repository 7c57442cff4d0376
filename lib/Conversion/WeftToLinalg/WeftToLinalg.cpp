//===- WeftToLinalg.cpp - The pass convert-weft-to-linalg -----------------===//

#include "weft/Conversion/WeftToLinalg/WeftToLinalg.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace weft {
#define GEN_PASS_DEF_CONVERTWEFTTOLINALGPASS
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;

void weft::populateWeftToLinalgPatterns(RewritePatternSet &patterns,
                                        const SpaceLoweringOptions &space,
                                        const IndexedLoweringOptions &indexed,
                                        const SparseLoweringOptions &sparse) {
  populateBatchToSpaceNdToLinalgPatterns(patterns, space);
  populateParallelDynamicStitchToLinalgPatterns(patterns, indexed);
  populateSpaceToBatchNdToLinalgPatterns(patterns, space);
  populateSparseConcatToLinalgPatterns(patterns, sparse);
  populateTensorScatterSubToLinalgPatterns(patterns, indexed);
}

namespace {
struct ConvertWeftToLinalg
    : weft::impl::ConvertWeftToLinalgPassBase<ConvertWeftToLinalg> {
  using ConvertWeftToLinalgPassBase::ConvertWeftToLinalgPassBase;

  void runOnOperation() override {
    // Coordinates are checked as they are moved.
    auto isCheckedLater = [](Operation *op) {
      return isa<weft::SparseConcatOp>(op);
    };
    if (failed(weft::insertRuntimeChecks(getOperation(), checks,
                                         parallelEntries, isCheckedLater)))
      return signalPassFailure();
    SymbolTableCollection symbols;
    RewritePatternSet patterns(&getContext());
    weft::populateWeftToLinalgPatterns(
        patterns, {spaceStrategy, spaceStreamingBytes, spaceParallelBytes},
        {parallelBytes, streamingBytes, scatterSortBytes, nativeF16},
        {parallelEntries, streamingBytes, checks, &symbols});
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    getOperation()->walk([&](Operation *op) {
      if (!isa_and_present<weft::WeftDialect>(op->getDialect()))
        return;
      op->emitOpError("cannot be lowered to linalg");
      signalPassFailure();
    });
  }
};
} // namespace
