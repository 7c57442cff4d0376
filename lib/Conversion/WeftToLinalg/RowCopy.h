//===- RowCopy.h - Copies of rows between flat buffers ----------*- C++ -*-===//

#ifndef WEFT_LIB_CONVERSION_WEFTTOLINALG_ROWCOPY_H
#define WEFT_LIB_CONVERSION_WEFTTOLINALG_ROWCOPY_H

#include "mlir/IR/Builders.h"
#include "weft/Dialect/Weft/Utils/LineBuffer.h"

namespace weft {

/// Copies rows of `size` elements, a constant or a value, from one buffer of
/// rank 1 to another. A row is moved by loads and stores of vectors; where the
/// last one does not fit, it overlaps the one before it, so that there is no
/// loop over elements. That is for elements that can stand in vectors; others
/// are moved one by one.
class RowCopy {
public:
  enum class Width {
    /// Less than a cache line, also nothing.
    Narrow,
    /// At least a cache line.
    Wide
  };

  RowCopy(mlir::Type elementType, mlir::OpFoldResult size, Width width);

  /// Copies the row at element `from` of `source` to element `to` of `target`.
  /// With `streaming` the stores bypass the caches: then `target` starts at a
  /// cache line, and `canStream` holds. weft-fence-streams ends streaming.
  void emit(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value source,
            mlir::Value from, mlir::Value target, mlir::Value to,
            bool streaming = false) const;

  /// i1: rows of `bytes` are whole cache lines, or enough of them that those at
  /// the ends do not matter.
  static mlir::Value canStream(const IndexMath &math, mlir::Value bytes);

private:
  mlir::Type elementType;
  mlir::OpFoldResult size;
  Width width;
  /// Elements of a cache line, or 0 if they cannot stand in vectors.
  int64_t lineElements;
};

} // namespace weft

#endif // WEFT_LIB_CONVERSION_WEFTTOLINALG_ROWCOPY_H
