//===- ElementType.h - Elements in memory, text and .npy --------*- C++ -*-===//

#ifndef WEFT_TOOLS_WEFT_RUN_ELEMENTTYPE_H
#define WEFT_TOOLS_WEFT_RUN_ELEMENTTYPE_H

#include "mlir/IR/Types.h"
#include "llvm/Support/Error.h"

namespace weft::run {

/// An error with a text of its own.
llvm::Error makeError(const llvm::Twine &text);

/// The element type of an argument or result: how an element lies in memory,
/// what it looks like as text, and how .npy files hold it.
///
/// In memory, integers take the next power of two of bytes (from 9 bytes on, a
/// multiple of 16) with zeros above their width, as compiled code stores them;
/// floats as an integer of the same width; a complex number is two parts; a
/// string is a pointer and a length.
class ElementType {
public:
  /// Fails for types that weft-run cannot pass, such as vectors.
  static llvm::Expected<ElementType> get(mlir::Type type);

  /// Bytes from one element to the next.
  int64_t getSize() const { return isComplex() ? 2 * partSize : partSize; }

  /// The name, as in literals: "f32", "complex<f32>", "string".
  std::string getName() const;

  bool isString() const { return kind == Kind::String; }

  /// Whether a literal of type `other` is a value of this type: the same type,
  /// but for the signedness of integers; index is i64.
  bool accepts(const ElementType &other) const;

  /// Parses one element into getSize() bytes at `data`. Not for strings.
  llvm::Error parse(llvm::StringRef text, char *data) const;

  /// Prints the element at `data`, in the fewest digits that give it back.
  void print(llvm::raw_ostream &os, const char *data) const;

  /// The type code that .npy files have for the type ("<f4"), or an error if
  /// numpy has no such type.
  llvm::Expected<std::string> getNumpyType() const;

  /// Whether a file of elements `code` ("<u1") holds this type: the same size,
  /// and the same kind of number; either signedness.
  bool acceptsNumpyType(llvm::StringRef code) const;

  /// Turns an element read from an .npy file into the form that compiled code
  /// expects, in place. Fails if the value does not fit, as 9 for an i4.
  llvm::Error fromNumpy(char *data) const;

  /// The reverse.
  void toNumpy(char *data) const;

  /// Whether fromNumpy and toNumpy have anything to do.
  bool needsNumpyConversion() const;

private:
  enum class Kind {
    Integer,
    Index,
    Float,
    String,
    ComplexInteger,
    ComplexFloat
  };

  bool isComplex() const {
    return kind == Kind::ComplexInteger || kind == Kind::ComplexFloat;
  }
  bool isFloat() const {
    return kind == Kind::Float || kind == Kind::ComplexFloat;
  }
  bool isBool() const { return kind == Kind::Integer && width == 1; }
  char getNumpyKind() const;
  llvm::Error parsePart(llvm::StringRef text, char *data) const;
  void printPart(llvm::raw_ostream &os, const char *data) const;

  mlir::Type type;
  /// Of the number, or of each part of a complex one.
  mlir::Type part;
  Kind kind = Kind::Integer;
  unsigned width = 0;
  int64_t partSize = 0;
};

} // namespace weft::run

#endif // WEFT_TOOLS_WEFT_RUN_ELEMENTTYPE_H
