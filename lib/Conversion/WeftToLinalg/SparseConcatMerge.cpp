//===- SparseConcatMerge.cpp - sparse_concat of sorted inputs -------------===//
//
// The key of an entry is the number that its coordinates before the
// concatenated dimension make, row-major. Entries are to be ordered by key, and
// of equal keys by input, stably. Nothing is compared where that can be
// avoided:
//
//  * A run: if the input that is next has many entries before any other input's
//    next one, they are copied as a whole.
//  * A block: otherwise the entries of a range of keys are placed by counting.
//    The range is cut into buckets of 2^s keys. Input by input, the entries of
//    the range are copied to a stage, one after another, and counted by bucket.
//    The counts become the buckets' starts, and each entry goes to the next
//    place of its bucket: not the entry itself, but its key and its number on
//    the stage as one integer, (key << b) | number. With s = 0 the places are
//    right then, since inputs come in order; otherwise insertion sorts these
//    integers, which are nearly in order. At last the entries move from the
//    stage to the result, in its order.
//
// The stage and the counters stay in the nearest cache; inputs and results are
// read and written in order. Ranges grow and shrink with the number of entries
// found in them.
//
// What limits a block is the number of instructions and of stores to lines in
// the nearest cache: 4 to 9 ns an entry on a machine whose memcpy takes 1.5 to
// 2.4 ns for as many bytes. Placing entries directly in the result was slower,
// since each one then writes lines that are not in that cache; so were larger
// blocks, and prefetching made no difference. Coordinates of large results go
// from the stage past the caches, which takes a sixth of the time away.
//
// Threads merge parts of the result. A part starts at an entry that is found
// from the inputs: a key, near the middle of the keys that the inputs have
// there, and of the entries with this key those of later inputs.
//
// The coordinates of a run are checked as they are copied; those of a block,
// and some behind them, when they have been staged. Moving them before is safe,
// whatever they are: a bucket's number is below the number of buckets, each
// step takes an entry or halves the range, and no input gives more entries than
// it has. What is wrong is found before the next step.
//
//===----------------------------------------------------------------------===//

#include "SparseConcat.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "weft/Dialect/Weft/Utils/EntryParts.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace weft;

namespace weft {
class SparseConcatMerge {
public:
  explicit SparseConcatMerge(SparseConcatLowering &op)
      : op(op), builder(op.builder), loc(op.loc), math(op.math), zero(op.zero),
        one(op.one) {
    // An input is visited for sixteen entries or more: finding its descriptor
    // and leaving its loop are worth it then.
    int64_t wanted = llvm::PowerOf2Ceil(16 * op.numInputs);
    blockEntries = std::clamp<int64_t>(wanted, 512, 8192);
    capacity = 4 * blockEntries;
    numberBits = llvm::Log2_64(capacity);
    maxRangeBits = 61 - numberBits;
    longRun = 16 + op.numInputs / 4;
    // The windows of all inputs take half of a MiB, if that is enough for runs.
    int64_t rows = (int64_t(1) << 16) / (op.rank * op.numInputs);
    window = std::max(4 * longRun, std::min<int64_t>(rows, 512));
  }

  /// Merges all entries; the keys must fit 63 bits. Returns an i64 whose sign
  /// bit says that coordinates are wrong.
  Value emit(Value numKeys);

private:
  using Input = SparseConcatLowering::Input;
  /// Rows of `state`, which has a number of each input: the next entry, the
  /// first entry behind the last range, the first entry that is not checked,
  /// and the first entry behind the part (only if the result is divided into
  /// parts).
  enum StateRow { Cursors, Ends, Checked, Stops };

  /// Where a range of keys starts, and its size: `buckets` of 2^shift keys.
  struct Range {
    Value first, size, buckets, shift;
  };

