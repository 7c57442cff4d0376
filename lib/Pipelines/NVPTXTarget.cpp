//===- NVPTXTarget.cpp - The pass weft-verify-nvptx-target ----------------===//

#include "NVPTXTarget.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Target/LLVM/NVVM/Utils.h"
#include "weft/Pipelines/Pipelines.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace weft {
#define GEN_PASS_DEF_WEFTVERIFYNVPTXTARGETPASS
#include "weft/Pipelines/Passes.h.inc"
} // namespace weft

using namespace mlir;

namespace {
struct Chip {
  StringLiteral name;
  unsigned leastVersion;
};

struct WeftVerifyNVPTXTarget
    : weft::impl::WeftVerifyNVPTXTargetPassBase<WeftVerifyNVPTXTarget> {
  using WeftVerifyNVPTXTargetPassBase::WeftVerifyNVPTXTargetPassBase;
  void runOnOperation() override;
};
} // namespace

/// The least PTX version for each chip, as LLVM has it.
constexpr Chip chips[] = {
    {"sm_75", 63},   {"sm_80", 70},   {"sm_86", 71},   {"sm_87", 74},
    {"sm_88", 90},   {"sm_89", 78},   {"sm_90", 78},   {"sm_90a", 80},
    {"sm_100", 86},  {"sm_100a", 86}, {"sm_100f", 88}, {"sm_103", 88},
    {"sm_103a", 88}, {"sm_103f", 88}, {"sm_110", 90},  {"sm_110a", 90},
    {"sm_110f", 90}, {"sm_120", 87},  {"sm_120a", 87}, {"sm_120f", 88},
    {"sm_121", 88},  {"sm_121a", 88}, {"sm_121f", 88}};

static const Chip *findChip(StringRef name) {
  const Chip *known =
      llvm::find_if(chips, [&](const Chip &chip) { return chip.name == name; });
  return known == std::end(chips) ? nullptr : known;
}

unsigned weft::getComputeCapability(StringRef chip) {
  unsigned number = 0;
  if (findChip(chip) && chip.consume_front("sm_"))
    chip.consumeInteger(10, number);
  return number;
}

unsigned weft::choosePTXVersion(StringRef chip, unsigned requested) {
  const Chip *known = findChip(chip);
  if (requested || !known)
    return requested;
  // Atomic additions of 16 bytes.
  constexpr unsigned hasVectors = 81;
  return getComputeCapability(chip) >= 90
             ? std::max(known->leastVersion, hasVectors)
             : known->leastVersion;
}

/// The versions that LLVM 22 knows of those that a chip above may need.
constexpr unsigned versions[] = {63, 64, 65, 70, 71, 72, 73, 74, 75, 76, 77,
                                 78, 80, 81, 82, 83, 84, 85, 86, 87, 88, 90};

void WeftVerifyNVPTXTarget::runOnOperation() {
  auto fail = [&]() -> InFlightDiagnostic {
    signalPassFailure();
    return emitError(getOperation()->getLoc());
  };
  const Chip *known = findChip(chip);
  if (!known) {
    std::string names;
    for (const Chip &known : chips)
      names += (names.empty() ? "" : ", ") + known.name.str();
    fail() << "expected 'chip' to be one of " << names << ", but got '" << chip
           << "'";
    return;
  }
  if (!llvm::is_contained({"isa", "bin", "fatbin"}, format)) {
    fail() << "expected 'format' to be isa, bin or fatbin, but got '" << format
           << "'";
    return;
  }
  if (!toolkit.empty() && !llvm::sys::fs::is_directory(toolkit)) {
    fail() << "expected 'toolkit' to be a directory, but got '" << toolkit
           << "'";
    return;
  }
  // Whatever the format is, upstream looks for this library. It reports that it
  // is not there, and goes on.
  StringRef folder =
      toolkit.empty() ? NVVM::getCUDAToolkitPath() : StringRef(toolkit);
  SmallString<128> library(folder);
  llvm::sys::path::append(library, "nvvm", "libdevice", "libdevice.10.bc");
  if (!folder.empty() && !llvm::sys::fs::is_regular_file(library)) {
    fail() << "expected "
           << (toolkit.empty() ? "CUDA_ROOT or CUDA_HOME" : "'toolkit'")
           << " to be a CUDA toolkit with nvvm/libdevice/libdevice.10.bc, but "
              "got '"
           << folder << "'";
    return;
  }
  unsigned version = ptxVersion;
  if (version == 0)
    return;
  if (!llvm::is_contained(versions, version))
    fail()
        << "expected 'ptx-version' to be a version such as 63, 78 or 90, but "
           "got "
        << version;
  else if (version < known->leastVersion)
    fail() << "expected 'ptx-version' to be at least " << known->leastVersion
           << " for " << chip << ", but got " << version;
}
