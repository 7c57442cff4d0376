//===- InsertChecks.cpp - The pass weft-insert-checks ---------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "weft/Dialect/Weft/Transforms/Passes.h"

namespace weft {
#define GEN_PASS_DEF_WEFTINSERTCHECKSPASS
#include "weft/Dialect/Weft/Transforms/Passes.h.inc"
} // namespace weft

using namespace mlir;

namespace {
struct WeftInsertChecks
    : weft::impl::WeftInsertChecksPassBase<WeftInsertChecks> {
  using WeftInsertChecksPassBase::WeftInsertChecksPassBase;

  void runOnOperation() override {
    if (failed(
            weft::insertRuntimeChecks(getOperation(), checks, parallelEntries)))
      signalPassFailure();
  }
};
} // namespace