  Value getKey(const Input &input, Value row);
  Value getHead(const Input &input, Value row);
  Input getInput(Value i);
  Value emitRangeBits(Value numKeys);
  void allocateBuffers(Value parts);
  void selectBuffers(Value part);
  Value emitPart(Value part, Value parts, Value numKeys);
  SmallVector<Value> findLeast(Value nextRow);
  Value emitWindow(const Input &input, Value end, Value bits);
  Value emitBoundary(Value part, Value parts, Value numKeys, StateRow entries);
  Value findFirst(const Input &input, Value key);
  SmallVector<Value> emitStep(Value base, Value rangeBits, ValueRange least,
                              Value bits);
  SmallVector<Value> emitRun(const Input &input, Value from, Value bound,
                             Value base, Value bits);
  SmallVector<Value> emitBlock(Value firstKey, Value base, Value rangeBits,
                               Value bits);
  SmallVector<Value> emitStage(const Range &range, Value bits);
  SmallVector<Value> emitStarts(const Range &range);
  void emitPlaces(const Range &range, Value count);
  void emitInsertionSort(Value count);
  void emitResults(Value base, Value count);
  Value emitIsStreaming();

  Value load(Value buffer, Value at) { return op.load(buffer, at); }
  void store(Value value, Value buffer, Value at) {
    op.store(value, buffer, at);
  }
  Value getState(Value row, Value i) { return op.load(state, {row, i}); }
  Value getState(StateRow row, Value i) {
    return getState(math.constant(row), i);
  }
  void setState(Value value, StateRow row, Value i) {
    op.store(value, state, {math.constant(row), i});
  }
  /// Where number `n` of the keys, or of the places, is in `stage`.
  Value keyAt(Value n) {
    return math.add(n, math.constant(capacity * op.rank));
  }
  Value placeAt(Value n) {
    return math.add(n, math.constant(capacity * (op.rank + 1)));
  }
  Value i64(int64_t value) { return op.i64(value); }
  Value ult(Value a, Value b) { return math.ult(a, b); }
  Value shiftRight(Value a, Value by) {
    return arith::ShRUIOp::create(builder, loc, a, by);
  }
  Value shiftLeft(Value a, Value by) {
    return arith::ShLIOp::create(builder, loc, a, by);
  }
  void forEachInput(llvm::function_ref<void(Value)> body) {
    createFor(builder, loc, zero, math.constant(op.numInputs), {},
              [&](Value i, ValueRange) -> SmallVector<Value> {
                body(i);
                return {};
              });
  }
  void createIfThen(Value condition, llvm::function_ref<void()> body) {
    createIf(
        builder, loc, condition, {},
        [&]() -> SmallVector<Value> {
          body();
          return {};
        },
        []() -> SmallVector<Value> { return {}; });
  }
  /// while (condition) carried = body(carried). `condition` gives an i1 and
  /// then what `body` gets and the loop returns.
  SmallVector<Value>
  createWhile(ValueRange inits,
              llvm::function_ref<SmallVector<Value>(ValueRange)> condition,
              llvm::function_ref<SmallVector<Value>(ValueRange)> body);

  SparseConcatLowering &op;
  OpBuilder &builder;
  Location loc;
  IndexMath &math;
  Value zero, one;

  /// How many entries a block should have, and how many it may have; the bits
  /// of a number below that, and what is left for a key in a range; from how
  /// many entries on a run is copied as a whole; how many entries of an input
  /// are checked at once.
  int64_t blockEntries, capacity, numberBits, maxRangeBits, longRun, window;
  /// More entries than that in a bucket of several keys make the range shrink:
  /// insertion sort takes the square of their number.
  static constexpr int64_t maxBucket = 64;

  /// The sizes of the key's dimensions (i64) but the first one.
  SmallVector<Value> keySizes;
  /// See StateRow.
  Value state;
  bool hasParts = false;
  /// Of each bucket: the number of entries, then the next place.
  Value counters;
  /// Coordinates of the entries on the stage. Behind them, of each entry of the
  /// range, its key less the first one; behind these the same with its number
  /// on the stage, in the order of the result.
  Value stage;
  Value stageValues;
  /// i1: coordinates go from the stage past the caches.
  Value streaming;
};
} // namespace weft

