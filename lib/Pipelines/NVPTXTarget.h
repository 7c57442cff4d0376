//===- NVPTXTarget.h - Chips and PTX versions -------------------*- C++ -*-===//

#ifndef WEFT_LIB_PIPELINES_NVPTXTARGET_H
#define WEFT_LIB_PIPELINES_NVPTXTARGET_H

#include "llvm/ADT/StringRef.h"

namespace weft {

/// The compute capability of a chip, such as 90 for sm_90a; 0 if it is unknown.
unsigned getComputeCapability(llvm::StringRef chip);

/// The PTX version to take for a chip: `requested` if it is not 0, else one
/// that has all instructions that weft uses there. 0 for an unknown chip.
unsigned choosePTXVersion(llvm::StringRef chip, unsigned requested);

} // namespace weft

#endif // WEFT_LIB_PIPELINES_NVPTXTARGET_H
