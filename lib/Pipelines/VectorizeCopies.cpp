//===- VectorizeCopies.cpp - The pass weft-vectorize-copies ---------------===//
//
// Copies and fills of contiguous memory become loads and stores of
// one-dimensional vectors. Four forms:
//
//  * linalg.copy and linalg.fill of contiguous rows: whole vectors, where the
//    last one overlaps the one before it, so that there is neither a mask nor a
//    scalar remainder. That is right since a copy may be made twice.
//  * linalg.generic that (de)interleaves pieces: out[o, s] = in[s * b + o] or
//    the reverse. A tile of T * b pieces is loaded as one vector, and one
//    shuffle per offset o makes a vector of T pieces.
//  * the same for pieces or blocks of unknown sizes: see MovePieces.cpp;
//  * everything else stays for convert-linalg-to-loops.
//
// Elements narrower than 8 bits are left alone: vectors of them are bit-packed,
// buffers are not.
//
//===----------------------------------------------------------------------===//

#include "VectorizeCopies.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "weft/Dialect/Weft/Utils/LineBuffer.h"
#include "weft/Dialect/Weft/Utils/PlainLoop.h"
#include "weft/Pipelines/Pipelines.h"
#include "llvm/ADT/bit.h"
#include <numeric>

namespace weft {
#define GEN_PASS_DEF_WEFTVECTORIZECOPIESPASS
#include "weft/Pipelines/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Contiguous views
//===----------------------------------------------------------------------===//

int64_t weft::countContiguousDims(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return 0;
  int64_t count = 0, expected = 1;
  for (int64_t i = type.getRank() - 1; i >= 0; --i) {
    if (ShapedType::isDynamic(expected) || strides[i] != expected)
      break;
    ++count;
    if (type.isDynamicDim(i) ||
        llvm::MulOverflow(expected, type.getDimSize(i), expected))
      expected = ShapedType::kDynamic;
  }
  return count;
}

Value weft::collapseTrailing(OpBuilder &builder, Location loc, Value buffer,
                             int64_t count) {
  if (count == 1)
    return buffer;
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<ReassociationIndices> groups;
  for (int64_t i = 0; i < type.getRank() - count; ++i)
    groups.push_back({i});
  groups.emplace_back();
  for (int64_t i = type.getRank() - count; i < type.getRank(); ++i)
    groups.back().push_back(i);
  return memref::CollapseShapeOp::create(builder, loc, buffer, groups);
}

/// Bytes that a row is moved by: a cache line, whatever vectors the target has.
static constexpr int64_t kRowVectorBytes = cacheLineBytes;

/// The largest vector registers that the pass makes code for.
static constexpr int64_t kMaxVectorBytes = 256;

//===----------------------------------------------------------------------===//
// Stores that bypass the cache
//===----------------------------------------------------------------------===//

/// Whether the allocation that `buffer` is a part of starts at a cache line.
static bool isAllocationAligned(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>()) {
    if (auto assume = dyn_cast<memref::AssumeAlignmentOp>(view.getOperation()))
      if (assume.getAlignment() >= kRowVectorBytes)
        return true;
    buffer = view.getViewSource();
  }
  auto alloc = buffer.getDefiningOp<memref::AllocOp>();
  return alloc && alloc.getAlignment().value_or(0) >= kRowVectorBytes;
}

bool weft::isStreaming(Operation *op, Value dest, OpFoldResult size,
                       int64_t elementBytes) {
  if (!op->hasAttr("weft.nontemporal") || !isAllocationAligned(dest) ||
      llvm::any_of(op->getOperandTypes(), [](Type type) {
        auto buffer = dyn_cast<MemRefType>(type);
        return buffer && buffer.getMemorySpace();
      }))
    return false;
  std::optional<int64_t> known = getConstantIntValue(size);
  return !known || *known * elementBytes % kRowVectorBytes == 0;
}

void weft::addFence(OpBuilder &builder, Operation *op) {
  OpBuilder::InsertionGuard guard(builder);
  Operation *anchor = op->getParentOfType<scf::ForallOp>();
  if (!anchor)
    anchor = op;
  if (isa_and_present<LLVM::FenceOp>(anchor->getNextNode()))
    return;
  builder.setInsertionPointAfter(anchor);
  LLVM::FenceOp::create(builder, op->getLoc(), LLVM::AtomicOrdering::seq_cst);
}

