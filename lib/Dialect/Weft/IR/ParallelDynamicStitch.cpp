//===- ParallelDynamicStitch.cpp --------------------------------------------===//

#include "weft/Dialect/Weft/IR/ShapeInference.h"
#include "weft/Dialect/Weft/IR/Weft.h"

using namespace mlir;
using namespace weft;

void ParallelDynamicStitchOp::build(OpBuilder &, OperationState &, ValueRange, ValueRange) {}
LogicalResult ParallelDynamicStitchOp::verify() { return success(); }
void ParallelDynamicStitchOp::getCanonicalizationPatterns(RewritePatternSet &, MLIRContext *) {}
LogicalResult ParallelDynamicStitchOp::reifyResultShapes(OpBuilder &, ReifiedRankedShapedTypeDims &) { return failure(); }
