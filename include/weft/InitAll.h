//===- InitAll.h - Register everything weft has ------------------*- C++ -*-===//

#ifndef WEFT_INITALL_H
#define WEFT_INITALL_H

#include "mlir/IR/DialectRegistry.h"

namespace weft {

/// Registers the weft dialect, the names of TensorFlow's dialects, and the
/// interface implementations that they promise or need.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Registers weft's passes by their names.
void registerAllPasses();

/// Registers weft's pipelines by their names.
void registerAllPipelines();

} // namespace weft

#endif // WEFT_INITALL_H
