//===- RuntimeChecks.cpp - Run-time checks of weft ops --------------------===//

#include "weft/Dialect/Weft/Transforms/RuntimeChecks.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/RuntimeVerifiableOpInterface.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// The text of a message without its values.
static std::string withoutValues(StringRef format) {
  std::string text;
  while (!format.empty()) {
    if (format.consume_front(" (%d)") || format.consume_front(", but got %d"))
      continue;
    if (format.consume_front("%d")) {
      text += '?';
      continue;
    }
    text += format.front();
    format = format.drop_front();
  }
  return text;
}

/// The same message as a printf format for int64_t arguments.
static std::string asPrintfFormat(StringRef format) {
  std::string text;
  while (!format.empty()) {
    if (format.consume_front("%d")) {
      text += "%lld";
      continue;
    }
    if (format.front() == '%')
      text += '%';
    text += format.front();
    format = format.drop_front();
  }
  return text;
}

/// The innermost file position of a location: "file:line:column", or "".
static std::string describe(Location loc) {
  std::string text;
  loc->walk([&](Location part) {
    auto file = dyn_cast<FileLineColLoc>(part);
    if (!file)
      return WalkResult::advance();
    text = (file.getFilename().getValue() + ":" + Twine(file.getLine()) + ":" +
            Twine(file.getColumn()))
               .str();
    return WalkResult::interrupt();
  });
  return text;
}

//===----------------------------------------------------------------------===//
// Calls of weft_fail
//===----------------------------------------------------------------------===//

/// The address of a NUL-terminated string constant; equal strings share a
/// global.
static Value getStringAddress(OpBuilder &builder, Location loc, ModuleOp module,
                              SymbolTable &symbols, StringRef text) {
  MLIRContext *context = builder.getContext();
  std::string bytes = (text + Twine('\0')).str();
  // A name made of the text's hash; the suffix tells apart equal hashes.
  std::string base = "__weft_text_" + llvm::utohexstr(llvm::xxh3_64bits(text));
  std::string name = base;
  for (unsigned suffix = 1;; ++suffix) {
    Operation *symbol = symbols.lookup(name);
    auto global = dyn_cast_if_present<LLVM::GlobalOp>(symbol);
    if (!symbol) {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(module.getBody());
      auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size());
      symbols.insert(LLVM::GlobalOp::create(
          builder, module.getLoc(), type, /*isConstant=*/true,
          LLVM::Linkage::Internal, name, builder.getStringAttr(bytes)));
      break;
    }
    if (global && global.getValueOrNull() == builder.getStringAttr(bytes))
      break;
    name = base + "_" + std::to_string(suffix);
  }
  return LLVM::AddressOfOp::create(builder, loc,
                                   LLVM::LLVMPointerType::get(context), name);
}

/// The declaration `void weft_fail(const char *, const char *, ...)`.
static LLVM::LLVMFuncOp getFailFunction(OpBuilder &builder, ModuleOp module,
                                        SymbolTable &symbols) {
  constexpr StringLiteral name = "weft_fail";
  if (auto function = symbols.lookup<LLVM::LLVMFuncOp>(name))
    return function;
  MLIRContext *context = builder.getContext();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  auto pointer = LLVM::LLVMPointerType::get(context);
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context),
                                          {pointer, pointer},
                                          /*isVarArg=*/true);
  auto function =
      LLVM::LLVMFuncOp::create(builder, module.getLoc(), name, type);
  // It does not return, which keeps the failing path out of the hot code.
  function.setPassthroughAttr(builder.getStrArrayAttr({"cold", "noreturn"}));
  // If something else has the name, the module does not verify.
  if (!symbols.lookup(name))
    symbols.insert(function);
  return function;
}

/// Calls weft_fail; `format` is a printf format for the values as int64_t.
static void callFail(OpBuilder &builder, Operation *op, StringRef format,
                     ValueRange values, SymbolTableCollection &tables) {
  Location loc = op->getLoc();
  auto module = op->getParentOfType<ModuleOp>();
  SymbolTable &symbols = tables.getSymbolTable(module);
  SmallVector<Value> args{
      getStringAddress(builder, loc, module, symbols, describe(loc)),
      getStringAddress(builder, loc, module, symbols, format)};
  Type i64 = builder.getI64Type();
  for (Value value : values) {
    if (value.getType().isIndex())
      value = arith::IndexCastOp::create(builder, loc, i64, value);
    else if (value.getType().getIntOrFloatBitWidth() < 64)
      value = arith::ExtSIOp::create(builder, loc, i64, value);
    args.push_back(value);
  }
  LLVM::CallOp::create(builder, loc, getFailFunction(builder, module, symbols),
                       args);
}

//===----------------------------------------------------------------------===//
// CheckBuilder
//===----------------------------------------------------------------------===//

