//===- Arithmetic.cpp - What PTX instructions compute ---------------------===//

#include "Arithmetic.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace weft::emulator;

//===----------------------------------------------------------------------===//
// Floating-point numbers
//===----------------------------------------------------------------------===//

template <typename To, typename From>
static To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

/// f16 and bf16 have their exponent and fraction in the upper bits of a float
/// of `fraction` bits, the lowest exponent being `least`.
static double decodeHalf(uint64_t bits, int fraction, int bias) {
  unsigned exponentBits = 15 - fraction;
  int exponent = static_cast<int>((bits >> fraction) & getMask(exponentBits));
  double digits = static_cast<double>(bits & getMask(fraction));
  double value;
  if (exponent == static_cast<int>(getMask(exponentBits)))
    value = digits == 0 ? INFINITY : NAN;
  else if (exponent == 0)
    value = std::ldexp(digits, 1 - bias - fraction);
  else
    value = std::ldexp(digits + std::ldexp(1.0, fraction),
                       exponent - bias - fraction);
  return bits & 0x8000 ? -value : value;
}

/// Rounds to nearest, ties to even.
static uint64_t encodeHalf(double value, int fraction, int bias) {
  unsigned exponentBits = 15 - fraction;
  uint64_t infinity = getMask(exponentBits) << fraction;
  uint64_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value))
    return 0x7fff;
  double magnitude = std::fabs(value);
  if (magnitude == 0)
    return sign;
  if (std::isinf(magnitude))
    return sign | infinity;
  int exponent = std::max(std::ilogb(magnitude), 1 - bias);
  double digits = std::nearbyint(std::ldexp(magnitude, fraction - exponent));
  // A subnormal has no leading 1, and a carry goes on into the exponent.
  uint64_t bits = (static_cast<uint64_t>(exponent + bias - 1) << fraction) +
                  static_cast<uint64_t>(digits);
  return sign | std::min(bits, infinity);
}

static double decode(uint64_t bits, Type type) {
  switch (type) {
  case Type::F64:
    return bitCast<double>(bits);
  case Type::F32:
    return bitCast<float>(static_cast<uint32_t>(bits));
  case Type::F16:
    return decodeHalf(bits, 10, 15);
  default:
    return decodeHalf(bits, 7, 127);
  }
}

static uint64_t encode(double value, Type type) {
  switch (type) {
  case Type::F64:
    return bitCast<uint64_t>(value);
  case Type::F32:
    return bitCast<uint32_t>(static_cast<float>(value));
  case Type::F16:
    return encodeHalf(value, 10, 15);
  default:
    return encodeHalf(value, 7, 127);
  }
}

/// Atomics on f32 in global memory take subnormal numbers for zeros.
static double flush(double value) {
  return std::fabs(value) < 0x1p-126 ? std::copysign(0.0, value) : value;
}

/// For f32 and less a double holds sums, products and quotients well enough
/// for the one rounding that follows.
static uint64_t computeFloat(Opcode opcode, Type type, uint64_t left,
                             uint64_t right) {
  double a = decode(left, type), b = decode(right, type);
  switch (opcode) {
  case Opcode::Add:
    return encode(a + b, type);
  case Opcode::Sub:
    return encode(a - b, type);
  case Opcode::Mul:
    return encode(a * b, type);
  case Opcode::Div:
    return encode(a / b, type);
  case Opcode::Min:
    return encode(std::fmin(a, b), type);
  default:
    return encode(std::fmax(a, b), type);
  }
}

