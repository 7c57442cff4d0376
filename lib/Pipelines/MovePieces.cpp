//===- MovePieces.cpp - Pieces of any size between blocks and rows --------===//
//
// A part of weft-vectorize-copies: a linalg.generic that moves pieces between
// the blocked side, [s * b + o, piece], and the rows, [o, s, piece], where a
// piece is contiguous. Nothing else has to be known:
//
//  * pieces of one narrow element go by tiles of positions s and offsets o,
//    which are transposed in registers. The tiles at either end overlap those
//    before them;
//  * others go one by one, in the order that suits their size, as runs of
//    pieces with a constant distance. Two vectors that overlap cover a piece of
//    less than twice their length, so that few loops serve all sizes. Where
//    elements are narrow, one vector of that length moves it together with a
//    part of the next piece.
//
//===----------------------------------------------------------------------===//

#include "VectorizeCopies.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "weft/Dialect/Weft/Utils/LineBuffer.h"
#include "weft/Dialect/Weft/Utils/LoopUtils.h"

using namespace mlir;
using namespace weft;

namespace {

/// A position in each of the two buffers, as pointers to elements.
struct Position {
  Value blocked, rows;
};

/// The distance between pieces in each of the two buffers, in elements (i64).
struct Step {
  Value blocked, rows;
};

struct PieceMover {
  OpBuilder &builder;
  Location loc;
  IndexMath math;
  /// Elements are moved as integers.
  IntegerType element;
  int64_t elementBytes;
  bool toBlocked, prefetching;
  /// The number of positions, the size of a block and of a piece.
  Value positions, block, piece;
  /// Where the first piece is; from one position, or offset, to the next.
  Position start;
  Step positionStep, offsetStep;
  /// i1: pieces are whole lines that are stored past the caches.
  Value streaming;

  int64_t lineElements() const { return cacheLineBytes / elementBytes; }
  Value toI64(Value index) const {
    return builder.createOrFold<arith::IndexCastOp>(loc, builder.getI64Type(),
                                                    index);
  }

  //===--------------------------------------------------------------------===//
  // Memory
  //===--------------------------------------------------------------------===//

  Value at(Value pointer, LLVM::GEPArg elements) const {
    return LLVM::GEPOp::create(builder, loc, pointer.getType(), element,
                               pointer, ArrayRef<LLVM::GEPArg>{elements});
  }
  Position at(Position from, Step step) const {
    return {at(from.blocked, step.blocked), at(from.rows, step.rows)};
  }
  Position at(Position from, LLVM::GEPArg elements) const {
    return {at(from.blocked, elements), at(from.rows, elements)};
  }
  Position at(Position from, Value count, Step step) const {
    auto times = [&](Value distance) -> Value {
      return builder.createOrFold<arith::MulIOp>(loc, toI64(count), distance);
    };
    return at(from, Step{times(step.blocked), times(step.rows)});
  }

  Value load(Value pointer, int64_t lanes) const {
    Type type = element;
    if (lanes > 1)
      type = VectorType::get(lanes, element);
    return LLVM::LoadOp::create(builder, loc, type, pointer, elementBytes);
  }
  void store(Value value, Value pointer) const {
    LLVM::StoreOp::create(builder, loc, value, pointer, elementBytes);
  }
  void prefetch(Value pointer, int64_t lanes) const {
    if (!prefetching)
      return;
    for (int64_t i = 0; i < lanes; i += lineElements()) {
      Value ahead = at(pointer, prefetchDistanceBytes / elementBytes + i);
      LLVM::Prefetch::create(builder, loc, ahead, /*rw=*/1, /*hint=*/3,
                             /*cache=*/1);
    }
  }
  void move(Position where, int64_t lanes) const {
    Value from = toBlocked ? where.rows : where.blocked;
    Value to = toBlocked ? where.blocked : where.rows;
    store(load(from, lanes), to);
    if (lanes >= lineElements())
      prefetch(to, lanes);
  }
  void stream(Position where) const {
    Value from = toBlocked ? where.rows : where.blocked;
    LLVM::StoreOp::create(builder, loc, load(from, lineElements()),
                          toBlocked ? where.blocked : where.rows,
                          cacheLineBytes, /*isVolatile=*/false,
                          /*isNonTemporal=*/true);
  }

  //===--------------------------------------------------------------------===//
  // Control flow
  //===--------------------------------------------------------------------===//

