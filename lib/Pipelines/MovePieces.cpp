//===- MovePieces.cpp - Pieces of any size between blocks and rows --------===//
//
// A part of weft-vectorize-copies: a linalg.generic that moves pieces between
// the blocked side, [s * b + o - before, piece], and the rows, [o, s, piece],
// where a piece is contiguous. Nothing else has to be known:
//
//  * pieces of one element go by tiles of positions s and offsets o, which are
//    transposed in registers, and so do those of a few narrow elements in
//    blocks of two. The tiles at either end overlap those before them. Those
//    that reach into the padding read what lies beside the row and put zeros in
//    its place;
//  * others go one by one, in the order that suits their size, as runs of
//    pieces with a constant distance. Two vectors that overlap cover a piece of
//    up to twice their length, so that few loops serve all sizes. A short piece
//    goes by one vector of that length, together with a part of the next piece.
//    Padding is filled before.
//
//===----------------------------------------------------------------------===//

#include "VectorizeCopies.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "weft/Dialect/Weft/Utils/LineBuffer.h"
#include "weft/Dialect/Weft/Utils/LoopUtils.h"
#include "weft/Dialect/Weft/Utils/PlainLoop.h"

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

/// Vectors of so many bytes at most are read and written in fewer instructions
/// than two halves that overlap.
constexpr int64_t shortVectorBytes = 16;

struct PieceMover {
  PieceMover(OpBuilder &builder, Location loc)
      : builder(builder), loc(loc), math(builder, loc) {}

  OpBuilder &builder;
  Location loc;
  IndexMath math;
  /// Elements are moved as integers.
  IntegerType element;
  int64_t elementBytes;
  bool toBlocked, prefetching;
  /// The number of positions, the size of a block and of a piece.
  Value positions, block, piece;
  /// Pieces of the rows before the first one of the blocked side, and the
  /// number of that side's pieces. All others are padding.
  Value before, full;
  /// The blocks before the first of these and before the last one's end.
  Value firstBlock, lastBlock;
  /// Where the first piece of either side is; from one position, or offset, to
  /// the next.
  Position start;
  Step positionStep, offsetStep;
  /// i1: there is padding; there are other pieces than that; what lies beside
  /// the row may be read as far as the padding reaches.
  Value padded, inside, readable;
  /// i1: pieces are whole lines that are stored past the caches.
  Value streaming;