/// LLVM has no store past the cache for vectors of f16 and bf16 where the
/// target computes with them: those are moved as integers.
static bool isMovedAsIntegers(Value buffer) {
  Type type = cast<MemRefType>(buffer.getType()).getElementType();
  return isa<FloatType>(type) && type.getIntOrFloatBitWidth() == 16;
}

/// The type as which `lanes` elements of 16 bits are moved.
static VectorType getIntegersType(OpBuilder &builder, int64_t lanes) {
  return VectorType::get(lanes / 2, builder.getI32Type());
}

/// A pointer to an element of `buffer`.
static Value getPointer(OpBuilder &builder, Location loc, Value buffer,
                        ValueRange indices, int64_t elementBytes) {
  IndexMath math(builder, loc);
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, loc, buffer);
  Value position = math.value(metadata.getConstifiedMixedOffset());
  for (auto [index, stride] :
       llvm::zip_equal(indices, metadata.getConstifiedMixedStrides()))
    position = math.add(position, math.mul(index, math.value(stride)));
  Value address = math.add(
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, buffer),
      math.mul(position, math.constant(elementBytes)));
  return LLVM::IntToPtrOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()),
      math.toI64(address));
}

static void store(OpBuilder &builder, Location loc, Value vector, Value dest,
                  ValueRange indices, bool streaming) {
  if (streaming && isMovedAsIntegers(dest)) {
    if (!cast<VectorType>(vector.getType()).getElementType().isInteger())
      vector = vector::BitCastOp::create(
          builder, loc,
          getIntegersType(builder,
                          cast<VectorType>(vector.getType()).getNumElements()),
          vector);
    LLVM::StoreOp::create(builder, loc, vector,
                          getPointer(builder, loc, dest, indices, 2),
                          kRowVectorBytes, /*isVolatile=*/false,
                          /*isNonTemporal=*/true);
    return;
  }
  vector::StoreOp::create(builder, loc, vector, dest, indices, streaming,
                          streaming ? llvm::MaybeAlign(kRowVectorBytes)
                                    : llvm::MaybeAlign());
}

//===----------------------------------------------------------------------===//
// Prefetching
//===----------------------------------------------------------------------===//

bool weft::isPrefetching(Operation *op) { return op->hasAttr("weft.prefetch"); }

