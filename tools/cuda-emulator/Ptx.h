//===- Ptx.h - PTX programs as the emulator runs them -----------*- C++ -*-===//

#ifndef WEFT_TOOLS_CUDA_EMULATOR_PTX_H
#define WEFT_TOOLS_CUDA_EMULATOR_PTX_H

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace weft::emulator {

/// What is wrong with a program, or with what a kernel did.
struct Fault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class Type : uint8_t {
  B8,
  B16,
  B32,
  B64,
  U8,
  U16,
  U32,
  U64,
  S8,
  S16,
  S32,
  S64,
  F16,
  BF16,
  F32,
  F64,
  F16x2,
  BF16x2,
  Pred,
  None
};

unsigned getBits(Type type);
bool isSigned(Type type);
bool isFloat(Type type);

enum class Opcode : uint8_t {
  Abs,
  Add,
  And,
  Atom,
  Bar,
  Bfe,
  Bra,
  BrxIdx,
  Clz,
  Cvt,
  Cvta,
  Div,
  Fence,
  Fma,
  Ld,
  Mad,
  Max,
  Min,
  Mov,
  Mul,
  Neg,
  Not,
  Or,
  Popc,
  Prmt,
  Red,
  Rem,
  Ret,
  Selp,
  Setp,
  Shf,
  Shl,
  Shr,
  St,
  Sub,
  Trap,
  Xor
};

enum class Space : uint8_t { Generic, Global, Shared, Param };

/// The comparison of a setp. Unordered ones (equ, ltu, ...) set
/// Instruction::unordered as well.
enum class Comparison : uint8_t { None, Eq, Ne, Lt, Le, Gt, Ge, Num, Nan };

/// What an atom or red does, or how a setp combines with its third source.
enum class Update : uint8_t { None, Add, And, Cas, Exch, Max, Min, Or, Xor };

/// Which half of a product, or which direction of a shf.
enum class Part : uint8_t { None, Lo, Hi, Wide, Left, Right };

/// How a floating-point number becomes an integer.
enum class Rounding : uint8_t { TowardZero, Nearest, Down, Up };

struct Operand {
  enum Kind : uint8_t {
    Register,  // `index` is the register
    Immediate, // `value`
    Special,   // `index` is a place in the list of special registers
    Address,   // register `index` (none if negative) plus `value`
    Label,     // `name`
    Vector,    // `elements`
    Sink       // `_`
  };
  Kind kind = Sink;
  int index = -1;
  int64_t value = 0;
  std::string name;
  std::vector<Operand> elements;
};

struct Instruction {
  Opcode opcode = Opcode::Ret;
  Type type = Type::None;
  Type sourceType = Type::None; // of a cvt
  Space space = Space::Generic;
  Comparison comparison = Comparison::None;
  Update update = Update::None;
  Part part = Part::None;
  Rounding rounding = Rounding::TowardZero;
  bool unordered = false;
  bool wraps = false; // a shf.wrap
  unsigned vectorSize = 1;
  int predicate = -1;
  bool isNegated = false; // runs where the predicate is false
  std::vector<Operand> operands;
  std::vector<int> targets; // of a branch
  std::string text;
  unsigned line = 0;
};

struct Parameter {
  unsigned offset = 0;
  unsigned size = 0;
};

struct Kernel {
  std::string name;
  std::vector<Parameter> parameters;
  unsigned parameterBytes = 0;
  unsigned sharedBytes = 0;
  std::array<unsigned, 3> maxThreads = {0, 0, 0};      // .maxntid, 0: none
  std::array<unsigned, 3> requiredThreads = {0, 0, 0}; // .reqntid, 0: none
  std::vector<unsigned> registerBits;
  std::vector<Instruction> code;
};

struct Module {
  unsigned version = 0; // 86 is PTX 8.6
  unsigned target = 0;  // 90 is sm_90
  std::map<std::string, std::unique_ptr<Kernel>, std::less<>> kernels;
};

/// The special registers, in the order of Operand::index.
constexpr std::array<const char *, 14> specialRegisters = {
    "%tid.x",    "%tid.y",    "%tid.z",  "%ctaid.x", "%ctaid.y",
    "%ctaid.z",  "%ntid.x",   "%ntid.y", "%ntid.z",  "%nctaid.x",
    "%nctaid.y", "%nctaid.z", "%laneid", "%warpid"};

/// Parses what LLVM's NVPTX back end writes for kernels that call nothing.
/// Everything that the interpreter relies on is checked here: operands fit
/// their instruction, registers, labels and symbols exist. Throws a Fault that
/// names the line.
std::unique_ptr<Module> parsePtx(std::string_view text);

} // namespace weft::emulator

#endif // WEFT_TOOLS_CUDA_EMULATOR_PTX_H
