//===- BatchToSpaceNd.td - weft.batch_to_space_nd -------------*- tablegen -*-===//

#ifndef WEFT_DIALECT_WEFT_IR_BATCHTOSPACEND_TD
#define WEFT_DIALECT_WEFT_IR_BATCHTOSPACEND_TD

include "weft/Dialect/Weft/IR/WeftBase.td"

def Weft_BatchToSpaceNdOp : Weft_Op<"batch_to_space_nd", [
    NoMemoryEffect, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "move parts of the batch back into blocks of space, and crop";
  let description = [{
  }];
  let arguments = (ins AnyRankedTensor:$input,
                       Variadic<Index>:$block_shape,
                       Variadic<Index>:$crops,
                       DenseI64ArrayAttr:$static_block_shape,
                       DenseI64ArrayAttr:$static_crops);
  let results = (outs AnyRankedTensor:$output);
  let assemblyFormat = [{
    $input `block_shape` custom<DynamicIndexList>($block_shape, $static_block_shape)
    `crops` custom<IndexPairList>($crops, $static_crops)
    attr-dict `:` type($input) `->` type($output)
  }];
  let builders = [
    /// Infers the result type. `crops` is flat: [start_0, end_0, start_1, ...].
    OpBuilder<(ins "::mlir::Value":$input, "::llvm::ArrayRef<::mlir::OpFoldResult>":$block_shape,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$crops)>,
    OpBuilder<(ins "::mlir::Type":$output, "::mlir::Value":$input,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$block_shape,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$crops)>];
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
    /// The 2 * M crops, flat: [start_0, end_0, start_1, end_1, ...].
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedCrops();
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

#endif // WEFT_DIALECT_WEFT_IR_BATCHTOSPACEND_TD
