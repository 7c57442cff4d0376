//===- TFOps.cpp - What the conversions of TensorFlow's ops share ---------===//

#include "TFOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace weft;
using namespace weft::tf;

ArrayRef<OpKind> tf::getOpKinds() {
  static const OpKind kinds[] = {
      {"tf.BatchToSpaceND", checkBatchToSpaceNd, convertBatchToSpaceNd},
      {"tf.Const", checkConst, convertConst},
      {"tf.DynamicStitch", checkDynamicStitch, convertDynamicStitch},
      {"tf.Identity", checkIdentity, convertIdentity},
      {"tf.ParallelDynamicStitch", checkDynamicStitch, convertDynamicStitch},
      {"tf.SpaceToBatchND", checkSpaceToBatchNd, convertSpaceToBatchNd},
      {"tf.SparseConcat", checkSparseConcat, convertSparseConcat},
      {"tf.TensorScatterSub", checkTensorScatterSub, convertTensorScatterSub},
  };
  return kinds;
}

bool tf::isTFType(Type type, StringRef name) {
  auto opaque = dyn_cast<OpaqueType>(type);
  if (!opaque || opaque.getDialectNamespace() != "tf_type")
    return false;
  StringRef data = opaque.getTypeData();
  return data.consume_front(name) && (data.empty() || data.front() == '<');
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

LogicalResult Checker::counts(unsigned operands, unsigned results) const {
  if (op->getNumOperands() != operands)
    return error() << "expected " << operands
                   << (operands == 1 ? " operand" : " operands") << ", but got "
                   << op->getNumOperands();
  return this->results(results);
}

LogicalResult Checker::results(unsigned count) const {
  if (op->getNumResults() != count)
    return error() << "expected " << count
                   << (count == 1 ? " result" : " results") << ", but got "
                   << op->getNumResults();
  if (op->getNumRegions() != 0)
    return error() << "expected no regions, but got " << op->getNumRegions();
  if (op->getNumSuccessors() != 0)
    return error() << "expected no successors, but got "
                   << op->getNumSuccessors();
  return success();
}

LogicalResult Checker::listLength(int64_t length, StringRef list) const {
  Attribute attr = op->getAttr("N");
  if (!attr)
    return success();
  auto n = dyn_cast<IntegerAttr>(attr);
  if (!n || n.getValue() != length)
    return error() << "expected attribute 'N' to be " << length
                   << ", the number of '" << list << "', but got " << attr;
  return success();
}

FailureOr<RankedTensorType> Checker::operand(unsigned index,
                                             const Twine &name) const {
  Type type = op->getOperand(index).getType();
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor) {
    error() << "expected '" << name << "' to be a ranked tensor, but got "
            << type;
    return failure();
  }
  auto converted = cast<RankedTensorType>(module.converter.convertType(tensor));
  if (!BaseMemRefType::isValidElementType(converted.getElementType())) {
    error() << "expected '" << name
            << "' to have elements that can be stored in memory, but got "
            << type;
    return failure();
  }
  return converted;
}

FailureOr<RankedTensorType>
Checker::integerOperand(unsigned index, const Twine &name,
                        ArrayRef<unsigned> widths) const {
  FailureOr<RankedTensorType> type = operand(index, name);
  if (failed(type))
    return failure();
  Type written = getElementTypeOrSelf(op->getOperand(index).getType());
  if (llvm::any_of(widths, [&](unsigned width) {
        return written.isSignlessInteger(width);
      }))
    return type;
  InFlightDiagnostic diagnostic = error() << "expected element type of '"
                                          << name << "' to be ";
  llvm::interleave(
      widths, [&](unsigned width) { diagnostic << "i" << width; },
      [&] { diagnostic << " or "; });
  diagnostic << ", but got " << written;
  return failure();
}

