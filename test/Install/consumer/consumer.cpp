//===- consumer.cpp - A compiler that uses an installed weft --------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/InitAll.h"
#include "weft/Pipelines/Pipelines.h"

#include "ConsumerDialect.h.inc"
#define GET_OP_CLASSES
#include "ConsumerOps.h.inc"

#include "ConsumerDialect.cpp.inc"
#define GET_OP_CLASSES
#include "ConsumerOps.cpp.inc"

void consumer::ConsumerDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "ConsumerOps.cpp.inc"
      >();
}

using namespace mlir;

namespace {
/// consumer.place is a stitch; weft infers its type.
struct PlaceToStitch : OpRewritePattern<consumer::PlaceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(consumer::PlaceOp op,
                                PatternRewriter &rewriter) const override {
    auto stitch = weft::ParallelDynamicStitchOp::create(
        rewriter, op.getLoc(), ValueRange{op.getPlaces()},
        ValueRange{op.getData()});
    rewriter.replaceOpWithNewOp<tensor::CastOp>(op, op.getResult().getType(),
                                                stitch.getMerged());
    return success();
  }
};
} // namespace

static const char source[] = R"(
func.func @place(%data: tensor<3x2xf32>) -> tensor<?x?xf32> {
  %places = "tf.Const"() <{value = dense<[4, 0, 1]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %0 = consumer.place %data at %places : tensor<3x2xf32>, tensor<3xi32> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
)";

int main() {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  weft::registerAllDialects(registry);
  registry.insert<consumer::ConsumerDialect>();
  MLIRContext context(registry);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(source, &context);
  if (!module)
    return 1;

  // A pass of weft by its name, a rewrite into weft's dialect, a pipeline of
  // weft.
  weft::registerAllPasses();
  auto door = PassManager::on<ModuleOp>(&context);
  if (failed(parsePassPipeline("convert-tf-to-weft", door)) ||
      failed(door.run(*module)))
    return 1;
  RewritePatternSet patterns(&context);
  patterns.add<PlaceToStitch>(&context);
  walkAndApplyPatterns(*module, std::move(patterns));
  module->walk([](weft::ParallelDynamicStitchOp op) {
    llvm::outs() << "inputs: " << op.getNumInputs()
                 << ", type: " << op.getMergedType() << "\n";
  });
  auto pipeline = PassManager::on<ModuleOp>(&context);
  weft::buildCPUPipeline(pipeline, weft::CPUPipelineOptions());
  if (failed(pipeline.run(*module)))
    return 1;
  for (auto function : module->getOps<LLVM::LLVMFuncOp>())
    if (!function.isExternal())
      llvm::outs() << "compiled: " << function.getName() << "\n";
  return 0;
}
