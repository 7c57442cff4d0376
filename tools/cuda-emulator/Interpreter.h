//===- Interpreter.h - Running a kernel -------------------------*- C++ -*-===//

#ifndef WEFT_TOOLS_CUDA_EMULATOR_INTERPRETER_H
#define WEFT_TOOLS_CUDA_EMULATOR_INTERPRETER_H

#include "Emulator.h"
#include "Memory.h"
#include "Ptx.h"

namespace weft::emulator {

using Dim3 = std::array<unsigned, 3>;

/// A kernel with everything it needs to run. The module of the kernel must
/// live until then.
struct Launch {
  const Kernel *kernel;
  Dim3 grid;
  Dim3 block;
  unsigned sharedBytes;
  std::vector<uint8_t> parameters;
};

/// Runs all threads, in the order of the settings. Returns what was counted;
/// requests and sectors only where the settings ask for them. Throws a Fault
/// that names block, thread and instruction.
weft_emulator_counts run(const Launch &launch, DeviceMemory &memory);

} // namespace weft::emulator

#endif // WEFT_TOOLS_CUDA_EMULATOR_INTERPRETER_H
