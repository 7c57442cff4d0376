//===- Passes.h - Passes that stay inside the weft dialect -------*- C++ -*-===//

#ifndef WEFT_DIALECT_WEFT_TRANSFORMS_PASSES_H
#define WEFT_DIALECT_WEFT_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"
#include "weft/Dialect/Weft/Transforms/RuntimeChecks.h"

namespace weft {
#define GEN_PASS_DECL
#include "weft/Dialect/Weft/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "weft/Dialect/Weft/Transforms/Passes.h.inc"
} // namespace weft

#endif // WEFT_DIALECT_WEFT_TRANSFORMS_PASSES_H
