//===- SparseConcatSort.cpp - sparse_concat of inputs that are not sorted -===//

#include "SparseConcat.h"

#include "weft/Dialect/Weft/Utils/Coordinates.h"

using namespace mlir;
using namespace weft;

/// i1: an input is not in row-major order, or has coordinates out of bounds
/// (where those are checked at all).
Value SparseConcatLowering::emitIsUnsorted() {
  Value i64Zero = i64(0);
  Value bits = createFor(
      builder, loc, zero, math.constant(numInputs), i64Zero,
      [&](Value i, ValueRange bits) -> SmallVector<Value> {
        Value coordinates = indices.get(builder, loc, i);
        Value rows = memref::DimOp::create(builder, loc, coordinates, 0);
        Value shape =
            checkBuilder.isEnabled() ? shapes.get(builder, loc, i) : Value();
        Value wrong = createWrongBits(builder, loc,
                                      {coordinates, zero, rows, rank}, shape,
                                      /*order=*/true);
        return {math.orI(bits[0], wrong)};
      })[0];
  return math.slt(bits, i64Zero);
}

/// Appends the inputs, sorts the numbers of their entries by merging ever
/// longer runs, and moves the entries to their places. Returns what is wrong
/// with them.
Value SparseConcatLowering::emitSort() {
  Entries entries = allocateEntries();
  Value bits = emitAppend(entries);

  // Two lists of entry numbers: each round merges runs from one into the other.
  Value lists =
      allocate({builder.getIndexAttr(2), total}, builder.getIndexType());
  createFor(builder, loc, zero, total, {},
            [&](Value k, ValueRange) -> SmallVector<Value> {
              store(k, lists, {zero, k});
              return {};
            });
  // The rounds it takes for runs of 1, 2, 4, ... to reach the number of
  // entries.
  Value rounds = createFor(
      builder, loc, zero, math.constant(62), zero,
      [&](Value round, ValueRange rounds) -> SmallVector<Value> {
        Value length = arith::ShLIOp::create(builder, loc, one, round);
        Value more = math.slt(length, total);
        return {math.select(more, math.add(rounds[0], one), rounds[0])};
      })[0];
  createFor(builder, loc, zero, rounds, {},
            [&](Value round, ValueRange) -> SmallVector<Value> {
              Value from = math.andI(round, one), to = math.sub(one, from);
              Value length = arith::ShLIOp::create(builder, loc, one, round);
              Value twice = math.add(length, length);
              Value pairs =
                  arith::CeilDivUIOp::create(builder, loc, total, twice);
              createFor(builder, loc, zero, pairs, {},
                        [&](Value pair, ValueRange) -> SmallVector<Value> {
                          Value start = math.mul(pair, twice);
                          Value middle =
                              math.min(math.add(start, length), total);
                          Value end = math.min(math.add(start, twice), total);
                          createFor(builder, loc, start, end, {start, middle},
                                    [&](Value k, ValueRange places) {
                                      return mergeStep(entries.coordinates,
                                                       lists, places, from, to,
                                                       k, middle, end);
                                    });
                          return {};
                        });
              return {};
            });

  Value sorted = math.andI(rounds, one);
  createFor(builder, loc, zero, total, {},
            [&](Value k, ValueRange) -> SmallVector<Value> {
              Value entry = load(lists, {sorted, k});
              createStaticFor(builder, loc, rank, {},
                              [&](Value l, ValueRange) -> SmallVector<Value> {
                                store(load(entries.coordinates, {entry, l}),
                                      results.coordinates, {k, l});
                                return {};
                              });
              store(load(entries.values, entry), results.values, k);
              return {};
            });
  return bits;
}

/// One step of merging two runs of list `from` into place `k` of list `to`.
/// `places` are the next ones of the runs; the first run ends at `middle`, the
/// second one at `end`. Of equal rows the first run's come first.
SmallVector<Value>
SparseConcatLowering::mergeStep(Value coordinates, Value lists,
                                ValueRange places, Value from, Value to,
                                Value k, Value middle, Value end) {
  Value left = places[0], right = places[1];
  Value takeRight = createIf(
      builder, loc, math.slt(right, end), builder.getI1Type(),
      [&] {
        return createIf(
            builder, loc, math.slt(left, middle), builder.getI1Type(),
            [&]() -> SmallVector<Value> {
              Value a = load(lists, {from, left});
              Value b = load(lists, {from, right});
              return {createIsBefore(
                  builder, loc, rank,
                  [&](Value l) {
                    return load(coordinates, {b, l});
                  },
                  [&](Value l) {
                    return load(coordinates, {a, l});
                  })};
            },
            [&]() -> SmallVector<Value> { return {math.boolean(true)}; });
      },
      [&]() -> SmallVector<Value> { return {math.boolean(false)}; })[0];
  Value next = load(lists, {from, math.select(takeRight, right, left)});
  store(next, lists, {to, k});
  return {math.select(takeRight, left, math.add(left, one)),
          math.select(takeRight, math.add(right, one), right)};
}
