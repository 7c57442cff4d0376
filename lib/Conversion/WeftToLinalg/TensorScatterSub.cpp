//===- TensorScatterSub.cpp - Lowering to linalg --------------===//

#include "LoweringUtils.h"
#include "weft/Conversion/WeftToLinalg/WeftToLinalg.h"

using namespace mlir;
using namespace weft;

void weft::populateTensorScatterSubToLinalgPatterns(RewritePatternSet &) {}
