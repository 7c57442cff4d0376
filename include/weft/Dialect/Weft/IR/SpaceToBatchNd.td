//===- SpaceToBatchNd.td - weft.space_to_batch_nd -------------*- tablegen -*-===//

#ifndef WEFT_DIALECT_WEFT_IR_SPACETOBATCHND_TD
#define WEFT_DIALECT_WEFT_IR_SPACETOBATCHND_TD

include "weft/Dialect/Weft/IR/WeftBase.td"

def Weft_SpaceToBatchNdOp : Weft_Op<"space_to_batch_nd", [
    NoMemoryEffect, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "pad, cut into blocks and move each block's positions into the batch";
  let description = [{
  }];
  let arguments = (ins AnyRankedTensor:$input,
                       Variadic<Index>:$block_shape,
                       Variadic<Index>:$paddings,
                       DenseI64ArrayAttr:$static_block_shape,
                       DenseI64ArrayAttr:$static_paddings);
  let results = (outs AnyRankedTensor:$output);
  let assemblyFormat = [{
    $input `block_shape` custom<DynamicIndexList>($block_shape, $static_block_shape)
    `paddings` custom<IndexPairList>($paddings, $static_paddings)
    attr-dict `:` type($input) `->` type($output)
  }];
  let builders = [
    /// Infers the result type. `paddings` is flat: [start_0, end_0, start_1, ...].
    OpBuilder<(ins "::mlir::Value":$input, "::llvm::ArrayRef<::mlir::OpFoldResult>":$block_shape,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$paddings)>,
    OpBuilder<(ins "::mlir::Type":$output, "::mlir::Value":$input,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$block_shape,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$paddings)>];
  let extraClassDeclaration = [{
    ::mlir::RankedTensorType getInputType() {
      return ::llvm::cast<::mlir::RankedTensorType>(getInput().getType());
    }
    ::mlir::RankedTensorType getOutputType() {
      return ::llvm::cast<::mlir::RankedTensorType>(getOutput().getType());
    }
    /// M, the number of block dimensions: dimensions 1 ... M of the tensors.
    int64_t getNumBlockDims() { return getStaticBlockShape().size(); }
    /// The M block sizes.
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedBlockShape();
    /// The 2 * M paddings, flat: [start_0, end_0, start_1, end_1, ...].
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedPaddings();
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

#endif // WEFT_DIALECT_WEFT_IR_SPACETOBATCHND_TD