void CheckBuilder::expect(
    Value ok, const Twine &format,
    llvm::function_ref<SmallVector<Value>(OpBuilder &)> computeValues) {
  if (mode == CheckMode::None || matchPattern(ok, m_One()))
    return;
  std::string text = format.str();
  if (mode == CheckMode::Assert) {
    std::string plain = withoutValues(text);
    std::string message =
        assertMessage
            ? assertMessage(op, plain)
            : ("'" + op->getName().getStringRef() + "' op ").str() + plain;
    cf::AssertOp::create(builder, loc, ok, message);
    return;
  }
  std::string message =
      ("'" + op->getName().getStringRef() + "' op ").str() + text;
  failUnless(ok, asPrintfFormat(message), computeValues);
}

void CheckBuilder::expectMessage(Value ok, StringRef message) {
  std::string format;
  for (char c : message)
    format += c == '%' ? "%%" : std::string(1, c);
  failUnless(ok, format, [](OpBuilder &) { return SmallVector<Value>(); });
}

void CheckBuilder::failUnless(
    Value ok, StringRef format,
    llvm::function_ref<SmallVector<Value>(OpBuilder &)> computeValues) {
  Value one = arith::ConstantIntOp::create(builder, loc, 1, /*width=*/1);
  Value bad = arith::XOrIOp::create(builder, loc, ok, one);
  scf::IfOp::create(builder, loc, bad, [&](OpBuilder &then, Location loc) {
    callFail(then, op, format, computeValues(then), *symbols);
    scf::YieldOp::create(then, loc);
  });
}

void CheckBuilder::expect(Value ok, const Twine &format, ValueRange values) {
  expect(ok, format, [&](OpBuilder &) { return llvm::to_vector(values); });
}

//===----------------------------------------------------------------------===//
// All checks of an op
//===----------------------------------------------------------------------===//

/// Calls emitRuntimeChecks of the op's class; false for other ops.
static bool emitChecksOfAnyOp(Operation *op, CheckBuilder &checks) {
  return TypeSwitch<Operation *, bool>(op)
      .Case<BatchToSpaceNdOp, ParallelDynamicStitchOp, SpaceToBatchNdOp,
            SparseConcatOp, TensorScatterSubOp>([&](auto concrete) {
        emitRuntimeChecks(concrete, checks);
        return true;
      })
      .Default(false);
}

LogicalResult weft::insertRuntimeChecks(
    Operation *root, CheckMode mode, int64_t parallelEntries,
    llvm::function_ref<bool(Operation *)> isLeft) {
  SmallVector<Operation *> unchecked;
  root->walk([&](Operation *op) {
    if (isa_and_present<WeftDialect>(op->getDialect()) &&
        !op->hasAttr(WeftDialect::getCheckedAttrName()))
      unchecked.push_back(op);
  });
  SymbolTableCollection symbols;
  for (Operation *op : unchecked) {
    if (mode == CheckMode::Runtime && !op->getParentOfType<ModuleOp>())
      return op->emitOpError("expected to be in a module, where weft_fail is "
                             "declared for checks=runtime");
    if (isLeft && isLeft(op))
      continue;
    OpBuilder builder(op);
    CheckBuilder checks(builder, op, mode, symbols);
    checks.parallelEntries = parallelEntries;
    if (mode == CheckMode::None || emitChecksOfAnyOp(op, checks))
      op->setAttr(WeftDialect::getCheckedAttrName(), builder.getUnitAttr());
  }
  return success();
}

//===----------------------------------------------------------------------===//
// RuntimeVerifiableOpInterface
//===----------------------------------------------------------------------===//

namespace {
template <typename OpTy>
struct RuntimeVerification
    : RuntimeVerifiableOpInterface::ExternalModel<RuntimeVerification<OpTy>,
                                                  OpTy> {
  void generateRuntimeVerification(
      Operation *op, OpBuilder &builder, Location,
      llvm::function_ref<std::string(Operation *, StringRef)>
          generateErrorMessage) const {
    SymbolTableCollection symbols;
    CheckBuilder checks(builder, op, CheckMode::Assert, symbols,
                        generateErrorMessage);
    emitRuntimeChecks(cast<OpTy>(op), checks);
  }
};
} // namespace

void weft::registerRuntimeVerifiableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, WeftDialect *) {
    // What the checks are made of; a pass that asks for them need not know.
    context->loadDialect<affine::AffineDialect, arith::ArithDialect,
                         bufferization::BufferizationDialect,
                         cf::ControlFlowDialect, linalg::LinalgDialect,
                         memref::MemRefDialect, scf::SCFDialect,
                         tensor::TensorDialect, vector::VectorDialect>();
    BatchToSpaceNdOp::attachInterface<RuntimeVerification<BatchToSpaceNdOp>>(
        *context);
    ParallelDynamicStitchOp::attachInterface<
        RuntimeVerification<ParallelDynamicStitchOp>>(*context);
    SpaceToBatchNdOp::attachInterface<RuntimeVerification<SpaceToBatchNdOp>>(
        *context);
    SparseConcatOp::attachInterface<RuntimeVerification<SparseConcatOp>>(
        *context);
    TensorScatterSubOp::attachInterface<
        RuntimeVerification<TensorScatterSubOp>>(*context);
  });
}