SmallVector<Value> SparseConcatMerge::createWhile(
    ValueRange inits,
    llvm::function_ref<SmallVector<Value>(ValueRange)> condition,
    llvm::function_ref<SmallVector<Value>(ValueRange)> body) {
  // The types of what `condition` gives are known once it is written.
  OpBuilder::InsertionGuard guard(builder);
  Block *before = new Block(), *after = new Block();
  SmallVector<Location> locs(inits.size(), loc);
  before->addArguments(inits.getTypes(), locs);
  OpBuilder::InsertPoint outside = builder.saveInsertionPoint();
  builder.setInsertionPointToStart(before);
  SmallVector<Value> passed = condition(before->getArguments());
  Value goOn = passed.front();
  passed.erase(passed.begin());
  scf::ConditionOp::create(builder, loc, goOn, passed);
  after->addArguments(ValueRange(passed).getTypes(),
                      SmallVector<Location>(passed.size(), loc));
  builder.setInsertionPointToStart(after);
  scf::YieldOp::create(builder, loc, body(after->getArguments()));
  builder.restoreInsertionPoint(outside);
  auto loop =
      scf::WhileOp::create(builder, loc, ValueRange(passed).getTypes(), inits);
  loop.getBefore().push_back(before);
  loop.getAfter().push_back(after);
  return SmallVector<Value>(loop.getResults());
}

Value SparseConcatMerge::getKey(const Input &input, Value row) {
  Value key = op.load(input.coordinates, {row, zero});
  for (auto [l, size] : llvm::enumerate(keySizes))
    key = math.add(math.mul(key, size),
                   op.load(input.coordinates, {row, math.constant(l + 1)}));
  return key;
}

/// The key of a row, or the largest i64 behind the last one. No key is as
/// large: a coordinate is less than a size.
Value SparseConcatMerge::getHead(const Input &input, Value row) {
  return createIf(
      builder, loc, math.slt(row, input.rows), builder.getI64Type(),
      [&]() -> SmallVector<Value> { return {getKey(input, row)}; },
      [&]() -> SmallVector<Value> {
        return {i64(std::numeric_limits<int64_t>::max())};
      })[0];
}

/// The bits of a range that has as many entries as a block should have, if all
/// are spread evenly over the keys.
Value SparseConcatMerge::emitRangeBits(Value numKeys) {
  Value blocks = math.max(math.div(op.total, math.constant(blockEntries)), one);
  Value width = math.toI64(math.div(numKeys, blocks));
  // The exponent of the width as a float; that of 0 is negative.
  Value bits = arith::BitcastOp::create(
      builder, loc, builder.getI64Type(),
      arith::UIToFPOp::create(builder, loc, builder.getF64Type(), width));
  Value exponent = math.toIndex(math.sub(shiftRight(bits, i64(52)), i64(1023)));
  return math.min(math.max(exponent, zero), math.constant(maxRangeBits));
}

/// An input that ends where its part of the current part does.
SparseConcatMerge::Input SparseConcatMerge::getInput(Value i) {
  Input input = op.getInput(i);
  if (hasParts)
    input.rows = getState(Stops, i);
  return input;
}

Value SparseConcatMerge::emit(Value numKeys) {
  Value firstShape = op.shapes.get(builder, loc, zero);
  for (int64_t l = 1; l < op.dim; ++l)
    keySizes.push_back(load(firstShape, math.constant(l)));
  streaming = emitIsStreaming();
  return op.createParallelOr(
      [&](Value parts) { allocateBuffers(parts); },
      [&](Value part, Value parts) { return emitPart(part, parts, numKeys); });
}

/// The buffers of the merge, or `parts` of each.
void SparseConcatMerge::allocateBuffers(Value parts) {
  hasParts = static_cast<bool>(parts);
  auto allocate = [&](ArrayRef<int64_t> shape, Type type) {
    SmallVector<OpFoldResult> sizes =
        getAsIndexOpFoldResult(builder.getContext(), shape);
    if (parts)
      sizes.insert(sizes.begin(), parts);
    return op.allocate(sizes, type);
  };
  state = allocate({hasParts ? Stops + 1 : Stops, op.numInputs},
                   builder.getIndexType());
  counters = allocate(blockEntries, builder.getI32Type());
  stage = allocate(capacity * (op.rank + 2), builder.getI64Type());
  stageValues = allocate(capacity, op.valueType);
}