/// Fetches the lines some way behind a store of `lanes` elements, for writing.
/// The hardware foresees one stream of whole lines, but neither several nor
/// lines that are written in parts or in pieces from everywhere.
static void prefetch(OpBuilder &builder, Location loc, Value dest,
                     ArrayRef<Value> indices, int64_t lanes,
                     int64_t elementBytes) {
  IndexMath math(builder, loc);
  for (int64_t i = 0; i < lanes; i += kRowVectorBytes / elementBytes) {
    SmallVector<Value> ahead(indices);
    ahead.back() = math.add(
        ahead.back(), math.constant(i + prefetchDistanceBytes / elementBytes));
    memref::PrefetchOp::create(builder, loc, dest, ahead, /*isWrite=*/true,
                               /*localityHint=*/3, /*isDataCache=*/true);
  }
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

namespace {
/// Where a vector is read or written: its first element, and its length.
using MoveFn = llvm::function_ref<void(OpBuilder &, Value, int64_t)>;

/// Calls `move` for vectors that together cover [0, size), which is whole cache
/// lines where `wholeLines` says so.
static void moveRow(OpBuilder &builder, Location loc, Value size,
                    int64_t elementBytes, bool wholeLines, MoveFn move) {
  IndexMath math(builder, loc);
  Value zero = math.constant(0);
  int64_t lanes = kRowVectorBytes / elementBytes;
  auto loop = [&](Value end, int64_t step,
                  llvm::function_ref<void(OpBuilder &, Value)> body) {
    auto loop = scf::ForOp::create(
        builder, loc, zero, end, math.constant(step), ValueRange(),
        [&](OpBuilder &inner, Location loc, Value i, ValueRange) {
          body(inner, i);
          scf::YieldOp::create(inner, loc);
        });
    makePlainLoop(loop);
  };

  if (std::optional<int64_t> known = getConstantIntValue(size)) {
    if (*known == 0)
      return;
    // Up to 8 vectors as one; LLVM splits it.
    if (*known <= 8 * lanes) {
      move(builder, zero, *known);
      return;
    }
    int64_t step = 4 * lanes;
    loop(math.constant(*known / step * step), step,
         [&](OpBuilder &inner, Value i) {
           IndexMath math(inner, loc);
           for (int64_t k = 0; k < 4; ++k)
             move(inner, math.add(i, math.constant(k * lanes)), lanes);
         });
    if (int64_t left = *known % step) {
      int64_t covered = llvm::alignTo(left, lanes);
      move(builder, math.constant(*known - covered), covered);
    }
    return;
  }

  if (wholeLines) {
    loop(size, lanes,
         [&](OpBuilder &inner, Value i) { move(inner, i, lanes); });
    return;
  }
  auto wide = scf::IfOp::create(
      builder, loc,
      math.cmp(arith::CmpIPredicate::sge, size, math.constant(lanes)),
      /*withElseRegion=*/true);
  builder.setInsertionPointToStart(wide.thenBlock());
  Value last = math.sub(size, math.constant(lanes));
  loop(size, lanes, [&](OpBuilder &inner, Value i) {
    move(inner, IndexMath(inner, loc).min(i, last), lanes);
  });
  builder.setInsertionPointToStart(wide.elseBlock());
  loop(size, 1, [&](OpBuilder &inner, Value i) { move(inner, i, 1); });
  builder.setInsertionPointAfter(wide);
}

/// Calls `body` in a nest of loops over the first `count` dimensions of
/// `buffer`.
static void
forEachOuter(OpBuilder &builder, Location loc, Value buffer, int64_t count,
             llvm::function_ref<void(OpBuilder &, ValueRange)> body) {
  IndexMath math(builder, loc);
  SmallVector<Value> lower(count, math.constant(0));
  SmallVector<Value> step(count, math.constant(1)), upper;
  for (int64_t i = 0; i < count; ++i)
    upper.push_back(math.value(memref::getMixedSize(builder, loc, buffer, i)));
  scf::buildLoopNest(builder, loc, lower, upper, step,
                     [&](OpBuilder &inner, Location, ValueRange position) {
                       body(inner, position);
                     });
}

struct VectorizeCopy : OpRewritePattern<linalg::CopyOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::CopyOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureBufferSemantics())
      return rewriter.notifyMatchFailure(op, "not on buffers");
    Value source = op.getInputs()[0], dest = op.getOutputs()[0];
    auto sourceType = cast<MemRefType>(source.getType());
    auto destType = cast<MemRefType>(dest.getType());
    int64_t bytes = getVectorElementBytes(destType.getElementType());
    if (!bytes || sourceType.getElementType() != destType.getElementType())
      return rewriter.notifyMatchFailure(op, "elements do not fit in a vector");
    int64_t count = std::min(countContiguousDims(sourceType),
                             countContiguousDims(destType));
    int64_t outer = destType.getRank() - count;
    if (count == 0)
      return rewriter.notifyMatchFailure(op, "rows are not contiguous");
    Location loc = op.getLoc();
    source = collapseTrailing(rewriter, loc, source, count);
    dest = collapseTrailing(rewriter, loc, dest, count);
    OpFoldResult size = memref::getMixedSize(rewriter, loc, dest, outer);
    bool streaming = isStreaming(op, dest, size, bytes);
    if (streaming)
      addFence(rewriter, op);
    CopyEmitter emitter{loc,       source,           dest, outer, bytes,
                        streaming, isPrefetching(op)};
    emitter.emitRows(rewriter, IndexMath(rewriter, loc).value(size));
    rewriter.eraseOp(op);
    return success();
  }

  struct CopyEmitter {
    Location loc;
    /// Contiguous in the last dimension, behind `outer` others.
    Value source, dest;
    int64_t outer, elementBytes;
    bool streaming, prefetching;

    void move(OpBuilder &builder, ValueRange position, Value i,
              int64_t lanes) const {
      SmallVector<Value> indices(position);
      indices.push_back(i);
      auto type = VectorType::get(
          lanes, cast<MemRefType>(dest.getType()).getElementType());
      Value vector;
      if (streaming && isMovedAsIntegers(source))
        vector = LLVM::LoadOp::create(
            builder, loc, getIntegersType(builder, lanes),
            getPointer(builder, loc, source, indices, elementBytes),
            elementBytes);
      else
        vector = vector::LoadOp::create(builder, loc, type, source, indices);
      store(builder, loc, vector, dest, indices, streaming);
      if (prefetching && lanes * elementBytes >= kRowVectorBytes)
        prefetch(builder, loc, dest, indices, lanes, elementBytes);
    }

    void emitRows(OpBuilder &builder, Value size) const {
      forEachOuter(builder, loc, dest, outer,
                   [&](OpBuilder &inner, ValueRange position) {
                     moveRow(inner, loc, size, elementBytes, streaming,
                             [&](OpBuilder &b, Value i, int64_t lanes) {
                               move(b, position, i, lanes);
                             });
                   });
    }
  };
};

