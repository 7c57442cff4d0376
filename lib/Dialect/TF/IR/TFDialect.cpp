//===- TFDialect.cpp - The names of TensorFlow's dialects -----------------===//

#include "weft/Dialect/TF/IR/TF.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace weft;

MLIR_DEFINE_EXPLICIT_TYPE_ID(weft::TFDialect)
MLIR_DEFINE_EXPLICIT_TYPE_ID(weft::TFTypeDialect)

/// The text of the attribute, unread: `#tf_type.shape<2x?>` becomes an OpaqueAttr.
static Attribute parseOpaque(const Dialect &dialect, DialectAsmParser &parser) {
  MLIRContext *context = dialect.getContext();
  return OpaqueAttr::get(StringAttr::get(context, dialect.getNamespace()),
                         parser.getFullSymbolSpec(), NoneType::get(context));
}

TFDialect::TFDialect(MLIRContext *context)
    : Dialect(getDialectNamespace(), context, TypeID::get<TFDialect>()) {
  allowUnknownOperations();
  allowUnknownTypes();
}

Attribute TFDialect::parseAttribute(DialectAsmParser &parser, Type) const {
  return parseOpaque(*this, parser);
}

TFTypeDialect::TFTypeDialect(MLIRContext *context)
    : Dialect(getDialectNamespace(), context, TypeID::get<TFTypeDialect>()) {
  allowUnknownOperations();
  allowUnknownTypes();
}

Attribute TFTypeDialect::parseAttribute(DialectAsmParser &parser, Type) const {
  return parseOpaque(*this, parser);
}
