//===- LineBuffer.h - Cache lines of a buffer -------------------*- C++ -*-===//
//
// Moves whole cache lines, and stores them past the caches. Lines are vectors
// of bytes at addresses, whatever the elements are: on x86 LLVM makes ordinary
// stores out of non-temporal stores of f16 vectors.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_UTILS_LINEBUFFER_H
#define WEFT_DIALECT_WEFT_UTILS_LINEBUFFER_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"

namespace weft {

/// Bytes of a cache line, which streaming stores write as a whole.
inline constexpr int64_t cacheLineBytes = 64;

/// Blocks of at least `farBlockBytes` touch more pages than the TLB holds, which
/// matters if their pieces are shorter than `longPieceBytes`.
inline constexpr int64_t farBlockBytes = 32 << 10, longPieceBytes = 1 << 10;

/// Bytes of an element of a buffer if a vector of elements lies in memory as
/// they do, else 0: vectors of elements narrower than 8 bits are packed.
inline int64_t getVectorElementBytes(mlir::Type type) {
  if (type.isIndex())
    return 8;
  if (!mlir::isa<mlir::IntegerType, mlir::FloatType>(type))
    return 0;
  int64_t bits = type.getIntOrFloatBitWidth();
  return bits == 8 || bits == 16 || bits == 32 || bits == 64 ? bits / 8 : 0;
}

/// A buffer of rank 1 and stride 1, whose elements can stand in vectors.
class LineBuffer {
public:
  LineBuffer(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value buffer)
      : builder(builder), loc(loc), math(builder, loc),
        elementBytes(getVectorElementBytes(
            mlir::cast<mlir::MemRefType>(buffer.getType()).getElementType())) {
    offset =
        mlir::memref::ExtractStridedMetadataOp::create(builder, loc, buffer)
            .getOffset();
    mlir::Value base =
        math.toI64(mlir::memref::ExtractAlignedPointerAsIndexOp::create(
            builder, loc, buffer));
    start =
        mlir::LLVM::IntToPtrOp::create(builder, loc, getPointerType(), base);
  }

  /// The line that starts at element `index`, at any address.
  mlir::Value load(mlir::Value index) const {
    auto type = mlir::VectorType::get(cacheLineBytes, builder.getI8Type());
    return mlir::LLVM::LoadOp::create(builder, loc, type, getAddress(index),
                                      /*alignment=*/1);
  }

  /// Stores a line past the caches, at an address that is a multiple of
  /// `cacheLineBytes`. See weft-fence-streams.
  void stream(mlir::Value line, mlir::Value index) const {
    mlir::LLVM::StoreOp::create(builder, loc, line, getAddress(index),
                                cacheLineBytes, /*isVolatile=*/false,
                                /*isNonTemporal=*/true);
  }

private:
  mlir::Type getPointerType() const {
    return mlir::LLVM::LLVMPointerType::get(builder.getContext());
  }
  mlir::Value getAddress(mlir::Value index) const {
    mlir::Value bytes = math.toI64(
        math.mul(math.add(offset, index), math.constant(elementBytes)));
    return mlir::LLVM::GEPOp::create(builder, loc, getPointerType(),
                                     builder.getI8Type(), start, bytes);
  }

  mlir::OpBuilder &builder;
  mlir::Location loc;
  IndexMath math;
  int64_t elementBytes;
  mlir::Value offset, start;
};

} // namespace weft

#endif // WEFT_DIALECT_WEFT_UTILS_LINEBUFFER_H
