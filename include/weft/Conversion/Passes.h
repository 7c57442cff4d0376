//===- Passes.h - Conversions from and to the weft dialect -------*- C++ -*-===//

#ifndef WEFT_CONVERSION_PASSES_H
#define WEFT_CONVERSION_PASSES_H

#include "weft/Conversion/TFToWeft/TFToWeft.h"
#include "weft/Conversion/WeftToGPU/WeftToGPU.h"
#include "weft/Conversion/WeftToLinalg/WeftToLinalg.h"

namespace weft {
#define GEN_PASS_REGISTRATION
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

#endif // WEFT_CONVERSION_PASSES_H