  void forEach(Value end, Value step,
               llvm::function_ref<void(Value)> body) const {
    auto loop = scf::ForOp::create(builder, loc, math.constant(0), end, step);
    loop->setAttr("loop_annotation", getPlainLoop(builder.getContext()));
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    body(loop.getInductionVar());
  }

  /// `count` pieces from `first` on, the i-th at `where`: body(where, i).
  void forEachPiece(Position first, Value count, Step step,
                    llvm::function_ref<void(Position, Value)> body) const {
    auto loop = scf::ForOp::create(builder, loc, math.constant(0), count,
                                   math.constant(1),
                                   ValueRange{first.blocked, first.rows});
    loop->setAttr("loop_annotation", getPlainLoop(builder.getContext()));
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Position where{loop.getRegionIterArgs()[0], loop.getRegionIterArgs()[1]};
    body(where, loop.getInductionVar());
    Position next = at(where, step);
    scf::YieldOp::create(builder, loc, ValueRange{next.blocked, next.rows});
  }

  //===--------------------------------------------------------------------===//
  // Runs of pieces
  //===--------------------------------------------------------------------===//

  /// `count` pieces from `first` on; the first `free` of them may spoil what
  /// lies behind them, up to their own size.
  void moveRun(Position first, Value count, Value free, Step step) const {
    createFoldedIf(
        builder, loc, streaming,
        [&] {
          forEachPiece(first, count, step, [&](Position where, Value) {
            forEach(piece, math.constant(lineElements()),
                    [&](Value i) { stream(at(where, toI64(i))); });
          });
        },
        [&] {
          if (std::optional<int64_t> known = getConstantIntValue(piece))
            return moveRunOf(first, count, step, *known);
          moveRunBySize(first, count, free, step, 2 * lineElements());
        });
  }

  /// Pieces of a constant size.
  void moveRunOf(Position first, Value count, Step step, int64_t size) const {
    // LLVM splits a vector of up to 8 lines.
    if (size > 8 * lineElements())
      return moveLongRun(first, count, step);
    forEachPiece(first, count, step, [&](Position where, Value) {
      if (size > 0)
        move(where, size);
    });
  }

  /// Pieces of a line at least: the last line is moved back to end with the
  /// piece.
  void moveLongRun(Position first, Value count, Step step) const {
    Value line = math.constant(lineElements());
    Value last = math.sub(piece, line);
    forEachPiece(first, count, step, [&](Position where, Value) {
      forEach(piece, line, [&](Value i) {
        move(at(where, toI64(math.min(i, last))), lineElements());
      });
    });
  }

  /// Pieces of less than twice `size`: a loop for each power of two between
  /// which the size may lie.
  void moveRunBySize(Position first, Value count, Value free, Step step,
                     int64_t size) const {
    createFoldedIf(
        builder, loc, math.sge(piece, math.constant(size)),
        [&] {
          if (size > lineElements())
            return moveLongRun(first, count, step);
          Position rest = first;
          Value left = count;
          if (elementBytes < 4 && size > 1 && size < lineElements()) {
            forEachPiece(first, free, step,
                         [&](Position where, Value) { move(where, 2 * size); });
            rest = at(first, free, step);
            left = math.sub(count, free);
          }
          Value last = toI64(math.sub(piece, math.constant(size)));
          forEachPiece(rest, left, step, [&](Position where, Value) {
            move(where, size);
            if (size > 1)
              move(at(where, Step{last, last}), size);
          });
        },
        [&] {
          if (size > 1)
            moveRunBySize(first, count, free, step, size / 2);
        });
  }

