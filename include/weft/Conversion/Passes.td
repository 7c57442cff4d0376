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
    place, with no temporary of tensor size but the copy of a tensor that
    tensor_scatter_sub must not overwrite. Inputs of a stitch whose elements do not
    follow one another are copied first.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::cf::ControlFlowDialect", "::mlir::complex::ComplexDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
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
                            "whole blocks of a constant size at once"))}]>,
      Option<"parallelBytes", "parallel-bytes", "int64_t", /*default=*/"0",
             "parallel_dynamic_stitch and tensor_scatter_sub divide work of at least "
             "twice so many bytes (with narrow rows, so many) among threads, by "
             "scf.forall; 0: never">,
      Option<"streamingBytes", "streaming-bytes", "int64_t", /*default=*/"8388608",
             "parallel_dynamic_stitch writes results of at least so many bytes past "
             "the caches, and sparse_concat coordinates; 0: never">,
      Option<"scatterSortBytes", "scatter-sort-bytes", "int64_t", /*default=*/"0",
             "tensor_scatter_sub sorts the updates of a tensor of at least so many bytes "
             "by ranges of slices that stay in a cache, if the updates are as many "
             "bytes; 0: never">,
      Option<"nativeF16", "native-f16", "bool", /*default=*/"false",
             "The target converts between f16 and f32 by an instruction; otherwise "
             "tensor_scatter_sub does it by integer arithmetic">,
      Option<"spaceStreamingBytes", "space-streaming-bytes", "int64_t", /*default=*/"0",
             "space_to_batch_nd and batch_to_space_nd mark copies into results of at "
             "least so many bytes `weft.nontemporal` where they write whole cache "
             "lines; 0: never">,
      Option<"spaceParallelBytes", "space-parallel-bytes", "int64_t", /*default=*/"0",
             "space_to_batch_nd and batch_to_space_nd move results of at least so many "
             "bytes by scf.forall, others by scf.for">];
}

def ConvertWeftToGPUPass : Pass<"convert-weft-to-gpu"> {
  let summary = "lower weft ops to kernels, on tensors around them";
  let description = [{
    Lowers every weft op to a `weft.device_region` that launches kernels (gpu.launch)
    on the op's buffers; sizes of results are computed by the host. Run-time checks
    of ops that are not marked `weft.checked` are inserted first, as by
    `weft-insert-checks`; there a `weft.tensor_scatter_sub` without a policy gets
    `ignore`, since a device does not report bad indices.

    Kernels come in 32 and 64 bits of index arithmetic, and for moves by 16 bytes and
    by elements, where types do not tell which is right: the host decides which to
    launch. `weft.sparse_concat` with `sort_inputs` is lowered to the host's code
    too, as by `convert-weft-to-linalg`, for inputs that are not sorted. With
    `deterministic`, `weft.tensor_scatter_sub` subtracts in the order of the
    updates, as on a CPU. Otherwise it uses atomics: floats may differ in the
    last digits, and subnormal f32 numbers count as zero.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::cf::ControlFlowDialect", "::mlir::complex::ComplexDialect",
                           "::mlir::gpu::GPUDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect", "::mlir::vector::VectorDialect"];
  let options = [Weft_ChecksOption,
    Option<"deterministic", "deterministic", "bool", /*default=*/"false",
           "Give the same result in every run, without atomics">,
    Option<"indexWidth", "index-width", "::weft::IndexWidth",
           /*default=*/"::weft::IndexWidth::Auto", "Bits of index arithmetic in kernels",
           [{::llvm::cl::values(
               clEnumValN(::weft::IndexWidth::Auto, "auto",
                          "32 where they are enough, else 64"),
               clEnumValN(::weft::IndexWidth::Narrow, "32",
                          "32; larger sizes are an error at run time"),
               clEnumValN(::weft::IndexWidth::Wide, "64", "64"))}]>,
    Option<"computeCapability", "compute-capability", "unsigned", /*default=*/"75",
           "What the chip has, such as 90 for sm_90">,
    Option<"ptxVersion", "ptx-version", "unsigned", /*default=*/"63",
           "What PTX has, such as 81 for 8.1">];
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
