//===- LoweringUtils.cpp - Helpers of the lowerings to linalg -------------===//

#include "LoweringUtils.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

Value weft::createZero(OpBuilder &builder, Location loc, Type type) {
  if (auto complexType = dyn_cast<ComplexType>(type)) {
    Attribute zero = builder.getZeroAttr(complexType.getElementType());
    return complex::ConstantOp::create(builder, loc, complexType,
                                       builder.getArrayAttr({zero, zero}));
  }
  if (auto intType = dyn_cast<IntegerType>(type); intType && !intType.isSignless()) {
    // arith has signless constants only; the cast disappears once types are
    // lowered to the LLVM dialect, which has no signs either.
    Value zero = createZero(builder, loc, builder.getIntegerType(intType.getWidth()));
    return UnrealizedConversionCastOp::create(builder, loc, type, zero).getResult(0);
  }
  if (TypedAttr zero = builder.getZeroAttr(type))
    return arith::ConstantOp::create(builder, loc, zero);
  return LLVM::ZeroOp::create(builder, loc, type);
}
