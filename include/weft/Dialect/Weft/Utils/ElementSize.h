//===- ElementSize.h - The size of elements in memory -----------*- C++ -*-===//

#ifndef WEFT_DIALECT_WEFT_UTILS_ELEMENTSIZE_H
#define WEFT_DIALECT_WEFT_UTILS_ELEMENTSIZE_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/Support/MathExtras.h"

namespace weft {

/// Whether MLIR knows a size of the type; others are not lowered.
inline bool hasKnownSize(mlir::Type type) {
  return mlir::isa<mlir::DataLayoutTypeInterface, mlir::IntegerType,
                   mlir::FloatType, mlir::IndexType, mlir::ComplexType,
                   mlir::VectorType>(type);
}

/// The bytes from one element of a memref to the next; 1 if its type has no
/// known size.
inline int64_t getElementBytes(mlir::Operation *op, mlir::Type elementType) {
  if (!hasKnownSize(elementType))
    return 1;
  mlir::DataLayout layout = mlir::DataLayout::closest(op);
  int64_t bytes = layout.getTypeSize(elementType).getKnownMinValue();
  // The layouts of LLVM's 64-bit targets align them more than MLIR's default.
  if (elementType.isInteger() && bytes > 8)
    return llvm::alignTo(bytes, 16);
  return llvm::alignTo(bytes, layout.getTypeABIAlignment(elementType));
}

} // namespace weft

#endif // WEFT_DIALECT_WEFT_UTILS_ELEMENTSIZE_H