/// The buffers of one part.
void SparseConcatMerge::selectBuffers(Value part) {
  for (Value *buffer : {&state, &counters, &stage, &stageValues}) {
    auto type = cast<MemRefType>(buffer->getType());
    ArrayRef<int64_t> shape = type.getShape().drop_front();
    SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0));
    SmallVector<OpFoldResult> sizes =
        getAsIndexOpFoldResult(builder.getContext(), shape);
    SmallVector<OpFoldResult> strides(type.getRank(), builder.getIndexAttr(1));
    offsets[0] = part;
    sizes.insert(sizes.begin(), builder.getIndexAttr(1));
    auto partType =
        cast<MemRefType>(memref::SubViewOp::inferRankReducedResultType(
            shape, type, offsets, sizes, strides));
    *buffer = memref::SubViewOp::create(builder, loc, partType, *buffer,
                                        offsets, sizes, strides);
  }
}

/// Merges a part of the entries, or all of them. Returns what is wrong with
/// them.
Value SparseConcatMerge::emitPart(Value part, Value parts, Value numKeys) {
  Value start = zero;
  if (parts) {
    selectBuffers(part);
    start = emitBoundary(part, parts, numKeys, Cursors);
    emitBoundary(math.add(part, one), parts, numKeys, Stops);
  }
  bool isChecked = op.checksMoves;
  if (!parts || isChecked)
    forEachInput([&](Value i) {
      if (!parts)
        setState(zero, Cursors, i);
      if (isChecked)
        setState(parts ? getState(Cursors, i) : zero, Checked, i);
    });
  return createWhile(
      {start, emitRangeBits(numKeys), math.constant(Cursors), i64(0)},
      [&](ValueRange carried) {
        SmallVector<Value> least = findLeast(carried[2]);
        Value goesOn = least.pop_back_val(), bits = carried[3];
        if (isChecked)
          goesOn = math.andI(goesOn, math.sge(bits, i64(0)));
        SmallVector<Value> passed{goesOn, carried[0], carried[1], bits};
        llvm::append_range(passed, least);
        return passed;
      },
      [&](ValueRange carried) {
        return emitStep(carried[0], carried[1], carried.drop_front(3),
                        carried[2]);
      })[2];
}

/// The first entry of an input whose key is not less than `key`.
Value SparseConcatMerge::findFirst(const Input &input, Value key) {
  return createWhile(
      {zero, input.rows},
      [&](ValueRange carried) -> SmallVector<Value> {
        return {math.slt(carried[0], carried[1]), carried[0], carried[1]};
      },
      [&](ValueRange carried) -> SmallVector<Value> {
        Value middle = shiftRight(math.add(carried[0], carried[1]), one);
        Value isLess = math.slt(getKey(input, middle), key);
        return {math.select(isLess, math.add(middle, one), carried[0]),
                math.select(isLess, carried[1], middle)};
      })[0];
}

