//===- BatchToSpaceNd.td - weft.batch_to_space_nd -------------*- tablegen -*-===//

#ifndef WEFT_DIALECT_WEFT_IR_BATCHTOSPACEND_TD
#define WEFT_DIALECT_WEFT_IR_BATCHTOSPACEND_TD

include "weft/Dialect/Weft/IR/WeftBase.td"

def Weft_BatchToSpaceNdOp : Weft_Op<"batch_to_space_nd", [
    NoMemoryEffect, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "move parts of the batch back into blocks of space, and crop";
  let description = [{
    Spreads the slowest part of the batch over blocks of space, the inverse of
    `weft.space_to_batch_nd`, and then crops the block dimensions:

    ```
    output[n, q_1 ... q_M, r...] = input[lin(o) * (N / B) + n, s_1 ... s_M, r...]
        where q_i + start_i = s_i * b_i + o_i and 0 <= o_i < b_i
    ```

    `lin(o) = (o_1 * b_2 + o_2) * b_3 + ...` is the row-major position of the
    offsets `o` in the block. Only bits are moved, so elements may have any type.

    * `input`: `[N, D_1 ... D_M, rest...]` with any number of `rest` dimensions.
    * `block_shape`: the M block sizes `b_i`, constants or values of type `index`.
    * `crops`: M pairs `[start_i, end_i]`, constants or values of type `index`.
    * `output`: `[N / B, D_1 * b_1 - start_1 - end_1 ..., rest...]`, where
      `B = b_1 * ... * b_M`.

    Constraints. The verifier reports what types and constants show; what only
    run-time values show is checked at run time, in this order, before anything is
    written.

    * C1: `block_shape` has M entries, `crops` 2 * M, with one operand for each
      entry that is not a constant (verifier).
    * C2: `rank(input) >= 1 + M` (verifier).
    * C3: `input` and `output` have the same element type (verifier).
    * C4: `b_i >= 1` (verifier, run time).
    * C5: `B < 2^63` (verifier, run time).
    * C6: `N mod B = 0` (verifier, run time).
    * C7: `start_i >= 0` and `end_i >= 0` (verifier, run time).
    * C8: `D_i * b_i < 2^63` (verifier, run time).
    * C9: `start_i + end_i <= D_i * b_i` (verifier, run time).
    * C10: `output` has the rank of `input`, and its static dimensions have the
      sizes given above (verifier, run time).

    C7, C8 and C9 are checked dimension by dimension.

    M may be 0: then `output` is `input`. Dimensions may be 0 everywhere; a crop may
    take a block or more, and the crops of a dimension may leave nothing. A result
    without elements costs nothing, however large its other dimensions are.

    Example:

    ```mlir
    func.func @main(%x: tensor<4x2x2x1xf32>) -> tensor<1x4x4x1xf32> {
      %0 = weft.batch_to_space_nd %x block_shape [2, 2] crops [[0, 0], [0, 0]]
          : tensor<4x2x2x1xf32> -> tensor<1x4x4x1xf32>
      return %0 : tensor<1x4x4x1xf32>
    }
    ```
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
    /// The same, by a name that both space ops have.
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedPairs() { return getMixedCrops(); }
    ::llvm::ArrayRef<int64_t> getStaticPairs() { return getStaticCrops(); }
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

#endif // WEFT_DIALECT_WEFT_IR_BATCHTOSPACEND_TD