/// `buffer`, whose rows have an unknown size, with those of its last two
/// dimensions as one if a run shows that they follow one another.
static Value joinRows(OpBuilder &builder, Location loc, Value buffer) {
  IndexMath math(builder, loc);
  auto type = cast<MemRefType>(buffer.getType());
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, loc, buffer);
  SmallVector<OpFoldResult> sizes = metadata.getConstifiedMixedSizes();
  SmallVector<OpFoldResult> strides = metadata.getConstifiedMixedStrides();
  size_t last = sizes.size() - 1;
  Value size = math.value(sizes[last]), count = math.value(sizes[last - 1]);
  Value joined = math.eq(math.value(strides[last - 1]), size);
  sizes[last] = math.select(joined, math.mul(count, size), size);
  sizes[last - 1] = math.select(joined, math.constant(1), count);
  SmallVector<int64_t> shape(type.getShape());
  shape[last] = shape[last - 1] = ShapedType::kDynamic;
  return memref::ReinterpretCastOp::create(
      builder, loc,
      MemRefType::get(shape, type.getElementType(), type.getLayout(),
                      type.getMemorySpace()),
      metadata.getBaseBuffer(), metadata.getConstifiedMixedOffset(), sizes,
      strides);
}

struct VectorizeFill : OpRewritePattern<linalg::FillOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::FillOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureBufferSemantics())
      return rewriter.notifyMatchFailure(op, "not on buffers");
    Value value = op.getInputs()[0], dest = op.getOutputs()[0];
    auto type = cast<MemRefType>(dest.getType());
    int64_t bytes = getVectorElementBytes(type.getElementType());
    if (!bytes || value.getType() != type.getElementType())
      return rewriter.notifyMatchFailure(op, "elements do not fit in a vector");
    int64_t count = countContiguousDims(type), outer = type.getRank() - count;
    if (count == 0)
      return rewriter.notifyMatchFailure(op, "rows are not contiguous");
    Location loc = op.getLoc();
    dest = collapseTrailing(rewriter, loc, dest, count);
    OpFoldResult size = memref::getMixedSize(rewriter, loc, dest, outer);
    bool streaming = isStreaming(op, dest, size, bytes);
    if (streaming)
      addFence(rewriter, op);
    if (outer > 0 && !getConstantIntValue(size)) {
      dest = joinRows(rewriter, loc, dest);
      size = memref::getMixedSize(rewriter, loc, dest, outer);
    }
    forEachOuter(
        rewriter, loc, dest, outer,
        [&](OpBuilder &builder, ValueRange position) {
          moveRow(builder, loc, IndexMath(builder, loc).value(size), bytes,
                  streaming, [&](OpBuilder &builder, Value i, int64_t lanes) {
                    SmallVector<Value> indices(position);
                    indices.push_back(i);
                    Value vector = vector::BroadcastOp::create(
                        builder, loc, VectorType::get(lanes, value.getType()),
                        value);
                    store(builder, loc, vector, dest, indices, streaming);
                  });
        });
    rewriter.eraseOp(op);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Interleaved rows
//===----------------------------------------------------------------------===//

/// A generic op that moves pieces between a blocked row, [s * b + o, piece],
/// and b rows, [o, s, piece].
struct Interleave {
  Value blocked, rows;
  int64_t block;
  /// From the rows to the blocked row, or the reverse.
  bool toBlocked;
};

