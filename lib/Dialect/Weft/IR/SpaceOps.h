//===- SpaceOps.h - What the two space ops share ----------------*- C++ -*-===//

#ifndef WEFT_LIB_DIALECT_WEFT_IR_SPACEOPS_H
#define WEFT_LIB_DIALECT_WEFT_IR_SPACEOPS_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "weft/Dialect/Weft/IR/ShapeInference.h"
#include "weft/Dialect/Weft/IR/Weft.h"

namespace weft {

/// Parses `[[lo, hi], ...]`, a list of pairs of integers and SSA values, into
/// the flat list of values and the flat list of integers with kDynamic for
/// values.
mlir::ParseResult parseIndexPairList(
    mlir::OpAsmParser &parser,
    llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &values,
    mlir::DenseI64ArrayAttr &integers);

/// Prints the same. Also prints ops that do not verify.
void printIndexPairList(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                        mlir::OperandRange values,
                        llvm::ArrayRef<int64_t> integers);

/// The entries of a mixed list that are attributes; kDynamic for SSA values,
/// also for constant ones, which need not be valid.
llvm::SmallVector<int64_t>
getStaticEntries(llvm::ArrayRef<mlir::OpFoldResult> list);

/// What both inference functions begin with: C1, C2, C4 and C5 of the static
/// entries, and the product of those block sizes.
struct StaticBlocks {
  int64_t product = 1;
  bool allKnown = true;
};
mlir::FailureOr<StaticBlocks>
checkStaticBlocks(EmitErrorFn emitError, mlir::RankedTensorType input,
                  llvm::ArrayRef<int64_t> blockShape,
                  llvm::ArrayRef<int64_t> pairs, llvm::StringRef pairsName);

/// C7 of the static entries of one dimension.
mlir::LogicalResult checkStaticPair(EmitErrorFn emitError,
                                    llvm::ArrayRef<int64_t> pairs,
                                    llvm::StringRef pairsName,
                                    size_t dimension);

/// C1 of one list: as many operands as entries that are kDynamic. Without it
/// getMixedValues reads past the operands.
mlir::LogicalResult verifyOperandCount(mlir::Operation *op,
                                       llvm::StringRef name,
                                       llvm::ArrayRef<int64_t> staticEntries,
                                       mlir::ValueRange operands);

/// C3, C10 and C11: `output` against the inferred type.
mlir::LogicalResult verifyOutput(mlir::Operation *op,
                                 mlir::RankedTensorType inferred,
                                 mlir::RankedTensorType output);

/// False if the type is static and has 2^63 elements or more.
bool hasCountableElements(mlir::RankedTensorType type);

/// Whether the op only passes on its input: all blocks are 1, all pairs 0.
bool isIdentity(llvm::ArrayRef<mlir::OpFoldResult> blockShape,
                llvm::ArrayRef<mlir::OpFoldResult> pairs);

/// The static sizes of `inferred`, else those of `type`, in a type with the
/// element type and encoding of `type`.
mlir::RankedTensorType refineType(mlir::RankedTensorType type,
                                  mlir::RankedTensorType inferred);

/// Makes sizes that are static in `output` attributes, others values.
void matchStaticSizes(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::RankedTensorType output,
                      llvm::SmallVectorImpl<mlir::OpFoldResult> &sizes);

/// Turns constant operands into attributes and refines the result type.
/// Constants that would not verify stay operands: the run-time check reports
/// them.
template <typename OpTy, auto inferType>
struct FoldConstantOperands : mlir::OpRewritePattern<OpTy> {
  using mlir::OpRewritePattern<OpTy>::OpRewritePattern;

  mlir::LogicalResult
  matchAndRewrite(OpTy op, mlir::PatternRewriter &rewriter) const override {
    llvm::SmallVector<mlir::OpFoldResult> blocks = op.getMixedBlockShape();
    llvm::SmallVector<mlir::OpFoldResult> pairs = op.getMixedPairs();
    bool changed = succeeded(foldDynamicIndexList(
        blocks, /*onlyNonNegative=*/true, /*onlyNonZero=*/true));
    changed |= succeeded(foldDynamicIndexList(pairs, /*onlyNonNegative=*/true));
    mlir::FailureOr<mlir::RankedTensorType> inferred =
        inferType(nullptr, op.getInputType(), getStaticEntries(blocks),
                  getStaticEntries(pairs));
    mlir::RankedTensorType oldType = op.getOutputType();
    if (failed(inferred) || failed(verifyCompatibleShape(*inferred, oldType)))
      return rewriter.notifyMatchFailure(op, "constant operands are not valid");
    mlir::RankedTensorType newType = refineType(oldType, *inferred);
    if (!hasCountableElements(newType))
      return rewriter.notifyMatchFailure(op, "result is too large");
    if (!changed && newType == oldType)
      return rewriter.notifyMatchFailure(op, "nothing to fold");
    auto newOp = OpTy::create(rewriter, op.getLoc(), newType, op.getInput(),
                              blocks, pairs);
    newOp->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    mlir::Value result = newOp.getOutput();
    if (newType != oldType)
      result =
          mlir::tensor::CastOp::create(rewriter, op.getLoc(), oldType, result);
    rewriter.replaceOp(op, result);
    return mlir::success();
  }
};

} // namespace weft

#endif // WEFT_LIB_DIALECT_WEFT_IR_SPACEOPS_H
