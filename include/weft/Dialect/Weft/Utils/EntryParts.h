//===- EntryParts.h - Work divided among threads ----------------*- C++ -*-===//
//
// Entries of sparse_concat, rows and copies are divided into parts, one
// iteration of an scf.forall each.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_DIALECT_WEFT_UTILS_ENTRYPARTS_H
#define WEFT_DIALECT_WEFT_UTILS_ENTRYPARTS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"

namespace weft {

/// The most parts there are.
inline constexpr int64_t kMaxEntryParts = 16;

/// Two parts for up to six times `minEntries` entries, then two for each four
/// times as many: an even number, since two threads are the least. Index.
inline mlir::Value createNumParts(mlir::OpBuilder &builder, mlir::Location loc,
                                  mlir::Value entries, int64_t minEntries) {
  IndexMath math(builder, loc);
  mlir::Value pairs = math.div(entries, math.constant(4 * minEntries));
  mlir::Value parts = math.add(pairs, pairs);
  return math.min(math.max(parts, math.constant(2)),
                  math.constant(kMaxEntryParts));
}

/// parallel for (part = 0; part < parts; ++part) body(part)
inline void createForall(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value parts,
                         llvm::function_ref<void(mlir::Value)> body) {
  auto loop = mlir::scf::ForallOp::create(
      builder, loc, llvm::ArrayRef<mlir::OpFoldResult>{parts},
      /*outputs=*/mlir::ValueRange(), /*mapping=*/std::nullopt);
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar(0));
}

/// parallel for (part = 0; part < parts; ++part) body(start, end), where the
/// ranges of all parts together are [0, count) and differ in size by one at
/// most.
inline void
createForallRanges(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value count, mlir::Value parts,
                   llvm::function_ref<void(mlir::Value, mlir::Value)> body) {
  createForall(builder, loc, parts, [&](mlir::Value part) {
    IndexMath math(builder, loc);
    auto getStart = [&](mlir::Value part) {
      return math.div(math.mul(count, part), parts);
    };
    mlir::Value start = getStart(part);
    body(start, getStart(math.add(part, math.constant(1))));
  });
}

/// The first of `count` things of part number `part`; that of part `parts` is
/// `count`. A multiple of 64, so that parts write different cache lines.
inline mlir::Value createPartStart(mlir::OpBuilder &builder, mlir::Location loc,
                                   mlir::Value count, mlir::Value part,
                                   mlir::Value parts) {
  IndexMath math(builder, loc);
  mlir::Value start = math.div(math.mul(count, part), parts);
  mlir::Value aligned = math.andI(start, math.constant(-64));
  return math.select(math.eq(part, parts), count, aligned);
}

} // namespace weft

#endif // WEFT_DIALECT_WEFT_UTILS_ENTRYPARTS_H
