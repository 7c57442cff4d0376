//===- Tensor.h - Arguments and results of a function -----------*- C++ -*-===//

#ifndef WEFT_TOOLS_WEFT_RUN_TENSOR_H
#define WEFT_TOOLS_WEFT_RUN_TENSOR_H

#include "ElementType.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <optional>
#include <vector>

namespace weft::run {

/// The type of an argument or result of a function.
struct ValueType {
  /// Fails for types that weft-run cannot pass.
  static llvm::Expected<ValueType> get(mlir::Type type);

  ElementType element;
  /// Sizes, mlir::ShapedType::kDynamic where unknown. Empty for a scalar.
  llvm::SmallVector<int64_t> shape;
  bool isScalar = false;

  /// "2x?xf32".
  std::string getName() const;
};

/// Memory of weft's run-time library.
struct BufferDeleter {
  void operator()(char *data) const;
};
using Buffer = std::unique_ptr<char, BufferDeleter>;

/// The elements of an input, in row-major order without gaps.
struct Tensor {
  ElementType element;
  llvm::SmallVector<int64_t> shape;
  Buffer data;
  /// The bytes of strings.
  std::vector<char> text;
};

/// "2x3xf32".
std::string formatType(llvm::ArrayRef<int64_t> shape,
                       const ElementType &element);

/// The number of elements, or nothing if their bytes overflow 63 bits.
std::optional<int64_t> countElements(llvm::ArrayRef<int64_t> shape,
                                     int64_t elementSize);

/// Parses a value of an --input option, "@file.npy" or "2xf32=1 2", for an
/// argument of type `type`.
llvm::Expected<Tensor> parseInput(llvm::StringRef text, const ValueType &type,
                                  mlir::MLIRContext &context);

/// Reads an .npy file for an argument of type `type`.
llvm::Expected<Tensor> readNumpy(const std::string &path,
                                 const ValueType &type);

/// Fails if `actual` sizes do not fit the type's.
llvm::Error checkShape(llvm::ArrayRef<int64_t> actual, const ValueType &type);

/// Prints row-major elements as nested lists; long ones are shortened.
void printElements(llvm::raw_ostream &os, llvm::ArrayRef<int64_t> shape,
                   const ElementType &element, const char *data);

/// Writes row-major elements as an .npy file.
void writeNumpy(llvm::raw_ostream &os, llvm::ArrayRef<int64_t> shape,
                const ElementType &element, llvm::StringRef numpyType,
                const char *data);

} // namespace weft::run

#endif // WEFT_TOOLS_WEFT_RUN_TENSOR_H
