//===- WriteKernels.cpp - The pass weft-write-kernels ---------------------===//

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Support/FileUtilities.h"
#include "weft/Pipelines/Pipelines.h"
#include "llvm/Support/ToolOutputFile.h"

namespace weft {
#define GEN_PASS_DEF_WEFTWRITEKERNELSPASS
#include "weft/Pipelines/Passes.h.inc"
} // namespace weft

using namespace mlir;

namespace {
struct WeftWriteKernels
    : weft::impl::WeftWriteKernelsPassBase<WeftWriteKernels> {
  using WeftWriteKernelsPassBase::WeftWriteKernelsPassBase;

  void runOnOperation() override {
    SmallVector<StringRef> objects;
    getOperation()->walk([&](gpu::BinaryOp binary) {
      for (Attribute object : binary.getObjects())
        objects.push_back(cast<gpu::ObjectAttr>(object).getObject().getValue());
    });
    auto fail = [&](const Twine &message) {
      emitError(getOperation()->getLoc()) << message;
      signalPassFailure();
    };
    if (objects.size() != 1)
      return fail("expected one module of kernels to write, but got " +
                  Twine(objects.size()));
    std::string message;
    std::unique_ptr<llvm::ToolOutputFile> output =
        openOutputFile(file, &message);
    if (!output)
      return fail(message);
    // PTX ends with a NUL, for the driver.
    StringRef text = objects.front();
    text.consume_back(StringRef("\0", 1));
    output->os() << text;
    output->os().flush();
    if (std::error_code error = output->os().error()) {
      output->os().clear_error();
      return fail("cannot write '" + file + "': " + error.message());
    }
    output->keep();
  }
};
} // namespace
