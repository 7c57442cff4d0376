//===- Tensor.cpp - Literals and printing ---------------------------------===//

#include "Tensor.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "weft-runtime/Runtime.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace weft::run;

void BufferDeleter::operator()(char *data) const { weft_free(data); }

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

Expected<ValueType> ValueType::get(mlir::Type type) {
  auto unsupported = [&] {
    std::string text;
    raw_string_ostream(text) << type;
    return makeError("values of type " + text + " cannot be passed");
  };
  ValueType result;
  mlir::Type elementType = type;
  result.isScalar = !isa<mlir::ShapedType>(type);
  if (!result.isScalar) {
    auto tensor = dyn_cast<mlir::RankedTensorType>(type);
    if (!tensor || tensor.getEncoding())
      return unsupported();
    result.shape.assign(tensor.getShape().begin(), tensor.getShape().end());
    elementType = tensor.getElementType();
  }
  Expected<ElementType> element = ElementType::get(elementType);
  if (!element)
    return element.takeError();
  result.element = *element;
  return result;
}

std::string weft::run::formatType(ArrayRef<int64_t> shape,
                                  const ElementType &element) {
  std::string text;
  raw_string_ostream os(text);
  for (int64_t size : shape) {
    if (mlir::ShapedType::isDynamic(size))
      os << "?x";
    else
      os << size << 'x';
  }
  os << element.getName();
  return text;
}

std::string ValueType::getName() const { return formatType(shape, element); }

std::optional<int64_t> weft::run::countElements(ArrayRef<int64_t> shape,
                                                int64_t elementSize) {
  if (is_contained(shape, 0))
    return 0;
  int64_t count = 1, bytes = elementSize;
  for (int64_t size : shape)
    if (MulOverflow(count, size, count) || MulOverflow(bytes, size, bytes))
      return std::nullopt;
  return count;
}

Error weft::run::checkShape(ArrayRef<int64_t> actual, const ValueType &type) {
  bool fits = actual.size() == type.shape.size();
  for (size_t dim = 0; fits && dim < actual.size(); ++dim)
    fits = mlir::ShapedType::isDynamic(type.shape[dim]) ||
           type.shape[dim] == actual[dim];
  if (fits)
    return Error::success();
  return makeError("expected a value of type " + type.getName() + ", but got " +
                   formatType(actual, type.element));
}

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

/// Parses "2x3xf32" as the type of a literal.
static Expected<ValueType> parseLiteralType(StringRef text,
                                            mlir::MLIRContext &context) {
  StringRef spelled = text.trim();
  std::string type = spelled.str();
  if (StringRef(type) == "string" || StringRef(type).ends_with("xstring"))
    type =
        spelled.drop_back(strlen("string")).str() + "!llvm.struct<(ptr, i64)>";
  std::string message;
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diag) {
    if (message.empty())
      message = diag.str();
    return mlir::success();
  });
  auto parsed = dyn_cast_if_present<mlir::RankedTensorType>(
      mlir::parseType("tensor<" + type + ">", &context));
  if (!parsed || !parsed.hasStaticShape())
    return makeError("'" + text + "' is not the type of a value" +
                     (message.empty() ? "" : ": " + message));
  return ValueType::get(parsed);
}

/// Takes the next word of a literal off `text`: a quoted string, a parenthesis,
/// or what is before the next space or comma. Words are separated by spaces, at
/// most one comma, or both.
static Expected<StringRef> takeWord(StringRef &text) {
  StringRef start = text;
  size_t length;
  if (text.starts_with("\"")) {
    length = 1;
    while (length < text.size() && text[length] != '"')
      length += text[length] == '\\' ? 2 : 1;
    if (length >= text.size())
      return makeError("the string " + text + " does not end");
    ++length;
  } else if (text.starts_with("(")) {
    length = text.find(')');
    if (length == StringRef::npos)
      return makeError("expected ')' after '" + text + "'");
    ++length;
  } else {
    length = std::min(text.find_first_of(", \t\r\n"), text.size());
  }
  StringRef word = start.take_front(length);
  text = text.drop_front(length);
  StringRef rest = text.ltrim();
  if (rest.consume_front(",")) {
    rest = rest.ltrim();
    if (rest.empty())
      return makeError("expected a value after the last comma");
  } else if (rest.size() == text.size() && !rest.empty()) {
    return makeError("expected a space or a comma before '" + rest + "'");
  }
  text = rest;
  if (word.empty())
    return makeError("expected a value before the comma");
  return word;
}