/// Writes the first entry of each input in part number `part`, and returns how
/// many entries are before the part. The part after the last one starts at the
/// ends.
Value SparseConcatMerge::emitBoundary(Value part, Value parts, Value numKeys,
                                      StateRow entries) {
  // Each input proposes the key of its entry at the part's place; the ends are
  // not needed yet. The median of the proposals, weighted by the inputs'
  // entries, is right where inputs are alike, and where one outweighs the rest.
  forEachInput([&](Value i) {
    Input input = op.getInput(i);
    Value row = math.div(math.mul(input.rows, part), parts);
    setState(math.toIndex(getHead(input, row)), Ends, i);
  });
  Value half = shiftRight(op.total, one);
  Value key = createWhile(
      {i64(0), math.toI64(numKeys)},
      [&](ValueRange carried) -> SmallVector<Value> {
        return {math.slt(carried[0], carried[1]), carried[0], carried[1]};
      },
      [&](ValueRange carried) -> SmallVector<Value> {
        Value middle = math.add(
            carried[0], shiftRight(math.sub(carried[1], carried[0]), i64(1)));
        Value weight = createFor(
            builder, loc, zero, math.constant(op.numInputs), zero,
            [&](Value i, ValueRange weight) -> SmallVector<Value> {
              Value isAbove = math.slt(math.toIndex(middle), getState(Ends, i));
              Value rows = op.getInput(i).rows;
              return {math.add(weight[0], math.select(isAbove, zero, rows))};
            })[0];
        Value isLess = math.slt(weight, half);
        return {math.select(isLess, math.add(middle, i64(1)), carried[0]),
                math.select(isLess, carried[1], middle)};
      })[0];
  Value before =
      createFor(builder, loc, zero, math.constant(op.numInputs), zero,
                [&](Value i, ValueRange before) -> SmallVector<Value> {
                  // All entries are in some part, also those with wrong keys.
                  Input input = op.getInput(i);
                  Value first = findFirst(input, key);
                  first = math.select(math.eq(part, zero), zero, first);
                  first = math.select(math.eq(part, parts), input.rows, first);
                  setState(first, entries, i);
                  return {math.add(before[0], first)};
                })[0];
  // Entries with this key go to the part before, input by input, until that has
  // its share.
  Value wanted = math.div(math.mul(op.total, part), parts);
  return createFor(
      builder, loc, zero, math.constant(op.numInputs), before,
      [&](Value i, ValueRange before) -> SmallVector<Value> {
        return createIf(
            builder, loc, math.slt(before[0], wanted), before[0].getType(),
            [&]() -> SmallVector<Value> {
              Value first = getState(entries, i);
              Value end = findFirst(op.getInput(i), math.add(key, i64(1)));
              setState(end, entries, i);
              return {math.add(before[0], math.sub(end, first))};
            },
            [&]() -> SmallVector<Value> { return {before[0]}; });
      })[0];
}

/// The least key that is next, and the least one of the other inputs, of equal
/// ones the first input's; their inputs; and whether entries are left, so that
/// all are checked wherever wrong ones make a part end. `nextRow` of `state`
/// has the next entries, which become the cursors.
SmallVector<Value> SparseConcatMerge::findLeast(Value nextRow) {
  Value none = i64(std::numeric_limits<int64_t>::max());
  return createFor(builder, loc, zero, math.constant(op.numInputs),
                   {none, none, zero, zero, math.boolean(false)},
                   [&](Value i, ValueRange least) -> SmallVector<Value> {
                     Value cursor = getState(nextRow, i);
                     setState(cursor, Cursors, i);
                     Input input = getInput(i);
                     Value isLeft = math.slt(cursor, input.rows);
                     Value head = getHead(input, cursor);
                     Value isFirst = math.slt(head, least[0]);
                     Value isSecond = math.slt(head, least[1]);
                     return {math.select(isFirst, head, least[0]),
                             math.select(isFirst, least[0],
                                         math.select(isSecond, head, least[1])),
                             math.select(isFirst, i, least[2]),
                             math.select(isFirst, least[2],
                                         math.select(isSecond, i, least[3])),
                             math.orI(least[4], isLeft)};
                   });
}

/// Checks what is not checked of the entries before `end`, and some more.
Value SparseConcatMerge::emitWindow(const Input &input, Value end, Value bits) {
  if (!op.checksMoves)
    return bits;
  Value checked = getState(Checked, input.number);
  return createIf(
      builder, loc, math.slt(checked, end), builder.getI64Type(),
      [&]() -> SmallVector<Value> {
        Value far = math.add(checked, math.constant(window));
        far = math.max(math.min(far, input.rows), end);
        setState(far, Checked, input.number);
        return {math.orI(bits,
                         op.checks.getWrongBits(input.number, input.coordinates,
                                                checked, far))};
      },
      [&]() -> SmallVector<Value> { return {bits}; })[0];
}

