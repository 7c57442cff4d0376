//===- Numpy.cpp - .npy files ---------------------------------------------===//
//
// The format is a magic number, a version, the length of a header, the header
// (a Python dictionary with the keys descr, fortran_order and shape), and the
// elements.
//
//===----------------------------------------------------------------------===//

#include "Tensor.h"
#include "weft-runtime/Runtime.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/raw_ostream.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;
using namespace weft::run;

static constexpr StringLiteral magic = "\x93NUMPY";

//===----------------------------------------------------------------------===//
// The header
//===----------------------------------------------------------------------===//

namespace {
struct Header {
  std::string type;
  SmallVector<int64_t> shape;
};

/// Parses the dictionary of a header, and nothing but it.
class HeaderParser {
public:
  explicit HeaderParser(StringRef text) : text(text) {}

  Expected<Header> parse() {
    Header header;
    bool seenType = false, seenOrder = false, seenShape = false;
    bool fortranOrder = false;
    if (!take("{"))
      return fail("expected '{'");
    while (!take("}")) {
      std::string key;
      if (!takeString(key) || !take(":"))
        return fail("expected a key");
      bool *seen = key == "descr"           ? &seenType
                   : key == "fortran_order" ? &seenOrder
                   : key == "shape"         ? &seenShape
                                            : nullptr;
      if (!seen || *seen)
        return fail("unexpected key '" + key + "'");
      *seen = true;
      if (key == "descr") {
        if (!takeString(header.type))
          return fail("expected 'descr' to be a string, the type of numbers");
      } else if (key == "fortran_order") {
        fortranOrder = take("True");
        if (!fortranOrder && !take("False"))
          return fail("expected 'fortran_order' to be True or False");
      } else if (!takeShape(header.shape)) {
        return fail("expected 'shape' to be a tuple of sizes");
      }
      if (!take(",") && !peek('}'))
        return fail("expected ',' or '}'");
    }
    if (!text.trim().empty())
      return fail("unexpected text after the dictionary");
    if (!seenType || !seenOrder || !seenShape)
      return fail("expected the keys 'descr', 'fortran_order' and 'shape'");
    if (fortranOrder)
      return makeError(
          "expected the elements in C order, but got Fortran order");
    return header;
  }

private:
  static Error fail(const Twine &why) {
    return makeError("malformed header: " + why);
  }

  bool peek(char c) {
    text = text.ltrim();
    return text.starts_with(StringRef(&c, 1));
  }

  bool take(StringRef token) {
    text = text.ltrim();
    return text.consume_front(token);
  }

  bool takeString(std::string &result) {
    text = text.ltrim();
    if (text.empty() || (text[0] != '\'' && text[0] != '"'))
      return false;
    size_t end = text.find(text[0], 1);
    if (end == StringRef::npos)
      return false;
    StringRef content = text.slice(1, end);
    if (content.contains('\\'))
      return false;
    result = content.str();
    text = text.drop_front(end + 1);
    return true;
  }

  bool takeShape(SmallVectorImpl<int64_t> &shape) {
    if (!take("("))
      return false;
    bool comma = true;
    while (!take(")")) {
      text = text.ltrim();
      size_t digits =
          std::min(text.find_first_not_of("0123456789"), text.size());
      int64_t size;
      if (!comma || digits == 0 ||
          text.take_front(digits).getAsInteger(10, size))
        return false;
      shape.push_back(size);
      text = text.drop_front(digits);
      comma = take(",");
    }
    // To Python "(2)" is a number.
    return shape.size() != 1 || comma;
  }

  StringRef text;
};
} // namespace

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Reads `size` bytes from the position on.
static Error readBytes(int file, char *data, uint64_t size) {
  while (size > 0) {
    ssize_t got = read(file, data, std::min<uint64_t>(size, 1 << 30));
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return errorCodeToError(std::error_code(errno, std::generic_category()));
    if (got == 0)
      return makeError("the file ended early");
    data += got;
    size -= got;
  }
  return Error::success();
}

