//===- Arithmetic.h - What PTX instructions compute -------------*- C++ -*-===//

#ifndef WEFT_TOOLS_CUDA_EMULATOR_ARITHMETIC_H
#define WEFT_TOOLS_CUDA_EMULATOR_ARITHMETIC_H

#include "Ptx.h"

namespace weft::emulator {

/// A number whose low `bits` bits are set.
inline uint64_t getMask(unsigned bits) {
  return bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1;
}

/// The low `bits` (at least 1) of a value as a signed number.
inline int64_t signExtend(uint64_t value, unsigned bits) {
  return static_cast<int64_t>(value << (64 - bits)) >> (64 - bits);
}

/// The result of an instruction without memory, control flow or vectors, on
/// the values of its sources. Bits above the type's are garbage.
uint64_t compute(const Instruction &instruction, uint64_t a, uint64_t b,
                 uint64_t c);

/// What an atom or red of one element writes where `old` is; `c` is the new
/// value of a cas.
uint64_t computeUpdate(const Instruction &instruction, uint64_t old, uint64_t b,
                       uint64_t c);

} // namespace weft::emulator

#endif // WEFT_TOOLS_CUDA_EMULATOR_ARITHMETIC_H