/// One run or one block, see findLeast. What is carried from step to step: the
/// number of entries in the result, the bits of a range, the row of `state`
/// that has the next entries, and what is wrong with the coordinates.
SmallVector<Value> SparseConcatMerge::emitStep(Value base, Value rangeBits,
                                               ValueRange least, Value bits) {
  Value none = i64(std::numeric_limits<int64_t>::max());
  Value first = least[0], second = least[1];
  Value input = least[2], other = least[3];
  // Entries of `input` with keys up to here come before all others.
  Value bound =
      math.select(math.slt(input, other), second, math.sub(second, i64(1)));
  Input source = getInput(input);
  Value from = getState(Cursors, input);
  source.rows = math.min(math.add(from, math.constant(window)), source.rows);
  Value probe = math.add(from, math.constant(longRun));
  Value isRun = createIf(
      builder, loc, math.slt(probe, source.rows), builder.getI1Type(),
      [&]() -> SmallVector<Value> {
        return {math.sge(bound, getKey(source, probe))};
      },
      [&]() -> SmallVector<Value> {
        // The last entries of all, if copyRun takes so few.
        Value left = math.sub(source.rows, from);
        return {math.andI(math.eq(second, none),
                          math.sge(left, math.constant(kRows)))};
      })[0];
  Type indexType = builder.getIndexType();
  return createIf(
      builder, loc, isRun, {indexType, indexType, indexType, bits.getType()},
      [&]() -> SmallVector<Value> {
        SmallVector<Value> next = emitRun(source, from, bound, base, bits);
        return {next[0], rangeBits, math.constant(Cursors), next[1]};
      },
      [&] { return emitBlock(first, base, rangeBits, bits); });
}

/// Copies the entries from `from` on whose keys are at most `bound`: at least
/// kRows. Returns the number of entries in the result, and `bits` with what is
/// wrong with the coordinates.
SmallVector<Value> SparseConcatMerge::emitRun(const Input &input, Value from,
                                              Value bound, Value base,
                                              Value bits) {
  Value end = createWhile(
      {from, input.rows},
      [&](ValueRange carried) -> SmallVector<Value> {
        Value distance = math.sub(carried[1], carried[0]);
        return {math.slt(one, distance), carried[0], carried[1]};
      },
      [&](ValueRange carried) -> SmallVector<Value> {
        Value middle = shiftRight(math.add(carried[0], carried[1]), one);
        Value isIn = math.sge(bound, getKey(input, middle));
        return {math.select(isIn, middle, carried[0]),
                math.select(isIn, carried[1], middle)};
      })[1];
  Value count = math.sub(end, from);
  if (op.checksMoves) {
    bits = math.orI(bits, op.copyChecked(input, from, end, op.results, base));
    setState(math.max(getState(Checked, input.number), end), Checked,
             input.number);
  } else {
    op.copyRun(input, from, count, op.results, base, /*areMany=*/true);
  }
  setState(end, Cursors, input.number);
  return {math.add(base, count), bits};
}