  /// All pieces, run by run. Narrow ones offset by offset. Others block by
  /// block, as the blocked side lies in memory. But a run of few pieces costs
  /// time, and a block that touches more pages than the TLB holds does so too:
  /// then the runs are 8 positions of one offset.
  void movePieces() const {
    constexpr int64_t farBlockBytes = 32 << 10, longPieceBytes = 1 << 10;
    auto elements = [&](int64_t bytes) {
      return math.constant(bytes / elementBytes);
    };
    Value one = math.constant(1);
    Value few = math.slt(block, math.constant(5));
    Value far = math.sge(math.mul(block, piece), elements(farBlockBytes));
    Value grouped = math.andI(math.orI(few, far),
                              math.slt(piece, elements(longPieceBytes)));
    Value narrow = math.slt(piece, elements(cacheLineBytes));
    Value byOffset = math.orI(narrow, grouped);
    Value group = math.select(narrow, math.max(positions, one),
                              math.select(grouped, math.constant(8), one));
    Value offsets = math.select(byOffset, block, one);
    Step step{math.select(byOffset, positionStep.blocked, offsetStep.blocked),
              math.select(byOffset, positionStep.rows, offsetStep.rows)};
    // What lies behind a piece is the next one of the result, which is written
    // after it, but for the last of a row or of a block. The source has room
    // there, too, if its pieces lie in the same order.
    Value adjacent = math.eq(toBlocked ? offsetStep.blocked : positionStep.rows,
                             toI64(piece));
    adjacent = math.andI(
        adjacent, math.sge(toBlocked ? positionStep.rows : offsetStep.blocked,
                           toI64(piece)));
    forEach(positions, group, [&](Value s) {
      Value count =
          math.select(byOffset, math.min(group, math.sub(positions, s)), block);
      forEachPiece(at(start, s, positionStep), offsets, offsetStep,
                   [&](Position where, Value o) {
                     Value spoils = adjacent;
                     if (toBlocked)
                       spoils =
                           math.andI(spoils, math.slt(math.add(o, one), block));
                     Value free = math.select(spoils, math.sub(count, one),
                                              math.constant(0));
                     moveRun(where, count, free, step);
                   });
    });
  }

  //===--------------------------------------------------------------------===//
  // Tiles of single elements
  //===--------------------------------------------------------------------===//

  /// The elements of vectors of equal lengths, first the first of each, then
  /// the second of each, and so on.
  Value interleave(SmallVector<Value> vectors) const {
    while (vectors.size() > 1) {
      // Alternate elements of two vectors that are half of all apart.
      size_t half = vectors.size() / 2;
      int32_t size = cast<VectorType>(vectors[0].getType()).getNumElements();
      SmallVector<int32_t> mask;
      for (int32_t i = 0; i < size; ++i)
        llvm::append_values(mask, i, size + i);
      for (size_t i = 0; i < half; ++i)
        vectors[i] = LLVM::ShuffleVectorOp::create(builder, loc, vectors[i],
                                                   vectors[half + i], mask);
      vectors.truncate(half);
    }
    return vectors[0];
  }

  /// `count` vectors out of one: elements `step` apart from `distance * i` on.
  SmallVector<Value> split(Value vector, int64_t count, int64_t distance,
                           int64_t step) const {
    int64_t lanes = cast<VectorType>(vector.getType()).getNumElements() / count;
    SmallVector<Value> parts;
    for (int64_t i = 0; i < count; ++i) {
      SmallVector<int32_t> mask;
      for (int64_t k = 0; k < lanes; ++k)
        mask.push_back(distance * i + step * k);
      parts.push_back(
          LLVM::ShuffleVectorOp::create(builder, loc, vector, vector, mask));
    }
    return parts;
  }

  /// `count` vectors of `lanes` elements that are `distance` apart.
  SmallVector<Value> loadAll(Value pointer, int64_t count, Value distance,
                             int64_t lanes) const {
    SmallVector<Value> vectors;
    for (int64_t i = 0; i < count; ++i) {
      if (i > 0)
        pointer = at(pointer, distance);
      vectors.push_back(load(pointer, lanes));
    }
    return vectors;
  }
  void storeAll(ArrayRef<Value> vectors, Value pointer, Value distance) const {
    for (auto [i, vector] : llvm::enumerate(vectors)) {
      if (i > 0)
        pointer = at(pointer, distance);
      store(vector, pointer);
      // The blocked side is one stream, the rows are several.
      if (!toBlocked || i == 0)
        prefetch(pointer, 1);
    }
  }

