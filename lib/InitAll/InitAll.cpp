//===- InitAll.cpp - Register everything weft has -------------------------===//

#include "weft/InitAll.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "weft/Conversion/Passes.h"
#include "weft/Dialect/TF/IR/TF.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Dialect/Weft/Transforms/Passes.h"
#include "weft/Pipelines/Pipelines.h"

using namespace mlir;

namespace {
/// Marks LLVM structs and pointers as elements of buffers, so that handles such as
/// !llvm.struct<(ptr, i64)> pass through the moving ops.
struct LLVMStructElement
    : MemRefElementTypeInterface::ExternalModel<LLVMStructElement,
                                                LLVM::LLVMStructType> {};
struct LLVMPointerElement
    : MemRefElementTypeInterface::ExternalModel<LLVMPointerElement,
                                                LLVM::LLVMPointerType> {};
} // namespace

void weft::registerAllDialects(DialectRegistry &registry) {
  registry.insert<WeftDialect, TFDialect, TFTypeDialect>();
  registerRuntimeVerifiableOpInterfaceExternalModels(registry);
  registry.addExtension(+[](MLIRContext *context, LLVM::LLVMDialect *) {
    LLVM::LLVMStructType::attachInterface<LLVMStructElement>(*context);
    LLVM::LLVMPointerType::attachInterface<LLVMPointerElement>(*context);
  });
}

void weft::registerAllPasses() {
  registerWeftTransformsPasses();
  registerWeftConversionPasses();
  registerWeftPipelinesPasses();
}

void weft::registerAllPipelines() {
  PassPipelineRegistration<CPUPipelineOptions>(
      "weft-cpu-pipeline",
      "lower weft ops, and the upstream ops around them, to the LLVM dialect",
      buildCPUPipeline);
  PassPipelineRegistration<NVPTXPipelineOptions>(
      "weft-nvptx-pipeline",
      "lower weft ops to kernels, and the upstream ops around them to host code",
      buildNVPTXPipeline);
}
