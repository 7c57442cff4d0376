//===- Passes.td - Passes that stay inside the weft dialect ---*- tablegen -*-===//

#ifndef WEFT_DIALECT_WEFT_TRANSFORMS_PASSES_TD
#define WEFT_DIALECT_WEFT_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"
include "weft/Dialect/Weft/Transforms/PassOptions.td"

def WeftInsertChecksPass : Pass<"weft-insert-checks"> {
  let summary = "insert the run-time checks of weft ops";
  let description = [{
    Puts the run-time checks of each weft op in front of it and marks the op
    `weft.checked`, so that no later pass inserts them again. Checks that are
    proved at compile time are left out. Run it before weft ops are tiled: the
    tiles' sizes divide by construction, so a tile could no longer tell.

    With `checks=assert` a check is a `cf.assert`. With `checks=runtime` a check
    that fails calls `weft_fail` of weft's run-time library, whose message names
    the values that disagree. `checks=none` marks the ops and checks nothing:
    wrong values then have undefined behaviour.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
                           "::mlir::cf::ControlFlowDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::vector::VectorDialect"];
  let options = [Weft_ChecksOption];
}

#endif // WEFT_DIALECT_WEFT_TRANSFORMS_PASSES_TD