  /// Elements that are next to each other in blocks and in rows, in tiles of
  /// `tile` positions by `width` offsets. There are as many of each. Where a
  /// block has just `width` elements, a tile of blocks is one vector.
  void moveTiles(int64_t tile, int64_t width, bool wholeBlocks) const {
    Value lastPosition = math.sub(positions, math.constant(tile));
    Value lastOffset = math.sub(block, math.constant(width));
    Value offsets = wholeBlocks ? math.constant(1) : block;
    forEach(offsets, math.constant(width), [&](Value i) {
      Position row =
          wholeBlocks ? start : at(start, math.min(i, lastOffset), offsetStep);
      forEach(positions, math.constant(tile), [&](Value i) {
        Position where = at(row, math.min(i, lastPosition), positionStep);
        if (toBlocked) {
          Value vector =
              interleave(loadAll(where.rows, width, offsetStep.rows, tile));
          storeAll(wholeBlocks ? SmallVector<Value>{vector}
                               : split(vector, tile, width, 1),
                   where.blocked, positionStep.blocked);
          return;
        }
        SmallVector<Value> rows;
        if (wholeBlocks)
          rows = split(load(where.blocked, tile * width), width, 1, width);
        else
          rows = split(interleave(loadAll(where.blocked, tile,
                                          positionStep.blocked, width)),
                       width, tile, 1);
        storeAll(rows, where.rows, offsetStep.rows);
      });
    });
  }

  /// Everything. A tile fills a vector of a row.
  void emit(int64_t vectorBytes) const {
    constexpr int64_t width = 4;
    int64_t tile = std::clamp<int64_t>(vectorBytes, 16, 32) / elementBytes;
    Value two = math.constant(2);
    Value tiles = math.boolean(false);
    if (elementBytes < 8) {
      tiles = math.andI(math.eq(piece, math.constant(1)),
                        math.sge(positions, math.constant(tile)));
      tiles = math.andI(tiles, math.sge(block, two));
      auto isOne = [&](Value step) {
        Value one = arith::ConstantIntOp::create(builder, loc, 1, 64);
        return math.eq(step, one);
      };
      tiles = math.andI(tiles, isOne(offsetStep.blocked));
      tiles = math.andI(tiles, isOne(positionStep.rows));
    }
    createFoldedIf(
        builder, loc, tiles,
        [&] {
          createFoldedIf(
              builder, loc, math.sge(block, math.constant(width)),
              [&] { moveTiles(tile, width, /*wholeBlocks=*/false); },
              [&] {
                createFoldedIf(
                    builder, loc, math.eq(block, two),
                    [&] { moveTiles(tile, 2, /*wholeBlocks=*/true); },
                    [&] { moveTiles(tile, 2, /*wholeBlocks=*/false); });
              });
        },
        [&] { movePieces(); });
  }
};

/// A pointer to the first element of `buffer`.
Value getStart(OpBuilder &builder, Location loc, Value buffer, Value offset,
               Type element) {
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value address = arith::IndexCastOp::create(
      builder, loc, builder.getI64Type(),
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, buffer));
  Value base = LLVM::IntToPtrOp::create(builder, loc, pointer, address);
  return LLVM::GEPOp::create(builder, loc, pointer, element, base,
                             ArrayRef<LLVM::GEPArg>{offset});
}

/// A generic op whose every element is loaded from another buffer:
///   rows[o, s, piece] = blocked[s * b + o, piece]  or
///   blocked[d, piece] = rows[d % b, d / b, piece]
/// weft.whole_blocks promises that there are b rows, and b positions on the
/// blocked side for each of their own.
struct Match {
  Value blocked, rows, block;
  bool toBlocked;
};

std::optional<Match> match(linalg::GenericOp op) {
  if (!op->hasAttr("weft.whole_blocks") || !op.hasPureBufferSemantics() ||
      op.getNumDpsInits() != 1 || op.getNumReductionLoops() != 0 ||
      op.getNumLoops() == 0 || !op.getIndexingMapsArray().back().isIdentity())
    return std::nullopt;
  Value dest = op.getDpsInits()[0];
  auto yield = cast<linalg::YieldOp>(op.getBody()->getTerminator());
  auto load = yield.getOperand(0).getDefiningOp<memref::LoadOp>();
  if (!load || load->getBlock() != op.getBody())
    return std::nullopt;
  Value source = load.getMemRef();
  auto isIndex = [](Value value, unsigned dim) {
    auto index = value.getDefiningOp<linalg::IndexOp>();
    return index && index.getDim() == dim;
  };
  OperandRange indices = load.getIndices();
  unsigned numLoops = op.getNumLoops(), numIndices = indices.size(), known = 0;
  Match match;
  if (numIndices == numLoops + 1) {
    auto offset = indices[0].getDefiningOp<arith::RemUIOp>();
    auto position = indices[1].getDefiningOp<arith::DivUIOp>();
    if (!offset || !position || offset.getRhs() != position.getRhs() ||
        !isIndex(offset.getLhs(), 0) || !isIndex(position.getLhs(), 0))
      return std::nullopt;
    match = {dest, source, offset.getRhs(), /*toBlocked=*/true};
    known = 2;
  } else if (numIndices + 1 == numLoops && numIndices > 0) {
    auto sum = indices[0].getDefiningOp<arith::AddIOp>();
    auto product =
        sum ? sum.getLhs().getDefiningOp<arith::MulIOp>() : arith::MulIOp();
    if (!product || !isIndex(product.getLhs(), 1) || !isIndex(sum.getRhs(), 0))
      return std::nullopt;
    match = {source, dest, product.getRhs(), /*toBlocked=*/false};
    known = 1;
  } else {
    return std::nullopt;
  }
  for (unsigned i = known; i < numIndices; ++i)
    if (!isIndex(indices[i], i + numLoops - numIndices))
      return std::nullopt;
  for (Value captured : {match.block, source})
    if (op->isAncestor(captured.getParentBlock()->getParentOp()))
      return std::nullopt;
  return match;
}

