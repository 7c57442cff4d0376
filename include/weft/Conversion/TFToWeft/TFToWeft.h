//===- TFToWeft.h - TensorFlow's ops to weft ops ----------------*- C++ -*-===//

#ifndef WEFT_CONVERSION_TFTOWEFT_TFTOWEFT_H
#define WEFT_CONVERSION_TFTOWEFT_TFTOWEFT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "weft/Dialect/Weft/IR/Weft.h"

namespace weft {
#define GEN_PASS_DECL_CONVERTTFTOWEFTPASS
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

#endif // WEFT_CONVERSION_TFTOWEFT_TFTOWEFT_H
