//===- TensorScatterSub.cpp -------------------------------------------------===//

#include "weft/Dialect/Weft/IR/ShapeInference.h"
#include "weft/Dialect/Weft/IR/Weft.h"

using namespace mlir;
using namespace weft;

void TensorScatterSubOp::build(OpBuilder &, OperationState &, Value, Value, Value, BadIndicesPolicyAttr) {}
LogicalResult TensorScatterSubOp::verify() { return success(); }
OpFoldResult TensorScatterSubOp::fold(FoldAdaptor) { return {}; }
LogicalResult TensorScatterSubOp::reifyResultShapes(OpBuilder &, ReifiedRankedShapedTypeDims &) { return failure(); }