static uint64_t computeFma(Type type, uint64_t a, uint64_t b, uint64_t c) {
  if (type == Type::F32)
    return encode(std::fmaf(static_cast<float>(decode(a, type)),
                            static_cast<float>(decode(b, type)),
                            static_cast<float>(decode(c, type))),
                  type);
  return encode(std::fma(decode(a, type), decode(b, type), decode(c, type)),
                type);
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static uint64_t computeInteger(Opcode opcode, Type type, uint64_t a,
                               uint64_t b) {
  unsigned bits = getBits(type);
  bool isSignedType = isSigned(type);
  a &= getMask(bits);
  b &= getMask(bits);
  int64_t signedA = signExtend(a, bits), signedB = signExtend(b, bits);
  switch (opcode) {
  case Opcode::Add:
    return a + b;
  case Opcode::Sub:
    return a - b;
  case Opcode::And:
    return a & b;
  case Opcode::Or:
    return a | b;
  case Opcode::Xor:
    return a ^ b;
  case Opcode::Div:
    // PTX leaves a division by zero open; no code should rely on it.
    if (b == 0)
      throw Fault("division by zero");
    if (!isSignedType)
      return a / b;
    return signedB == -1 ? 0 - a : static_cast<uint64_t>(signedA / signedB);
  case Opcode::Rem:
    if (b == 0)
      throw Fault("division by zero");
    if (!isSignedType)
      return a % b;
    return signedB == -1 ? 0 : static_cast<uint64_t>(signedA % signedB);
  case Opcode::Min:
    return isSignedType ? static_cast<uint64_t>(std::min(signedA, signedB))
                        : std::min(a, b);
  default:
    return isSignedType ? static_cast<uint64_t>(std::max(signedA, signedB))
                        : std::max(a, b);
  }
}

static uint64_t multiply(const Instruction &in, uint64_t a, uint64_t b) {
  unsigned bits = getBits(in.type);
  uint64_t low = a & getMask(bits), factor = b & getMask(bits);
  if (in.part == Part::Lo)
    return low * factor;
  // __extension__: 128-bit integers are not ISO C++.
  __extension__ using Wide = unsigned __int128;
  Wide product = isSigned(in.type) ? static_cast<Wide>(signExtend(a, bits)) *
                                         static_cast<Wide>(signExtend(b, bits))
                                   : static_cast<Wide>(low) * factor;
  return static_cast<uint64_t>(in.part == Part::Hi ? product >> bits : product);
}

static uint64_t shift(const Instruction &in, uint64_t value, uint64_t amount) {
  unsigned bits = getBits(in.type);
  amount &= 0xffffffff;
  if (in.opcode == Opcode::Shl)
    return amount >= bits ? 0 : value << amount;
  if (isSigned(in.type))
    return static_cast<uint64_t>(signExtend(value, bits) >>
                                 std::min<uint64_t>(amount, bits - 1));
  return amount >= bits ? 0 : (value & getMask(bits)) >> amount;
}

static uint64_t funnelShift(const Instruction &in, uint64_t low, uint64_t high,
                            uint64_t amount) {
  uint64_t both = (low & 0xffffffff) | high << 32;
  amount &= 0xffffffff;
  amount = in.wraps ? amount & 31 : std::min<uint64_t>(amount, 32);
  return in.part == Part::Left ? (both << amount) >> 32 : both >> amount;
}

static uint64_t extractField(const Instruction &in, uint64_t value,
                             uint64_t position, uint64_t length) {
  unsigned bits = getBits(in.type);
  position &= 255;
  length &= 255;
  if (length == 0)
    return 0;
  uint64_t field = position >= bits ? 0 : (value & getMask(bits)) >> position;
  field &= getMask(static_cast<unsigned>(length));
  if (isSigned(in.type) && length < 64)
    field =
        static_cast<uint64_t>(signExtend(field, static_cast<unsigned>(length)));
  return field;
}

static uint64_t permuteBytes(uint64_t low, uint64_t high, uint64_t selection) {
  uint64_t both = (low & 0xffffffff) | high << 32, result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    uint64_t select = (selection >> (4 * i)) & 15;
    uint64_t byte = (both >> (8 * (select & 7))) & 255;
    if (select & 8)
      byte = byte & 128 ? 255 : 0;
    result |= byte << (8 * i);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Conversions and comparisons
//===----------------------------------------------------------------------===//

static uint64_t convert(const Instruction &in, uint64_t value) {
  Type to = in.type, from = in.sourceType;
  unsigned fromBits = getBits(from), toBits = getBits(to);
  if (!isFloat(from)) {
    uint64_t extended = isSigned(from)
                            ? static_cast<uint64_t>(signExtend(value, fromBits))
                            : value & getMask(fromBits);
    if (!isFloat(to))
      return extended;
    // Rounded once: by way of double, a 64-bit integer would be rounded twice.
    if (to == Type::F64)
      return encode(isSigned(from)
                        ? static_cast<double>(static_cast<int64_t>(extended))
                        : static_cast<double>(extended),
                    to);
    return encode(isSigned(from)
                      ? static_cast<float>(static_cast<int64_t>(extended))
                      : static_cast<float>(extended),
                  to);
  }
  double number = decode(value, from);
  if (isFloat(to))
    return encode(number, to);
  if (std::isnan(number))
    return 0;
  switch (in.rounding) {
  case Rounding::TowardZero:
    number = std::trunc(number);
    break;
  case Rounding::Nearest:
    number = std::nearbyint(number);
    break;
  case Rounding::Down:
    number = std::floor(number);
    break;
  case Rounding::Up:
    number = std::ceil(number);
    break;
  }
  if (isSigned(to)) {
    double limit = std::ldexp(1.0, static_cast<int>(toBits) - 1);
    if (number <= -limit)
      return uint64_t(1) << (toBits - 1);
    if (number >= limit)
      return getMask(toBits - 1);
    return static_cast<uint64_t>(static_cast<int64_t>(number));
  }
  if (number <= 0)
    return 0;
  if (number >= std::ldexp(1.0, static_cast<int>(toBits)))
    return getMask(toBits);
  return static_cast<uint64_t>(number);
}

template <typename T>
static bool compareValues(Comparison comparison, T a, T b) {
  switch (comparison) {
  case Comparison::Eq:
    return a == b;
  case Comparison::Ne:
    return a != b;
  case Comparison::Lt:
    return a < b;
  case Comparison::Le:
    return a <= b;
  case Comparison::Gt:
    return a > b;
  default:
    return a >= b;
  }
}

static bool compare(const Instruction &in, uint64_t left, uint64_t right) {
  if (isFloat(in.type)) {
    double a = decode(left, in.type), b = decode(right, in.type);
    bool hasNaN = std::isnan(a) || std::isnan(b);
    if (in.comparison == Comparison::Num || in.comparison == Comparison::Nan)
      return hasNaN == (in.comparison == Comparison::Nan);
    return hasNaN ? in.unordered : compareValues(in.comparison, a, b);
  }
  unsigned bits = getBits(in.type);
  if (isSigned(in.type))
    return compareValues(in.comparison, signExtend(left, bits),
                         signExtend(right, bits));
  return compareValues(in.comparison, left & getMask(bits),
                       right & getMask(bits));
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

uint64_t weft::emulator::compute(const Instruction &in, uint64_t a, uint64_t b,
                                 uint64_t c) {
  unsigned bits = getBits(in.type);
  switch (in.opcode) {
  case Opcode::Cvt:
    return convert(in, a);
  case Opcode::Mul:
    return isFloat(in.type) ? computeFloat(in.opcode, in.type, a, b)
                            : multiply(in, a, b);
  case Opcode::Mad:
    return multiply(in, a, b) + c;
  case Opcode::Fma:
    return computeFma(in.type, a, b, c);
  case Opcode::Abs:
    if (isFloat(in.type))
      return a & getMask(bits - 1);
    return signExtend(a, bits) < 0 ? 0 - a : a;
  case Opcode::Neg:
    return isFloat(in.type) ? a ^ uint64_t(1) << (bits - 1) : 0 - a;
  case Opcode::Not:
    return ~a;
  case Opcode::Shl:
  case Opcode::Shr:
    return shift(in, a, b);
  case Opcode::Shf:
    return funnelShift(in, a, b, c);
  case Opcode::Bfe:
    return extractField(in, a, b, c);
  case Opcode::Prmt:
    return permuteBytes(a, b, c);
  case Opcode::Popc:
    return static_cast<uint64_t>(__builtin_popcountll(a & getMask(bits)));
  case Opcode::Clz: {
    uint64_t value = a & getMask(bits);
    return value ? static_cast<uint64_t>(__builtin_clzll(value)) - (64 - bits)
                 : bits;
  }
  case Opcode::Selp:
    return c & 1 ? a : b;
  case Opcode::Setp: {
    bool result = compare(in, a, b), other = c & 1;
    switch (in.update) {
    case Update::And:
      return result && other;
    case Update::Or:
      return result || other;
    case Update::Xor:
      return result != other;
    default:
      return result;
    }
  }
  default:
    return isFloat(in.type) ? computeFloat(in.opcode, in.type, a, b)
                            : computeInteger(in.opcode, in.type, a, b);
  }
}

uint64_t weft::emulator::computeUpdate(const Instruction &in, uint64_t old,
                                       uint64_t b, uint64_t c) {
  unsigned bits = getBits(in.type);
  switch (in.update) {
  case Update::Add:
    if (in.type == Type::F16x2 || in.type == Type::BF16x2) {
      Type half = in.type == Type::F16x2 ? Type::F16 : Type::BF16;
      uint64_t low = computeFloat(Opcode::Add, half, old & 0xffff, b & 0xffff);
      uint64_t high = computeFloat(Opcode::Add, half, (old >> 16) & 0xffff,
                                   (b >> 16) & 0xffff);
      return low | high << 16;
    }
    if (in.type == Type::F32 && in.space != Space::Shared)
      return encode(flush(static_cast<float>(flush(decode(old, in.type)) +
                                             flush(decode(b, in.type)))),
                    in.type);
    return isFloat(in.type) ? computeFloat(Opcode::Add, in.type, old, b)
                            : old + b;
  case Update::Min:
    return computeInteger(Opcode::Min, in.type, old, b);
  case Update::Max:
    return computeInteger(Opcode::Max, in.type, old, b);
  case Update::And:
    return old & b;
  case Update::Or:
    return old | b;
  case Update::Xor:
    return old ^ b;
  case Update::Exch:
    return b;
  default:
    return old == (b & getMask(bits)) ? c : old;
  }
}
