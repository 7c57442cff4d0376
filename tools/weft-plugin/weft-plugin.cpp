//===- weft-plugin.cpp - weft in the stock mlir-opt -----------------------===//
//
//   mlir-opt --load-dialect-plugin=WeftPlugin.so --load-pass-plugin=WeftPlugin.so
//
//===----------------------------------------------------------------------===//

#include "llvm/Config/llvm-config.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "weft/InitAll.h"

extern "C" LLVM_ATTRIBUTE_WEAK ::mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Weft", LLVM_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            weft::registerAllDialects(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK ::mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Weft", LLVM_VERSION_STRING, []() {
            weft::registerAllPasses();
            weft::registerAllPipelines();
          }};
}
