//===- LoopUtils.h - Short spelling of loops and branches -------*- C++ -*-===//
//
// Loops and branches with the builder's insertion point inside while the body
// is written, for checks and lowerings. The body returns what it yields.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_UTILS_LOOPUTILS_H
#define WEFT_DIALECT_WEFT_UTILS_LOOPUTILS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"

namespace weft {

using LoopBodyFn = llvm::function_ref<llvm::SmallVector<mlir::Value>(
    mlir::Value, mlir::ValueRange)>;
using BranchFn = llvm::function_ref<llvm::SmallVector<mlir::Value>()>;

/// for (i = lower; i < upper; ++i) carried = body(i, carried); signed compare.
inline llvm::SmallVector<mlir::Value>
createFor(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value lower,
          mlir::Value upper, mlir::ValueRange inits, LoopBodyFn body) {
  mlir::Value one = mlir::arith::ConstantIndexOp::create(builder, loc, 1);
  auto loop = mlir::scf::ForOp::create(builder, loc, lower, upper, one, inits);
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  llvm::SmallVector<mlir::Value> yielded =
      body(loop.getInductionVar(), loop.getRegionIterArgs());
  // A loop that carries nothing already has its terminator.
  if (!inits.empty())
    mlir::scf::YieldOp::create(builder, loc, yielded);
  return llvm::SmallVector<mlir::Value>(loop.getResults());
}

/// condition ? then() : otherwise(); both return values of `types`.
inline llvm::SmallVector<mlir::Value>
createIf(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value condition,
         mlir::TypeRange types, BranchFn then, BranchFn otherwise) {
  auto branch = mlir::scf::IfOp::create(builder, loc, types, condition,
                                        /*addThenBlock=*/true,
                                        /*addElseBlock=*/true);
  mlir::OpBuilder::InsertionGuard guard(builder);
  for (auto [block, fn] : {std::pair(branch.thenBlock(), then),
                           std::pair(branch.elseBlock(), otherwise)}) {
    builder.setInsertionPointToEnd(block);
    mlir::scf::YieldOp::create(builder, loc, fn());
  }
  return llvm::SmallVector<mlir::Value>(branch.getResults());
}

/// if (condition) then(); else otherwise(); without a branch where the
/// condition is a constant. `otherwise` may be null.
inline void createFoldedIf(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value condition,
                           llvm::function_ref<void()> then,
                           llvm::function_ref<void()> otherwise) {
  if (mlir::matchPattern(condition, mlir::m_One()))
    return then();
  if (mlir::matchPattern(condition, mlir::m_Zero()))
    return otherwise ? otherwise() : void();
  auto call = [](llvm::function_ref<void()> fn) {
    return [fn]() -> llvm::SmallVector<mlir::Value> {
      if (fn)
        fn();
      return {};
    };
  };
  createIf(builder, loc, condition, {}, call(then), call(otherwise));
}

/// for (i = 0; i < count; ++i) carried = body(i, carried) for a static count:
/// no loop if the count is small, so that what depends on a constant i folds.
inline llvm::SmallVector<mlir::Value>
createStaticFor(mlir::OpBuilder &builder, mlir::Location loc, int64_t count,
                mlir::ValueRange inits, LoopBodyFn body) {
  constexpr int64_t maxUnrolled = 8;
  auto constant = [&](int64_t value) -> mlir::Value {
    return mlir::arith::ConstantIndexOp::create(builder, loc, value);
  };
  if (count > maxUnrolled)
    return createFor(builder, loc, constant(0), constant(count), inits, body);
  llvm::SmallVector<mlir::Value> carried(inits);
  for (int64_t i = 0; i < count; ++i)
    carried = body(constant(i), carried);
  return carried;
}

} // namespace weft

#endif // WEFT_DIALECT_WEFT_UTILS_LOOPUTILS_H
