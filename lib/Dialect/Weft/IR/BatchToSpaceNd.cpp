//===- BatchToSpaceNd.cpp ---------------------------------------------------===//

#include "SpaceOps.h"
#include "weft/Dialect/Weft/IR/ShapeInference.h"
#include "weft/Dialect/Weft/IR/Weft.h"

using namespace mlir;
using namespace weft;

SmallVector<OpFoldResult> BatchToSpaceNdOp::getMixedBlockShape() {
  return getMixedValues(getStaticBlockShape(), getBlockShape(), getContext());
}
SmallVector<OpFoldResult> BatchToSpaceNdOp::getMixedCrops() {
  return getMixedValues(getStaticCrops(), getCrops(), getContext());
}
void BatchToSpaceNdOp::build(OpBuilder &, OperationState &, Value, ArrayRef<OpFoldResult>, ArrayRef<OpFoldResult>) {}
void BatchToSpaceNdOp::build(OpBuilder &, OperationState &, Type, Value, ArrayRef<OpFoldResult>, ArrayRef<OpFoldResult>) {}
LogicalResult BatchToSpaceNdOp::verify() { return success(); }
OpFoldResult BatchToSpaceNdOp::fold(FoldAdaptor) { return {}; }
void BatchToSpaceNdOp::getCanonicalizationPatterns(RewritePatternSet &, MLIRContext *) {}
LogicalResult BatchToSpaceNdOp::reifyResultShapes(OpBuilder &, ReifiedRankedShapedTypeDims &) { return failure(); }
