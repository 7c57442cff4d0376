//===- TensorScatterSubChecks.cpp -----------------------------===//

#include "weft/Dialect/Weft/Transforms/RuntimeChecks.h"

using namespace mlir;
using namespace weft;

void weft::emitRuntimeChecks(TensorScatterSubOp, CheckBuilder &) {}
