//===- IndexedOps.cpp - tf.DynamicStitch, TensorScatterSub, SparseConcat --===//

#include "TFOps.h"

#include "mlir/IR/TypeUtilities.h"
#include "weft/Dialect/Weft/IR/ShapeInference.h"
#include "weft/Dialect/Weft/IR/Weft.h"

using namespace mlir;
using namespace weft;
using namespace weft::tf;

/// The name of an operand in a list: "indices[2]".
static std::string entry(StringRef name, unsigned index) {
  return (name + "[" + Twine(index) + "]").str();
}

//===----------------------------------------------------------------------===//
// tf.DynamicStitch, tf.ParallelDynamicStitch
//===----------------------------------------------------------------------===//

LogicalResult tf::checkDynamicStitch(Operation *op, Module &module) {
  Checker check(op, module);
  if (op->getNumOperands() == 0 || op->getNumOperands() % 2 != 0)
    return check.error() << "expected N 'indices' and N 'data', at least one "
                            "of each, but got "
                         << op->getNumOperands() << " operands";
  unsigned n = op->getNumOperands() / 2;
  if (failed(check.listLength(n, "indices")) || failed(check.results(1)))
    return failure();
  SmallVector<Type> indices, data;
  for (unsigned i = 0; i < n; ++i) {
    FailureOr<RankedTensorType> type =
        check.integerOperand(i, entry("indices", i), {32});
    if (failed(type))
      return failure();
    indices.push_back(*type);
  }
  for (unsigned i = 0; i < n; ++i) {
    FailureOr<RankedTensorType> type = check.operand(n + i, entry("data", i));
    if (failed(type) || failed(check.sameElementType(n + i, entry("data", i), n,
                                                     entry("data", 0))))
      return failure();
    data.push_back(*type);
  }
  FailureOr<RankedTensorType> merged = inferParallelDynamicStitchType(
      [&] { return check.error(); }, indices, data, ShapedType::kDynamic);
  if (failed(merged))
    return failure();
  return check.result(0, "merged", *merged,
                      getElementTypeOrSelf(op->getOperand(n).getType()));
}

void tf::convertDynamicStitch(Operation *op, ValueRange operands,
                              Module &module,
                              ConversionPatternRewriter &rewriter) {
  size_t n = operands.size() / 2;
  Value merged = ParallelDynamicStitchOp::create(
      rewriter, op->getLoc(), module.resultTypes[op].front(),
      operands.take_front(n), operands.drop_front(n));
  replaceOp(op, merged, module, rewriter);
}

//===----------------------------------------------------------------------===//
// tf.TensorScatterSub
//===----------------------------------------------------------------------===//

/// Reads the attribute bad_indices_policy. `policy` stays null where it leaves
/// the choice to the target.
static LogicalResult getBadIndicesPolicy(Operation *op,
                                         BadIndicesPolicyAttr &policy) {
  Attribute attr = op->getAttr("bad_indices_policy");
  if (!attr)
    return success();
  auto string = dyn_cast<StringAttr>(attr);
  if (!string)
    return failure();
  if (string.empty() || string.getValue() == "DEFAULT")
    return success();
  bool isError = string.getValue() == "ERROR";
  if (!isError && string.getValue() != "IGNORE")
    return failure();
  policy = BadIndicesPolicyAttr::get(op->getContext(),
                                     isError ? BadIndicesPolicy::Error
                                             : BadIndicesPolicy::Ignore);
  return success();
}

LogicalResult tf::checkTensorScatterSub(Operation *op, Module &module) {
  Checker check(op, module);
  if (failed(check.counts(/*operands=*/3, /*results=*/1)))
    return failure();
  FailureOr<RankedTensorType> tensor = check.operand(0, "tensor");
  if (failed(tensor))
    return failure();
  FailureOr<RankedTensorType> indices =
      check.integerOperand(1, "indices", {32, 64});
  if (failed(indices))
    return failure();
  FailureOr<RankedTensorType> updates = check.operand(2, "updates");
  if (failed(updates))
    return failure();
  Type element = getElementTypeOrSelf(op->getOperand(0).getType());
  if (!isSubtractableType(tensor->getElementType()))
    return check.error()
           << "expected element type of 'tensor' to be an integer "
              "of at least 2 bits, a float of at least 16 bits "
              "or complex of such floats, but got "
           << element;
  if (failed(check.sameElementType(2, "updates", 0, "tensor")))
    return failure();
  BadIndicesPolicyAttr policy;
  if (failed(getBadIndicesPolicy(op, policy)))
    return check.error() << "expected attribute 'bad_indices_policy' to be "
                            "\"\", \"DEFAULT\", \"ERROR\" or \"IGNORE\", but "
                            "got "
                         << op->getAttr("bad_indices_policy");
  FailureOr<RankedTensorType> output = inferTensorScatterSubType(
      [&] { return check.error(); }, *indices, *updates, *tensor);
  if (failed(output))
    return failure();
  return check.result(0, "output", *output, element);
}

