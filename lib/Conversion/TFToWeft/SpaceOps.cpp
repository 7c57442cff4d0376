//===- SpaceOps.cpp - tf.SpaceToBatchND and tf.BatchToSpaceND -------------===//

#include "TFOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "weft/Dialect/Weft/IR/ShapeInference.h"
#include "weft/Dialect/Weft/IR/Weft.h"

using namespace mlir;
using namespace weft;
using namespace weft::tf;

/// Signature of the two inference functions.
using InferFn = FailureOr<RankedTensorType>(EmitErrorFn, RankedTensorType,
                                            ArrayRef<int64_t>,
                                            ArrayRef<int64_t>);

/// The elements of an operand of `count` integers: kDynamic each if they are
/// known at run time only.
static FailureOr<SmallVector<int64_t>> readIntegers(const Checker &check,
                                                    unsigned index,
                                                    StringRef name,
                                                    int64_t count) {
  DenseIntElementsAttr constant = getConstantOperand(check.op, index);
  if (!constant)
    return SmallVector<int64_t>(count, ShapedType::kDynamic);
  SmallVector<int64_t> integers;
  for (const APInt &value : constant.getValues<APInt>()) {
    integers.push_back(value.getSExtValue());
    // The smallest integer is kDynamic: no op can hold it as an attribute.
    if (ShapedType::isDynamic(integers.back())) {
      check.error() << "expected every element of '" << name
                    << "' to be non-negative, but got " << integers.back();
      return failure();
    }
  }
  return integers;
}

/// Operands: the tensor, block_shape [M] and `pairsName` (paddings or crops)
/// [M, 2].
static LogicalResult checkSpaceOp(Operation *op, Module &module,
                                  StringRef pairsName, InferFn *infer) {
  Checker check(op, module);
  if (failed(check.counts(/*operands=*/3, /*results=*/1)))
    return failure();
  FailureOr<RankedTensorType> input = check.operand(0, "input");
  if (failed(input))
    return failure();
  FailureOr<RankedTensorType> blockShape =
      check.integerOperand(1, "block_shape", {32, 64});
  if (failed(blockShape))
    return failure();
  FailureOr<RankedTensorType> pairs =
      check.integerOperand(2, pairsName, {32, 64});
  if (failed(pairs))
    return failure();

  if (blockShape->getRank() != 1)
    return check.error() << "expected 'block_shape' to have rank 1, but got "
                         << *blockShape;
  if (blockShape->isDynamicDim(0))
    return check.error()
           << "expected the length of 'block_shape' to be known, but got "
           << *blockShape;
  int64_t numBlockDims = blockShape->getDimSize(0);
  // Before anything of length M is made: M may be as large as 2^63 - 1.
  if (input->getRank() <= numBlockDims)
    return check.error() << "expected 'input' to have rank 1 + " << numBlockDims
                         << " or more, for the length of 'block_shape', but "
                            "got "
                         << input->getRank();
  if (pairs->getShape() != ArrayRef<int64_t>{numBlockDims, 2})
    return check.error() << "expected '" << pairsName << "' to have the shape ["
                         << numBlockDims << ", 2], but got " << *pairs;

  FailureOr<SmallVector<int64_t>> blocks =
      readIntegers(check, 1, "block_shape", numBlockDims);
  if (failed(blocks))
    return failure();
  FailureOr<SmallVector<int64_t>> amounts =
      readIntegers(check, 2, pairsName, 2 * numBlockDims);
  if (failed(amounts))
    return failure();
  FailureOr<RankedTensorType> output =
      infer([&] { return check.error(); }, *input, *blocks, *amounts);
  if (failed(output))
    return failure();
  return check.result(0, "output", *output,
                      getElementTypeOrSelf(op->getOperand(0).getType()));
}

LogicalResult tf::checkSpaceToBatchNd(Operation *op, Module &module) {
  return checkSpaceOp(op, module, "paddings", inferSpaceToBatchNdType);
}

LogicalResult tf::checkBatchToSpaceNd(Operation *op, Module &module) {
  return checkSpaceOp(op, module, "crops", inferBatchToSpaceNdType);
}

/// The elements of operand `index`, now `tensor`, in row-major order:
/// attributes if it is constant, else values of type index. `positions` holds
/// the constants 0, 1, ... as far as they were needed.
static SmallVector<OpFoldResult>
extractElements(Operation *op, unsigned index, Value tensor,
                SmallVectorImpl<Value> &positions, OpBuilder &builder) {
  SmallVector<OpFoldResult> elements;
  if (DenseIntElementsAttr constant = getConstantOperand(op, index)) {
    for (const APInt &value : constant.getValues<APInt>())
      elements.push_back(builder.getIndexAttr(value.getSExtValue()));
    return elements;
  }
  Location loc = op->getLoc();
  auto type = cast<RankedTensorType>(tensor.getType());
  for (int64_t size : type.getShape())
    while (int64_t(positions.size()) < size)
      positions.push_back(
          arith::ConstantIndexOp::create(builder, loc, positions.size()));
  int64_t columns = type.getRank() == 2 ? type.getDimSize(1) : 1;
  for (int64_t i = 0, e = type.getNumElements(); i < e; ++i) {
    SmallVector<Value> position{positions[i / columns]};
    if (type.getRank() == 2)
      position.push_back(positions[i % columns]);
    Value element = tensor::ExtractOp::create(builder, loc, tensor, position);
    elements.push_back(arith::IndexCastOp::create(
                           builder, loc, builder.getIndexType(), element)
                           .getResult());
  }
  return elements;
}

template <typename OpTy>
static void convertSpaceOp(Operation *op, ValueRange operands, Module &module,
                           ConversionPatternRewriter &rewriter) {
  SmallVector<Value> positions;
  SmallVector<OpFoldResult> blockShape =
      extractElements(op, 1, operands[1], positions, rewriter);
  SmallVector<OpFoldResult> pairs =
      extractElements(op, 2, operands[2], positions, rewriter);
  Value output =
      OpTy::create(rewriter, op->getLoc(), module.resultTypes[op].front(),
                   operands[0], blockShape, pairs);
  replaceOp(op, output, module, rewriter);
}

void tf::convertSpaceToBatchNd(Operation *op, ValueRange operands,
                               Module &module,
                               ConversionPatternRewriter &rewriter) {
  convertSpaceOp<SpaceToBatchNdOp>(op, operands, module, rewriter);
}

void tf::convertBatchToSpaceNd(Operation *op, ValueRange operands,
                               Module &module,
                               ConversionPatternRewriter &rewriter) {
  convertSpaceOp<BatchToSpaceNdOp>(op, operands, module, rewriter);
}
