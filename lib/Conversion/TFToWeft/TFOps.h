//===- TFOps.h - What the conversions of TensorFlow's ops share -*- C++ -*-===//
//
// TensorFlow's ops are not defined here: they are known by name, in generic
// form. Each one that is converted has two functions: `check` looks at an op as
// it was written and reports what is wrong with it; `convert` then replaces it
// and relies on what was checked. So a malformed op is an error in the user's
// terms and never a failed conversion.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_TFTOWEFT_TFOPS_H
#define WEFT_LIB_CONVERSION_TFTOWEFT_TFOPS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/DialectConversion.h"
#include "llvm/ADT/StringMap.h"

namespace weft {
namespace tf {

/// Constant strings: one private LLVM global each, next to the functions.
class StringPool {
public:
  /// The handle {pointer, length}, of the type `handle`, of a string. The empty
  /// string is {null, 0}, as in rows that a stitch fills with zeros.
  mlir::Value getHandle(mlir::OpBuilder &builder, mlir::Operation *user,
                        mlir::Type handle, llvm::StringRef string);

private:
  struct Table {
    explicit Table(mlir::Operation *op) : symbols(op) {}
    mlir::SymbolTable symbols;
    llvm::StringMap<mlir::StringAttr> globals;
    mlir::Operation *last = nullptr;
  };
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<Table>> tables;
};

/// What is known of a module while its ops are converted.
struct Module {
  explicit Module(const mlir::TypeConverter &converter)
      : converter(converter) {}

  const mlir::TypeConverter &converter;
  /// The result types of the op that takes the place of each checked op.
  llvm::DenseMap<mlir::Operation *,
                 llvm::SmallVector<mlir::RankedTensorType, 3>>
      resultTypes;
  StringPool strings;
};

using CheckFn = mlir::LogicalResult(mlir::Operation *op, Module &module);
using ConvertFn = void(mlir::Operation *op, mlir::ValueRange operands,
                       Module &module,
                       mlir::ConversionPatternRewriter &rewriter);

/// A TensorFlow op that is converted.
struct OpKind {
  llvm::StringLiteral name;
  /// Emits an error at the op and fails if the op cannot be converted. Else
  /// enters its result types into the module; unranked results become ranked.
  CheckFn *check;
  /// Replaces a checked op. `operands` have their converted types.
  ConvertFn *convert;
};

/// All TensorFlow ops that are converted.
llvm::ArrayRef<OpKind> getOpKinds();

/// Checks of one op. Those that fail have emitted an error at the op.
class Checker {
public:
  Checker(mlir::Operation *op, Module &module) : op(op), module(module) {}

  mlir::InFlightDiagnostic error() const { return op->emitOpError(); }
  /// The op has this many operands and results, and no regions and successors.
  mlir::LogicalResult counts(unsigned operands, unsigned results) const;
  mlir::LogicalResult results(unsigned count) const;
  /// The attribute N, if there is one, says how many `list` there are.
  mlir::LogicalResult listLength(int64_t length, llvm::StringRef list) const;
  /// The converted type of an operand that is a ranked tensor of elements that
  /// can be stored.
  mlir::FailureOr<mlir::RankedTensorType>
  operand(unsigned index, const llvm::Twine &name) const;
  /// The same, with signless integers of one of these widths as elements.
  mlir::FailureOr<mlir::RankedTensorType>
  integerOperand(unsigned index, const llvm::Twine &name,
                 llvm::ArrayRef<unsigned> widths) const;
  /// Two operands, as they were written, have the same element type.
  mlir::LogicalResult sameElementType(unsigned index, const llvm::Twine &name,
                                      unsigned otherIndex,
                                      const llvm::Twine &otherName) const;
  /// Result `index` can hold `inferred`, whose element type is the converted
  /// one of `element`. Enters the more static of both into the module.
  mlir::LogicalResult result(unsigned index, llvm::StringRef name,
                             mlir::RankedTensorType inferred,
                             mlir::Type element) const;

  mlir::Operation *op;
  Module &module;
};

/// The operand of the first tf.Identity in a chain of them, or `value` itself;
/// at most up to a result of `stop`.
mlir::Value lookThroughIdentities(mlir::Value value,
                                  mlir::Operation *stop = nullptr);

/// The operand's value if it is a constant of integers, also behind
/// tf.Identity, else null.
mlir::DenseIntElementsAttr getConstantOperand(mlir::Operation *op,
                                              unsigned index);

/// Replaces an op by values, cast to the converted types of its results.
void replaceOp(mlir::Operation *op, mlir::ValueRange values, Module &module,
               mlir::ConversionPatternRewriter &rewriter);

/// `value` as a tensor of type `type`, which it is compatible with.
mlir::Value castTensor(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Type type, mlir::Value value);

/// `!tf_type.string` or `!tf_type.resource`, also with further parameters.
bool isTFType(mlir::Type type, llvm::StringRef name);

// The ops, by family.
CheckFn checkConst, checkIdentity;
ConvertFn convertConst, convertIdentity;
CheckFn checkSpaceToBatchNd, checkBatchToSpaceNd;
ConvertFn convertSpaceToBatchNd, convertBatchToSpaceNd;
CheckFn checkDynamicStitch, checkTensorScatterSub, checkSparseConcat;
ConvertFn convertDynamicStitch, convertTensorScatterSub, convertSparseConcat;

} // namespace tf
} // namespace weft

#endif // WEFT_LIB_CONVERSION_TFTOWEFT_TFOPS_H
