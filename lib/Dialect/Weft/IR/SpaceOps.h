//===- SpaceOps.h - What the two space ops share -----------------*- C++ -*-===//

#ifndef WEFT_LIB_DIALECT_WEFT_IR_SPACEOPS_H
#define WEFT_LIB_DIALECT_WEFT_IR_SPACEOPS_H

#include "mlir/IR/OpImplementation.h"
#include "weft/Dialect/Weft/IR/Weft.h"

namespace weft {

/// Parses `[[lo, hi], ...]`, a list of pairs of integers and SSA values, into the
/// flat list of values and the flat list of integers with kDynamic for values.
mlir::ParseResult parseIndexPairList(
    mlir::OpAsmParser &parser,
    llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &values,
    mlir::DenseI64ArrayAttr &integers);

/// Prints the same. Also prints ops that do not verify.
void printIndexPairList(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                        mlir::OperandRange values,
                        llvm::ArrayRef<int64_t> integers);

} // namespace weft

#endif // WEFT_LIB_DIALECT_WEFT_IR_SPACEOPS_H