static Expected<Tensor> readOpenFile(int file, uint64_t fileSize,
                                     const ValueType &type) {
  char start[12] = {};
  uint64_t headerStart = 10;
  if (fileSize < headerStart)
    return makeError("not an .npy file");
  if (Error error = readBytes(file, start, headerStart))
    return std::move(error);
  if (StringRef(start, magic.size()) != magic)
    return makeError("not an .npy file");
  int major = uint8_t(start[6]), minor = uint8_t(start[7]);
  if (major < 1 || major > 3 || minor != 0)
    return makeError("unknown .npy version " + Twine(major) + "." +
                     Twine(minor));
  uint64_t length = support::endian::read16le(start + 8);
  if (major > 1) {
    headerStart = 12;
    if (fileSize < headerStart)
      return makeError("the header is cut off");
    if (Error error = readBytes(file, start + 10, 2))
      return std::move(error);
    length = support::endian::read32le(start + 8);
  }
  // Only the shape can be long, and no rank needs this much.
  constexpr uint64_t maxLength = 1 << 16;
  if (length > fileSize - headerStart)
    return makeError("the header is cut off");
  if (length > maxLength)
    return makeError("malformed header: it has " + Twine(length) + " bytes");
  std::string text(length, '\0');
  if (Error error = readBytes(file, text.data(), length))
    return std::move(error);

  Expected<Header> header = HeaderParser(text).parse();
  if (!header)
    return header.takeError();
  if (!type.element.acceptsNumpyType(header->type)) {
    Expected<std::string> wanted = type.element.getNumpyType();
    if (!wanted)
      return wanted.takeError();
    return makeError("expected elements of type '" + *wanted + "' for " +
                     type.getName() + ", but got '" + header->type + "'");
  }
  if (Error error = checkShape(header->shape, type))
    return std::move(error);
  int64_t elementSize = type.element.getSize();
  std::optional<int64_t> count = countElements(header->shape, elementSize);
  if (!count)
    return makeError("the size of " + formatType(header->shape, type.element) +
                     " is not a 64-bit number");
  uint64_t bytes = uint64_t(*count) * elementSize;
  uint64_t present = fileSize - headerStart - length;
  if (present != bytes)
    return makeError("expected " + Twine(bytes) +
                     " bytes of elements, but got " + Twine(present));

  Tensor tensor{type.element, header->shape, nullptr, {}};
  tensor.data.reset(static_cast<char *>(weft_allocate(64, bytes)));
  if (Error error = readBytes(file, tensor.data.get(), bytes))
    return std::move(error);
  if (type.element.needsNumpyConversion())
    for (int64_t i = 0; i < *count; ++i)
      if (Error error =
              type.element.fromNumpy(tensor.data.get() + i * elementSize))
        return std::move(error);
  return std::move(tensor);
}

Expected<Tensor> weft::run::readNumpy(const std::string &path,
                                      const ValueType &type) {
  // Not to wait for the other end of a pipe.
  int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0)
    return makeError("cannot read '" + path + "': " + strerror(errno));
  llvm::scope_exit close([&] { ::close(file); });
  if (!S_ISREG(status.st_mode))
    return makeError("cannot read '" + path + "': not a regular file");
  Expected<Tensor> tensor = readOpenFile(file, status.st_size, type);
  if (!tensor)
    return makeError("'" + path + "': " + toString(tensor.takeError()));
  return tensor;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

void weft::run::writeNumpy(raw_ostream &os, ArrayRef<int64_t> shape,
                           const ElementType &element, StringRef numpyType,
                           const char *data) {
  std::string header;
  raw_string_ostream text(header);
  text << "{'descr': '" << numpyType << "', 'fortran_order': False, 'shape': (";
  for (auto [i, size] : enumerate(shape))
    text << (i ? ", " : "") << size;
  text << (shape.size() == 1 ? ",), }" : "), }");
  // The header ends by a line feed, and the elements start at a cache line. A
  // header that does not fit the 16-bit length of version 1 needs version 2.
  uint64_t start = header.size() + 1 + 10 >= 0xffff ? 12 : 10;
  header.append(alignTo(start + header.size() + 1, 64) -
                    (start + header.size() + 1),
                ' ');
  header += '\n';
  os << magic << (start == 10 ? '\1' : '\2') << '\0';
  for (uint64_t i = 0; i < start - 8; ++i)
    os << char(header.size() >> 8 * i);
  os << header;

  int64_t count = *countElements(shape, element.getSize());
  if (!element.needsNumpyConversion()) {
    os.write(data, count * element.getSize());
    return;
  }
  SmallVector<char, 16> copy(element.getSize());
  for (int64_t i = 0; i < count; ++i) {
    memcpy(copy.data(), data + i * element.getSize(), copy.size());
    element.toNumpy(copy.data());
    os.write(copy.data(), copy.size());
  }
}
