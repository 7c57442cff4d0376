//===- TensorScatterSub.td - weft.tensor_scatter_sub ----------*- tablegen -*-===//

#ifndef WEFT_DIALECT_WEFT_IR_TENSORSCATTERSUB_TD
#define WEFT_DIALECT_WEFT_IR_TENSORSCATTERSUB_TD

include "weft/Dialect/Weft/IR/WeftBase.td"

def Weft_BadIndicesPolicy : I32EnumAttr<"BadIndicesPolicy",
    "what an index outside the tensor does", [
      I32EnumAttrCase<"Error", 0, "error">,
      I32EnumAttrCase<"Ignore", 1, "ignore">]> {
  let cppNamespace = "::weft";
  let genSpecializedAttr = 0;
}
def Weft_BadIndicesPolicyAttr
    : EnumAttr<Weft_Dialect, Weft_BadIndicesPolicy, "bad_indices_policy"> {
  let assemblyFormat = "`<` $value `>`";
}

def Weft_TensorScatterSubOp : Weft_Op<"tensor_scatter_sub", [
    NoMemoryEffect, DestinationStyleOpInterface,
    AllTypesMatch<["tensor", "output"]> /*C1*/,
    AllElementTypesMatch<["tensor", "updates"]> /*C2*/,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "subtract slices from a tensor at given indices";
  let description = [{
    Subtracts slices from a tensor, one after the other:

    ```
    output = tensor
    for k... in the positions of indices.shape[:-1], row-major:
      output[indices[k..., :], ...] -= updates[k..., ...]
    ```

    With q = rank(indices) - 1 and the depth d = rank(tensor) + q - rank(updates):

    * `indices`: a tensor of `i32`, `i64` or `index` elements. Its last dimension
      holds the d components of an index, which name positions in the first d
      dimensions of `tensor`; the q dimensions before it count the updates.
    * `updates`: the slices; their shape is that of `tensor` without its first d
      dimensions.
    * `tensor`: what is subtracted from. It is a destination in the sense of
      DestinationStyleOpInterface: the result takes its buffer where nothing else
      needs its value, and a copy of it otherwise.
    * `output`: the result.
    * `bad_indices_policy`: what an index outside `tensor` does. With `error` the op
      fails and writes nothing; with `ignore` the update is skipped. Where the
      attribute is absent the target decides; on a CPU it is an error.

    Updates of the same element add up in order, each rounded to the element type,
    so the result does not depend on how the work is divided. Integers wrap,
    floats follow IEEE 754, complex numbers are subtracted by parts.

    Constraints:

    * C1: `tensor` and `output` have the same type.
    * C2: `tensor` and `updates` have the same element type.
    * C3: the element type is a signless integer of at least 2 bits, `f16`, `bf16`,
      `f32`, `f64`, or a complex number of such floats.
    * C4: the rank of `indices` is at least 1.
    * C5: d is at least 0 and at most the rank of `tensor`.
    * C6: the last dimension of `indices` is d.
    * C7: the first q dimensions of `updates` are those of `indices`.
    * C8: the remaining dimensions of `updates` are those of `tensor` after the
      first d.
    * C9: under the policy `error`, component c of each index is at least 0 and less
      than dimension c of `tensor`.

    What types show of them is verified. The rest is checked at run time before the
    first write: C9, and C6 to C8 for dynamic sizes.

    Edges: with q = 0 there is one update. With d = 0 each update is subtracted from
    the whole tensor, and with d = rank(tensor) from one element. Without updates
    the result is `tensor`. Indices of empty slices are checked as all others are.

    ```mlir
    func.func @subtract_rows(%indices: tensor<2x1xi32>, %updates: tensor<2x3xf32>,
                             %tensor: tensor<?x3xf32>) -> tensor<?x3xf32> {
      %output = weft.tensor_scatter_sub bad_indices_policy<ignore>
          ins(%indices, %updates : tensor<2x1xi32>, tensor<2x3xf32>)
          outs(%tensor : tensor<?x3xf32>) -> tensor<?x3xf32>
      return %output : tensor<?x3xf32>
    }
    ```
  }];
  let arguments = (ins Weft_IndexTensor:$indices,
                       Weft_SubtractableTensor:$updates /*C3*/,
                       Weft_SubtractableTensor:$tensor /*C3*/,
                       OptionalAttr<Weft_BadIndicesPolicyAttr>:$bad_indices_policy);
  let results = (outs Weft_SubtractableTensor:$output);
  let assemblyFormat = [{
    (`bad_indices_policy` `` $bad_indices_policy^)?
    `ins` `(` $indices `,` $updates `:` type($indices) `,` type($updates) `)`
    `outs` `(` $tensor `:` type($tensor) `)` attr-dict `->` type($output)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$indices, "::mlir::Value":$updates, "::mlir::Value":$tensor,
                   CArg<"::weft::BadIndicesPolicyAttr", "{}">:$bad_indices_policy)>];
  let extraClassDeclaration = [{
    ::mlir::RankedTensorType getIndicesType() {
      return ::llvm::cast<::mlir::RankedTensorType>(getIndices().getType());
    }
    ::mlir::RankedTensorType getUpdatesType() {
      return ::llvm::cast<::mlir::RankedTensorType>(getUpdates().getType());
    }
    ::mlir::RankedTensorType getTensorType() {
      return ::llvm::cast<::mlir::RankedTensorType>(getTensor().getType());
    }
    /// d, the number of leading dimensions of `tensor` that an index names. The
    /// ranks tell it, also where the last dimension of `indices` is dynamic.
    int64_t getIndexDepth() {
      return getTensorType().getRank() + getNumPositionDims() - getUpdatesType().getRank();
    }
    /// Number of leading dimensions of `indices` and `updates`, whose positions
    /// are the updates.
    int64_t getNumPositionDims() { return getIndicesType().getRank() - 1; }
    /// Whether an index outside `tensor` is skipped. Without the attribute it is an
    /// error, as on TensorFlow's CPU.
    bool ignoresBadIndices() {
      return getBadIndicesPolicy() == ::weft::BadIndicesPolicy::Ignore;
    }
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getTensorMutable(); }
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

#endif // WEFT_DIALECT_WEFT_IR_TENSORSCATTERSUB_TD