/// The entries of a range of 2^rangeBits keys; or, if that are too many, a
/// smaller range.
SmallVector<Value> SparseConcatMerge::emitBlock(Value firstKey, Value base,
                                                Value rangeBits, Value bits) {
  Value bucketBits = math.constant(llvm::Log2_64(blockEntries));
  Value buckets = shiftLeft(one, math.min(rangeBits, bucketBits));
  Value size = math.toI64(shiftLeft(one, rangeBits));
  Value shift = math.max(math.sub(rangeBits, bucketBits), zero);
  Range range{firstKey, size, buckets, math.toI64(shift)};
  Value zeroCount = arith::ConstantIntOp::create(builder, loc, 0, /*width=*/32);
  createFor(builder, loc, zero, buckets, {},
            [&](Value bucket, ValueRange) -> SmallVector<Value> {
              store(zeroCount, counters, bucket);
              return {};
            });
  SmallVector<Value> staged = emitStage(range, bits);
  Value count = staged[0];
  bits = staged[1];
  Value maxCount = emitStarts(range)[1];

  // One key may have more entries than the stage holds: those on the stage are
  // the first ones.
  Value isFull = math.andI(math.eq(count, math.constant(capacity)),
                           math.sge(rangeBits, one));
  Value largest =
      arith::ConstantIntOp::create(builder, loc, maxBucket, /*width=*/32);
  Value isCrowded =
      math.andI(math.sge(shift, one), math.slt(largest, maxCount));
  Type indexType = builder.getIndexType();
  SmallVector<Value> next = createIf(
      builder, loc, math.orI(isFull, isCrowded),
      {indexType, indexType, indexType},
      [&]() -> SmallVector<Value> {
        return {base, math.max(math.sub(rangeBits, math.constant(2)), zero),
                math.constant(Cursors)};
      },
      [&]() -> SmallVector<Value> {
        emitPlaces(range, count);
        createIfThen(math.sge(shift, one), [&] { emitInsertionSort(count); });
        emitResults(base, count);
        Value wanted = math.constant(blockEntries);
        Value wider =
            math.min(math.add(rangeBits, one), math.constant(maxRangeBits));
        Value narrower = math.max(math.sub(rangeBits, one), zero);
        Value isSmall = math.slt(math.add(count, count), wanted);
        Value isLarge = math.slt(math.add(wanted, wanted), count);
        return {math.add(base, count),
                math.select(isSmall, wider,
                            math.select(isLarge, narrower, rangeBits)),
                math.constant(Ends)};
      });
  next.push_back(bits);
  return next;
}

/// Copies the entries of the range to the stage and counts them by bucket.
/// Returns their number, and `bits` with what is wrong with their coordinates.
SmallVector<Value> SparseConcatMerge::emitStage(const Range &range,
                                                Value bits) {
  Value oneCount = arith::ConstantIntOp::create(builder, loc, 1, /*width=*/32);
  return createFor(
      builder, loc, zero, math.constant(op.numInputs), {zero, bits},
      [&](Value i, ValueRange staged) -> SmallVector<Value> {
        Input input = getInput(i);
        Value cursor = getState(Cursors, i);
        Value room = math.sub(math.constant(capacity), staged[0]);
        Value stop = math.min(input.rows, math.add(cursor, room));
        SmallVector<Value> end = createWhile(
            {cursor, staged[0]},
            [&](ValueRange carried) -> SmallVector<Value> {
              SmallVector<Value> next = createIf(
                  builder, loc, math.slt(carried[0], stop),
                  {builder.getI1Type(), builder.getI64Type()},
                  [&]() -> SmallVector<Value> {
                    Value key =
                        math.sub(getKey(input, carried[0]), range.first);
                    return {ult(key, range.size), key};
                  },
                  [&]() -> SmallVector<Value> {
                    return {math.boolean(false), i64(0)};
                  });
              return {next[0], carried[0], carried[1], next[1]};
            },
            [&](ValueRange carried) -> SmallVector<Value> {
              Value entry = carried[0], number = carried[1], key = carried[2];
              Value bucket = math.toIndex(shiftRight(key, range.shift));
              store(math.add(load(counters, bucket), oneCount), counters,
                    bucket);
              store(key, stage, keyAt(number));
              op.copyRow(input.flat, entry, stage, number, input.offset);
              store(load(input.values, entry), stageValues, number);
              return {math.add(entry, one), math.add(number, one)};
            });
        setState(end[0], Ends, i);
        return {end[1], emitWindow(input, end[0], staged[1])};
      });
}

/// Turns the numbers of entries into the places of the first ones. Returns the
/// sum of all and the largest.
SmallVector<Value> SparseConcatMerge::emitStarts(const Range &range) {
  Value none = arith::ConstantIntOp::create(builder, loc, 0, /*width=*/32);
  return createFor(
      builder, loc, zero, range.buckets, {none, none},
      [&](Value bucket, ValueRange carried) -> SmallVector<Value> {
        Value count = load(counters, bucket);
        store(carried[0], counters, bucket);
        return {math.add(carried[0], count), math.max(carried[1], count)};
      });
}

