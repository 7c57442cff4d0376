//===- SpaceToBatchNd.cpp ---------------------------------------------------===//

#include "SpaceOps.h"
#include "weft/Dialect/Weft/IR/ShapeInference.h"
#include "weft/Dialect/Weft/IR/Weft.h"

using namespace mlir;
using namespace weft;

SmallVector<OpFoldResult> SpaceToBatchNdOp::getMixedBlockShape() {
  return getMixedValues(getStaticBlockShape(), getBlockShape(), getContext());
}
SmallVector<OpFoldResult> SpaceToBatchNdOp::getMixedPaddings() {
  return getMixedValues(getStaticPaddings(), getPaddings(), getContext());
}
void SpaceToBatchNdOp::build(OpBuilder &, OperationState &, Value, ArrayRef<OpFoldResult>, ArrayRef<OpFoldResult>) {}
void SpaceToBatchNdOp::build(OpBuilder &, OperationState &, Type, Value, ArrayRef<OpFoldResult>, ArrayRef<OpFoldResult>) {}
LogicalResult SpaceToBatchNdOp::verify() { return success(); }
OpFoldResult SpaceToBatchNdOp::fold(FoldAdaptor) { return {}; }
void SpaceToBatchNdOp::getCanonicalizationPatterns(RewritePatternSet &, MLIRContext *) {}
LogicalResult SpaceToBatchNdOp::reifyResultShapes(OpBuilder &, ReifiedRankedShapedTypeDims &) { return failure(); }