/// Matches iteration over (s, o, piece...) with the maps above.
static std::optional<Interleave> matchInterleave(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      op.getNumReductionLoops() != 0)
    return std::nullopt;
  auto yield = cast<linalg::YieldOp>(op.getBody()->getTerminator());
  if (yield.getOperand(0) != op.getBody()->getArgument(0))
    return std::nullopt;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  unsigned numDims = op.getNumLoops();
  if (numDims < 2)
    return std::nullopt;
  MLIRContext *context = op.getContext();
  auto d = [&](unsigned i) { return getAffineDimExpr(i, context); };
  SmallVector<AffineExpr> rowExprs{d(1), d(0)}, pieceExprs;
  for (unsigned i = 2; i < numDims; ++i)
    pieceExprs.push_back(d(i));
  llvm::append_range(rowExprs, pieceExprs);
  AffineMap rowMap = AffineMap::get(numDims, 0, rowExprs, context);
  for (bool toBlocked : {false, true}) {
    AffineMap blockedMap = maps[toBlocked];
    if (maps[!toBlocked] != rowMap || blockedMap.getNumResults() != numDims - 1)
      continue;
    Value blocked = op->getOperand(toBlocked),
          rows = op->getOperand(!toBlocked);
    auto rowsType = dyn_cast<MemRefType>(rows.getType());
    if (!rowsType || rowsType.isDynamicDim(0))
      continue;
    int64_t block = rowsType.getDimSize(0);
    SmallVector<AffineExpr> blockedExprs{d(0) * block + d(1)};
    llvm::append_range(blockedExprs, pieceExprs);
    if (blockedMap == AffineMap::get(numDims, 0, blockedExprs, context))
      return Interleave{blocked, rows, block, toBlocked};
  }
  return std::nullopt;
}

/// Whether LLVM would move the elements of a tile one by one, if one shuffle were
/// to move all: vectors have lengths that are no powers of two.
static bool isOddTile(const Interleave &match, int64_t piece) {
  return match.block > 2 && !llvm::isPowerOf2_64(match.block * piece);
}

