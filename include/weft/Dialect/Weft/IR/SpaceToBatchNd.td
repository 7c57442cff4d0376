//===- SpaceToBatchNd.td - weft.space_to_batch_nd -------------*- tablegen -*-===//

#ifndef WEFT_DIALECT_WEFT_IR_SPACETOBATCHND_TD
#define WEFT_DIALECT_WEFT_IR_SPACETOBATCHND_TD

include "weft/Dialect/Weft/IR/WeftBase.td"

def Weft_SpaceToBatchNdOp : Weft_Op<"space_to_batch_nd", [
    NoMemoryEffect, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "pad, cut into blocks and move each block's positions into the batch";
  let description = [{
    Pads the block dimensions with zeros, cuts them into blocks and moves the
    positions inside a block to the batch dimension, the slowest part of it:

    ```
    output[lin(o) * N + n, s_1 ... s_M, r...] =
        input[n, s_1 * b_1 + o_1 - start_1 ..., r...]   where that is inside, else 0
    ```

    for `0 <= o_i < b_i`. `lin(o) = (o_1 * b_2 + o_2) * b_3 + ...` is the row-major
    position of the offsets `o` in the block. Only bits are moved, so elements may
    have any type; the padding is what has all bits zero (+0.0, false, a null
    handle).

    * `input`: `[N, D_1 ... D_M, rest...]` with any number of `rest` dimensions.
    * `block_shape`: the M block sizes `b_i`, constants or values of type `index`.
    * `paddings`: M pairs `[start_i, end_i]`, constants or values of type `index`.
    * `output`: `[N * B, (D_1 + start_1 + end_1) / b_1 ..., rest...]`, where
      `B = b_1 * ... * b_M`.

    Constraints. The verifier reports what types and constants show; what only
    run-time values show is checked at run time, in this order, before anything is
    written.

    * C1: `block_shape` has M entries, `paddings` 2 * M, with one operand for each
      entry that is not a constant (verifier).
    * C2: `rank(input) >= 1 + M` (verifier).
    * C3: `input` and `output` have the same element type (verifier).
    * C4: `b_i >= 1` (verifier, run time).
    * C5: `B < 2^63` (verifier, run time).
    * C6: `N * B < 2^63` (verifier, run time).
    * C7: `start_i >= 0` and `end_i >= 0` (verifier, run time).
    * C8: `D_i + start_i + end_i < 2^63` (verifier, run time).
    * C9: `(D_i + start_i + end_i) mod b_i = 0` (verifier, run time).
    * C10: `output` has the rank of `input`, and its static dimensions have the
      sizes given above (verifier, run time).
    * C11: `output` has no elements, or fewer than 2^63 bytes (verifier for the
      number of elements, run time).

    C7, C8 and C9 are checked dimension by dimension.

    M may be 0: then `output` is `input`. Dimensions may be 0 everywhere; padding
    alone makes elements where `D_i = 0`. A block may be larger than its dimension,
    a padding larger than the block or the dimension. A result without elements
    costs nothing, however large its other dimensions are.

    Example:

    ```mlir
    func.func @main(%x: tensor<1x4x4x1xf32>) -> tensor<4x2x2x1xf32> {
      %0 = weft.space_to_batch_nd %x block_shape [2, 2] paddings [[0, 0], [0, 0]]
          : tensor<1x4x4x1xf32> -> tensor<4x2x2x1xf32>
      return %0 : tensor<4x2x2x1xf32>
    }
    ```
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
    /// The same, by a name that both space ops have.
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedPairs() { return getMixedPaddings(); }
    ::llvm::ArrayRef<int64_t> getStaticPairs() { return getStaticPaddings(); }
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

#endif // WEFT_DIALECT_WEFT_IR_SPACETOBATCHND_TD
