//===- WeftDialect.cpp - The weft dialect ---------------------------------===//

#include "SpaceOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/RuntimeVerifiableOpInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft;

#include "weft/Dialect/Weft/IR/WeftDialect.cpp.inc"
#include "weft/Dialect/Weft/IR/WeftEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "weft/Dialect/Weft/IR/WeftAttributes.cpp.inc"

#define GET_OP_CLASSES
#include "weft/Dialect/Weft/IR/WeftOps.cpp.inc"

void WeftDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "weft/Dialect/Weft/IR/WeftAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/Weft/IR/WeftOps.cpp.inc"
      >();
  declarePromisedInterfaces<RuntimeVerifiableOpInterface, BatchToSpaceNdOp,
                            ParallelDynamicStitchOp, SpaceToBatchNdOp,
                            SparseConcatOp, TensorScatterSubOp>();
}

Operation *WeftDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

bool weft::isSubtractableType(Type type) {
  if (auto complexType = dyn_cast<ComplexType>(type))
    type = complexType.getElementType();
  else if (auto intType = dyn_cast<IntegerType>(type))
    return intType.isSignless() && intType.getWidth() >= 2;
  return isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}