void SparseConcatMerge::emitPlaces(const Range &range, Value count) {
  Value bits = i64(numberBits);
  Value oneCount = arith::ConstantIntOp::create(builder, loc, 1, /*width=*/32);
  createFor(builder, loc, zero, count, {},
            [&](Value number, ValueRange) -> SmallVector<Value> {
              Value key = load(stage, keyAt(number));
              Value bucket = math.toIndex(shiftRight(key, range.shift));
              Value place = load(counters, bucket);
              store(math.add(place, oneCount), counters, bucket);
              Value both = math.orI(shiftLeft(key, bits), math.toI64(number));
              store(both, stage, placeAt(math.toIndex(place)));
              return {};
            });
}

void SparseConcatMerge::emitInsertionSort(Value count) {
  createFor(
      builder, loc, one, count, load(stage, placeAt(zero)),
      [&](Value k, ValueRange largest) {
        Value both = load(stage, placeAt(k));
        return createIf(
            builder, loc, math.slt(both, largest[0]), builder.getI64Type(),
            [&]() -> SmallVector<Value> {
              SmallVector<Value> hole = createWhile(
                  k,
                  [&](ValueRange hole) -> SmallVector<Value> {
                    Value previous = math.max(math.sub(hole[0], one), zero);
                    Value before = load(stage, placeAt(previous));
                    Value goOn = math.andI(math.slt(zero, hole[0]),
                                           math.slt(both, before));
                    return {goOn, hole[0], previous, before};
                  },
                  [&](ValueRange carried) -> SmallVector<Value> {
                    store(carried[2], stage, placeAt(carried[0]));
                    return {carried[1]};
                  });
              store(both, stage, placeAt(hole[0]));
              return {largest[0]};
            },
            [&]() -> SmallVector<Value> { return {both}; });
      });
}

Value SparseConcatMerge::emitIsStreaming() {
  if (op.streamingBytes <= 0 || op.rank > kMaxVectorRank)
    return math.boolean(false);
  Value bytes = math.mul(op.total, math.constant(8 * op.rank));
  return math.sge(bytes, math.constant(op.streamingBytes));
}

void SparseConcatMerge::emitResults(Value base, Value count) {
  Value mask = i64(capacity - 1);
  auto forEachPlace = [&](llvm::function_ref<void(Value, Value)> body) {
    createFor(builder, loc, zero, count, {},
              [&](Value k, ValueRange) -> SmallVector<Value> {
                Value both = load(stage, placeAt(k));
                body(math.toIndex(math.andI(both, mask)), math.add(base, k));
                return {};
              });
  };
  auto copyRows = [&](bool streams) {
    forEachPlace([&](Value number, Value place) {
      op.copyRow(stage, number, op.results.flat, place, /*offset=*/{}, streams);
    });
  };
  createFoldedIf(
      builder, loc, streaming, [&] { copyRows(true); },
      [&] { copyRows(false); });
  // A loop of its own, which LLVM vectorizes.
  forEachPlace([&](Value number, Value place) {
    store(load(stageValues, number), op.results.values, place);
  });
}

/// Returns what is wrong with the coordinates.
Value SparseConcatLowering::emitMerge() {
  Value firstShape = shapes.get(builder, loc, zero);
  Value numKeys = math.toIndex(load(firstShape, zero));
  SparseConcatMerge merge(*this);
  if (dim == 1)
    return merge.emit(numKeys);
  SmallVector<Value> product = createStaticFor(
      builder, loc, dim - 1, {numKeys, math.boolean(true)},
      [&](Value l, ValueRange carried) -> SmallVector<Value> {
        Value size = math.toIndex(load(firstShape, math.add(l, one)));
        return {math.mul(carried[0], size),
                math.andI(carried[1], math.productFits(carried[0], size))};
      });
  return createIf(
      builder, loc, product[1], builder.getI64Type(),
      [&]() -> SmallVector<Value> { return {merge.emit(product[0])}; },
      [&]() -> SmallVector<Value> { return {emitSort()}; })[0];
}
