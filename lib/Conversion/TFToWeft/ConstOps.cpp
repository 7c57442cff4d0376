//===- ConstOps.cpp - tf.Const and tf.Identity ----------------------------===//

#include "TFOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;
using namespace weft::tf;

//===----------------------------------------------------------------------===//
// tf.Const
//===----------------------------------------------------------------------===//

LogicalResult tf::checkConst(Operation *op, Module &module) {
  Checker check(op, module);
  if (failed(check.counts(/*operands=*/0, /*results=*/1)))
    return failure();
  Attribute attr = op->getAttr("value");
  if (!attr)
    return check.error() << "expected an attribute 'value'";
  auto value = dyn_cast<DenseElementsAttr>(attr);
  auto type =
      value ? dyn_cast<RankedTensorType>(value.getType()) : RankedTensorType();
  if (!type)
    return check.error() << "expected attribute 'value' to be a dense constant "
                            "of a tensor type, but got "
                         << attr;
  auto converted = cast<RankedTensorType>(module.converter.convertType(type));
  if (isa<DenseStringElementsAttr>(value) &&
      !isTFType(type.getElementType(), "string"))
    return check.error() << "expected strings to have the element type "
                            "'!tf_type.string', but got "
                         << type.getElementType();
  uint64_t elements = 1;
  for (int64_t size : type.getShape())
    elements = llvm::SaturatingMultiply<uint64_t>(elements, size);
  if (elements > uint64_t(std::numeric_limits<int64_t>::max()) &&
      !llvm::is_contained(type.getShape(), 0))
    return check.error() << "expected the number of elements of 'value' to fit "
                            "in 64 bits, but its type is "
                         << type;
  return check.result(0, "output", converted, type.getElementType());
}

Value StringPool::getHandle(OpBuilder &builder, Operation *user, Type handle,
                            StringRef string) {
  Location loc = user->getLoc();
  if (string.empty())
    return LLVM::ZeroOp::create(builder, loc, handle);

  Operation *tableOp = SymbolTable::getNearestSymbolTable(user);
  std::unique_ptr<Table> &table = tables[tableOp];
  if (!table)
    table = std::make_unique<Table>(tableOp);
  StringAttr &name = table->globals[string];
  if (!name) {
    OpBuilder::InsertionGuard guard(builder);
    if (table->last)
      builder.setInsertionPointAfter(table->last);
    else
      builder.setInsertionPointToStart(&tableOp->getRegion(0).front());
    auto global = LLVM::GlobalOp::create(
        builder, loc,
        LLVM::LLVMArrayType::get(builder.getI8Type(), string.size()),
        /*isConstant=*/true, LLVM::Linkage::Private, "weft_string",
        builder.getStringAttr(string));
    name = table->symbols.insert(global); // makes the name unique
    table->last = global;
  }
  Value pointer = LLVM::AddressOfOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), name);
  Value length = LLVM::ConstantOp::create(
      builder, loc, builder.getI64IntegerAttr(string.size()));
  Value result = LLVM::PoisonOp::create(builder, loc, handle);
  result = LLVM::InsertValueOp::create(builder, loc, result, pointer,
                                       ArrayRef<int64_t>{0});
  return LLVM::InsertValueOp::create(builder, loc, result, length,
                                     ArrayRef<int64_t>{1});
}

/// A tensor of string handles.
static Value createStrings(Operation *op, DenseStringElementsAttr strings,
                           RankedTensorType type, Module &module,
                           OpBuilder &builder) {
  Location loc = op->getLoc();
  Type handle = type.getElementType();
  ArrayRef<StringRef> data = strings.getRawStringData();
  if (strings.isSplat() && type.getNumElements() > 0)
    return tensor::SplatOp::create(
        builder, loc,
        module.strings.getHandle(builder, op, handle, data.front()), type);
  SmallVector<Value> elements;
  for (StringRef string : data)
    elements.push_back(module.strings.getHandle(builder, op, handle, string));
  return tensor::FromElementsOp::create(builder, loc, type, elements);
}

void tf::convertConst(Operation *op, ValueRange, Module &module,
                      ConversionPatternRewriter &rewriter) {
  auto value = cast<DenseElementsAttr>(op->getAttr("value"));
  auto type =
      cast<RankedTensorType>(module.converter.convertType(value.getType()));
  if (auto strings = dyn_cast<DenseStringElementsAttr>(value))
    return replaceOp(op, createStrings(op, strings, type, module, rewriter),
                     module, rewriter);
  if (value.getElementType() != type.getElementType()) // unsigned
    value = value.bitcast(type.getElementType());
  replaceOp(op,
            arith::ConstantOp::create(rewriter, op->getLoc(), type, value)
                .getResult(),
            module, rewriter);
}

//===----------------------------------------------------------------------===//
// tf.Identity
//===----------------------------------------------------------------------===//

LogicalResult tf::checkIdentity(Operation *op, Module &module) {
  Checker check(op, module);
  if (failed(check.counts(/*operands=*/1, /*results=*/1)))
    return failure();
  Value input = op->getOperand(0);
  Operation *def = input.getDefiningOp();
  // The operand of an op that is not checked yet: only then can it be cyclic.
  if (def && !module.resultTypes.contains(def) &&
      lookThroughIdentities(input, op).getDefiningOp() == op)
    return check.error() << "expected 'input' not to be the op's own result";
  // Of any type, even one that is not supported: whoever uses it says more.
  if (isa<TensorType>(input.getType()) &&
      input.getType() == op->getResult(0).getType()) {
    module.resultTypes.try_emplace(op);
    return success();
  }
  FailureOr<RankedTensorType> type = check.operand(0, "input");
  if (failed(type))
    return failure();
  return check.result(0, "output", *type,
                      getElementTypeOrSelf(input.getType()));
}

void tf::convertIdentity(Operation *op, ValueRange operands, Module &module,
                         ConversionPatternRewriter &rewriter) {
  replaceOp(op, operands, module, rewriter);
}
