//===- SplitFunctions.cpp - The pass weft-split-functions -----------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/IR/SymbolTable.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Pipelines/Pipelines.h"
#include "llvm/ADT/SetVector.h"

namespace weft {
#define GEN_PASS_DEF_WEFTSPLITFUNCTIONSPASS
#include "weft/Pipelines/Passes.h.inc"
} // namespace weft

using namespace mlir;

/// About how many ops become of an op at the top of a function.
static uint64_t getWeight(Operation &top) {
  uint64_t weight = 0;
  top.walk([&](Operation *op) {
    weight += isa_and_present<weft::WeftDialect>(op->getDialect()) ? 32 : 1;
  });
  return weight;
}

static bool isConstant(Value value) {
  Operation *op = value.getDefiningOp();
  return op && op->hasTrait<OpTrait::ConstantLike>();
}

/// Types that are values: a buffer or pointer may not outlive the function that
/// it comes from.
static bool canCrossFunctions(Type type) {
  return isa<RankedTensorType, VectorType, ComplexType, LLVM::LLVMStructType>(
             type) ||
         type.isIntOrIndexOrFloat();
}

namespace {
/// Consecutive ops of a function's body.
struct Part {
  SmallVector<Operation *> ops;
  llvm::SetVector<Value> constants;
  llvm::SetVector<Value> inputs;
  SmallVector<Value> outputs;
};

struct WeftSplitFunctions
    : weft::impl::WeftSplitFunctionsPassBase<WeftSplitFunctions> {
  using WeftSplitFunctionsPassBase::WeftSplitFunctionsPassBase;

  void runOnOperation() override {
    if (maxOps == 0)
      return;
    SymbolTable symbols(getOperation());
    for (auto function : llvm::to_vector(getOperation().getOps<func::FuncOp>()))
      split(function, symbols);
  }

  /// Splits a function that is too long.
  void split(func::FuncOp function, SymbolTable &symbols) {
    if (!function.getBody().hasOneBlock())
      return;
    Block &body = function.getBody().front();
    uint64_t weight = 0;
    for (Operation &op : body.without_terminator())
      weight += getWeight(op);
    if (weight <= maxOps)
      return;

    SmallVector<Part> parts(1);
    DenseMap<Operation *, size_t> partOf;
    weight = 0;
    for (Operation &op : body.without_terminator()) {
      // A constant goes to the parts that use it.
      if (op.hasTrait<OpTrait::ConstantLike>())
        continue;
      weight += getWeight(op);
      if (weight > maxOps / 4 && !parts.back().ops.empty()) {
        parts.emplace_back();
        weight = getWeight(op);
      }
      parts.back().ops.push_back(&op);
      partOf[&op] = parts.size() - 1;
    }
    for (auto [index, part] : llvm::enumerate(parts))
      if (failed(findInputsAndOutputs(part, index, partOf, body)))
        return;
    IRMapping replaced;
    for (Part &part : parts)
      outline(part, function, symbols, replaced);
  }

  /// Finds the values that a part takes and gives; fails if one cannot be
  /// passed.
  LogicalResult
  findInputsAndOutputs(Part &part, size_t index,
                       const DenseMap<Operation *, size_t> &partOf,
                       Block &body) {
    auto isInside = [&](Operation *op) {
      auto it = partOf.find(body.findAncestorOpInBlock(*op));
      return it != partOf.end() && it->second == index;
    };
    for (Operation *top : part.ops) {
      top->walk([&](Operation *op) {
        for (Value operand : op->getOperands()) {
          if (operand.getParentBlock() != &body)
            continue;
          if (isConstant(operand))
            part.constants.insert(operand);
          else if (isa<BlockArgument>(operand) ||
                   !isInside(operand.getDefiningOp()))
            part.inputs.insert(operand);
        }
      });
      for (Value result : top->getResults())
        if (!llvm::all_of(result.getUsers(), isInside))
          part.outputs.push_back(result);
    }
    return success(llvm::all_of(part.inputs,
                                [](Value input) {
                                  return canCrossFunctions(input.getType());
                                }) &&
                   llvm::all_of(part.outputs, [](Value output) {
                     return canCrossFunctions(output.getType());
                   }));
  }

  /// Moves a part into a function of its own and calls that. The results of
  /// earlier calls stand for the values in `replaced`.
  void outline(Part &part, func::FuncOp function, SymbolTable &symbols,
               IRMapping &replaced) {
    Location loc = part.ops.front()->getLoc();
    OpBuilder builder(part.ops.front());
    SmallVector<Value> inputs;
    for (Value input : part.inputs)
      inputs.push_back(replaced.lookupOrDefault(input));
    auto type = builder.getFunctionType(TypeRange(ValueRange(inputs)),
                                        TypeRange(ValueRange(part.outputs)));
    auto outlined =
        func::FuncOp::create(loc, (function.getName() + "_part").str(), type);
    outlined.setPrivate();
    // LLVM would put the function together again.
    outlined->setAttr("passthrough", builder.getStrArrayAttr({"noinline"}));
    symbols.insert(outlined, Block::iterator(function));
    auto call = func::CallOp::create(builder, loc, outlined, inputs);

    Block *block = outlined.addEntryBlock();
    builder.setInsertionPointToEnd(block);
    IRMapping mapping;
    mapping.map(inputs, block->getArguments());
    for (Value constant : part.constants)
      builder.clone(*constant.getDefiningOp(), mapping);
    for (Operation *op : part.ops) {
      op->moveBefore(block, block->end());
      op->walk([&](Operation *nested) {
        for (OpOperand &operand : nested->getOpOperands())
          operand.set(mapping.lookupOrDefault(operand.get()));
      });
    }
    for (auto [output, result] :
         llvm::zip_equal(part.outputs, call.getResults())) {
      output.replaceUsesWithIf(result, [&](OpOperand &use) {
        return !outlined.getBody().isAncestor(
            use.getOwner()->getParentRegion());
      });
      replaced.map(output, result);
    }
    builder.setInsertionPointToEnd(block);
    func::ReturnOp::create(builder, loc, part.outputs);
  }
};
} // namespace
