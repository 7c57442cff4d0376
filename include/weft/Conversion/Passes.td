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
                           "::mlir::tensor::TensorDialect", "::mlir::vector::VectorDialect"];
  let options = [
      Weft_ChecksOption,
      Weft_ParallelEntriesOption,
      Option<"spaceStrategy", "space-strategy", "::weft::SpaceStrategy",
             /*default=*/"::weft::SpaceStrategy::Auto",
             "How space_to_batch_nd and batch_to_space_nd move a row",
             [{::llvm::cl::values(
                 clEnumValN(::weft::SpaceStrategy::Auto, "auto", "by the sizes"),
                 clEnumValN(::weft::SpaceStrategy::Pieces, "pieces",
                            "piece by piece in the order of the unblocked side"),
                 clEnumValN(::weft::SpaceStrategy::Blocked, "blocked",
                            "the same in groups of eight blocks"),
                 clEnumValN(::weft::SpaceStrategy::Strided, "strided",
                            "offset by offset, one strided copy each"),
                 clEnumValN(::weft::SpaceStrategy::Tiles, "tiles",
                            "whole blocks of a constant size at once"))}]>];
}

def ConvertTFToWeftPass : Pass<"convert-tf-to-weft", "::mlir::ModuleOp"> {
  let summary = "convert TensorFlow's ops in generic form to weft ops";
  let description = [{
    Reads what TensorFlow's `tf.mlir.experimental.convert_function` prints,
    without TensorFlow: ops of the `tf` dialect are known by name, in generic form.

    - `tf.SpaceToBatchND`, `tf.BatchToSpaceND`, `tf.DynamicStitch`,
      `tf.ParallelDynamicStitch`, `tf.TensorScatterSub` and `tf.SparseConcat` become
      weft ops, `tf.Const` becomes `arith.constant`, `tf.Identity` goes away.
      Constant operands become attributes where the weft op has them; run-time ones
      are read element by element.
    - The element type of a string becomes `!llvm.struct<(ptr, i64)>`, pointer and
      length; constant strings become private LLVM globals. Unsigned integers become
      signless, everywhere in the module.
    - Sizes that TensorFlow did not infer are inferred from operands and constants.
    - Other `tf` ops stay as they are; where they use a type that changed,
      `builtin.unrealized_conversion_cast` stands between.

    An op of the list above that cannot be converted is an error at that op.

    ```mlir
    %b = "tf.Const"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
    %p = "tf.Const"() <{value = dense<0> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
    %o = "tf.SpaceToBatchND"(%x, %b, %p)
        : (tensor<1x4xf32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<2x2xf32>
    ```
    becomes
    ```mlir
    %o = weft.space_to_batch_nd %x block_shape [2] paddings [[0, 0]]
        : tensor<1x4xf32> -> tensor<2x2xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::tensor::TensorDialect", "::weft::WeftDialect"];
}

#endif // WEFT_CONVERSION_PASSES_TD
