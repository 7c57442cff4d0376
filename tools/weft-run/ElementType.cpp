//===- ElementType.cpp - Elements in memory, text and .npy ----------------===//

#include "ElementType.h"

#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace weft::run;

Error weft::run::makeError(const Twine &text) {
  return createStringError(inconvertibleErrorCode(), text);
}

/// The handle of a TensorFlow string: a pointer and a length.
static bool isStringHandle(mlir::Type type) {
  auto handle = dyn_cast<mlir::LLVM::LLVMStructType>(type);
  return handle && !handle.isIdentified() && !handle.isPacked() &&
         handle.getBody().size() == 2 &&
         isa<mlir::LLVM::LLVMPointerType>(handle.getBody()[0]) &&
         handle.getBody()[1].isInteger(64);
}

/// Bytes that LLVM keeps free for an integer of `width` bits.
static int64_t getStorageSize(unsigned width) {
  unsigned bytes = divideCeil(width, 8);
  return bytes <= 8 ? PowerOf2Ceil(bytes) : alignTo(bytes, 16);
}

Expected<ElementType> ElementType::get(mlir::Type type) {
  ElementType result;
  result.type = result.part = type;
  if (isStringHandle(type)) {
    result.kind = Kind::String;
    result.partSize = 16;
    return result;
  }
  if (auto complex = dyn_cast<mlir::ComplexType>(type))
    result.part = complex.getElementType();
  if (isa<mlir::IndexType>(type)) {
    result.kind = Kind::Index;
    result.width = 64;
  } else if (auto integer = dyn_cast<mlir::IntegerType>(result.part)) {
    result.width = integer.getWidth();
    result.kind = type == result.part ? Kind::Integer : Kind::ComplexInteger;
  } else if (auto number = dyn_cast<mlir::FloatType>(result.part);
             number && !number.isTF32()) { // LLVM has no tf32
    result.width = number.getWidth();
    result.kind = type == result.part ? Kind::Float : Kind::ComplexFloat;
  }
  if (result.width == 0 || result.width > 128) {
    std::string text;
    raw_string_ostream(text) << type;
    return makeError("elements of type " + text + " cannot be passed");
  }
  result.partSize = getStorageSize(result.width);
  return result;
}

std::string ElementType::getName() const {
  if (isString())
    return "string";
  std::string text;
  raw_string_ostream(text) << type;
  return text;
}