struct VectorizeInterleave : OpRewritePattern<linalg::GenericOp> {
  VectorizeInterleave(MLIRContext *context, int64_t vectorBytes)
      : OpRewritePattern(context), vectorBytes(vectorBytes) {}

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureBufferSemantics())
      return rewriter.notifyMatchFailure(op, "not on buffers");
    std::optional<Interleave> match = matchInterleave(op);
    if (!match)
      return rewriter.notifyMatchFailure(op, "does not interleave");
    auto blockedType = cast<MemRefType>(match->blocked.getType());
    auto rowsType = cast<MemRefType>(match->rows.getType());
    int64_t bytes = getVectorElementBytes(rowsType.getElementType());
    if (!bytes || blockedType.getElementType() != rowsType.getElementType())
      return rewriter.notifyMatchFailure(op, "elements do not fit in a vector");
    int64_t rowRank = rowsType.getRank() - 1;
    if (countContiguousDims(blockedType) < rowRank ||
        countContiguousDims(rowsType) < rowRank)
      return rewriter.notifyMatchFailure(op, "rows are not contiguous");
    int64_t piece = 1;
    for (int64_t size : rowsType.getShape().drop_front(2)) {
      if (ShapedType::isDynamic(size))
        return rewriter.notifyMatchFailure(op, "pieces have an unknown size");
      piece *= size;
    }
    int64_t blockBytes = match->block * piece * bytes;
    if (blockBytes == 0)
      return rewriter.notifyMatchFailure(op, "blocks are empty");
    // Tiles of up to four vectors: more would not stay in registers.
    int64_t tile = 4 * vectorBytes / blockBytes;
    // But shorter stores to many rows would take longer than the reloading.
    if (isOddTile(*match, piece) && !match->toBlocked) {
      constexpr int64_t minStoreBytes = 32, maxVectors = 12;
      int64_t wide =
          llvm::PowerOf2Ceil(llvm::divideCeil(minStoreBytes, piece * bytes));
      if (wide * blockBytes <= maxVectors * vectorBytes)
        tile = std::max(tile, wide);
    }
    if (tile < 2)
      return rewriter.notifyMatchFailure(op, "blocks are wide");
    tile = llvm::bit_floor(uint64_t(tile));

    Location loc = op.getLoc();
    Value blocked = collapseTrailing(rewriter, loc, match->blocked, rowRank);
    Value rows = collapseTrailing(rewriter, loc, match->rows, rowRank);
    Emitter emitter{loc,
                    *match,
                    blocked,
                    rows,
                    piece,
                    rowsType.getElementType(),
                    isPrefetching(op),
                    vectorBytes};
    OpFoldResult count = memref::getMixedSize(rewriter, loc, match->rows, 1);
    if (std::optional<int64_t> known = getConstantIntValue(count)) {
      if (*known > 0) {
        tile = std::min(tile, int64_t(llvm::bit_floor(uint64_t(*known))));
        emitter.emitTiles(rewriter, IndexMath(rewriter, loc).constant(*known),
                          tile);
      }
    } else {
      emitter.emitCascade(rewriter, IndexMath(rewriter, loc).value(count),
                          tile);
    }
    rewriter.eraseOp(op);
    return success();
  }

  struct Emitter {
    Location loc;
    Interleave match;
    /// The blocked row as [elements], the rows as [o, elements].
    Value blocked, rows;
    /// Elements of a piece.
    int64_t piece;
    Type elementType;
    bool prefetching;
    int64_t vectorBytes;

    VectorType getType(int64_t lanes) const {
      return VectorType::get(lanes, elementType);
    }

    /// `count` pieces of each row by the largest tile that fits, or one by one.
    void emitCascade(OpBuilder &builder, Value count, int64_t tile) const {
      IndexMath math(builder, loc);
      if (tile == 1) {
        // There may be none.
        scf::ForOp::create(
            builder, loc, math.constant(0), count, math.constant(1),
            ValueRange(),
            [&](OpBuilder &inner, Location loc, Value s, ValueRange) {
              emitTile(inner, s, 1);
              scf::YieldOp::create(inner, loc);
            });
        return;
      }
      auto fits = scf::IfOp::create(
          builder, loc,
          math.cmp(arith::CmpIPredicate::sge, count, math.constant(tile)),
          /*withElseRegion=*/true);
      OpBuilder thenBuilder = fits.getThenBodyBuilder();
      emitTiles(thenBuilder, count, tile);
      OpBuilder elseBuilder = fits.getElseBodyBuilder();
      // Rows of the length of a large tile or two gain most by a good fit.
      emitCascade(elseBuilder, count,
                  tile >= 32  ? tile / 2
                  : tile >= 8 ? tile / 4
                              : 1);
    }

    /// Tiles of `tile` positions up to `count`, which is at least `tile`. The
    /// last tile overlaps the one before it.
    void emitTiles(OpBuilder &builder, Value count, int64_t tile) const {
      IndexMath math(builder, loc);
      Value last = math.sub(count, math.constant(tile));
      scf::ForOp::create(
          builder, loc, math.constant(0), last, math.constant(tile),
          ValueRange(),
          [&](OpBuilder &inner, Location loc, Value s, ValueRange) {
            emitTile(inner, s, tile);
            scf::YieldOp::create(inner, loc);
          });
      emitTile(builder, last, tile);
    }

    /// Elements in a vector of the target.
    int64_t getLanes() const {
      return vectorBytes / getVectorElementBytes(elementType);
    }

    /// Divides [0, count) into parts whose sizes are powers of two, the largest
    /// first: LLVM moves vectors of other sizes element by element.
    static void forEachPower(int64_t count,
                             llvm::function_ref<void(int64_t, int64_t)> body) {
      for (int64_t start = 0, size; start < count; start += size) {
        size = llvm::bit_floor(uint64_t(count - start));
        body(start, size);
      }
    }

    /// `vector` (null: of anything) with `count` elements of `source` from
    /// `indices` on in its lanes from `start` on.
    Value loadInto(OpBuilder &builder, Value vector, int64_t start,
                   Value source, SmallVector<Value> indices,
                   int64_t count) const {
      IndexMath math(builder, loc);
      Value first = indices.back();
      int64_t lanes = getLanes();
      forEachPower(count, [&](int64_t i, int64_t size) {
        indices.back() = math.add(first, math.constant(i));
        Value part = vector::LoadOp::create(builder, loc, getType(size), source,
                                            indices);
        int64_t at = start + i;
        SmallVector<int64_t> mask(lanes, vector::ShuffleOp::kPoisonIndex);
        if (size < lanes) {
          std::iota(mask.begin() + at, mask.begin() + at + size, 0);
          part = vector::ShuffleOp::create(builder, loc, part, part, mask);
        }
        if (vector) {
          std::iota(mask.begin(), mask.begin() + at, 0);
          std::iota(mask.begin() + at, mask.begin() + at + size, lanes + at);
          part = vector::ShuffleOp::create(builder, loc, vector, part, mask);
        }
        vector = part;
      });
      return vector;
    }

    /// Stores as many elements as `numbers` has, from `indices` on: the ones with
    /// these numbers in `vectors`, which have equal lengths. Each vector is made
    /// by shuffles of two, which LLVM has instructions for.
    void storeAll(OpBuilder &builder, ArrayRef<Value> vectors,
                  ArrayRef<int64_t> numbers, Value dest,
                  SmallVector<Value> indices) const {
      IndexMath math(builder, loc);
      Value first = indices.back();
      int64_t lanes = getLanes();
      for (int64_t i = 0; i < int64_t(numbers.size()); i += lanes) {
        ArrayRef<int64_t> part = numbers.drop_front(i).take_front(lanes);
        Value result;
        for (auto [k, vector] : llvm::enumerate(vectors)) {
          // What the vectors before gave stays.
          SmallVector<int64_t> mask(lanes, vector::ShuffleOp::kPoisonIndex);
          bool isUsed = false;
          for (auto [l, number] : llvm::enumerate(part)) {
            int64_t source = number / lanes;
            if (source > int64_t(k))
              continue;
            isUsed |= source == int64_t(k);
            mask[l] = source < int64_t(k) ? l : lanes + number % lanes;
          }
          if (isUsed)
            result = vector::ShuffleOp::create(
                builder, loc, result ? result : vector, vector, mask);
        }
        forEachPower(part.size(), [&](int64_t k, int64_t size) {
          Value stored = result;
          if (size < lanes)
            stored = vector::ShuffleOp::create(
                builder, loc, result, result,
                llvm::to_vector(llvm::seq<int64_t>(k, k + size)));
          indices.back() = math.add(first, math.constant(i + k));
          store(builder, stored, dest, indices);
        });
      }
    }

    /// The numbers that the elements of the pieces of offset `o` have in the
    /// blocked row of a tile.
    SmallVector<int64_t> getNumbersInBlocks(int64_t o, int64_t tile) const {
      SmallVector<int64_t> numbers;
      for (int64_t t = 0; t < tile; ++t)
        for (int64_t c = 0; c < piece; ++c)
          numbers.push_back((t * match.block + o) * piece + c);
      return numbers;
    }

    /// The numbers that the elements of the blocked row have in the rows of a
    /// tile, which start `distance` elements apart.
    SmallVector<int64_t> getNumbersInRows(int64_t tile,
                                          int64_t distance) const {
      SmallVector<int64_t> numbers;
      for (int64_t t = 0; t < tile; ++t)
        for (int64_t o = 0; o < match.block; ++o)
          for (int64_t c = 0; c < piece; ++c)
            numbers.push_back(o * distance + t * piece + c);
      return numbers;
    }

    /// See isOddTile.
    void emitOddTile(OpBuilder &builder, Value s, int64_t tile) const {
      IndexMath math(builder, loc);
      int64_t block = match.block, rowLanes = tile * piece;
      int64_t lanes = getLanes(), tileLanes = block * rowLanes;
      Value blockedIndex = math.mul(s, math.constant(block * piece));
      Value rowIndex = math.mul(s, math.constant(piece));
      SmallVector<Value> vectors;
      if (!match.toBlocked) {
        for (int64_t i = 0; i < tileLanes; i += lanes)
          vectors.push_back(
              loadInto(builder, nullptr, 0, blocked,
                       {math.add(blockedIndex, math.constant(i))},
                       std::min(lanes, tileLanes - i)));
        for (int64_t o = 0; o < block; ++o)
          storeAll(builder, vectors, getNumbersInBlocks(o, tile), rows,
                   {math.constant(o), rowIndex});
        return;
      }
      // A vector has room for several rows that are short, or one row takes
      // several vectors. `room` is what a row takes of them.
      int64_t room = rowLanes <= lanes ? int64_t(llvm::PowerOf2Ceil(rowLanes))
                                       : llvm::alignTo(rowLanes, lanes);
      for (int64_t o = 0; o < block; ++o)
        for (int64_t i = 0; i < rowLanes; i += lanes) {
          int64_t start = (o * room + i) % lanes;
          if (start == 0)
            vectors.push_back(nullptr);
          vectors.back() =
              loadInto(builder, vectors.back(), start, rows,
                       {math.constant(o), math.add(rowIndex, math.constant(i))},
                       std::min(lanes, rowLanes - i));
        }
      storeAll(builder, vectors, getNumbersInRows(tile, room), blocked,
               {blockedIndex});
    }

    void emitTile(OpBuilder &builder, Value s, int64_t tile) const {
      if (isOddTile(match, piece))
        return emitOddTile(builder, s, tile);
      IndexMath math(builder, loc);
      int64_t block = match.block, rowLanes = tile * piece;
      Value blockedIndex = math.mul(s, math.constant(block * piece));
      Value rowIndex = math.mul(s, math.constant(piece));
      if (!match.toBlocked) {
        Value vector = vector::LoadOp::create(
            builder, loc, getType(block * rowLanes), blocked, blockedIndex);
        for (int64_t o = 0; o < block; ++o) {
          Value row = vector::ShuffleOp::create(builder, loc, vector, vector,
                                                getNumbersInBlocks(o, tile));
          store(builder, row, rows, {math.constant(o), rowIndex});
        }
        return;
      }
      SmallVector<Value> parts;
      for (int64_t o = 0; o < block; ++o)
        parts.push_back(
            vector::LoadOp::create(builder, loc, getType(rowLanes), rows,
                                   ValueRange{math.constant(o), rowIndex}));
      // Join neighbours until one shuffle can take all. Their number is a power
      // of two.
      while (parts.size() > 2) {
        SmallVector<Value> joined;
        for (size_t i = 0; i < parts.size(); i += 2)
          joined.push_back(concat(builder, parts[i], parts[i + 1]));
        parts = std::move(joined);
      }
      Value vector =
          vector::ShuffleOp::create(builder, loc, parts.front(), parts.back(),
                                    getNumbersInRows(tile, rowLanes));
      store(builder, vector, blocked, {blockedIndex});
    }

    /// Stores in `dest`, and fetches what follows if that is asked for and the
    /// vector is not much shorter than what is fetched.
    void store(OpBuilder &builder, Value vector, Value dest,
               ArrayRef<Value> indices) const {
      vector::StoreOp::create(builder, loc, vector, dest, indices);
      int64_t lanes = cast<VectorType>(vector.getType()).getNumElements();
      int64_t bytes = getVectorElementBytes(elementType);
      if (prefetching && lanes * bytes >= kRowVectorBytes / 4)
        prefetch(builder, loc, dest, indices, lanes, bytes);
    }

    Value concat(OpBuilder &builder, Value a, Value b) const {
      auto lanes = [](Value v) {
        return cast<VectorType>(v.getType()).getNumElements();
      };
      return vector::ShuffleOp::create(
          builder, loc, a, b,
          llvm::to_vector(llvm::seq<int64_t>(0, lanes(a) + lanes(b))));
    }
  };

  int64_t vectorBytes;
};

struct WeftVectorizeCopies
    : weft::impl::WeftVectorizeCopiesPassBase<WeftVectorizeCopies> {
  using WeftVectorizeCopiesPassBase::WeftVectorizeCopiesPassBase;

  void runOnOperation() override {
    if (vectorBytes < 1 || vectorBytes > kMaxVectorBytes ||
        !llvm::isPowerOf2_64(vectorBytes)) {
      getOperation()->emitError(
          "expected vector-bytes to be a power of two up to ")
          << kMaxVectorBytes << ", but got " << vectorBytes.getValue();
      return signalPassFailure();
    }
    RewritePatternSet patterns(&getContext());
    populateVectorizeCopiesPatterns(patterns, vectorBytes);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace

void weft::populateVectorizeCopiesPatterns(RewritePatternSet &patterns,
                                           int64_t vectorBytes) {
  MLIRContext *context = patterns.getContext();
  patterns.add<VectorizeCopy, VectorizeFill>(context);
  patterns.add<VectorizeInterleave>(context, vectorBytes);
  populateMovePiecesPatterns(patterns, vectorBytes);
}
