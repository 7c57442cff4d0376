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
    : EnumAttr<Weft_Dialect, Weft_BadIndicesPolicy, "bad_indices_policy">;

def Weft_TensorScatterSubOp : Weft_Op<"tensor_scatter_sub", [
    NoMemoryEffect, DestinationStyleOpInterface,
    AllTypesMatch<["tensor", "output"]>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "subtract slices from a tensor at given indices";
  let description = [{
  }];
  let arguments = (ins Weft_IndexTensor:$indices,
                       Weft_SubtractableTensor:$updates,
                       Weft_SubtractableTensor:$tensor,
                       OptionalAttr<Weft_BadIndicesPolicyAttr>:$bad_indices_policy);
  let results = (outs Weft_SubtractableTensor:$output);
  let assemblyFormat = [{
    (`bad_indices_policy` `(` $bad_indices_policy^ `)`)?
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
    /// d, the number of leading dimensions of `tensor` that an index names.
    int64_t getIndexDepth() {
      return getIndicesType().getDimSize(getIndicesType().getRank() - 1);
    }
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getTensorMutable(); }
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

#endif // WEFT_DIALECT_WEFT_IR_TENSORSCATTERSUB_TD
