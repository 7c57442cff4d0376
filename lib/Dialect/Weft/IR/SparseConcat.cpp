//===- SparseConcat.cpp -----------------------------------------------------===//

#include "weft/Dialect/Weft/IR/ShapeInference.h"
#include "weft/Dialect/Weft/IR/Weft.h"

using namespace mlir;
using namespace weft;

void SparseConcatOp::build(OpBuilder &, OperationState &, int64_t, ValueRange, ValueRange, ValueRange) {}
LogicalResult SparseConcatOp::verify() { return success(); }
void SparseConcatOp::getCanonicalizationPatterns(RewritePatternSet &, MLIRContext *) {}
LogicalResult SparseConcatOp::reifyResultShapes(OpBuilder &, ReifiedRankedShapedTypeDims &) { return failure(); }
int64_t SparseConcatOp::getSparseRank() { return 0; }
int64_t SparseConcatOp::getNormalizedConcatDim() { return getConcatDim(); }
