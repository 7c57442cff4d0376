//===- Weft.h - The weft dialect --------------------------------*- C++ -*-===//
//
// The public header of the dialect: its operations and its registration.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_IR_WEFT_H
#define WEFT_DIALECT_WEFT_IR_WEFT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace weft {
/// Whether weft.tensor_scatter_sub can subtract elements of this type: signless
/// integers of at least 2 bits, f16, bf16, f32, f64, complex numbers of such
/// floats.
bool isSubtractableType(mlir::Type type);
} // namespace weft

#include "weft/Dialect/Weft/IR/WeftDialect.h.inc"
#include "weft/Dialect/Weft/IR/WeftEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "weft/Dialect/Weft/IR/WeftAttributes.h.inc"

#define GET_OP_CLASSES
#include "weft/Dialect/Weft/IR/WeftOps.h.inc"

#endif // WEFT_DIALECT_WEFT_IR_WEFT_H
