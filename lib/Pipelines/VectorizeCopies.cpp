//===- VectorizeCopies.cpp - The pass weft-vectorize-copies ---------------===//
//
// Copies and fills of contiguous memory become loads and stores of
// one-dimensional vectors. Three forms:
//
//  * linalg.copy and linalg.fill of contiguous rows: whole vectors, where the
//  last
//    one overlaps the one before it, so that there is neither a mask nor a
//    scalar remainder. That is right since a copy may be made twice.
//  * linalg.generic that (de)interleaves pieces: out[o, s] = in[s * b + o] or
//  the
//    reverse. A tile of T * b pieces is loaded as one vector, and one shuffle
//    per offset o makes a vector of T pieces.
//  * everything else stays for convert-linalg-to-loops.
//
// Elements narrower than 8 bits are left alone: vectors of them are bit-packed,
// buffers are not.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "weft/Pipelines/Pipelines.h"

namespace weft {
#define GEN_PASS_DEF_WEFTVECTORIZECOPIESPASS
#include "weft/Pipelines/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Contiguous views
//===----------------------------------------------------------------------===//

/// Bytes of an element that may stand in a vector, else 0.
static int64_t getVectorElementBytes(Type type) {
  if (type.isIndex())
    return 8;
  if (!isa<IntegerType, FloatType>(type))
    return 0;
  switch (type.getIntOrFloatBitWidth()) {
  case 8:
  case 16:
  case 32:
  case 64:
    return type.getIntOrFloatBitWidth() / 8;
  default:
    return 0;
  }
}

/// The number of trailing dimensions of `type` that are known to be contiguous.
static int64_t countContiguousDims(MemRefType type) {
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

/// `buffer` with its last `count` dimensions, which are contiguous, as one.
static Value collapseTrailing(OpBuilder &builder, Location loc, Value buffer,
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

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

namespace {
/// Where a vector is read or written: its first element, and its length.
using MoveFn = llvm::function_ref<void(OpBuilder &, Value, int64_t)>;

/// Keeps LLVM from unrolling or vectorizing a loop whose body is wide already.
static LLVM::LoopAnnotationAttr getPlainLoop(MLIRContext *context) {
  auto yes = BoolAttr::get(context, true);
  auto unroll = LLVM::LoopUnrollAttr::get(context, /*disable=*/yes, {}, {}, {},
                                          {}, {}, {});
  auto vectorize = LLVM::LoopVectorizeAttr::get(context, /*disable=*/yes, {},
                                                {}, {}, {}, {}, {});
  return LLVM::LoopAnnotationAttr::get(context, {}, vectorize, {}, unroll, {},
                                       {}, {}, {}, {}, {}, {}, {}, {}, {}, {});
}

/// Bytes that a row is moved by: a cache line, whatever vectors the target has.
static constexpr int64_t kRowVectorBytes = 64;

/// Calls `move` for vectors that together cover [0, size).
static void moveRow(OpBuilder &builder, Location loc, Value size,
                    int64_t elementBytes, MoveFn move) {
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
    loop->setAttr("loop_annotation", getPlainLoop(builder.getContext()));
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
    bool nontemporal = op->hasAttr("weft.nontemporal");
    forEachOuter(
        rewriter, loc, dest, outer,
        [&](OpBuilder &builder, ValueRange position) {
          Value size =
              IndexMath(builder, loc)
                  .value(memref::getMixedSize(builder, loc, dest, outer));
          moveRow(builder, loc, size, bytes,
                  [&](OpBuilder &builder, Value i, int64_t lanes) {
                    SmallVector<Value> indices(position);
                    indices.push_back(i);
                    auto type =
                        VectorType::get(lanes, destType.getElementType());
                    Value vector = vector::LoadOp::create(builder, loc, type,
                                                          source, indices);
                    vector::StoreOp::create(builder, loc, vector, dest, indices,
                                            nontemporal);
                  });
        });
    rewriter.eraseOp(op);
    return success();
  }
};

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
    bool nontemporal = op->hasAttr("weft.nontemporal");
    forEachOuter(
        rewriter, loc, dest, outer,
        [&](OpBuilder &builder, ValueRange position) {
          Value size =
              IndexMath(builder, loc)
                  .value(memref::getMixedSize(builder, loc, dest, outer));
          moveRow(builder, loc, size, bytes,
                  [&](OpBuilder &builder, Value i, int64_t lanes) {
                    SmallVector<Value> indices(position);
                    indices.push_back(i);
                    Value vector = vector::BroadcastOp::create(
                        builder, loc, VectorType::get(lanes, value.getType()),
                        value);
                    vector::StoreOp::create(builder, loc, vector, dest, indices,
                                            nontemporal);
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
    // Tiles of up to four vectors: more would not stay in registers.
    int64_t tile =
        4 * vectorBytes / std::max<int64_t>(1, match->block * piece * bytes);
    if (tile < 2)
      return rewriter.notifyMatchFailure(op, "blocks are wide");
    tile = llvm::bit_floor(uint64_t(tile));

    Location loc = op.getLoc();
    Value blocked = collapseTrailing(rewriter, loc, match->blocked, rowRank);
    Value rows = collapseTrailing(rewriter, loc, match->rows, rowRank);
    Emitter emitter{loc,  *match, blocked,
                    rows, piece,  rowsType.getElementType()};
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

    VectorType getType(int64_t lanes) const {
      return VectorType::get(lanes, elementType);
    }

    /// `count` pieces of each row by the largest tile that fits, or one by one.
    void emitCascade(OpBuilder &builder, Value count, int64_t tile) const {
      if (tile == 1)
        return emitTiles(builder, count, 1);
      IndexMath math(builder, loc);
      auto fits = scf::IfOp::create(
          builder, loc,
          math.cmp(arith::CmpIPredicate::sge, count, math.constant(tile)),
          /*withElseRegion=*/true);
      OpBuilder thenBuilder = fits.getThenBodyBuilder();
      emitTiles(thenBuilder, count, tile);
      OpBuilder elseBuilder = fits.getElseBodyBuilder();
      emitCascade(elseBuilder, count, tile >= 8 ? tile / 4 : 1);
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

    void emitTile(OpBuilder &builder, Value s, int64_t tile) const {
      IndexMath math(builder, loc);
      int64_t block = match.block, rowLanes = tile * piece;
      Value blockedIndex = math.mul(s, math.constant(block * piece));
      Value rowIndex = math.mul(s, math.constant(piece));
      if (!match.toBlocked) {
        Value vector = vector::LoadOp::create(
            builder, loc, getType(block * rowLanes), blocked, blockedIndex);
        for (int64_t o = 0; o < block; ++o) {
          SmallVector<int64_t> mask;
          for (int64_t t = 0; t < tile; ++t)
            for (int64_t c = 0; c < piece; ++c)
              mask.push_back((t * block + o) * piece + c);
          Value row =
              vector::ShuffleOp::create(builder, loc, vector, vector, mask);
          vector::StoreOp::create(builder, loc, row, rows,
                                  ValueRange{math.constant(o), rowIndex});
        }
        return;
      }
      SmallVector<Value> parts;
      for (int64_t o = 0; o < block; ++o)
        parts.push_back(
            vector::LoadOp::create(builder, loc, getType(rowLanes), rows,
                                   ValueRange{math.constant(o), rowIndex}));
      // Join neighbours until one shuffle can take all.
      while (parts.size() > 2) {
        SmallVector<Value> joined;
        for (size_t i = 0; i < parts.size(); i += 2)
          joined.push_back(i + 1 < parts.size()
                               ? concat(builder, parts[i], parts[i + 1])
                               : parts[i]);
        parts = std::move(joined);
      }
      SmallVector<int64_t> mask;
      for (int64_t t = 0; t < tile; ++t)
        for (int64_t o = 0; o < block; ++o)
          for (int64_t c = 0; c < piece; ++c)
            mask.push_back((o * tile + t) * piece + c);
      Value vector = vector::ShuffleOp::create(builder, loc, parts.front(),
                                               parts.back(), mask);
      vector::StoreOp::create(builder, loc, vector, blocked, blockedIndex);
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
}
