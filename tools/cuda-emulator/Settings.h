//===- Settings.h - What environment variables set --------------*- C++ -*-===//

#ifndef WEFT_TOOLS_CUDA_EMULATOR_SETTINGS_H
#define WEFT_TOOLS_CUDA_EMULATOR_SETTINGS_H

#include <cstdint>

namespace weft::emulator {

/// The environment variables of README.md.
struct Settings {
  enum Order { Forward, Reverse, Random };

  Order order = Forward;
  uint64_t seed = 0;
  unsigned target = 90;
  bool findsRaces = true;
  bool counts = false;
  bool logs = false;
  uint64_t memoryBytes = uint64_t(4) << 30;
  uint64_t maxInstructions = uint64_t(1) << 30;

  /// Reads the environment. Throws a Fault if a variable has a value that it
  /// cannot have.
  static Settings read();

  /// What `load` has read last.
  static const Settings &get();
  static void load();
};

} // namespace weft::emulator

#endif // WEFT_TOOLS_CUDA_EMULATOR_SETTINGS_H
