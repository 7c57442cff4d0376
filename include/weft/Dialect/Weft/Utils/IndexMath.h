//===- IndexMath.h - Short spelling of index arithmetic ---------*- C++ -*-===//
//
// Arithmetic on index values (64 bits) with constants folded on the way, for
// checks and lowerings. Sizes are non-negative, so unsigned and signed forms
// agree where nothing overflows; sums and products wrap unless checked first.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_UTILS_INDEXMATH_H
#define WEFT_DIALECT_WEFT_UTILS_INDEXMATH_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"

namespace weft {

class IndexMath {
public:
  IndexMath(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  mlir::Value constant(int64_t value) const {
    return mlir::arith::ConstantIndexOp::create(builder, loc, value);
  }
  mlir::Value boolean(bool value) const {
    return mlir::arith::ConstantIntOp::create(builder, loc, value, /*width=*/1);
  }
  /// An attribute or value as a value of type index.
  mlir::Value value(mlir::OpFoldResult ofr) const {
    return mlir::getValueOrCreateConstantIndexOp(builder, loc, ofr);
  }
  /// Size of a dimension: a constant where the type is static.
  mlir::Value dim(mlir::Value tensor, int64_t dimension) const {
    return value(mlir::tensor::getMixedSize(builder, loc, tensor, dimension));
  }
  /// The product of the sizes of the dimensions from `first` on.
  mlir::Value product(mlir::Value tensor, int64_t first = 0) const {
    mlir::Value count = constant(1);
    int64_t rank =
        mlir::cast<mlir::RankedTensorType>(tensor.getType()).getRank();
    for (int64_t i = first; i < rank; ++i)
      count = mul(count, dim(tensor, i));
    return count;
  }

  mlir::Value add(mlir::Value a, mlir::Value b) const {
    return fold<mlir::arith::AddIOp>(a, b);
  }
  mlir::Value sub(mlir::Value a, mlir::Value b) const {
    return fold<mlir::arith::SubIOp>(a, b);
  }
  mlir::Value mul(mlir::Value a, mlir::Value b) const {
    return fold<mlir::arith::MulIOp>(a, b);
  }
  /// Division of non-negative numbers; `b` must not be 0.
  mlir::Value div(mlir::Value a, mlir::Value b) const {
    return fold<mlir::arith::DivUIOp>(a, b);
  }
  mlir::Value rem(mlir::Value a, mlir::Value b) const {
    return fold<mlir::arith::RemUIOp>(a, b);
  }
  mlir::Value min(mlir::Value a, mlir::Value b) const {
    return fold<mlir::arith::MinSIOp>(a, b);
  }
  mlir::Value max(mlir::Value a, mlir::Value b) const {
    return fold<mlir::arith::MaxSIOp>(a, b);
  }
  mlir::Value andI(mlir::Value a, mlir::Value b) const {
    return fold<mlir::arith::AndIOp>(a, b);
  }
  mlir::Value orI(mlir::Value a, mlir::Value b) const {
    return fold<mlir::arith::OrIOp>(a, b);
  }
  mlir::Value cmp(mlir::arith::CmpIPredicate predicate, mlir::Value a,
                  mlir::Value b) const {
    return builder.createOrFold<mlir::arith::CmpIOp>(loc, predicate, a, b);
  }
  mlir::Value eq(mlir::Value a, mlir::Value b) const {
    return cmp(mlir::arith::CmpIPredicate::eq, a, b);
  }
  mlir::Value slt(mlir::Value a, mlir::Value b) const {
    return cmp(mlir::arith::CmpIPredicate::slt, a, b);
  }
  mlir::Value sge(mlir::Value a, mlir::Value b) const {
    return cmp(mlir::arith::CmpIPredicate::sge, a, b);
  }
  mlir::Value ult(mlir::Value a, mlir::Value b) const {
    return cmp(mlir::arith::CmpIPredicate::ult, a, b);
  }
  mlir::Value select(mlir::Value condition, mlir::Value a,
                     mlir::Value b) const {
    return builder.createOrFold<mlir::arith::SelectOp>(loc, condition, a, b);
  }
  /// An integer of any width, sign-extended or truncated, as index.
  mlir::Value toIndex(mlir::Value a) const {
    if (a.getType().isIndex())
      return a;
    return builder.createOrFold<mlir::arith::IndexCastOp>(
        loc, builder.getIndexType(), a);
  }

  /// An index as i64.
  mlir::Value toI64(mlir::Value a) const {
    return builder.createOrFold<mlir::arith::IndexCastOp>(
        loc, builder.getI64Type(), a);
  }

  /// i1: a + b does not exceed 2^63 - 1, for a, b >= 0.
  mlir::Value sumFits(mlir::Value a, mlir::Value b) const {
    return sge(add(a, b), constant(0));
  }
  /// i1: a * b does not exceed 2^63 - 1, for a, b >= 0.
  mlir::Value productFits(mlir::Value a, mlir::Value b) const {
    if (matchPattern(a, mlir::m_One()) || matchPattern(b, mlir::m_One()))
      return boolean(true);
    mlir::Value limit =
        div(constant(std::numeric_limits<int64_t>::max()), max(a, constant(1)));
    return cmp(mlir::arith::CmpIPredicate::ule, b, limit);
  }

  mlir::OpBuilder &builder;
  mlir::Location loc;

private:
  template <typename OpTy>
  mlir::Value fold(mlir::Value a, mlir::Value b) const {
    return builder.createOrFold<OpTy>(loc, a, b);
  }
};

} // namespace weft

#endif // WEFT_DIALECT_WEFT_UTILS_INDEXMATH_H
