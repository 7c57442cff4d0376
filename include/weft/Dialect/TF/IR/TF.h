//===- TF.h - The names of TensorFlow's dialects -----------------*- C++ -*-===//
//
// The dialects `tf` and `tf_type` without any definition: ops are accepted in
// generic form, types and attributes are kept as opaque text. With them
// TensorFlow's exports parse without --allow-unregistered-dialect, and misspelt
// ops of other dialects stay errors.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_TF_IR_TF_H
#define WEFT_DIALECT_TF_IR_TF_H

#include "mlir/IR/Dialect.h"

namespace weft {

class TFDialect : public mlir::Dialect {
public:
  explicit TFDialect(mlir::MLIRContext *context);
  static llvm::StringLiteral getDialectNamespace() { return "tf"; }
  mlir::Attribute parseAttribute(mlir::DialectAsmParser &parser,
                                 mlir::Type type) const override;
};

class TFTypeDialect : public mlir::Dialect {
public:
  explicit TFTypeDialect(mlir::MLIRContext *context);
  static llvm::StringLiteral getDialectNamespace() { return "tf_type"; }
  mlir::Attribute parseAttribute(mlir::DialectAsmParser &parser,
                                 mlir::Type type) const override;
};

} // namespace weft

MLIR_DECLARE_EXPLICIT_TYPE_ID(weft::TFDialect)
MLIR_DECLARE_EXPLICIT_TYPE_ID(weft::TFTypeDialect)

#endif // WEFT_DIALECT_TF_IR_TF_H
