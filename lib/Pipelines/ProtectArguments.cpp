//===- ProtectArguments.cpp - The pass weft-protect-arguments -------------===//

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "weft/Pipelines/Pipelines.h"

namespace weft {
#define GEN_PASS_DEF_WEFTPROTECTARGUMENTSPASS
#include "weft/Pipelines/Passes.h.inc"
} // namespace weft

using namespace mlir;

namespace {
struct WeftProtectArguments
    : weft::impl::WeftProtectArgumentsPassBase<WeftProtectArguments> {
  void runOnOperation() override {
    constexpr StringLiteral writable =
        bufferization::BufferizationDialect::kWritableAttrName;
    BoolAttr no = BoolAttr::get(&getContext(), false);
    for (auto function : getOperation().getOps<FunctionOpInterface>()) {
      if (!function.isPublic())
        continue;
      for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
        if (isa<TensorType>(type) && !function.getArgAttr(i, writable))
          function.setArgAttr(i, writable, no);
    }
  }
};
} // namespace