void tf::convertTensorScatterSub(Operation *op, ValueRange operands,
                                 Module &module,
                                 ConversionPatternRewriter &rewriter) {
  BadIndicesPolicyAttr policy;
  (void)getBadIndicesPolicy(op, policy); // checked
  Value output = TensorScatterSubOp::create(
      rewriter, op->getLoc(), operands[0].getType(), /*indices=*/operands[1],
      /*updates=*/operands[2], /*tensor=*/operands[0], policy);
  replaceOp(op, output, module, rewriter);
}

//===----------------------------------------------------------------------===//
// tf.SparseConcat
//===----------------------------------------------------------------------===//

LogicalResult tf::checkSparseConcat(Operation *op, Module &module) {
  Checker check(op, module);
  if (op->getNumOperands() == 0 || op->getNumOperands() % 3 != 0)
    return check.error() << "expected N 'indices', N 'values' and N 'shapes', "
                            "at least one of each, but got "
                         << op->getNumOperands() << " operands";
  unsigned n = op->getNumOperands() / 3;
  if (failed(check.listLength(n, "indices")) || failed(check.results(3)))
    return failure();
  SmallVector<Type> indices, values, shapes;
  for (unsigned i = 0; i < n; ++i) {
    FailureOr<RankedTensorType> type =
        check.integerOperand(i, entry("indices", i), {64});
    if (failed(type))
      return failure();
    indices.push_back(*type);
  }
  for (unsigned i = 0; i < n; ++i) {
    FailureOr<RankedTensorType> type = check.operand(n + i, entry("values", i));
    if (failed(type) || failed(check.sameElementType(n + i, entry("values", i),
                                                     n, entry("values", 0))))
      return failure();
    values.push_back(*type);
  }
  for (unsigned i = 0; i < n; ++i) {
    FailureOr<RankedTensorType> type =
        check.integerOperand(2 * n + i, entry("shapes", i), {64});
    if (failed(type))
      return failure();
    shapes.push_back(*type);
  }
  Attribute attr = op->getAttr("concat_dim");
  if (!attr)
    return check.error() << "expected an attribute 'concat_dim'";
  auto concatDim = dyn_cast<IntegerAttr>(attr);
  if (!concatDim || !concatDim.getValue().isSignedIntN(64))
    return check.error()
           << "expected attribute 'concat_dim' to be a 64-bit integer, but got "
           << attr;
  FailureOr<SmallVector<RankedTensorType, 3>> types = inferSparseConcatTypes(
      [&] { return check.error(); }, concatDim.getValue().getSExtValue(),
      indices, values, shapes);
  if (failed(types))
    return failure();
  Type i64 = IntegerType::get(op->getContext(), 64);
  Type element = getElementTypeOrSelf(op->getOperand(n).getType());
  return success(
      succeeded(check.result(0, "output_indices", (*types)[0], i64)) &&
      succeeded(check.result(1, "output_values", (*types)[1], element)) &&
      succeeded(check.result(2, "output_shape", (*types)[2], i64)));
}

void tf::convertSparseConcat(Operation *op, ValueRange operands, Module &module,
                             ConversionPatternRewriter &rewriter) {
  size_t n = operands.size() / 3;
  auto concatDim = cast<IntegerAttr>(op->getAttr("concat_dim"));
  ArrayRef<RankedTensorType> types = module.resultTypes[op];
  auto concat = SparseConcatOp::create(
      rewriter, op->getLoc(), types[0], types[1], types[2],
      rewriter.getI64IntegerAttr(concatDim.getValue().getSExtValue()),
      operands.slice(0, n), operands.slice(n, n), operands.slice(2 * n, n),
      /*sort_inputs=*/rewriter.getUnitAttr());
  replaceOp(op, concat.getResults(), module, rewriter);
}
