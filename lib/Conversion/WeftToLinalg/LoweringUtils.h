//===- LoweringUtils.h - Helpers of the lowerings to linalg ------*- C++ -*-===//

#ifndef WEFT_LIB_CONVERSION_WEFTTOLINALG_LOWERINGUTILS_H
#define WEFT_LIB_CONVERSION_WEFTTOLINALG_LOWERINGUTILS_H

#include "mlir/IR/Builders.h"

namespace weft {

/// A constant of `type` whose bits are all zero: integers, index, floats (+0.0),
/// complex numbers, vectors and LLVM types (a null handle).
mlir::Value createZero(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Type type);

} // namespace weft

#endif // WEFT_LIB_CONVERSION_WEFTTOLINALG_LOWERINGUTILS_H
