//===- OperandTable.h - Loops over the operands of an op --------*- C++ -*-===//
//
// An op with N operands would need code for each of them: a thousand copies of
// a loop, and an analysis by One-Shot Bufferize that takes longer than in
// proportion. A table in memory holds the buffer descriptors of the operands
// instead, and one piece of code takes them from there:
//
//   %table = memref.alloc() : memref<2xmemref<?xf32, strided<[?], offset: ?>>>
//   %b = bufferization.to_buffer %a read_only : tensor<?xf32> to memref<...>
//   memref.store %b, %table[%c0]                 ... and so on for each operand
//   %m = memref.load %table[%i]
//   %x = memref.load %m[%k] : memref<?xf32, strided<[?], offset: ?>>
//
// The operands are only read. By default their layout is not fixed, so that no
// operand is ever copied. The table is freed by the deallocation of buffers, as
// tensors are.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_UTILS_OPERANDTABLE_H
#define WEFT_DIALECT_WEFT_UTILS_OPERANDTABLE_H

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

namespace weft {

class OperandTable {
public:
  /// Any strides; or all elements follow one another from the start of the buffer
  /// on.
  enum class Layout { Strided, RowMajor };

  /// Writes the table of `tensors` (at least one; all of one element type,
  /// which a memref can hold). `sizes` is the part of their shape that the code
  /// may rely on: the sizes of each tensor must agree with it at run time. With
  /// `layout` it may also rely on how the elements lie; a tensor of another
  /// layout is copied.
  OperandTable(mlir::OpBuilder &builder, mlir::Location loc,
               mlir::ValueRange tensors, llvm::ArrayRef<int64_t> sizes,
               Layout layout = Layout::Strided) {
    mlir::Type elementType =
        mlir::cast<mlir::TensorType>(tensors[0].getType()).getElementType();
    auto tensorType = mlir::RankedTensorType::get(sizes, elementType);
    mlir::MemRefLayoutAttrInterface map;
    if (layout != Layout::RowMajor) {
      llvm::SmallVector<int64_t> strides(sizes.size(),
                                         mlir::ShapedType::kDynamic);
      map = mlir::StridedLayoutAttr::get(builder.getContext(),
                                         mlir::ShapedType::kDynamic, strides);
    }
    auto bufferType = mlir::MemRefType::get(sizes, elementType, map);
    table = mlir::memref::AllocOp::create(
        builder, loc,
        mlir::MemRefType::get({static_cast<int64_t>(tensors.size())},
                              bufferType));
    for (auto [i, tensor] : llvm::enumerate(tensors)) {
      mlir::Value operand = tensor;
      if (operand.getType() != tensorType)
        operand =
            mlir::tensor::CastOp::create(builder, loc, tensorType, operand);
      mlir::Value buffer = mlir::bufferization::ToBufferOp::create(
          builder, loc, bufferType, operand, /*read_only=*/true);
      mlir::Value index = mlir::arith::ConstantIndexOp::create(builder, loc, i);
      mlir::memref::StoreOp::create(builder, loc, buffer, table, index);
    }
  }

  /// The buffer of operand number `index`.
  mlir::Value get(mlir::OpBuilder &builder, mlir::Location loc,
                  mlir::Value index) const {
    return mlir::memref::LoadOp::create(builder, loc, table, index);
  }

private:
  mlir::Value table;
};

} // namespace weft

#endif // WEFT_DIALECT_WEFT_UTILS_OPERANDTABLE_H
