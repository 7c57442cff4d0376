//===- PlainLoop.h - Loops that LLVM leaves as they are ---------*- C++ -*-===//

#ifndef WEFT_DIALECT_WEFT_UTILS_PLAINLOOP_H
#define WEFT_DIALECT_WEFT_UTILS_PLAINLOOP_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace weft {

/// Keeps LLVM from unrolling or vectorizing `loop`, whose body is wide already,
/// or which has few turns. Does nothing where the LLVM dialect is not loaded, as
/// in a pass that only inserts checks.
inline void makePlainLoop(mlir::Operation *loop) {
  mlir::MLIRContext *context = loop->getContext();
  if (!context->getLoadedDialect<mlir::LLVM::LLVMDialect>())
    return;
  auto yes = mlir::BoolAttr::get(context, true);
  auto unroll = mlir::LLVM::LoopUnrollAttr::get(context, /*disable=*/yes, {},
                                                {}, {}, {}, {}, {});
  auto vectorize = mlir::LLVM::LoopVectorizeAttr::get(
      context, /*disable=*/yes, {}, {}, {}, {}, {}, {});
  loop->setAttr("loop_annotation",
                mlir::LLVM::LoopAnnotationAttr::get(context, {}, vectorize, {},
                                                    unroll, {}, {}, {}, {}, {},
                                                    {}, {}, {}, {}, {}, {}));
}

} // namespace weft

#endif // WEFT_DIALECT_WEFT_UTILS_PLAINLOOP_H
