//===- TFToWeft.cpp - TensorFlow's ops to weft ops ------------------------===//

#include "weft/Conversion/TFToWeft/TFToWeft.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace weft {
#define GEN_PASS_DEF_CONVERTTFTOWEFTPASS
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;

namespace {
struct ConvertTFToWeft : weft::impl::ConvertTFToWeftPassBase<ConvertTFToWeft> {
  void runOnOperation() override {}
};
} // namespace