/// Appends what a quoted string stands for: \n, \t, \\, \" and \XX
/// (hexadecimal).
static Error unescape(StringRef quoted, std::vector<char> &text) {
  StringRef rest = quoted.drop_front().drop_back();
  while (!rest.empty()) {
    char c = rest.front();
    rest = rest.drop_front();
    if (c != '\\') {
      text.push_back(c);
    } else if (rest.consume_front("n")) {
      text.push_back('\n');
    } else if (rest.consume_front("t")) {
      text.push_back('\t');
    } else if (rest.starts_with("\\") || rest.starts_with("\"")) {
      text.push_back(rest.front());
      rest = rest.drop_front();
    } else if (rest.size() >= 2 && isHexDigit(rest[0]) && isHexDigit(rest[1])) {
      text.push_back(
          char(hexDigitValue(rest[0]) * 16 + hexDigitValue(rest[1])));
      rest = rest.drop_front(2);
    } else {
      return makeError("unknown escape in the string " + quoted);
    }
  }
  return Error::success();
}

static Error parseElements(StringRef text, int64_t count, Tensor &tensor) {
  const ElementType &element = tensor.element;
  SmallVector<StringRef> words;
  for (text = text.trim(); !text.empty();) {
    Expected<StringRef> word = takeWord(text);
    if (!word)
      return word.takeError();
    words.push_back(*word);
  }
  if (int64_t(words.size()) != count)
    return makeError("expected " + Twine(count) + " elements, but got " +
                     Twine(words.size()));

  tensor.data.reset(
      static_cast<char *>(weft_allocate(64, count * element.getSize())));
  SmallVector<size_t> ends;
  for (int64_t i = 0; i < count; ++i) {
    if (element.isString()) {
      if (!words[i].starts_with("\""))
        return makeError("'" + words[i] + "' is not a quoted string");
      if (Error error = unescape(words[i], tensor.text))
        return error;
      ends.push_back(tensor.text.size());
    } else if (Error error = element.parse(
                   words[i], tensor.data.get() + i * element.getSize())) {
      return error;
    }
  }
  size_t start = 0;
  for (auto [i, end] : enumerate(ends)) {
    struct {
      const char *text;
      int64_t length;
    } handle = {tensor.text.data() + start, int64_t(end - start)};
    memcpy(tensor.data.get() + i * sizeof handle, &handle, sizeof handle);
    start = end;
  }
  return Error::success();
}

Expected<Tensor> weft::run::parseInput(StringRef text, const ValueType &type,
                                       mlir::MLIRContext &context) {
  if (text.consume_front("@"))
    return readNumpy(text.str(), type);

  size_t equals = text.find('=');
  if (equals == StringRef::npos)
    return makeError("expected @FILE.npy or TYPE=ELEMENTS, but got '" + text +
                     "'");
  Expected<ValueType> literal =
      parseLiteralType(text.take_front(equals), context);
  if (!literal)
    return literal.takeError();
  if (!type.element.accepts(literal->element))
    return makeError("expected a value of type " + type.getName() +
                     ", but got " + literal->getName());
  if (Error error = checkShape(literal->shape, type))
    return std::move(error);
  std::optional<int64_t> count =
      countElements(literal->shape, literal->element.getSize());
  if (!count)
    return makeError("the size of " + literal->getName() +
                     " is not a 64-bit number");
  Tensor tensor{literal->element, literal->shape, nullptr, {}};
  if (Error error = parseElements(text.drop_front(equals + 1), *count, tensor))
    return std::move(error);
  return std::move(tensor);
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

namespace {
/// Prints nested lists. Tensors of more than `budget` elements are shortened:
/// long dimensions show their ends, and nothing follows after `budget`
/// elements.
class ElementPrinter {
public:
  ElementPrinter(raw_ostream &os, ArrayRef<int64_t> shape,
                 const ElementType &element, int64_t count)
      : os(os), shape(shape), element(element), shorten(count > budget) {}

  /// Prints the `count` elements at `data`, which are dimensions `dim` and on.
  void print(size_t dim, const char *data, int64_t count) {
    if (dim == shape.size()) {
      element.print(os, data);
      --budget;
      return;
    }
    int64_t size = shape[dim];
    int64_t inner = count / size;
    os << '[';
    for (int64_t i = 0; i < size; ++i) {
      if (i > 0)
        os << ", ";
      if (shorten && budget <= 0) {
        os << "...";
        break;
      }
      if (shorten && size > 2 * edge && i == edge) {
        os << "..., ";
        i = size - edge;
      }
      print(dim + 1, data + i * inner * element.getSize(), inner);
    }
    os << ']';
  }

private:
  static constexpr int64_t edge = 3;
  raw_ostream &os;
  ArrayRef<int64_t> shape;
  const ElementType &element;
  int64_t budget = 1000;
  bool shorten;
};
} // namespace

void weft::run::printElements(raw_ostream &os, ArrayRef<int64_t> shape,
                              const ElementType &element, const char *data) {
  int64_t count = *countElements(shape, element.getSize());
  if (count == 0) {
    os << "[]";
    return;
  }
  ElementPrinter(os, shape, element, count).print(0, data, count);
}
