//===- SparseConcat.td - weft.sparse_concat -------------------*- tablegen -*-===//

#ifndef WEFT_DIALECT_WEFT_IR_SPARSECONCAT_TD
#define WEFT_DIALECT_WEFT_IR_SPARSECONCAT_TD

include "weft/Dialect/Weft/IR/WeftBase.td"

def Weft_SparseConcatOp : Weft_Op<"sparse_concat", [
    NoMemoryEffect, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "concatenate sparse tensors along a dimension";
  let description = [{
  }];
  let arguments = (ins I64Attr:$concat_dim,
                       Variadic<RankedTensorOf<[I64]>>:$indices,
                       Variadic<AnyRankedTensor>:$values,
                       Variadic<RankedTensorOf<[I64]>>:$shapes);
  let results = (outs RankedTensorOf<[I64]>:$output_indices,
                      AnyRankedTensor:$output_values,
                      RankedTensorOf<[I64]>:$output_shape);
  let assemblyFormat = [{
    `dim` $concat_dim `indices` `(` $indices `:` type($indices) `)`
    `values` `(` $values `:` type($values) `)` `shapes` `(` $shapes `:` type($shapes) `)`
    attr-dict `->` type($output_indices) `,` type($output_values) `,` type($output_shape)
  }];
  let builders = [
    /// Infers the result types.
    OpBuilder<(ins "int64_t":$concat_dim, "::mlir::ValueRange":$indices,
                   "::mlir::ValueRange":$values, "::mlir::ValueRange":$shapes)>];
  let extraClassDeclaration = [{
    /// N, the number of inputs.
    int64_t getNumInputs() { return getIndices().size(); }
    /// R, the rank of every sparse tensor here.
    int64_t getSparseRank();
    /// `concat_dim` counted from the front: in [0, R).
    int64_t getNormalizedConcatDim();
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

#endif // WEFT_DIALECT_WEFT_IR_SPARSECONCAT_TD
