//===- SparseConcat.td - weft.sparse_concat -------------------*- tablegen -*-===//

#ifndef WEFT_DIALECT_WEFT_IR_SPARSECONCAT_TD
#define WEFT_DIALECT_WEFT_IR_SPARSECONCAT_TD

include "weft/Dialect/Weft/IR/WeftBase.td"

def Weft_SparseConcatOp : Weft_Op<"sparse_concat", [
    NoMemoryEffect, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>]> {
  let summary = "concatenate sparse tensors along a dimension";
  let description = [{
    A sparse tensor of rank R with `nnz` entries is a triple: `indices`
    `[nnz, R]`, one row of coordinates an entry; `values` `[nnz]`; and `shape`
    `[R]`, the sizes of the dense tensor. The op puts N of them side by side
    along dimension `d`, which is `concat_dim`, or `concat_dim + R` if that is
    negative:

    ```
    output_shape   = shapes[0], but sum(shapes[i][d] for all i) for dimension d
    entries        = [(indices[i][e, :] + offset(i) * unit(d), values[i][e])
                      for all i, for all e]
                     where offset(i) = sum(shapes[j][d] for j < i)
    output_indices, output_values = entries, stably sorted by coordinates
    ```

    The inputs are sorted, so the result is a merge. Entries are moved, never
    computed with: equal coordinates stay in the order of the operands and of
    their rows, zeros stay, and every element type that a memref can hold will do.
    The number of entries, the sizes and the coordinates are run-time values.
    Sizes may be anything up to 2^63 - 1 and their product may exceed 64 bits:
    neither time nor memory depends on them.

    Operands:
    - `indices`: N tensors of i64, `[nnz_i, R]`, rows in row-major order.
    - `values`: N tensors of one element type, `[nnz_i]`.
    - `shapes`: N tensors of i64, `[R]`.

    The rank R is static: at least one of the `indices` must have a static number
    of columns or one of the `shapes` a static length. Where others are dynamic
    they are checked at run time.

    Constraints (C8 ... C16 may need run-time checks):
    - C1: N is at least 1, and the same for `indices`, `values` and `shapes`.
    - C2: each of `indices` has rank 2.
    - C3: each of `values` has rank 1.
    - C4: each of `shapes` has rank 1.
    - C5: the `values` have one element type.
    - C6: R is known, and at least 1.
    - C7: `concat_dim` is in [-R, R).
    - C8: each of `indices` has R columns, each of `shapes` R elements.
    - C9: `values[i]` has as many elements as `indices[i]` has rows.
    - C10: sizes are at least 0.
    - C11: sizes are the same in all `shapes`, except in dimension d.
    - C12: the sizes in dimension d add up to at most 2^63 - 1.
    - C13: all inputs together have at most 2^63 - 1 entries.
    - C14: each coordinate is at least 0 and less than its size in `shapes[i]`.
    - C15: the rows of each of `indices` are in row-major order (equal rows may
      follow one another), unless the op has `sort_inputs`.
    - C16: the results are `[sum of nnz_i, R]`, `[sum of nnz_i]` of the element
      type of `values`, and `[R]`; where a result type is static and the operands
      are not, that is checked at run time.

    With `sort_inputs` the inputs need not be sorted, and the result means the same:
    `entries`, stably sorted. Sorted inputs are then still merged; if one is not
    sorted, all entries are sorted, which takes memory of their size. TensorFlow's
    SparseConcat has this meaning.

    At the edges: an input without entries still adds its size along d to the
    offsets of later ones; with no entries at all the results have 0 rows, and
    constraints hold all the same. With N = 1 the results are the operands.

    ```mlir
    // The rows [1 0 2], [0 0 4] beside the rows [0 3], [5 0].
    func.func @side_by_side(%i0: tensor<3x2xi64>, %v0: tensor<3xf32>, %s0: tensor<2xi64>,
                            %i1: tensor<2x2xi64>, %v1: tensor<2xf32>, %s1: tensor<2xi64>)
        -> (tensor<5x2xi64>, tensor<5xf32>, tensor<2xi64>) {
      // %i0 = [[0, 0], [0, 2], [1, 2]], %v0 = [1, 2, 4], %s0 = [2, 3]
      // %i1 = [[0, 1], [1, 0]],         %v1 = [3, 5],    %s1 = [2, 2]
      %i, %v, %s = weft.sparse_concat dim 1
          indices(%i0, %i1 : tensor<3x2xi64>, tensor<2x2xi64>)
          values(%v0, %v1 : tensor<3xf32>, tensor<2xf32>)
          shapes(%s0, %s1 : tensor<2xi64>, tensor<2xi64>)
          -> tensor<5x2xi64>, tensor<5xf32>, tensor<2xi64>
      // %i = [[0, 0], [0, 2], [0, 4], [1, 2], [1, 3]], %v = [1, 2, 3, 4, 5], %s = [2, 5]
      return %i, %v, %s : tensor<5x2xi64>, tensor<5xf32>, tensor<2xi64>
    }
    ```
  }];
  let arguments = (ins I64Attr:$concat_dim,
                       Variadic<2DTensorOf<[I64]>>:$indices /*C2*/,
                       Variadic<1DTensorOf<[AnyType]>>:$values /*C3*/,
                       Variadic<1DTensorOf<[I64]>>:$shapes /*C4*/,
                       UnitAttr:$sort_inputs);
  let results = (outs 2DTensorOf<[I64]>:$output_indices /*C16*/,
                      1DTensorOf<[AnyType]>:$output_values /*C16*/,
                      1DTensorOf<[I64]>:$output_shape /*C16*/);
  let assemblyFormat = [{
    `dim` $concat_dim (`sort_inputs` $sort_inputs^)? `indices` `(` $indices `:` type($indices) `)`
    `values` `(` $values `:` type($values) `)` `shapes` `(` $shapes `:` type($shapes) `)`
    attr-dict `->` type($output_indices) `,` type($output_values) `,` type($output_shape)
  }];
  let builders = [
    /// Infers the result types. Operands that do not fit one another give an op
    /// that the verifier refuses.
    OpBuilder<(ins "int64_t":$concat_dim, "::mlir::ValueRange":$indices,
                   "::mlir::ValueRange":$values, "::mlir::ValueRange":$shapes,
                   CArg<"bool", "false">:$sort_inputs)>];
  let extraClassDeclaration = [{
    /// N, the number of inputs.
    int64_t getNumInputs() { return getIndices().size(); }
    /// R, the rank of every sparse tensor here (needs C6 and C8).
    int64_t getSparseRank();
    /// `concat_dim` counted from the front: in [0, R) (needs C7).
    int64_t getNormalizedConcatDim();
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

#endif // WEFT_DIALECT_WEFT_IR_SPARSECONCAT_TD
