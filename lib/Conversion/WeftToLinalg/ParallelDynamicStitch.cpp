//===- ParallelDynamicStitch.cpp - Lowering to linalg --------------===//

#include "LoweringUtils.h"
#include "weft/Conversion/WeftToLinalg/WeftToLinalg.h"

using namespace mlir;
using namespace weft;

void weft::populateParallelDynamicStitchToLinalgPatterns(RewritePatternSet &) {}