LogicalResult Checker::sameElementType(unsigned index, const Twine &name,
                                       unsigned otherIndex,
                                       const Twine &otherName) const {
  Type type = getElementTypeOrSelf(op->getOperand(index).getType());
  Type other = getElementTypeOrSelf(op->getOperand(otherIndex).getType());
  if (type != other)
    return error() << "expected element type of '" << name << "' to be "
                   << other << " as that of '" << otherName << "', but got "
                   << type;
  return success();
}

/// Gives an unranked result the type that it was found to have. Users that are
/// not converted keep the type that they were written with.
static void refineUnrankedResult(OpResult result, RankedTensorType type) {
  Type unranked = result.getType();
  result.setType(type);
  Value asWritten;
  for (OpOperand &use : llvm::make_early_inc_range(result.getUses())) {
    StringRef user = use.getOwner()->getName().getStringRef();
    if (llvm::any_of(getOpKinds(),
                     [&](const OpKind &kind) { return kind.name == user; }))
      continue;
    if (!asWritten) {
      OpBuilder builder(result.getContext());
      builder.setInsertionPointAfter(result.getOwner());
      asWritten =
          tensor::CastOp::create(builder, result.getLoc(), unranked, result);
    }
    if (use.getOwner() != asWritten.getDefiningOp())
      use.set(asWritten);
  }
}

LogicalResult Checker::result(unsigned index, StringRef name,
                              RankedTensorType inferred, Type element) const {
  OpResult result = op->getResult(index);
  auto written = dyn_cast<TensorType>(result.getType());
  if (!written)
    return error() << "expected result '" << name
                   << "' to be a tensor, but got " << result.getType();
  if (written.getElementType() != element)
    return error() << "expected element type of result '" << name << "' to be "
                   << element << ", but got " << written.getElementType();
  SmallVector<int64_t> shape(inferred.getShape());
  if (written.hasRank()) {
    if (failed(verifyCompatibleShape(written, inferred)))
      return error() << "expected type of result '" << name
                     << "' to be compatible with " << inferred.clone(element)
                     << ", but got " << written;
    for (auto [size, writtenSize] : llvm::zip_equal(shape, written.getShape()))
      if (!ShapedType::isDynamic(writtenSize))
        size = writtenSize;
  } else {
    refineUnrankedResult(result, inferred.clone(element));
  }
  auto &types = module.resultTypes[op];
  types.resize(op->getNumResults());
  types[index] = inferred.clone(shape);
  return success();
}

Value tf::lookThroughIdentities(Value value, Operation *stop) {
  // In unreachable code identities may be each other's operands.
  SmallPtrSet<Operation *, 8> seen;
  while (Operation *def = value.getDefiningOp()) {
    if (def == stop || def->getName().getStringRef() != "tf.Identity" ||
        def->getNumOperands() != 1 || !seen.insert(def).second)
      break;
    value = def->getOperand(0);
  }
  return value;
}

DenseIntElementsAttr tf::getConstantOperand(Operation *op, unsigned index) {
  Value value = lookThroughIdentities(op->getOperand(index));
  DenseIntElementsAttr constant;
  Operation *def = value.getDefiningOp();
  if (def && def->getName().getStringRef() == "tf.Const")
    constant = dyn_cast_or_null<DenseIntElementsAttr>(def->getAttr("value"));
  else
    matchPattern(value, m_Constant(&constant));
  if (constant && constant.getType() != op->getOperand(index).getType())
    return nullptr;
  return constant;
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

Value tf::castTensor(OpBuilder &builder, Location loc, Type type, Value value) {
  if (value.getType() == type)
    return value;
  return tensor::CastOp::create(builder, loc, type, value);
}

void tf::replaceOp(Operation *op, ValueRange values, Module &module,
                   ConversionPatternRewriter &rewriter) {
  SmallVector<Value> replacements;
  for (auto [result, value] : llvm::zip_equal(op->getResults(), values))
    replacements.push_back(
        castTensor(rewriter, op->getLoc(),
                   module.converter.convertType(result.getType()), value));
  rewriter.replaceOp(op, replacements);
}
