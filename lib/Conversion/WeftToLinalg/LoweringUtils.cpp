//===- LoweringUtils.cpp - Helpers of the lowerings to linalg -------------===//

#include "LoweringUtils.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"

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

static constexpr int64_t kListSize = 1024;

weft::RangeList::RangeList(OpBuilder &builder, Location loc)
    : builder(builder), loc(loc),
      list(memref::AllocOp::create(
          builder, loc,
          MemRefType::get({kListSize}, builder.getIndexType()))) {}

SmallVector<Value> weft::RangeList::forEachPart(
    Value count, ValueRange inits,
    llvm::function_ref<SmallVector<Value>(Value, Value, ValueRange)> body)
    const {
  IndexMath math(builder, loc);
  Value size = math.constant(kListSize);
  Value parts = math.div(math.add(count, math.constant(kListSize - 1)), size);
  return createFor(
      builder, loc, math.constant(0), parts, inits,
      [&](Value part, ValueRange carried) {
        Value from = math.mul(part, size);
        return body(from, math.min(math.add(from, size), count), carried);
      });
}

Value weft::RangeList::fill(Value from, Value to, Value low, Value size,
                            llvm::function_ref<Value(Value)> getIndex) const {
  IndexMath math(builder, loc);
  return createFor(
      builder, loc, from, to, math.constant(0),
      [&](Value number, ValueRange listed) -> SmallVector<Value> {
        memref::StoreOp::create(builder, loc, number, list, listed);
        Value inside = math.ult(math.sub(getIndex(number), low), size);
        Value more = arith::IndexCastUIOp::create(
            builder, loc, builder.getIndexType(), inside);
        return {math.add(listed[0], more)};
      })[0];
}

Value weft::RangeList::get(Value i) const {
  return memref::LoadOp::create(builder, loc, list, i);
}
