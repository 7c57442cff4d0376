//===- Passes.td - Conversions from and to the weft dialect ---*- tablegen -*-===//

#ifndef WEFT_CONVERSION_PASSES_TD
#define WEFT_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"
include "weft/Dialect/Weft/Transforms/PassOptions.td"

def ConvertWeftToLinalgPass : Pass<"convert-weft-to-linalg"> {
  let summary = "lower weft ops to linalg, tensor and scf ops on tensors";
  let description = [{
    Lowers every weft op to loops and structured ops on tensors. Run-time checks
    of ops that are not marked `weft.checked` are inserted first, as by
    `weft-insert-checks`. Afterwards no weft op is left; the result bufferizes in
    place, with no temporary of tensor size but the owner map of a stitch and the
    copy of a tensor that tensor_scatter_sub must not overwrite.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::cf::ControlFlowDialect", "::mlir::complex::ComplexDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
  let options = [Weft_ChecksOption];
}

def ConvertTFToWeftPass : Pass<"convert-tf-to-weft", "::mlir::ModuleOp"> {
  let summary = "convert TensorFlow's ops in generic form to weft ops";
  let description = [{
    Reads what TensorFlow's `tf.mlir.experimental.convert_function` prints,
    without TensorFlow: ops of the `tf` dialect are matched by name.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
                           "::weft::WeftDialect"];
}

#endif // WEFT_CONVERSION_PASSES_TD
