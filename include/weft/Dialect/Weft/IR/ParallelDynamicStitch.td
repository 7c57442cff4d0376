//===- ParallelDynamicStitch.td - weft.parallel_dynamic_stitch -*- tablegen -*-===//

#ifndef WEFT_DIALECT_WEFT_IR_PARALLELDYNAMICSTITCH_TD
#define WEFT_DIALECT_WEFT_IR_PARALLELDYNAMICSTITCH_TD

include "weft/Dialect/Weft/IR/WeftBase.td"

def Weft_ParallelDynamicStitchOp : Weft_Op<"parallel_dynamic_stitch", [
    NoMemoryEffect, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "merge rows of several tensors by their row numbers";
  let description = [{
    Builds a tensor out of the rows of N inputs. Each input k is a tensor of row
    numbers and a tensor that holds a row for each of them:

    ```
    merged[indices[k][i...], r...] = data[k][i..., r...]
    ```

    for every k, every position `i...` of `indices[k]` and every position `r...` in
    a row. The number of rows of `merged` is the largest index + 1, and 0 if there
    is no index at all.

    * `indices[k]`: row numbers, a tensor of any rank of `i32`, `i64` or `index`
      elements. The ranks and element types of the inputs need not be the same.
    * `data[k]`: the rows. Its shape is the shape of `indices[k]` followed by the
      shape of a row, which is the same for all inputs, and may be that of a scalar.
    * `merged`: the shape is the number of rows, followed by the shape of a row.

    Elements are moved, never computed with, so every element type that a buffer can
    hold will do.

    Constraints:

    * C1: there is at least one input.
    * C2: there are as many `data` as `indices`.
    * C3: all `data` and `merged` have the same element type.
    * C4: the shape of `data[k]` starts with the shape of `indices[k]`.
    * C5: the remaining dimensions of `data[k]`, the shape of a row, are the same
      for all inputs, also for those without indices.
    * C6: the shape of `merged` is `[max(indices) + 1]`, or `[0]` without indices,
      followed by the shape of a row.
    * C7: each index of an element type of w bits (64 for `index`) is at least 0 and
      less than 2^(w-1) - 1, so that the number of rows fits the type, too.
    * C8: `merged` has at most 2^63 - 1 bytes.

    What types show of them is verified. The rest is checked at run time before
    anything is allocated: C7, C8, and C4 to C6 for dynamic sizes.

    Edges: a row that several indices name is the one of the last of them, in the
    order of the inputs, and row-major within an input. A row that no index names is
    zero: 0, +0.0, false, or a handle whose bits are all zero. Inputs without
    indices add nothing. Rows may have no elements, whatever their number is.

    ```mlir
    func.func @interleave(%even: tensor<2xi32>, %odd: tensor<?xi32>,
                          %a: tensor<2x3xf32>, %b: tensor<?x3xf32>) -> tensor<?x3xf32> {
      %merged = weft.parallel_dynamic_stitch
          indices(%even, %odd : tensor<2xi32>, tensor<?xi32>)
          data(%a, %b : tensor<2x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
      return %merged : tensor<?x3xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<Weft_IndexTensor>:$indices,
                       Variadic<AnyRankedTensor>:$data);
  let results = (outs AnyRankedTensor:$merged);
  let assemblyFormat = [{
    `indices` `(` $indices `:` type($indices) `)` `data` `(` $data `:` type($data) `)`
    attr-dict `->` type($merged)
  }];
  let builders = [
    /// Infers the result type, also from constant indices.
    OpBuilder<(ins "::mlir::ValueRange":$indices, "::mlir::ValueRange":$data)>];
  let extraClassDeclaration = [{
    ::mlir::RankedTensorType getMergedType() {
      return ::llvm::cast<::mlir::RankedTensorType>(getMerged().getType());
    }
    /// N, the number of inputs.
    int64_t getNumInputs() { return getIndices().size(); }
    /// The shape of a row: attributes where it is known, else sizes of `data[0]`.
    ::llvm::SmallVector<::mlir::OpFoldResult> getRowSizes(::mlir::OpBuilder &builder);
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

#endif // WEFT_DIALECT_WEFT_IR_PARALLELDYNAMICSTITCH_TD