bool ElementType::accepts(const ElementType &other) const {
  if (isString() || other.isString())
    return isString() && other.isString();
  if (isFloat() || other.isFloat())
    return type == other.type;
  return width == other.width && isComplex() == other.isComplex();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static void store(const APInt &bits, char *data, int64_t size) {
  StoreIntToMemory(bits.zext(size * 8), reinterpret_cast<uint8_t *>(data),
                   size);
}

static APInt load(const char *data, int64_t size) {
  APInt bits(size * 8, 0);
  LoadIntFromMemory(bits, reinterpret_cast<const uint8_t *>(data), size);
  return bits;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Parses a decimal or hexadecimal integer; `bits` gets the magnitude.
static bool parseMagnitude(StringRef text, APInt &bits) {
  unsigned radix = text.consume_front_insensitive("0x") ? 16 : 10;
  return !text.empty() && isHexDigit(text.front()) &&
         !text.getAsInteger(radix, bits);
}

Error ElementType::parsePart(StringRef text, char *data) const {
  auto outOfRange = [&] {
    return makeError("'" + text + "' is out of range for " + getName());
  };
  auto notOne = [&] {
    return makeError("'" + text + "' is not a value of type " + getName());
  };
  APInt bits;
  if (isFloat()) {
    std::string lower = text.lower();
    const fltSemantics &semantics =
        cast<mlir::FloatType>(part).getFloatSemantics();
    if (StringRef(lower).starts_with("0x") && lower.find('p') == lower.npos) {
      if (!parseMagnitude(lower, bits))
        return notOne();
      if (bits.getActiveBits() > width)
        return outOfRange();
      bits = bits.zextOrTrunc(width);
    } else {
      StringRef name = StringRef(lower).ltrim("+-");
      if (lower.size() - name.size() > 1)
        return notOne();
      bool isNan = name == "nan";
      bool isInf = name == "inf" || name == "infinity";
      if (!isNan && !isInf &&
          (name.empty() || !(isDigit(name[0]) || name[0] == '.')))
        return notOne();
      if ((isNan && !APFloat::semanticsHasNaN(semantics)) ||
          (isInf && !APFloat::semanticsHasInf(semantics)))
        return outOfRange();
      bool negative = lower.front() == '-';
      APFloat value(semantics);
      if (isNan) {
        value = APFloat::getNaN(semantics, negative);
      } else if (isInf) {
        value = APFloat::getInf(semantics, negative);
      } else {
        Expected<APFloat::opStatus> status =
            value.convertFromString(lower, APFloat::rmNearestTiesToEven);
        if (!status) {
          consumeError(status.takeError());
          return notOne();
        }
        if (*status & APFloat::opOverflow)
          return outOfRange();
        // f8E8M0FNU has neither zero nor negative numbers.
        APFloat wide(APFloat::IEEEdouble());
        consumeError(
            wide.convertFromString(lower, APFloat::rmTowardZero).takeError());
        if ((wide.isZero() && !APFloat::semanticsHasZero(semantics)) ||
            (negative && !APFloat::semanticsHasSignedRepr(semantics)))
          return outOfRange();
      }
      bits = value.bitcastToAPInt();
    }
  } else {
    if (isBool() && (text == "true" || text == "false"))
      text = text == "true" ? "1" : "0";
    StringRef digits = text;
    bool negative = digits.consume_front("-");
    if (!negative)
      digits.consume_front("+");
    if (!parseMagnitude(digits, bits))
      return notOne();
    auto integer = dyn_cast<mlir::IntegerType>(part);
    bool isUnsigned = isBool() || (integer && integer.isUnsigned());
    bool isSigned = integer && integer.isSigned();
    // Signless integers take the values of both kinds.
    unsigned room = isSigned ? width - 1 : width;
    bool fits = negative ? (bits.isZero() ||
                            (!isUnsigned && (bits - 1).getActiveBits() < width))
                         : bits.getActiveBits() <= room;
    if (!fits)
      return outOfRange();
    bits = bits.zextOrTrunc(width);
    if (negative)
      bits.negate();
  }
  store(bits, data, partSize);
  return Error::success();
}

Error ElementType::parse(StringRef text, char *data) const {
  if (!isComplex())
    return parsePart(text, data);
  StringRef re = text, im = "0";
  if (re.consume_front("(")) {
    if (!re.consume_back(")") || re.count(',') != 1)
      return makeError("'" + text + "' is not a value of type " + getName() +
                       ", which is written (re,im)");
    std::tie(re, im) = re.split(',');
  }
  if (Error error = parsePart(re.trim(), data))
    return error;
  return parsePart(im.trim(), data + partSize);
}

void ElementType::printPart(raw_ostream &os, const char *data) const {
  APInt bits = load(data, partSize).trunc(width);
  if (!isFloat()) {
    auto integer = dyn_cast<mlir::IntegerType>(part);
    if (isBool())
      os << (bits.isZero() ? "false" : "true");
    else
      bits.print(os, /*isSigned=*/!(integer && integer.isUnsigned()));
    return;
  }
  const fltSemantics &semantics =
      cast<mlir::FloatType>(part).getFloatSemantics();
  APFloat value(semantics, bits);
  if (value.isNaN()) {
    os << "nan";
    return;
  }
  if (value.isInfinity()) {
    os << (value.isNegative() ? "-inf" : "inf");
    return;
  }
  if (width > 64) {
    SmallString<64> text;
    value.toString(text);
    os << text;
    return;
  }
  APFloat wide = value;
  bool losesInfo;
  wide.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  double number = wide.convertToDouble();
  int digits = 1;
  for (; digits < 17; ++digits) {
    SmallString<32> text;
    raw_svector_ostream(text) << format("%.*g", digits, number);
    APFloat back(semantics);
    Expected<APFloat::opStatus> status =
        back.convertFromString(text, APFloat::rmNearestTiesToEven);
    if (!status)
      consumeError(status.takeError());
    else if (back.bitwiseIsEqual(value))
      break;
  }
  // 2000, not 2e+03.
  int integerDigits = value.isZero() ? 1 : ilogb(value) * 0.30103 + 2;
  if (integerDigits <= 16)
    digits = std::max(digits, integerDigits);
  os << format("%.*g", digits, number);
}

void ElementType::print(raw_ostream &os, const char *data) const {
  if (isString()) {
    struct {
      const char *text;
      int64_t length;
    } handle;
    memcpy(&handle, data, sizeof handle);
    os << '"';
    printEscapedString(StringRef(handle.text, handle.length), os);
    os << '"';
    return;
  }
  if (!isComplex()) {
    printPart(os, data);
    return;
  }
  os << '(';
  printPart(os, data);
  os << ", ";
  printPart(os, data + partSize);
  os << ')';
}

//===----------------------------------------------------------------------===//
// .npy
//===----------------------------------------------------------------------===//

char ElementType::getNumpyKind() const {
  if (isString() || width > 64)
    return 0;
  bool standard = part.isF16() || part.isF32() || part.isF64();
  if (isComplex())
    return standard && !part.isF16() ? 'c' : 0;
  if (isFloat())
    return standard ? 'f' : 'u';
  if (isBool())
    return 'b';
  auto integer = dyn_cast<mlir::IntegerType>(part);
  return integer && integer.isUnsigned() ? 'u' : 'i';
}

Expected<std::string> ElementType::getNumpyType() const {
  char numpyKind = getNumpyKind();
  if (!numpyKind)
    return makeError("numpy has no type for " + getName());
  return ((getSize() == 1 ? Twine("|") : Twine("<")) + Twine(numpyKind) +
          Twine(getSize()))
      .str();
}

bool ElementType::acceptsNumpyType(StringRef code) const {
  char numpyKind = getNumpyKind();
  if (!numpyKind || code.size() < 3)
    return false;
  int64_t size;
  if (code.drop_front(2).getAsInteger(10, size) || size != getSize())
    return false;
  // The order of one byte is any of these.
  if (code[0] != '<' && !(size == 1 && (code[0] == '|' || code[0] == '>')))
    return false;
  if (kind == Kind::Integer && !isBool())
    return code[1] == 'i' || code[1] == 'u';
  if (kind == Kind::Index)
    return code[1] == 'i' || code[1] == 'u';
  return code[1] == numpyKind;
}

bool ElementType::needsNumpyConversion() const {
  return getNumpyKind() && width != partSize * 8;
}

Error ElementType::fromNumpy(char *data) const {
  APInt bits = load(data, partSize);
  if (isBool()) {
    // Any byte but 0 is true to numpy.
    store(APInt(1, !bits.isZero()), data, partSize);
    return Error::success();
  }
  APInt value = bits.trunc(width);
  bool fits = value.zext(bits.getBitWidth()) == bits ||
              (!isFloat() && value.sext(bits.getBitWidth()) == bits);
  if (!fits)
    return makeError("'" + toString(bits, 10, /*Signed=*/true) +
                     "' is out of range for " + getName());
  store(value, data, partSize);
  return Error::success();
}

void ElementType::toNumpy(char *data) const {
  if (getNumpyKind() != 'i')
    return;
  APInt bits = load(data, partSize).trunc(width);
  store(bits.sext(partSize * 8), data, partSize);
}
