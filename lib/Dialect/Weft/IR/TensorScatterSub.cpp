//===- TensorScatterSub.cpp - weft.tensor_scatter_sub ---------------------===//

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "weft/Dialect/Weft/IR/ShapeInference.h"
#include "weft/Dialect/Weft/IR/Weft.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Shape inference
//===----------------------------------------------------------------------===//

FailureOr<RankedTensorType>
weft::inferTensorScatterSubType(EmitErrorFn emitError, RankedTensorType indices,
                                RankedTensorType updates,
                                RankedTensorType tensor) {
  auto fail = [&](const Twine &message) {
    if (emitError)
      emitError() << message;
    return failure();
  };
  if (indices.getRank() < 1) // C4
    return fail("expected rank of 'indices' to be at least 1, but got 0");
  int64_t numPositionDims = indices.getRank() - 1;
  int64_t depth = indices.getShape().back();
  if (ShapedType::isStatic(depth)) {
    if (depth > tensor.getRank()) // C5
      return fail("expected dimension " + Twine(numPositionDims) +
                  " of 'indices', the depth of an index, to be at most " +
                  Twine(tensor.getRank()) + ", the rank of 'tensor', but got " +
                  Twine(depth));
    int64_t rank = numPositionDims + tensor.getRank() - depth;
    if (updates.getRank() != rank) // C6
      return fail("expected rank of 'updates' to be " + Twine(rank) +
                  " for indices of depth " + Twine(depth) + ", but got " +
                  Twine(updates.getRank()));
  } else {
    depth = numPositionDims + tensor.getRank() - updates.getRank();
    if (depth < 0 || depth > tensor.getRank()) // C5
      return fail("expected rank of 'updates' to be at least " +
                  Twine(numPositionDims) + " and at most " +
                  Twine(numPositionDims + tensor.getRank()) + ", but got " +
                  Twine(updates.getRank()));
  }
  for (int64_t i = 0; i < updates.getRank(); ++i) {
    bool isPosition = i < numPositionDims;
    int64_t expected = isPosition
                           ? indices.getDimSize(i)
                           : tensor.getDimSize(depth + i - numPositionDims);
    if (failed(
            verifyCompatibleShape(ArrayRef(expected),
                                  ArrayRef(updates.getDimSize(i))))) // C7, C8
      return fail("expected dimension " + Twine(i) + " of 'updates' to be " +
                  Twine(expected) + " as in " +
                  (isPosition ? "'indices'" : "'tensor'") + ", but got " +
                  Twine(updates.getDimSize(i)));
  }
  return tensor;
}

//===----------------------------------------------------------------------===//
// TensorScatterSubOp
//===----------------------------------------------------------------------===//

void TensorScatterSubOp::build(OpBuilder &builder, OperationState &state,
                               Value indices, Value updates, Value tensor,
                               BadIndicesPolicyAttr policy) {
  build(builder, state, tensor.getType(), indices, updates, tensor, policy);
}

LogicalResult TensorScatterSubOp::verify() {
  return inferTensorScatterSubType([&] { return emitOpError(); },
                                   getIndicesType(), getUpdatesType(),
                                   getTensorType());
}

/// Whether the types alone show that the shapes fit one another.
static bool areShapesKnownToFit(TensorScatterSubOp op) {
  RankedTensorType indices = op.getIndicesType(), tensor = op.getTensorType();
  SmallVector<int64_t> expected(indices.getShape().drop_back());
  llvm::append_range(expected,
                     tensor.getShape().drop_front(op.getIndexDepth()));
  return indices.getShape().back() == op.getIndexDepth() &&
         !ShapedType::isDynamicShape(expected) &&
         op.getUpdatesType().getShape() == ArrayRef<int64_t>(expected);
}

OpFoldResult TensorScatterSubOp::fold(FoldAdaptor) {
  // Nothing is subtracted, and no index is left whose check would fail.
  bool hasNoPositions =
      llvm::is_contained(getIndicesType().getShape().drop_back(), 0);
  bool hasNoElements = llvm::is_contained(getUpdatesType().getShape(), 0);
  bool needsNoCheck = getIndexDepth() == 0 || ignoresBadIndices();
  if ((hasNoPositions || (hasNoElements && needsNoCheck)) &&
      areShapesKnownToFit(*this))
    return getTensor();
  return {};
}

LogicalResult
TensorScatterSubOp::reifyResultShapes(OpBuilder &builder,
                                      ReifiedRankedShapedTypeDims &shapes) {
  shapes.push_back(tensor::getMixedSizes(builder, getLoc(), getTensor()));
  return success();
}
