//===- WeftBase.td - The weft dialect and what its ops share --*- tablegen -*-===//

#ifndef WEFT_DIALECT_WEFT_IR_WEFTBASE_TD
#define WEFT_DIALECT_WEFT_IR_WEFTBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Weft_Dialect : Dialect {
  let name = "weft";
  let cppNamespace = "::weft";
  let summary = "Data-movement operations with TensorFlow's semantics";
  let description = [{
    Five operations on ranked tensors that machine-learning graphs need and
    MLIR's own dialects lack: `batch_to_space_nd`, `space_to_batch_nd`,
    `parallel_dynamic_stitch`, `tensor_scatter_sub` and `sparse_concat`. They
    mean what TensorFlow's BatchToSpaceND, SpaceToBatchND,
    ParallelDynamicStitch, TensorScatterSub and SparseConcat mean.

    What the types and attributes show to be wrong is refused by the verifier;
    what only run-time values show is refused by checks at run time, before an
    operand is written or a result is used (`weft-insert-checks`). The discardable unit attribute
    `weft.checked` says that an op's run-time checks have been emitted.
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect", "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let extraClassDeclaration = [{
    /// Name of the discardable unit attribute of an op whose run-time checks
    /// have been emitted.
    static constexpr ::llvm::StringLiteral getCheckedAttrName() {
      return ::llvm::StringLiteral("weft.checked");
    }
  }];
}

class Weft_Op<string mnemonic, list<Trait> traits = []>
    : Op<Weft_Dialect, mnemonic, traits>;

/// Row numbers and coordinates.
def Weft_IndexTensor : RankedTensorOf<[I32, I64, Index]>;

/// What can be subtracted: signless integers of at least 2 bits, f16, bf16, f32,
/// f64, complex numbers of such floats.
def Weft_SubtractableType : Type<
    CPred<"::weft::isSubtractableType($_self)">,
    "signless integer of at least 2 bits, f16, bf16, f32, f64 or complex of such floats">;
def Weft_SubtractableTensor : RankedTensorOf<[Weft_SubtractableType]>;

#endif // WEFT_DIALECT_WEFT_IR_WEFTBASE_TD
