//===- ParallelDynamicStitch.td - weft.parallel_dynamic_stitch -*- tablegen -*-===//

#ifndef WEFT_DIALECT_WEFT_IR_PARALLELDYNAMICSTITCH_TD
#define WEFT_DIALECT_WEFT_IR_PARALLELDYNAMICSTITCH_TD

include "weft/Dialect/Weft/IR/WeftBase.td"

def Weft_ParallelDynamicStitchOp : Weft_Op<"parallel_dynamic_stitch", [
    NoMemoryEffect, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "merge rows of several tensors by their row numbers";
  let description = [{
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
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

#endif // WEFT_DIALECT_WEFT_IR_PARALLELDYNAMICSTITCH_TD
