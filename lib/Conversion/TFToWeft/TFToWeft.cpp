//===- TFToWeft.cpp - The pass convert-tf-to-weft -------------------------===//

#include "weft/Conversion/TFToWeft/TFToWeft.h"

#include "TFOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "weft/Dialect/TF/IR/TF.h"

namespace weft {
#define GEN_PASS_DEF_CONVERTTFTOWEFTPASS
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

namespace {
/// Rewrites types wherever they occur: integers lose their signedness, since
/// wrapping arithmetic is the same, and strings become handles.
class TypeRewriter {
public:
  TypeRewriter() {
    replacer.addReplacement([](IntegerType type) -> std::optional<Type> {
      return IntegerType::get(type.getContext(), type.getWidth());
    });
    replacer.addReplacement([](OpaqueType type) -> std::optional<Type> {
      if (!tf::isTFType(type, "string"))
        return std::nullopt;
      MLIRContext *context = type.getContext();
      return LLVM::LLVMStructType::getLiteral(
          context,
          {LLVM::LLVMPointerType::get(context), IntegerType::get(context, 64)});
    });
    // Constants keep their bits.
    replacer.addReplacement(
        [this](DenseElementsAttr attr)
            -> std::optional<std::pair<Attribute, WalkResult>> {
          Type type = replacer.replace(attr.getElementType());
          if (type != attr.getElementType() &&
              isa<DenseIntOrFPElementsAttr>(attr))
            attr = attr.bitcast(type);
          return std::pair<Attribute, WalkResult>(attr, WalkResult::skip());
        });
    converter.addConversion(
        [this](Type type) { return replacer.replace(type); });
    auto materialize = [](OpBuilder &builder, Type type, ValueRange inputs,
                          Location loc) -> Value {
      return UnrealizedConversionCastOp::create(builder, loc, type, inputs)
          .getResult(0);
    };
    converter.addSourceMaterialization(materialize);
    converter.addTargetMaterialization(materialize);
  }

  DictionaryAttr replace(DictionaryAttr attributes) {
    return cast<DictionaryAttr>(replacer.replace(attributes));
  }

  TypeConverter converter;

private:
  AttrTypeReplacer replacer;
};

/// Converts the ops of this name.
class TFOpPattern : public ConversionPattern {
public:
  TFOpPattern(const tf::OpKind &kind, tf::Module &module, MLIRContext *context)
      : ConversionPattern(module.converter, kind.name, /*benefit=*/1, context),
        kind(kind), module(module) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    kind.convert(op, operands, module, rewriter);
    return success();
  }

private:
  const tf::OpKind &kind;
  tf::Module &module;
};

/// Recreates any other op with converted types.
class ConvertTypesPattern : public ConversionPattern {
public:
  ConvertTypesPattern(TypeRewriter &types, MLIRContext *context)
      : ConversionPattern(types.converter, MatchAnyOpTypeTag(), /*benefit=*/1,
                          context),
        types(types) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    OperationState state(op->getLoc(), op->getName(), operands,
                         /*types=*/{},
                         types.replace(op->getAttrDictionary()).getValue(),
                         op->getSuccessors());
    if (failed(types.converter.convertTypes(op->getResultTypes(), state.types)))
      return failure();
    for (Region &region : op->getRegions()) {
      Region *newRegion = state.addRegion();
      rewriter.inlineRegionBefore(region, *newRegion, newRegion->begin());
      if (failed(rewriter.convertRegionTypes(newRegion, types.converter)))
        return failure();
    }
    rewriter.replaceOp(op, rewriter.create(state));
    return success();
  }

private:
  TypeRewriter &types;
};

struct ConvertTFToWeft : weft::impl::ConvertTFToWeftPassBase<ConvertTFToWeft> {
  void runOnOperation() override;

private:
  LogicalResult checkOps(tf::Module &module);
};
} // namespace

