//===- PtxParser.cpp - From PTX text to instructions ----------------------===//

#include "Ptx.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>

using namespace weft::emulator;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

namespace {
struct TypeInfo {
  const char *name;
  unsigned bits;
};
} // namespace

constexpr TypeInfo types[] = {
    {"b8", 8},   {"b16", 16},   {"b32", 32},    {"b64", 64},  {"u8", 8},
    {"u16", 16}, {"u32", 32},   {"u64", 64},    {"s8", 8},    {"s16", 16},
    {"s32", 32}, {"s64", 64},   {"f16", 16},    {"bf16", 16}, {"f32", 32},
    {"f64", 64}, {"f16x2", 32}, {"bf16x2", 32}, {"pred", 1}};

unsigned weft::emulator::getBits(Type type) {
  return type == Type::None ? 0 : types[static_cast<unsigned>(type)].bits;
}

bool weft::emulator::isSigned(Type type) {
  return type >= Type::S8 && type <= Type::S64;
}

bool weft::emulator::isFloat(Type type) {
  return type >= Type::F16 && type <= Type::F64;
}

static Type getType(std::string_view name) {
  for (unsigned i = 0; i < static_cast<unsigned>(Type::None); ++i)
    if (name == types[i].name)
      return static_cast<Type>(i);
  return Type::None;
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

namespace {
struct Token {
  std::string_view text; // empty at the end
  unsigned line = 0;
};

/// Words (with the dots in them), strings and single characters.
class Tokens {
public:
  explicit Tokens(std::string_view source) : source(source) { advance(); }

  const Token &peek() const { return current; }
  bool atEnd() const { return current.text.empty(); }

  Token take() {
    Token token = current;
    previousEnd = current.text.data() + current.text.size();
    advance();
    return token;
  }

  bool accept(std::string_view text) {
    if (current.text != text)
      return false;
    take();
    return true;
  }

  void expect(std::string_view text) {
    if (!accept(text))
      fail("expected '" + std::string(text) + "', but got '" +
           std::string(current.text) + "'");
  }

  /// The source from a token to the last one taken.
  std::string getText(const Token &from) const {
    return {from.text.data(),
            static_cast<size_t>(previousEnd - from.text.data())};
  }

  [[noreturn]] void fail(const std::string &message) const {
    throw Fault("PTX line " + std::to_string(current.line) + ": " + message);
  }

private:
  static bool isWord(char c) {
    return isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' ||
           c == '.' || c == '%';
  }

  void skipSpace() {
    while (position < source.size()) {
      if (source[position] == '\n')
        ++line;
      if (isspace(static_cast<unsigned char>(source[position]))) {
        ++position;
      } else if (source.substr(position, 2) == "//") {
        position = std::min(source.find('\n', position), source.size());
      } else if (source.substr(position, 2) == "/*") {
        size_t end = source.find("*/", position + 2);
        if (end == std::string_view::npos)
          end = source.size() - 2;
        line += static_cast<unsigned>(
            std::count(source.begin() + position, source.begin() + end, '\n'));
        position = end + 2;
      } else {
        return;
      }
    }
  }

  void advance() {
    skipSpace();
    size_t start = position;
    if (position < source.size()) {
      if (source[position] == '"') {
        position = source.find('"', position + 1);
        position = std::min(position, source.size() - 1) + 1;
      } else if (!isWord(source[position++])) {
      } else {
        while (position < source.size() && isWord(source[position]))
          ++position;
      }
    }
    current = {source.substr(start, position - start), line};
  }

  std::string_view source;
  size_t position = 0;
  unsigned line = 1;
  Token current;
  const char *previousEnd = nullptr;
};
} // namespace

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

namespace {
/// The operands of an instruction, one letter each: d destination register,
/// D the same or a vector, s source, S source or vector, m address, l label.
struct OpcodeInfo {
  const char *name;
  Opcode opcode;
  const char *operands;
};
} // namespace

constexpr OpcodeInfo opcodes[] = {
    {"abs", Opcode::Abs, "ds"},     {"add", Opcode::Add, "dss"},
    {"and", Opcode::And, "dss"},    {"atom", Opcode::Atom, "DmS"},
    {"bar", Opcode::Bar, "s"},      {"barrier", Opcode::Bar, "s"},
    {"bfe", Opcode::Bfe, "dsss"},   {"bra", Opcode::Bra, "l"},
    {"brx", Opcode::BrxIdx, "sl"},  {"clz", Opcode::Clz, "ds"},
    {"cvt", Opcode::Cvt, "ds"},     {"cvta", Opcode::Cvta, "ds"},
    {"div", Opcode::Div, "dss"},    {"exit", Opcode::Ret, ""},
    {"fence", Opcode::Fence, ""},   {"fma", Opcode::Fma, "dsss"},
    {"ld", Opcode::Ld, "Dm"},       {"ldu", Opcode::Ld, "Dm"},
    {"mad", Opcode::Mad, "dsss"},   {"max", Opcode::Max, "dss"},
    {"membar", Opcode::Fence, ""},  {"min", Opcode::Min, "dss"},
    {"mov", Opcode::Mov, "DS"},     {"mul", Opcode::Mul, "dss"},
    {"neg", Opcode::Neg, "ds"},     {"not", Opcode::Not, "ds"},
    {"or", Opcode::Or, "dss"},      {"popc", Opcode::Popc, "ds"},
    {"prmt", Opcode::Prmt, "dsss"}, {"red", Opcode::Red, "mS"},
    {"rem", Opcode::Rem, "dss"},    {"ret", Opcode::Ret, ""},
    {"selp", Opcode::Selp, "dsss"}, {"setp", Opcode::Setp, "dss"},
    {"shf", Opcode::Shf, "dsss"},   {"shl", Opcode::Shl, "dss"},
    {"shr", Opcode::Shr, "dss"},    {"st", Opcode::St, "mS"},
    {"sub", Opcode::Sub, "dss"},    {"trap", Opcode::Trap, ""},
    {"xor", Opcode::Xor, "dss"}};

/// Modifiers without a meaning here: caches and scopes, since there is one
/// memory, and roundings of arithmetic to the nearest number.
constexpr const char *ignoredModifiers[] = {
    "acq_rel", "acquire",  "aligned", "ca",   "cg",   "cs",    "cta",
    "cv",      "gl",       "gpu",     "lu",   "nc",   "noftz", "relaxed",
    "release", "rn",       "rz",      "sc",   "sync", "sys",   "to",
    "uni",     "volatile", "wb",      "weak", "wt"};

/// Applies a modifier that the instruction's kind gives a meaning of its own.
static bool applyOwnModifier(Instruction &instruction, std::string_view name) {
  auto set = [&](auto &field, auto value) {
    field = value;
    return true;
  };
  Opcode opcode = instruction.opcode;
  if (opcode == Opcode::Setp) {
    static const std::map<std::string_view, Comparison> comparisons = {
        {"eq", Comparison::Eq},   {"ne", Comparison::Ne},
        {"lt", Comparison::Lt},   {"le", Comparison::Le},
        {"gt", Comparison::Gt},   {"ge", Comparison::Ge},
        {"lo", Comparison::Lt},   {"ls", Comparison::Le},
        {"hi", Comparison::Gt},   {"hs", Comparison::Ge},
        {"num", Comparison::Num}, {"nan", Comparison::Nan}};
    bool unordered = name.size() == 3 && name.back() == 'u';
    auto it = comparisons.find(unordered ? name.substr(0, 2) : name);
    if (it != comparisons.end()) {
      instruction.unordered = unordered;
      return set(instruction.comparison, it->second);
    }
  }
  if (opcode == Opcode::Setp || opcode == Opcode::Atom ||
      opcode == Opcode::Red) {
    static const std::map<std::string_view, Update> updates = {
        {"add", Update::Add}, {"and", Update::And},   {"cas", Update::Cas},
        {"max", Update::Max}, {"exch", Update::Exch}, {"min", Update::Min},
        {"or", Update::Or},   {"xor", Update::Xor}};
    auto it = updates.find(name);
    if (it != updates.end())
      return set(instruction.update, it->second);
  }
  if (opcode == Opcode::Mul || opcode == Opcode::Mad) {
    if (name == "lo")
      return set(instruction.part, Part::Lo);
    if (name == "hi")
      return set(instruction.part, Part::Hi);
    if (name == "wide")
      return set(instruction.part, Part::Wide);
  }
  if (opcode == Opcode::Shf) {
    if (name == "l")
      return set(instruction.part, Part::Left);
    if (name == "r")
      return set(instruction.part, Part::Right);
    if (name == "wrap")
      return set(instruction.wraps, true);
    if (name == "clamp")
      return set(instruction.wraps, false);
  }
  if (opcode == Opcode::Cvt) {
    if (name == "rzi")
      return set(instruction.rounding, Rounding::TowardZero);
    if (name == "rni")
      return set(instruction.rounding, Rounding::Nearest);
    if (name == "rmi")
      return set(instruction.rounding, Rounding::Down);
    if (name == "rpi")
      return set(instruction.rounding, Rounding::Up);
  }
  return opcode == Opcode::BrxIdx && name == "idx";
}

static bool applyModifier(Instruction &instruction, std::string_view name) {
  if (applyOwnModifier(instruction, name))
    return true;
  if (Type type = getType(name); type != Type::None) {
    Type &field = instruction.type == Type::None ? instruction.type
                                                 : instruction.sourceType;
    if (field != Type::None)
      return false;
    field = type;
    return true;
  }
  if (name == "v2" || name == "v4" || name == "v8") {
    instruction.vectorSize = static_cast<unsigned>(name[1] - '0');
    return true;
  }
  if (name == "global" || name == "shared" || name == "param") {
    instruction.space = name == "global"   ? Space::Global
                        : name == "shared" ? Space::Shared
                                           : Space::Param;
    return true;
  }
  return std::find(std::begin(ignoredModifiers), std::end(ignoredModifiers),
                   name) != std::end(ignoredModifiers);
}

/// Whether the interpreter can run the instruction with these modifiers; the
/// operands are checked elsewhere.
static bool isSupported(const Instruction &in) {
  bool hasType = in.type != Type::None;
  bool isNumber = hasType && in.type != Type::Pred && in.type != Type::F16x2 &&
                  in.type != Type::BF16x2;
  bool isInteger = isNumber && !isFloat(in.type);
  unsigned bits = getBits(in.type);
  if (in.opcode != Opcode::Cvt && in.sourceType != Type::None)
    // The second type of "shr.b32" and the like does not exist; that of a setp
    // neither.
    return false;
  switch (in.opcode) {
  case Opcode::Bar:
  case Opcode::Bra:
  case Opcode::BrxIdx:
  case Opcode::Fence:
  case Opcode::Ret:
  case Opcode::Trap:
    return true;
  case Opcode::Ld:
  case Opcode::St:
    return isNumber && in.vectorSize * bits <= 256;
  case Opcode::Mov:
    return hasType;
  case Opcode::Cvt:
    return isNumber && in.sourceType != Type::None &&
           in.sourceType != Type::Pred && in.sourceType < Type::F16x2;
  case Opcode::Cvta:
    return in.type == Type::U64 && in.space == Space::Global;
  case Opcode::And:
  case Opcode::Or:
  case Opcode::Xor:
  case Opcode::Not:
    return hasType && (isInteger || in.type == Type::Pred);
  case Opcode::Abs:
  case Opcode::Neg:
  case Opcode::Add:
  case Opcode::Sub:
  case Opcode::Min:
  case Opcode::Max:
  case Opcode::Div:
    return isNumber;
  case Opcode::Rem:
  case Opcode::Shl:
  case Opcode::Shr:
  case Opcode::Bfe:
  case Opcode::Clz:
  case Opcode::Popc:
    return isInteger;
  case Opcode::Mul:
  case Opcode::Mad:
    return isFloat(in.type) ? in.opcode == Opcode::Mul && in.part == Part::None
                            : isInteger && in.part != Part::None &&
                                  !(in.part == Part::Wide && bits > 32);
  case Opcode::Fma:
    return isFloat(in.type);
  case Opcode::Prmt:
    return in.type == Type::B32;
  case Opcode::Shf:
    return in.type == Type::B32 && in.part != Part::None;
  case Opcode::Selp:
    return isNumber;
  case Opcode::Setp:
    return isNumber && in.comparison != Comparison::None &&
           (in.update == Update::None || in.update == Update::And ||
            in.update == Update::Or || in.update == Update::Xor) &&
           (isFloat(in.type) ||
            (!in.unordered && in.comparison != Comparison::Num &&
             in.comparison != Comparison::Nan));
  case Opcode::Atom:
  case Opcode::Red: {
    if (in.space == Space::Param || in.vectorSize * bits > 128)
      return false;
    bool isBits = in.type >= Type::B8 && in.type <= Type::B64;
    switch (in.update) {
    case Update::Add:
      return hasType && !isBits && in.type != Type::Pred;
    case Update::Min:
    case Update::Max:
      return isInteger && !isBits;
    case Update::And:
    case Update::Or:
    case Update::Xor:
      return isBits && in.vectorSize == 1;
    case Update::Exch:
    case Update::Cas:
      return isBits && in.vectorSize == 1 && in.opcode == Opcode::Atom;
    case Update::None:
      return false;
    }
  }
  }
  return false;
}

//===----------------------------------------------------------------------===//
// The parser
//===----------------------------------------------------------------------===//

namespace {
class Parser {
public:
  explicit Parser(std::string_view text) : tokens(text) {}

  std::unique_ptr<Module> parse();

private:
  void parseVersion(Module &module);
  void parseTarget(Module &module);
  void parseKernel(Module &module);
  void parseParameter();
  std::array<unsigned, 3> parseThreads();
  void parseBody();
  void parseScope();
  void parseRegisters();
  std::pair<unsigned, Type> parseDeclaration(std::string_view what);
  void parseShared(std::unordered_map<std::string, int64_t> &symbols);
  void parseBranchTargets(const std::string &label);
  void parseInstruction();
  Operand parseOperand();
  Operand parseAddress();
  Operand parseWord(std::string_view word);
  int64_t parseInteger(std::string_view word);
  unsigned parseSize(unsigned limit);
  int getRegister(std::string_view name);
  void verifyOperands(const Instruction &instruction);
  void verifyOperand(const Instruction &instruction, const Operand &operand,
                     char kind);
  void resolveLabels();

  /// Places `size` bytes after `end`.
  unsigned place(unsigned &end, unsigned alignment, unsigned size) {
    constexpr unsigned limit = 1u << 20;
    if (alignment == 0 || alignment > 4096 || size > limit)
      tokens.fail("a variable has an impossible size");
    unsigned offset = (end + alignment - 1) / alignment * alignment;
    if (offset > limit)
      tokens.fail("the variables are too large");
    end = offset + size;
    return offset;
  }

  Tokens tokens;
  Kernel *kernel = nullptr;
  std::unordered_map<std::string, int> registers;
  std::unordered_map<std::string, int64_t> kernelSymbols;
  std::unordered_map<std::string, int64_t> moduleSymbols;
  std::unordered_map<std::string, int> labels;
  std::unordered_map<std::string, std::vector<std::string>> tables;
  unsigned moduleSharedBytes = 0;
  unsigned depth = 0;
};
} // namespace

int64_t Parser::parseInteger(std::string_view word) {
  std::string text(word);
  char *end = nullptr;
  errno = 0;
  int64_t value;
  if (text.size() > 2 && text[0] == '0' &&
      (tolower(text[1]) == 'f' || tolower(text[1]) == 'd'))
    value = static_cast<int64_t>(std::strtoull(text.c_str() + 2, &end, 16));
  else {
    value = static_cast<int64_t>(std::strtoull(text.c_str(), &end, 0));
    // An unsigned constant.
    if (*end == 'U')
      ++end;
  }
  if (!isdigit(static_cast<unsigned char>(text[0])) || *end || errno)
    tokens.fail("expected a number, but got '" + text + "'");
  return value;
}

unsigned Parser::parseSize(unsigned limit) {
  int64_t value = parseInteger(tokens.take().text);
  if (value < 0 || value > limit)
    tokens.fail("expected a number of at most " + std::to_string(limit));
  return static_cast<unsigned>(value);
}

void Parser::parseVersion(Module &module) {
  std::string word(tokens.take().text);
  size_t dot = word.find('.');
  if (dot == std::string::npos || dot + 2 != word.size())
    tokens.fail("expected a version, but got '" + word + "'");
  int64_t major = parseInteger(word.substr(0, dot));
  if (major > 99)
    tokens.fail("expected a version, but got '" + word + "'");
  module.version =
      static_cast<unsigned>(major * 10 + parseInteger(word.substr(dot + 1)));
}

void Parser::parseTarget(Module &module) {
  std::string word(tokens.take().text);
  if (word.compare(0, 3, "sm_") != 0)
    tokens.fail("expected a target, but got '" + word + "'");
  size_t end = word.find_first_not_of("0123456789", 3);
  module.target = static_cast<unsigned>(
      std::min<int64_t>(parseInteger(word.substr(3, end - 3)), 9999));
  while (tokens.accept(","))
    tokens.take();
}

std::unique_ptr<Module> Parser::parse() {
  auto module = std::make_unique<Module>();
  if (tokens.peek().text != ".version")
    tokens.fail("not PTX: it does not begin with .version");
  while (!tokens.atEnd()) {
    if (tokens.accept(".version"))
      parseVersion(*module);
    else if (tokens.accept(".target"))
      parseTarget(*module);
    else if (tokens.accept(".address_size")) {
      if (parseSize(64) != 64)
        tokens.fail("addresses must have 64 bits");
    } else if (tokens.accept(".visible") || tokens.accept(".weak")) {
    } else if (tokens.accept(".entry"))
      parseKernel(*module);
    else if (tokens.accept(".shared")) {
      kernel = nullptr;
      parseShared(moduleSymbols);
    } else
      tokens.fail("unsupported: '" + std::string(tokens.peek().text) + "'");
  }
  return module;
}

/// [.align A] .b8, at the start of the declaration of a variable or parameter.
std::pair<unsigned, Type> Parser::parseDeclaration(std::string_view what) {
  unsigned alignment = 1;
  if (tokens.accept(".align"))
    alignment = parseSize(4096);
  std::string_view word = tokens.take().text;
  Type type = word.empty() ? Type::None : getType(word.substr(1));
  if (type == Type::None || type == Type::Pred)
    tokens.fail("expected the type of a " + std::string(what));
  return {alignment, type};
}

/// [.visible] .shared .align A .b8 name[N];
void Parser::parseShared(std::unordered_map<std::string, int64_t> &symbols) {
  auto [alignment, type] = parseDeclaration("variable");
  std::string name(tokens.take().text);
  unsigned count = 1;
  if (tokens.accept("[")) {
    count = parseSize(1u << 20);
    tokens.expect("]");
  }
  tokens.expect(";");
  unsigned bytes = getBits(type) / 8;
  unsigned &end = kernel ? kernel->sharedBytes : moduleSharedBytes;
  symbols[name] = place(end, std::max(alignment, bytes), count * bytes);
}

/// .param .u64 [.ptr [.global] [.align 16]] name  |  .param .align 8 .b8
/// name[N]
void Parser::parseParameter() {
  tokens.expect(".param");
  auto [alignment, type] = parseDeclaration("parameter");
  if (tokens.accept(".ptr")) {
    tokens.accept(".global");
    if (tokens.accept(".align"))
      parseSize(4096);
  }
  std::string name(tokens.take().text);
  unsigned count = 1;
  if (tokens.accept("[")) {
    count = parseSize(1u << 16);
    tokens.expect("]");
  }
  unsigned bytes = getBits(type) / 8;
  Parameter parameter;
  parameter.size = count * bytes;
  parameter.offset =
      place(kernel->parameterBytes, std::max(alignment, bytes), parameter.size);
  kernelSymbols[name] = parameter.offset;
  kernel->parameters.push_back(parameter);
}

std::array<unsigned, 3> Parser::parseThreads() {
  std::array<unsigned, 3> sizes = {1, 1, 1};
  for (unsigned i = 0; i < 3; ++i) {
    sizes[i] = parseSize(1u << 16);
    if (!tokens.accept(","))
      break;
  }
  return sizes;
}

void Parser::parseKernel(Module &module) {
  auto owned = std::make_unique<Kernel>();
  kernel = owned.get();
  registers.clear();
  labels.clear();
  tables.clear();
  kernelSymbols = moduleSymbols;
  kernel->sharedBytes = moduleSharedBytes;
  kernel->name = tokens.take().text;
  tokens.expect("(");
  if (!tokens.accept(")")) {
    do
      parseParameter();
    while (tokens.accept(","));
    tokens.expect(")");
  }
  while (!tokens.accept("{")) {
    std::string directive(tokens.take().text);
    if (directive == ".maxntid")
      kernel->maxThreads = parseThreads();
    else if (directive == ".reqntid")
      kernel->requiredThreads = parseThreads();
    else if (directive == ".minnctapersm" || directive == ".maxnreg")
      parseSize(1u << 16);
    else
      tokens.fail("unsupported: '" + directive + "'");
  }
  parseBody();
  resolveLabels();
  std::string name = kernel->name;
  if (!module.kernels.emplace(name, std::move(owned)).second)
    tokens.fail("two kernels are called '" + name + "'");
}

void Parser::parseBody() {
  std::string lastLabel;
  while (!tokens.accept("}")) {
    if (tokens.atEnd())
      tokens.fail("expected '}', but the text ends");
    std::string word(tokens.peek().text);
    if (tokens.accept(".reg")) {
      parseRegisters();
    } else if (tokens.accept(".shared")) {
      parseShared(kernelSymbols);
    } else if (tokens.accept(".branchtargets")) {
      parseBranchTargets(lastLabel);
    } else if (tokens.accept("{")) {
      parseScope();
    } else if (tokens.accept(".pragma")) {
      tokens.take();
      tokens.expect(";");
    } else if (word[0] == '$') {
      tokens.take();
      tokens.expect(":");
      lastLabel = word;
      if (!labels.emplace(word, static_cast<int>(kernel->code.size())).second)
        tokens.fail("two labels are called '" + word + "'");
    } else {
      parseInstruction();
    }
  }
}

/// Code with registers of its own, after its '{'.
void Parser::parseScope() {
  constexpr unsigned maxDepth = 16;
  if (++depth > maxDepth)
    tokens.fail("too many nested scopes");
  std::unordered_map<std::string, int> outer = registers;
  parseBody();
  registers = std::move(outer);
  --depth;
}

/// .reg .b32 %r<N>; or .reg .b32 a, b;
void Parser::parseRegisters() {
  std::string_view word = tokens.take().text;
  Type type = word.empty() ? Type::None : getType(word.substr(1));
  if (type == Type::None)
    tokens.fail("unsupported type of registers: '" + std::string(word) + "'");
  auto add = [&](const std::string &name) {
    registers[name] = static_cast<int>(kernel->registerBits.size());
    kernel->registerBits.push_back(getBits(type));
  };
  do {
    std::string name(tokens.take().text);
    if (!tokens.accept("<")) {
      add(name);
      continue;
    }
    unsigned count = parseSize(1u << 16);
    tokens.expect(">");
    for (unsigned i = 0; i < count; ++i)
      add(name + std::to_string(i));
  } while (tokens.accept(","));
  tokens.expect(";");
}

void Parser::parseBranchTargets(const std::string &label) {
  std::vector<std::string> &targets = tables[label];
  do
    targets.emplace_back(tokens.take().text);
  while (tokens.accept(","));
  tokens.expect(";");
}

int Parser::getRegister(std::string_view name) {
  auto it = registers.find(std::string(name));
  if (it == registers.end())
    tokens.fail("unknown register '" + std::string(name) + "'");
  return it->second;
}

Operand Parser::parseWord(std::string_view word) {
  Operand operand;
  if (word.empty())
    tokens.fail("expected an operand, but the text ends");
  if (word == "_")
    return operand;
  if (word[0] == '%') {
    for (size_t i = 0; i < specialRegisters.size(); ++i)
      if (word == specialRegisters[i]) {
        operand.kind = Operand::Special;
        operand.index = static_cast<int>(i);
        return operand;
      }
    operand.kind = Operand::Register;
    operand.index = getRegister(word);
    return operand;
  }
  if (isdigit(static_cast<unsigned char>(word[0]))) {
    operand.kind = Operand::Immediate;
    operand.value = parseInteger(word);
    return operand;
  }
  if (auto it = registers.find(std::string(word)); it != registers.end()) {
    operand.kind = Operand::Register;
    operand.index = it->second;
    return operand;
  }
  auto symbol = kernelSymbols.find(std::string(word));
  if (symbol != kernelSymbols.end()) {
    operand.kind = Operand::Immediate;
    operand.value = symbol->second;
    return operand;
  }
  operand.kind = Operand::Label;
  operand.name = word;
  return operand;
}

/// [base], [base+number] or [base+-number], where base is a register, a symbol
/// or a number.
Operand Parser::parseAddress() {
  Operand base = parseWord(tokens.take().text);
  if (base.kind != Operand::Register && base.kind != Operand::Immediate)
    tokens.fail("expected an address");
  base.kind = Operand::Address;
  if (tokens.accept("+")) {
    bool negative = tokens.accept("-");
    uint64_t offset = static_cast<uint64_t>(parseInteger(tokens.take().text));
    base.value = static_cast<int64_t>(static_cast<uint64_t>(base.value) +
                                      (negative ? 0 - offset : offset));
  }
  tokens.expect("]");
  return base;
}

Operand Parser::parseOperand() {
  if (tokens.accept("["))
    return parseAddress();
  if (tokens.accept("{")) {
    Operand vector;
    vector.kind = Operand::Vector;
    do
      vector.elements.push_back(parseWord(tokens.take().text));
    while (tokens.accept(","));
    tokens.expect("}");
    return vector;
  }
  if (tokens.accept("-")) {
    Operand number = parseWord(tokens.take().text);
    if (number.kind != Operand::Immediate)
      tokens.fail("expected a number after '-'");
    number.value =
        static_cast<int64_t>(0 - static_cast<uint64_t>(number.value));
    return number;
  }
  return parseWord(tokens.take().text);
}

void Parser::verifyOperand(const Instruction &instruction,
                           const Operand &operand, char kind) {
  bool isDestination = kind == 'd' || kind == 'D';
  bool isScalar = isDestination ? operand.kind == Operand::Register ||
                                      operand.kind == Operand::Sink
                                : operand.kind == Operand::Register ||
                                      operand.kind == Operand::Immediate ||
                                      operand.kind == Operand::Special;
  bool ok = false;
  switch (kind) {
  case 'm':
    ok = operand.kind == Operand::Address;
    break;
  case 'l':
    ok = operand.kind == Operand::Label;
    break;
  case 'D':
  case 'S':
    if (operand.kind == Operand::Vector) {
      size_t count = operand.elements.size();
      ok = instruction.opcode == Opcode::Mov
               ? (count == 2 || count == 4) &&
                     getBits(instruction.type) % (8 * count) == 0
               : count == instruction.vectorSize && count > 1;
      for (const Operand &element : operand.elements)
        verifyOperand(instruction, element, isDestination ? 'd' : 's');
      break;
    }
    ok = isScalar && instruction.vectorSize == 1;
    break;
  default:
    ok = isScalar;
  }
  if (!ok)
    tokens.fail("an operand does not fit: " + instruction.text);
}

void Parser::verifyOperands(const Instruction &instruction) {
  std::string kinds;
  for (const OpcodeInfo &info : opcodes)
    if (info.opcode == instruction.opcode)
      kinds = info.operands;
  if (instruction.update == Update::Cas ||
      (instruction.opcode == Opcode::Setp &&
       instruction.update != Update::None))
    kinds += 's';
  if (instruction.operands.size() != kinds.size())
    tokens.fail(
        "expected " + std::to_string(kinds.size()) + " operands, but got " +
        std::to_string(instruction.operands.size()) + ": " + instruction.text);
  for (size_t i = 0; i < kinds.size(); ++i)
    verifyOperand(instruction, instruction.operands[i], kinds[i]);
  if (instruction.opcode == Opcode::Mov &&
      instruction.operands[0].kind == Operand::Vector &&
      instruction.operands[1].kind == Operand::Vector)
    tokens.fail("an operand does not fit: " + instruction.text);
}

void Parser::parseInstruction() {
  Instruction instruction;
  Token first = tokens.peek();
  instruction.line = first.line;
  if (tokens.accept("@")) {
    instruction.isNegated = tokens.accept("!");
    instruction.predicate = getRegister(tokens.take().text);
  }
  std::string_view head = tokens.take().text;
  std::string_view name = head.substr(0, head.find('.'));
  const OpcodeInfo *info =
      std::find_if(std::begin(opcodes), std::end(opcodes),
                   [&](const OpcodeInfo &info) { return name == info.name; });
  if (info == std::end(opcodes))
    tokens.fail("unsupported instruction: " + std::string(head));
  instruction.opcode = info->opcode;
  for (std::string_view rest = head.substr(name.size()); !rest.empty();) {
    rest.remove_prefix(1);
    std::string_view modifier = rest.substr(0, rest.find('.'));
    rest.remove_prefix(modifier.size());
    if (!applyModifier(instruction, modifier))
      tokens.fail("unsupported instruction: " + std::string(head));
  }
  if (!isSupported(instruction))
    tokens.fail("unsupported instruction: " + std::string(head));
  if (tokens.peek().text != ";") {
    do
      instruction.operands.push_back(parseOperand());
    while (tokens.accept(","));
  }
  instruction.text = tokens.getText(first);
  std::replace(instruction.text.begin(), instruction.text.end(), '\t', ' ');
  tokens.expect(";");
  verifyOperands(instruction);
  kernel->code.push_back(std::move(instruction));
}

void Parser::resolveLabels() {
  auto getTarget = [&](const std::string &label) {
    auto it = labels.find(label);
    if (it == labels.end())
      tokens.fail("unknown label '" + label + "'");
    return it->second;
  };
  for (Instruction &instruction : kernel->code) {
    if (instruction.opcode == Opcode::Bra) {
      instruction.targets = {getTarget(instruction.operands[0].name)};
    } else if (instruction.opcode == Opcode::BrxIdx) {
      auto it = tables.find(instruction.operands[1].name);
      if (it == tables.end())
        tokens.fail("unknown label '" + instruction.operands[1].name + "'");
      for (const std::string &label : it->second)
        instruction.targets.push_back(getTarget(label));
    }
  }
}

std::unique_ptr<Module> weft::emulator::parsePtx(std::string_view text) {
  return Parser(text).parse();
}