  int64_t lineElements() const { return cacheLineBytes / elementBytes; }

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
      return builder.createOrFold<arith::MulIOp>(loc, math.toI64(count),
                                                 distance);
    };
    return at(from, Step{times(step.blocked), times(step.rows)});
  }

  Type getType(int64_t lanes) const {
    if (lanes == 1)
      return element;
    return VectorType::get(lanes, element);
  }
  Value load(Value pointer, int64_t lanes) const {
    return LLVM::LoadOp::create(builder, loc, getType(lanes), pointer,
                                elementBytes);
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
  /// Stores a line past the caches.
  void stream(Value line, Value pointer) const {
    LLVM::StoreOp::create(builder, loc, line, pointer, cacheLineBytes,
                          /*isVolatile=*/false, /*isNonTemporal=*/true);
  }
  void stream(Position where) const {
    Value from = toBlocked ? where.rows : where.blocked;
    stream(load(from, lineElements()), toBlocked ? where.blocked : where.rows);
  }

  //===--------------------------------------------------------------------===//
  // Control flow
  //===--------------------------------------------------------------------===//

  void forEach(Value end, Value step,
               llvm::function_ref<void(Value)> body) const {
    forEach(math.constant(0), end, step, body);
  }
  void forEach(Value begin, Value end, Value step,
               llvm::function_ref<void(Value)> body) const {
    auto loop = scf::ForOp::create(builder, loc, begin, end, step);
    makePlainLoop(loop);
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
    makePlainLoop(loop);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Position where{loop.getRegionIterArgs()[0], loop.getRegionIterArgs()[1]};
    body(where, loop.getInductionVar());
    Position next = at(where, step);
    scf::YieldOp::create(builder, loc, ValueRange{next.blocked, next.rows});
  }

  //===--------------------------------------------------------------------===//
  // Padding
  //===--------------------------------------------------------------------===//

  /// Fills `count` elements with zeros.
  void fill(Value pointer, Value count) const {
    auto zeros = [&](int64_t lanes) -> Value {
      return LLVM::ZeroOp::create(builder, loc, getType(lanes));
    };
    Value line = math.constant(lineElements());
    createFoldedIf(
        builder, loc, streaming,
        [&] {
          forEach(count, line, [&](Value i) {
            stream(zeros(lineElements()), at(pointer, math.toI64(i)));
          });
        },
        [&] {
          createFoldedIf(
              builder, loc, math.sge(count, line),
              [&] {
                Value last = math.sub(count, line);
                forEach(count, line, [&](Value i) {
                  store(zeros(lineElements()),
                        at(pointer, math.toI64(math.min(i, last))));
                });
              },
              [&] {
                forEach(count, math.constant(1), [&](Value i) {
                  store(zeros(1), at(pointer, math.toI64(i)));
                });
              });
        });
  }

  /// Fills the padding of all rows and, where rows are contiguous, up to a
  /// cache line next to it: that is faster than single elements, and what is
  /// not padding is written later.
  void fillPadding() const {
    Value none = math.constant(0), one = math.constant(1);
    Value joined = math.eq(positionStep.rows, math.toI64(piece));
    Value total = math.mul(positions, piece);
    // The number of blocks whose piece of offset o is before `position`.
    auto getBlock = [&](Value whole, Value position, Value o) {
      Value part = math.sub(position, math.mul(whole, block));
      Value more = math.select(math.slt(o, part), one, none);
      return math.min(math.add(whole, more), positions);
    };
    forEach(block, one, [&](Value o) {
      forEach(math.constant(2), one, [&](Value side) {
        Value atStart = math.eq(side, none);
        Value pieces = math.select(
            atStart,
            math.select(inside, getBlock(firstBlock, before, o), positions),
            math.sub(positions,
                     getBlock(lastBlock, math.add(before, full), o)));
        Value size = math.mul(pieces, piece);
        size = math.max(size, math.constant(lineElements()));
        size = math.select(joined, math.min(size, total), piece);
        Value count = math.select(joined, math.min(pieces, one), pieces);
        Value position =
            math.select(atStart, none, math.sub(positions, pieces));
        Value from = math.select(
            joined, math.select(atStart, none, math.sub(total, size)),
            math.mul(position, math.toIndex(positionStep.rows)));
        Value row = at(at(start, o, offsetStep).rows, math.toI64(from));
        forEachPiece({row, row}, count, positionStep,
                     [&](Position where, Value) { fill(where.rows, size); });
      });
    });
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
                    [&](Value i) { stream(at(where, math.toI64(i))); });
          });
        },
        [&] {
          if (std::optional<int64_t> known = getConstantIntValue(piece))
            return moveRunOf(first, count, free, step, *known);
          moveRunBySize(first, count, free, step, 2 * lineElements());
        });
  }

  /// Pieces of a constant size.
  void moveRunOf(Position first, Value count, Value free, Step step,
                 int64_t size) const {
    // Few instructions move sizes that are no powers of two, too.
    if (size < lineElements() && !llvm::isPowerOf2_64(size))
      return moveRunBySize(first, count, free, step, lineElements());
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
        move(at(where, math.toI64(math.min(i, last))), lineElements());
      });
    });
  }

  /// Pieces of twice `size` at most: a loop or two for each power of two between
  /// which the size may lie.
  void moveRunBySize(Position first, Value count, Value free, Step step,
                     int64_t size) const {
    if (size == 0)
      return forEachPiece(first, count, step,
                          [&](Position where, Value) { move(where, 1); });
    auto moveAll = [&] {
      if (size > lineElements())
        return moveLongRun(first, count, step);
      Position rest = first;
      Value left = count;
      // One short vector moves a piece, where it may spoil what follows. Such
      // a vector spoils nothing if it is just as long as the piece.
      if (2 * size * elementBytes <= shortVectorBytes) {
        Value wide = count;
        if (size > 1)
          wide = math.select(math.eq(piece, math.constant(2 * size)), count,
                             free);
        wide = moveInTurns(first, wide, step, 2 * size);
        rest = at(first, wide, step);
        left = math.sub(count, wide);
      }
      Value last = math.toI64(math.sub(piece, math.constant(size)));
      forEachPiece(rest, left, step, [&](Position where, Value) {
        move(where, size);
        move(at(where, Step{last, last}), size);
      });
    };
    createFoldedIf(
        builder, loc, math.sge(piece, math.constant(size + 1)), moveAll,
        [&] { moveRunBySize(first, count, free, step, size / 2); });
  }

  /// Moves `count` pieces by a vector each, several in each turn of a loop; or
  /// none, if they are fewer. Returns how many it has moved.
  Value moveInTurns(Position first, Value count, Step step,
                    int64_t lanes) const {
    constexpr int64_t turn = 4;
    Value several = math.constant(turn);
    count = math.select(math.sge(count, several), count, math.constant(0));
    Value last = math.sub(count, several);
    forEach(count, several, [&](Value i) {
      Position where = at(first, math.min(i, last), step);
      for (int64_t k = 0; k < turn; ++k, where = at(where, step))
        move(where, lanes);
    });
    return count;
  }

  /// A part of the row: in each of some blocks that follow one another, the
  /// same pieces.
  struct Section {
    /// i1: they are whole blocks.
    Value whole;
    /// The number of blocks, and of pieces in each.
    Value positions, block;
    Position start;
  };

  /// The first of the blocks that lie in the row as wholes, and their number.
  std::pair<Value, Value> getWholeBlocks() const {
    Value none = math.constant(0);
    Value part = math.sub(before, math.mul(firstBlock, block));
    Value first = math.add(
        firstBlock, math.select(math.slt(none, part), math.constant(1), none));
    return {first, math.max(math.sub(lastBlock, first), none)};
  }

  /// The part of a block that the row begins with (0), the one that it ends
  /// with (1), and the whole blocks between them (2).
  Section getSection(Value number) const {
    Value none = math.constant(0), one = math.constant(1);
    auto choose = [&](Value head, Value tail, Value whole) {
      Value edge = math.select(math.eq(number, none), head, tail);
      return math.select(math.eq(number, math.constant(2)), whole, edge);
    };
    auto [first, count] = getWholeBlocks();
    Value o = math.max(math.sub(before, math.mul(firstBlock, block)), none);
    Value head = math.min(math.sub(block, o), full);
    head = math.select(math.eq(o, none), none, math.max(head, none));
    Value tail = math.sub(math.add(before, full), math.mul(lastBlock, block));
    // A row within one block only begins.
    tail = math.select(math.sge(lastBlock, first), math.max(tail, none), none);
    Value s = choose(firstBlock, lastBlock, first);
    o = choose(o, none, none);
    Value d = math.sub(math.add(math.mul(s, block), o), before);
    Position where = at(start, o, {math.toI64(none), offsetStep.rows});
    where = at(where, s, {math.toI64(none), positionStep.rows});
    where = at(where, d, {offsetStep.blocked, math.toI64(none)});
    return {math.eq(number, math.constant(2)), choose(one, one, count),
            choose(head, tail, block), where};
  }

  Value elements(int64_t bytes) const {
    return math.constant(bytes / elementBytes);
  }

  /// The blocks of a section. Narrow pieces that follow one another on both
  /// sides, since a run shows that blocks are single positions, go at once.
  void moveSection(const Section &section) const {
    Value joined = math.andI(math.eq(block, math.constant(1)),
                             math.slt(piece, elements(cacheLineBytes)));
    for (Value step : {positionStep.blocked, positionStep.rows})
      joined = math.andI(joined, math.eq(step, math.toI64(piece)));
    createFoldedIf(
        builder, loc, joined,
        [&] {
          Value count = math.mul(section.positions, section.block);
          Value bytes =
              math.mul(math.mul(count, piece), math.constant(elementBytes));
          Position where = section.start;
          LLVM::MemcpyOp::create(
              builder, loc, toBlocked ? where.blocked : where.rows,
              toBlocked ? where.rows : where.blocked, math.toI64(bytes),
              /*isVolatile=*/false);
        },
        [&] { moveRuns(section); });
  }

  /// The blocks of a section, run by run. Narrow pieces offset by offset.
  /// Others block by block, as the blocked side lies in memory. But a run of
  /// few pieces costs time, and a block that touches more pages than the TLB
  /// holds does so too: then the runs are 8 positions of one offset.
  void moveRuns(const Section &section) const {
    Value one = math.constant(1);
    Value few = math.slt(block, math.constant(5));
    Value far = math.sge(math.mul(block, piece), elements(farBlockBytes));
    Value grouped = math.andI(math.orI(few, far),
                              math.slt(piece, elements(longPieceBytes)));
    Value narrow = math.slt(piece, elements(cacheLineBytes));
    Value byOffset = math.andI(section.whole, math.orI(narrow, grouped));
    Value group = math.select(narrow, math.max(section.positions, one),
                              math.select(grouped, math.constant(8), one));
    Value offsets = math.select(byOffset, section.block, one);
    Step step{math.select(byOffset, positionStep.blocked, offsetStep.blocked),
              math.select(byOffset, positionStep.rows, offsetStep.rows)};
    // What lies behind a piece is the next one of the result, which is written
    // after it, but for the last of a row or of a block. The source has room
    // there, too, if its pieces lie in the same order.
    Value adjacent = math.eq(toBlocked ? offsetStep.blocked : positionStep.rows,
                             math.toI64(piece));
    adjacent = math.andI(
        adjacent, math.sge(toBlocked ? positionStep.rows : offsetStep.blocked,
                           math.toI64(piece)));
    adjacent = math.andI(adjacent, byOffset);
    forEach(section.positions, group, [&](Value s) {
      Value count =
          math.select(byOffset, math.min(group, math.sub(section.positions, s)),
                      section.block);
      forEachPiece(at(section.start, s, positionStep), offsets, offsetStep,
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
  // Tiles of small pieces
  //===--------------------------------------------------------------------===//

  /// What is moved at a time: some positions of some offsets, of pieces that
  /// have a constant size.
  struct Tile {
    int64_t positions, offsets, piece;
    /// There are no other offsets: one vector holds all blocks of the tile.
    bool wholeBlocks;
  };

  /// Groups of `size` elements from `vector`, or the pair of vectors.
  Value shuffle(Value vector, Value second, ArrayRef<int32_t> groups,
                int64_t size) const {
    SmallVector<int32_t> mask;
    for (int32_t group : groups)
      for (int32_t i = 0; i < size; ++i)
        mask.push_back(group * size + i);
    return LLVM::ShuffleVectorOp::create(builder, loc, vector, second, mask);
  }

  /// The pieces of vectors of equal lengths, first the first of each, then the
  /// second of each, and so on.
  Value interleave(SmallVector<Value> vectors, int64_t piece) const {
    while (vectors.size() > 1) {
      // Alternate pieces of two vectors that are half of all apart.
      size_t half = vectors.size() / 2;
      int32_t size =
          cast<VectorType>(vectors[0].getType()).getNumElements() / piece;
      SmallVector<int32_t> groups;
      for (int32_t i = 0; i < size; ++i)
        llvm::append_values(groups, i, size + i);
      for (size_t i = 0; i < half; ++i)
        vectors[i] = shuffle(vectors[i], vectors[half + i], groups, piece);
      vectors.truncate(half);
    }
    return vectors[0];
  }

  /// `count` vectors out of one: pieces `step` apart from `distance * i` on.
  SmallVector<Value> split(Value vector, int64_t count, int64_t distance,
                           int64_t step, int64_t piece) const {
    int64_t pieces =
        cast<VectorType>(vector.getType()).getNumElements() / piece / count;
    SmallVector<Value> parts;
    for (int64_t i = 0; i < count; ++i) {
      SmallVector<int32_t> groups;
      for (int64_t k = 0; k < pieces; ++k)
        groups.push_back(distance * i + step * k);
      parts.push_back(shuffle(vector, vector, groups, piece));
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
        prefetch(pointer, cast<VectorType>(vector.getType()).getNumElements());
    }
  }

  /// `vector`, the blocks of a tile from position `s` and offset `o` on, with
  /// zeros in place of padding.
  Value maskPadding(Value vector, Tile tile, Value s, Value o) const {
    if (matchPattern(padded, m_Zero()))
      return vector;
    Value none = math.constant(0);
    auto [first, count] = getWholeBlocks();
    Value tiles = math.sub(count, math.constant(tile.positions - 1));
    Value partial = math.cmp(arith::CmpIPredicate::uge, math.sub(s, first),
                             math.max(tiles, none));
    auto mask = [&]() -> SmallVector<Value> {
      auto type = cast<VectorType>(vector.getType());
      // The number of each piece in the order of the blocked side.
      SmallVector<APInt> numbers;
      for (int64_t i = 0, e = type.getNumElements(); i < e; ++i) {
        int64_t k = i;
        if (!tile.wholeBlocks)
          k = k % tile.positions * tile.offsets + k / tile.positions;
        numbers.emplace_back(element.getWidth(), k);
      }
      Value number = arith::ConstantOp::create(
          builder, loc, DenseElementsAttr::get(type, numbers));
      // The number of pieces before a position, which has `blocks` before it.
      auto countBefore = [&](Value position, Value blocks) -> Value {
        auto clamp = [&](Value value, int64_t limit) {
          return math.min(math.max(value, none), math.constant(limit));
        };
        Value part = math.sub(position, math.mul(blocks, block));
        part = clamp(math.sub(part, o), tile.offsets);
        Value bound = math.add(
            math.mul(math.sub(blocks, s), math.constant(tile.offsets)), part);
        bound = clamp(bound, tile.positions * tile.offsets);
        bound = arith::IndexCastOp::create(builder, loc, element, bound);
        return vector::BroadcastOp::create(builder, loc, type, bound);
      };
      Value lower = countBefore(before, firstBlock);
      Value upper = countBefore(math.add(before, full), lastBlock);
      Value kept = math.andI(math.cmp(arith::CmpIPredicate::uge, number, lower),
                             math.ult(number, upper));
      Value zeros = LLVM::ZeroOp::create(builder, loc, type);
      return {math.select(kept, vector, zeros)};
    };
    return createIf(builder, loc, partial, vector.getType(), mask,
                    [&]() -> SmallVector<Value> { return {vector}; })[0];
  }

  /// `count` positions from `first` on, in tiles. There are as many as in a
  /// tile at least, and as many offsets. Pieces are next to each other in
  /// blocks and in rows.
  void moveTiles(Value first, Value count, Tile tile) const {
    Value none = math.constant(0);
    Value positions = math.constant(tile.positions);
    Value offsets = math.constant(tile.offsets);
    Value end = math.add(first, count);
    Value lastPosition = math.sub(end, positions);
    Value lastOffset = math.sub(block, offsets);
    int64_t size = tile.piece;
    // The blocks at position 0 begin in the padding.
    Position origin = at(start, math.sub(none, before),
                         {offsetStep.blocked, math.toI64(none)});
    forEach(tile.wholeBlocks ? offsets : block, offsets, [&](Value i) {
      Value o = tile.wholeBlocks ? none : math.min(i, lastOffset);
      Position row = at(origin, o, offsetStep);
      forEach(first, end, positions, [&](Value i) {
        Value s = math.min(i, lastPosition);
        Position where = at(row, s, positionStep);
        if (toBlocked) {
          SmallVector<Value> blocks{
              interleave(loadAll(where.rows, tile.offsets, offsetStep.rows,
                                 tile.positions * size),
                         size)};
          if (!tile.wholeBlocks)
            blocks = split(blocks[0], tile.positions, tile.offsets, 1, size);
          return storeAll(blocks, where.blocked, positionStep.blocked);
        }
        if (tile.wholeBlocks) {
          Value blocks =
              load(where.blocked, tile.positions * tile.offsets * size);
          // LLVM makes poor code of vectors of three elements in a branch.
          if (size == 1)
            blocks = maskPadding(blocks, tile, s, o);
          return storeAll(split(blocks, tile.offsets, 1, tile.offsets, size),
                          where.rows, offsetStep.rows);
        }
        Value rows =
            interleave(loadAll(where.blocked, tile.positions,
                               positionStep.blocked, tile.offsets * size),
                       size);
        rows = maskPadding(rows, tile, s, o);
        storeAll(split(rows, tile.offsets, tile.positions, 1, size), where.rows,
                 offsetStep.rows);
      });
    });
  }

  //===--------------------------------------------------------------------===//
  // Rows
  //===--------------------------------------------------------------------===//

  /// `count` positions of single elements from `first` on, in tiles.
  void moveTiles(Value first, Value count, int64_t positions,
                 int64_t vectorBytes) const {
    constexpr int64_t offsets = 4;
    Value two = math.constant(2), four = math.constant(offsets);
    auto move = [&](int64_t offsets, bool wholeBlocks) {
      return [this, first, count, positions, offsets, wholeBlocks] {
        moveTiles(first, count, {positions, offsets, /*piece=*/1, wholeBlocks});
      };
    };
    // Small vectors take many shuffles to split blocks of four.
    Value wholeFours = math.andI(math.eq(block, four),
                                 math.boolean(toBlocked || vectorBytes > 16));
    createFoldedIf(
        builder, loc, math.sge(block, four),
        [&] {
          createFoldedIf(builder, loc, wholeFours, move(offsets, true),
                         move(offsets, false));
        },
        [&] {
          createFoldedIf(builder, loc, math.eq(block, two), move(2, true),
                         move(2, false));
        });
  }

  /// The sizes of pieces, but for one element, of which whole blocks of two go
  /// by tiles: the three or four channels of an image, where moving them one by
  /// one would take long.
  SmallVector<int64_t> getTiledPieces() const {
    if (elementBytes > 2)
      return {};
    return {3, 4 / elementBytes};
  }

  /// Everything. Tiles of single elements take care of padding if they may read
  /// what lies beside the row.
  void emit(int64_t vectorBytes) const {
    vectorBytes = std::clamp<int64_t>(vectorBytes, 16, 64);
    // A tile fills a vector of a row.
    int64_t tile = std::min<int64_t>(vectorBytes, 32) / elementBytes;
    Value none = math.constant(0), one = math.constant(1),
          two = math.constant(2);
    Value single = math.boolean(false), several = single;
    if (elementBytes < 8)
      single = math.andI(math.eq(piece, one), math.sge(block, two));
    for (int64_t size : getTiledPieces())
      several = math.orI(several, math.eq(piece, math.constant(size)));
    several = math.andI(several, math.eq(block, two));
    Value tiles = math.andI(math.orI(single, several), inside);
    for (Value step : {offsetStep.blocked, positionStep.rows})
      tiles = math.andI(tiles, math.eq(step, math.toI64(piece)));
    single = math.andI(single, tiles);

    Value first, count, least = math.constant(tile);
    std::tie(first, count) = getWholeBlocks();
    Value masked =
        math.andI(math.andI(single, readable), math.sge(positions, least));
    first = math.select(masked, none, first);
    count = math.select(masked, positions, count);
    Value enough = math.sge(count, least);
    single = math.andI(single, enough);
    tiles = math.andI(tiles, enough);
    auto moveSingle = [&] { moveTiles(first, count, tile, vectorBytes); };
    auto moveSeveral = [&] {
      for (int64_t size : getTiledPieces()) {
        int64_t fitting =
            llvm::bit_floor(uint64_t(2 * vectorBytes / (size * elementBytes)));
        Tile several{std::min(tile, fitting), 2, size, /*wholeBlocks=*/true};
        createFoldedIf(
            builder, loc, math.eq(piece, math.constant(size)),
            [&] { moveTiles(first, count, several); }, nullptr);
      }
    };
    // Without padding, for certain.
    if (matchPattern(padded, m_Zero()) && matchPattern(inside, m_One()))
      return createFoldedIf(builder, loc, single, moveSingle, [&] {
        createFoldedIf(builder, loc, tiles, moveSeveral,
                       [&] { moveSection(getSection(two)); });
      });

    Value edges = math.select(masked, math.boolean(false), padded);
    if (!toBlocked)
      createFoldedIf(
          builder, loc, math.select(inside, edges, math.boolean(true)),
          [&] { fillPadding(); }, nullptr);
    auto moveEdges = [&] {
      for (Value number : {none, one}) {
        Section edge = getSection(number);
        forEachPiece(edge.start, edge.block, offsetStep,
                     [&](Position where, Value) { move(where, 1); });
      }
    };
    createFoldedIf(
        builder, loc, single,
        [&] {
          createFoldedIf(builder, loc, edges, moveEdges, nullptr);
          moveSingle();
        },
        [&] {
          Value end = math.select(tiles, two, math.constant(3));
          forEach(math.select(edges, none, two), math.select(inside, end, none),
                  one, [&](Value number) { moveSection(getSection(number)); });
          if (!getTiledPieces().empty())
            createFoldedIf(builder, loc, tiles, moveSeveral, nullptr);
        });
  }
};

/// A pointer to the first element of `buffer`.
Value getStart(OpBuilder &builder, Location loc, Value buffer, Value offset,
               Type element) {
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value address = IndexMath(builder, loc)
                      .toI64(memref::ExtractAlignedPointerAsIndexOp::create(
                          builder, loc, buffer));
  Value base = LLVM::IntToPtrOp::create(builder, loc, pointer, address);
  return LLVM::GEPOp::create(builder, loc, pointer, element, base,
                             ArrayRef<LLVM::GEPArg>{offset});
}

/// A generic op whose every element is loaded from another buffer:
///   rows[o, s, piece] = blocked[s * b + o - before, piece]  or
///   blocked[d, piece] = rows[(d + before) % b, (d + before) / b, piece]
/// In the first of these, what is not in [0, full) may be zero. The attribute
/// promises that there are b rows, all of which have a position for each of the
/// blocked side. Operands of type index are before / b and (before + full) / b.
struct Match {
  Value blocked, rows, block;
  /// Null for 0.
  Value before;
  /// Null if there is no padding.
  Value full;
  /// i1: null, or not all is padding.
  Value inside;
  bool toBlocked;
};

/// The load of `value`, which may depend on a position: match.full and .inside.
memref::LoadOp matchLoad(Value value, Match &match, Value &position) {
  auto choice = value.getDefiningOp<scf::IfOp>();
  if (!choice)
    return value.getDefiningOp<memref::LoadOp>();
  unsigned result = cast<OpResult>(value).getResultNumber();
  if (!choice.elseBlock())
    return nullptr;
  Value zero = choice.elseYield().getOperand(result);
  if (!matchPattern(zero, m_Zero()) && !matchPattern(zero, m_PosZeroFloat()))
    return nullptr;
  Value condition = choice.getCondition();
  if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
    match.inside = both.getLhs();
    condition = both.getRhs();
  }
  auto within = condition.getDefiningOp<arith::CmpIOp>();
  if (!within || within.getPredicate() != arith::CmpIPredicate::ult)
    return nullptr;
  position = within.getLhs();
  match.full = within.getRhs();
  return choice.thenYield().getOperand(result).getDefiningOp<memref::LoadOp>();
}

std::optional<Match> match(linalg::GenericOp op) {
  if (!op->hasAttr("weft.move_pieces") || !op.hasPureBufferSemantics() ||
      op.getNumDpsInits() != 1 || op.getNumReductionLoops() != 0 ||
      op.getNumLoops() == 0 || !op.getIndexingMapsArray().back().isIdentity())
    return std::nullopt;
  Value dest = op.getDpsInits()[0];
  auto yield = cast<linalg::YieldOp>(op.getBody()->getTerminator());
  Match match;
  Value checked;
  memref::LoadOp load = matchLoad(yield.getOperand(0), match, checked);
  if (!load || !op->isProperAncestor(load))
    return std::nullopt;
  Value source = load.getMemRef();
  auto isIndex = [](Value value, unsigned dim) {
    auto index = value.getDefiningOp<linalg::IndexOp>();
    return index && index.getDim() == dim;
  };
  OperandRange indices = load.getIndices();
  unsigned numLoops = op.getNumLoops(), numIndices = indices.size(), known = 0;
  if (numIndices == numLoops + 1 && !checked) {
    auto offset = indices[0].getDefiningOp<arith::RemUIOp>();
    auto position = indices[1].getDefiningOp<arith::DivUIOp>();
    if (!offset || !position || offset.getRhs() != position.getRhs() ||
        offset.getLhs() != position.getLhs())
      return std::nullopt;
    Value d = offset.getLhs();
    if (auto sum = d.getDefiningOp<arith::AddIOp>()) {
      d = sum.getLhs();
      match.before = sum.getRhs();
    }
    if (!isIndex(d, 0))
      return std::nullopt;
    match.blocked = dest;
    match.rows = source;
    match.block = offset.getRhs();
    match.toBlocked = true;
    known = 2;
  } else if (numIndices + 1 == numLoops && numIndices > 0 &&
             (!checked || checked == indices[0])) {
    Value d = indices[0];
    if (auto difference = d.getDefiningOp<arith::SubIOp>()) {
      d = difference.getLhs();
      match.before = difference.getRhs();
    }
    auto sum = d.getDefiningOp<arith::AddIOp>();
    auto product =
        sum ? sum.getLhs().getDefiningOp<arith::MulIOp>() : arith::MulIOp();
    if (!product || !isIndex(product.getLhs(), 1) || !isIndex(sum.getRhs(), 0))
      return std::nullopt;
    match.blocked = source;
    match.rows = dest;
    match.block = product.getRhs();
    match.toBlocked = false;
    known = 1;
  } else {
    return std::nullopt;
  }
  for (unsigned i = known; i < numIndices; ++i)
    if (!isIndex(indices[i], i + numLoops - numIndices) &&
        // The only index of its dimension.
        (load.getMemRefType().getDimSize(i) != 1 ||
         getConstantIntValue(indices[i]) != 0))
      return std::nullopt;
  for (Value captured :
       {match.block, match.before, match.full, match.inside, source})
    if (captured && op->isAncestor(captured.getParentBlock()->getParentOp()))
      return std::nullopt;
  return match;
}

/// i1: all elements from `start` on, `before` elements before it, and until
/// `count` elements after that, are in the buffer that `buffer` is a view of.
Value isReadable(OpBuilder &builder, Location loc, Value buffer, Value start,
                 Value before, Value count, int64_t elementBytes) {
  IndexMath math(builder, loc);
  while (!cast<MemRefType>(buffer.getType()).getLayout().isIdentity()) {
    auto view = buffer.getDefiningOp<ViewLikeOpInterface>();
    if (!view || !isa<MemRefType>(view.getViewSource().getType()))
      return math.boolean(false);
    buffer = view.getViewSource();
  }
  Value size = math.constant(1);
  for (int64_t i = 0, e = cast<MemRefType>(buffer.getType()).getRank(); i < e;
       ++i)
    size = math.mul(size,
                    math.value(memref::getMixedSize(builder, loc, buffer, i)));
  Value address =
      LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(), start);
  Value distance = math.sub(
      math.toIndex(address),
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, buffer));
  auto bytes = [&](Value elements) {
    return math.mul(elements, math.constant(elementBytes));
  };
  Value begin = math.sub(distance, bytes(before));
  return math.andI(math.sge(begin, math.constant(0)),
                   math.sge(bytes(size), math.add(begin, bytes(count))));
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
    SmallVector<Value> bounds;
    for (Value input : op.getDpsInputs())
      if (input.getType().isIndex())
        bounds.push_back(input);
    if ((move->before || move->full) && bounds.size() != 2)
      return rewriter.notifyMatchFailure(op, "whole blocks are not counted");

    Location loc = op.getLoc();
    IndexMath math(rewriter, loc);
    auto size = [&](int64_t i) {
      return math.value(memref::getMixedSize(rewriter, loc, rows, i));
    };
    Value piece = math.constant(1);
    for (int64_t i = 2; i < rowsType.getRank(); ++i)
      piece = math.mul(piece, size(i));
    Value positions = size(1), block = move->block;
    PieceMover mover(rewriter, loc);
    mover.element = rewriter.getIntegerType(8 * bytes);
    mover.elementBytes = bytes;
    mover.toBlocked = move->toBlocked;
    mover.prefetching = isPrefetching(op);
    mover.positions = positions;
    mover.block = block;
    mover.piece = piece;
    mover.before = move->before ? move->before : math.constant(0);
    mover.full =
        move->full
            ? move->full
            : math.value(memref::getMixedSize(rewriter, loc, move->blocked, 0));
    mover.firstBlock = math.constant(0);
    mover.lastBlock = positions;
    mover.padded = mover.readable = mover.streaming = math.boolean(false);
    mover.inside = move->inside ? move->inside : math.boolean(true);
    if (bounds.size() == 2) {
      mover.firstBlock = bounds[0];
      mover.lastBlock = bounds[1];
      mover.padded = math.cmp(arith::CmpIPredicate::ne, mover.full,
                              math.mul(positions, block));
    }
    auto describe = [&](Value buffer, Value &start) {
      auto metadata =
          memref::ExtractStridedMetadataOp::create(rewriter, loc, buffer);
      auto value = [&](OpFoldResult ofr) {
        return math.toI64(math.value(ofr));
      };
      start =
          getStart(rewriter, loc, buffer,
                   value(metadata.getConstifiedMixedOffset()), mover.element);
      return llvm::map_to_vector(metadata.getConstifiedMixedStrides(), value);
    };
    SmallVector<Value> rowStrides = describe(rows, mover.start.rows);
    SmallVector<Value> strides = describe(move->blocked, mover.start.blocked);
    mover.offsetStep = {strides[0], rowStrides[0]};
    mover.positionStep = {rewriter.createOrFold<arith::MulIOp>(
                              loc, strides[0], math.toI64(move->block)),
                          rowStrides[1]};
    if (!move->toBlocked && bounds.size() == 2)
      mover.readable =
          isReadable(rewriter, loc, move->blocked, mover.start.blocked,
                     math.mul(mover.before, piece),
                     math.mul(math.mul(positions, block), piece), bytes);
    for (Value input : op.getDpsInputs())
      if (input.getType().isInteger(1) && isStreaming(op, dest, piece, bytes)) {
        addFence(rewriter, op);
        mover.streaming = input;
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