struct MovePieces : OpRewritePattern<linalg::GenericOp> {
  MovePieces(MLIRContext *context, int64_t vectorBytes)
      : OpRewritePattern(context), vectorBytes(vectorBytes) {}

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<Match> move = match(op);
    if (!move)
      return rewriter.notifyMatchFailure(op, "does not move pieces");
    Value rows = move->rows, dest = op.getDpsInits()[0];
    auto blockedType = cast<MemRefType>(move->blocked.getType());
    auto rowsType = cast<MemRefType>(rows.getType());
    int64_t bytes = getVectorElementBytes(rowsType.getElementType());
    if (!bytes || blockedType.getElementType() != rowsType.getElementType() ||
        blockedType.getMemorySpace() || rowsType.getMemorySpace())
      return rewriter.notifyMatchFailure(op, "elements do not fit in a vector");
    int64_t pieceRank = rowsType.getRank() - 2;
    if (countContiguousDims(blockedType) < pieceRank ||
        countContiguousDims(rowsType) < pieceRank)
      return rewriter.notifyMatchFailure(op, "pieces are not contiguous");

    Location loc = op.getLoc();
    IndexMath math(rewriter, loc);
    IntegerType element = rewriter.getIntegerType(8 * bytes);
    auto size = [&](int64_t i) {
      return math.value(memref::getMixedSize(rewriter, loc, rows, i));
    };
    Value piece = math.constant(1);
    for (int64_t i = 2; i < rowsType.getRank(); ++i)
      piece = math.mul(piece, size(i));
    PieceMover mover{rewriter,
                     loc,
                     math,
                     element,
                     bytes,
                     move->toBlocked,
                     isPrefetching(op),
                     size(1),
                     move->block,
                     piece,
                     {},
                     {},
                     {},
                     math.boolean(false)};
    auto describe = [&](Value buffer, Value &start) {
      auto metadata =
          memref::ExtractStridedMetadataOp::create(rewriter, loc, buffer);
      auto value = [&](OpFoldResult ofr) {
        return mover.toI64(math.value(ofr));
      };
      start = getStart(rewriter, loc, buffer,
                       value(metadata.getConstifiedMixedOffset()), element);
      return llvm::map_to_vector(metadata.getConstifiedMixedStrides(), value);
    };
    SmallVector<Value> rowStrides = describe(rows, mover.start.rows);
    SmallVector<Value> strides = describe(move->blocked, mover.start.blocked);
    mover.offsetStep = {strides[0], rowStrides[0]};
    mover.positionStep = {rewriter.createOrFold<arith::MulIOp>(
                              loc, strides[0], mover.toI64(move->block)),
                          rowStrides[1]};
    if (op.getNumDpsInputs() == 1 &&
        op.getDpsInputs()[0].getType().isInteger(1) &&
        isStreaming(op, dest, piece, bytes)) {
      addFence(rewriter, op);
      mover.streaming = op.getDpsInputs()[0];
    }
    mover.emit(vectorBytes);
    rewriter.eraseOp(op);
    return success();
  }

  int64_t vectorBytes;
};

} // namespace

void weft::populateMovePiecesPatterns(RewritePatternSet &patterns,
                                      int64_t vectorBytes) {
  patterns.add<MovePieces>(patterns.getContext(), vectorBytes);
}