/// Reports an op that works on variables: their values are not in the module.
static LogicalResult checkNoVariables(Operation *op) {
  auto isVariable = [](Type type) {
    return tf::isTFType(getElementTypeOrSelf(type), "resource");
  };
  SmallVector<Type> types;
  if (auto function = dyn_cast<FunctionOpInterface>(op)) {
    llvm::append_range(types, function.getArgumentTypes());
    llvm::append_range(types, function.getResultTypes());
  } else if (op->getName().getDialectNamespace() ==
             TFDialect::getDialectNamespace()) {
    llvm::append_range(types, op->getOperandTypes());
    llvm::append_range(types, op->getResultTypes());
  }
  const auto *variable = llvm::find_if(types, isVariable);
  if (variable == types.end())
    return success();
  return op->emitOpError()
         << "expected no TensorFlow variables, but got " << *variable
         << ": freeze the variables first (convert_variables_to_constants_v2)";
}

LogicalResult ConvertTFToWeft::checkOps(tf::Module &module) {
  llvm::StringMap<tf::CheckFn *> checks;
  for (const tf::OpKind &kind : tf::getOpKinds())
    checks[kind.name] = kind.check;
  LogicalResult result = success();
  getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (failed(checkNoVariables(op))) {
      result = failure();
      return WalkResult::skip();
    }
    tf::CheckFn *check = checks.lookup(op->getName().getStringRef());
    if (check && failed(check(op, module)))
      result = failure();
    return WalkResult::advance();
  });
  return result;
}

/// Gives a function that nobody calls the ranked result types that were found
/// for what it returns, where it was written with unranked ones.
static void refineResultTypes(func::FuncOp function) {
  SmallVector<Type> results(function.getResultTypes());
  if (llvm::none_of(results, llvm::IsaPred<UnrankedTensorType>) ||
      function.isExternal() ||
      !SymbolTable::symbolKnownUseEmpty(function,
                                        function->getParentOfType<ModuleOp>()))
    return;
  auto returns = llvm::to_vector(function.getOps<func::ReturnOp>());
  auto getFound = [](func::ReturnOp op, unsigned i) -> Value {
    auto cast = op.getOperand(i).getDefiningOp<tensor::CastOp>();
    return cast ? cast.getSource() : op.getOperand(i);
  };
  for (auto [i, result] : llvm::enumerate(results)) {
    if (!isa<UnrankedTensorType>(result) || returns.empty())
      continue;
    Type found = getFound(returns.front(), i).getType();
    if (!llvm::all_of(returns, [&, i = i](func::ReturnOp op) {
          return getFound(op, i).getType() == found;
        }))
      continue;
    for (func::ReturnOp op : returns)
      op.setOperand(i, getFound(op, i));
    result = found;
  }
  function.setType(FunctionType::get(function.getContext(),
                                     function.getArgumentTypes(), results));
}

void ConvertTFToWeft::runOnOperation() {
  MLIRContext *context = &getContext();
  TypeRewriter types;
  tf::Module module(types.converter);
  if (failed(checkOps(module)))
    return signalPassFailure();

  RewritePatternSet patterns(context);
  ConversionTarget target(*context);
  for (const tf::OpKind &kind : tf::getOpKinds()) {
    patterns.add<TFOpPattern>(kind, module, context);
    target.addIllegalOp(OperationName(kind.name, context));
  }
  patterns.add<ConvertTypesPattern>(types, context);
  target.addLegalOp<ModuleOp, UnrealizedConversionCastOp>();
  target.markUnknownOpDynamicallyLegal([&](Operation *op) {
    // Other TensorFlow ops stay as they are; casts stand between.
    if (!op->isRegistered())
      return true;
    return types.converter.isLegal(op) &&
           llvm::all_of(op->getRegions(),
                        [&](Region &region) {
                          return types.converter.isLegal(&region);
                        }) &&
           types.replace(op->getAttrDictionary()) == op->getAttrDictionary();
  });
  if (failed(
          applyPartialConversion(getOperation(), target, std::move(patterns))))
    return signalPassFailure();

  getOperation()->walk([](func::FuncOp function) {
    refineResultTypes(function);
    return WalkResult::skip();
  });
  // Names such as tf._user_specified_name, which mean nothing to later passes:
  // the translation to LLVM IR would warn of each.
  for (auto function : getOperation().getOps<FunctionOpInterface>())
    for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
      for (NamedAttribute attr : function.getArgAttrs(i))
        if (attr.getName().strref().starts_with("tf."))
          function.removeArgAttr(i, attr.getName());
}
