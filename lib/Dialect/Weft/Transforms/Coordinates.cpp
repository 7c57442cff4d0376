//===- Coordinates.cpp - Bounds and order of coordinates ------------------===//
//
// Eight rows at once, whatever vectors the target has. Flat in memory, row e +
// 1 starts R elements behind row e, so two loads that are R elements apart give
// eight rows and the eight rows in front of them:
//
//   bits |= a | (limits - a)      a coordinate c is in [0, limit] if neither c
//                                 nor limit - c has the sign bit
//   step  = a - previous          then one vector a coordinate, by shuffles
//   bits |= step_0 | ((step_0 - 1) & (step_1 | ...))   see createIsBeforeBits
//
// The last eight rows overlap the ones before, so that nothing remains. Row by
// row go row 0, which has none in front of it, and less than eight rows.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Weft/Utils/Coordinates.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "weft/Dialect/Weft/Utils/PlainLoop.h"

using namespace mlir;
using namespace weft;

static constexpr int64_t kRows = kRowsAtOnce;
/// The largest rank that is worth so many shuffles.
static constexpr int64_t kMaxVectorRank = 8;

namespace {
class WrongBits {
public:
  WrongBits(OpBuilder &builder, Location loc, const CoordinateRows &coordinates,
            Value shape, bool order, RowVisitor visitor)
      : builder(builder), loc(loc), math(builder, loc),
        coordinates(coordinates), shape(shape), order(order), visitor(visitor),
        rank(coordinates.rank), zero(math.constant(0)), one(math.constant(1)),
        i64Zero(arith::ConstantIntOp::create(builder, loc, 0, /*width=*/64)),
        i64One(arith::ConstantIntOp::create(builder, loc, 1, /*width=*/64)) {}

  Value emit();

private:
  Value load(Value row, Value l) {
    return memref::LoadOp::create(builder, loc, coordinates.buffer,
                                  ValueRange{row, l});
  }
  /// The largest coordinate `l` that is in bounds.
  Value getLimit(Value l) {
    return math.sub(memref::LoadOp::create(builder, loc, shape, l), i64One);
  }
  Value addBounds(Value row, Value bits);
  Value emitRows(Value end);
  Value emitVectors(Value startRow, Value endRow, Value bits);
  Value pickCoordinate(ArrayRef<Value> flat, int64_t l);

  OpBuilder &builder;
  Location loc;
  IndexMath math;
  CoordinateRows coordinates;
  Value shape;
  bool order;
  RowVisitor visitor;
  int64_t rank;
  Value zero, one, i64Zero, i64One;
};
} // namespace

Value WrongBits::addBounds(Value row, Value bits) {
  if (!shape)
    return bits;
  return createStaticFor(builder, loc, rank, bits,
                         [&](Value l, ValueRange bits) -> SmallVector<Value> {
                           Value c = load(row, l);
                           Value outside =
                               math.orI(c, math.sub(getLimit(l), c));
                           return {math.orI(bits[0], outside)};
                         })[0];
}

/// Row by row, up to `end`. Row 0 is compared with itself.
Value WrongBits::emitRows(Value end) {
  Value bits =
      createFor(builder, loc, coordinates.from, end, i64Zero,
                [&](Value row, ValueRange bits) -> SmallVector<Value> {
                  if (visitor.one)
                    visitor.one(row);
                  Value all = addBounds(row, bits[0]);
                  if (!order)
                    return {all};
                  Value previous = math.max(math.sub(row, one), zero);
                  Value before = createIsBeforeBits(
                      builder, loc, rank, [&](Value l) { return load(row, l); },
                      [&](Value l) { return load(previous, l); });
                  return {math.orI(all, before)};
                })[0];
  // Few rows, if there are vectors for others.
  if (rank <= kMaxVectorRank)
    makePlainLoop(bits.getDefiningOp());
  return bits;
}

/// Coordinate `l` of eight rows that are flat in `rank` vectors of eight lanes.
/// Vectors of other lengths than powers of two make slow code.
Value WrongBits::pickCoordinate(ArrayRef<Value> flat, int64_t l) {
  Value picked;
  for (auto [k, vector] : llvm::enumerate(flat)) {
    SmallVector<int64_t> lanes;
    for (int64_t row = 0; row < kRows; ++row) {
      int64_t lane = row * rank + l - static_cast<int64_t>(k) * kRows;
      bool isHere = lane >= 0 && lane < kRows;
      lanes.push_back(isHere ? kRows + lane : row);
    }
    picked = vector::ShuffleOp::create(builder, loc, picked ? picked : vector,
                                       vector, lanes);
  }
  return picked;
}

/// Eight rows at once: eight rows at least, or none.
Value WrongBits::emitVectors(Value startRow, Value endRow, Value bits) {
  auto type = VectorType::get(kRows, builder.getI64Type());
  auto splat = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(type, builder.getI64IntegerAttr(value)));
  };
  Value flat = memref::CollapseShapeOp::create(
      builder, loc, coordinates.buffer,
      SmallVector<ReassociationIndices>{{0, 1}});
  // The limits of eight rows, flat like these.
  SmallVector<Value> limits;
  if (shape) {
    Value sizes = vector::LoadOp::create(
        builder, loc, VectorType::get(rank, builder.getI64Type()), shape, zero);
    for (int64_t k = 0; k < rank; ++k) {
      SmallVector<int64_t> lanes;
      for (int64_t lane = 0; lane < kRows; ++lane)
        lanes.push_back((k * kRows + lane) % rank);
      Value flatSizes =
          vector::ShuffleOp::create(builder, loc, sizes, sizes, lanes);
      limits.push_back(math.sub(flatSizes, splat(1)));
    }
  }

  Value rankValue = math.constant(rank), rows = math.constant(kRows);
  Value last = math.sub(endRow, rows);
  auto loop = scf::ForOp::create(builder, loc, startRow, endRow, rows,
                                 ValueRange{splat(0), splat(0)});
  makePlainLoop(loop);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value row = math.min(loop.getInductionVar(), last);
  Value at = math.mul(row, rankValue);
  Value boundBits = loop.getRegionIterArg(0);
  Value orderBits = loop.getRegionIterArg(1);
  SmallVector<Value> steps, loaded;
  for (int64_t k = 0; k < rank; ++k) {
    Value here = math.add(at, math.constant(k * kRows));
    Value a = vector::LoadOp::create(builder, loc, type, flat, here);
    loaded.push_back(a);
    if (shape)
      boundBits = math.orI(boundBits, math.orI(a, math.sub(limits[k], a)));
    if (order)
      steps.push_back(
          math.sub(a, vector::LoadOp::create(builder, loc, type, flat,
                                             math.sub(here, rankValue))));
  }
  if (visitor.several)
    visitor.several(row, loaded);
  if (order) {
    Value before = pickCoordinate(steps, rank - 1);
    for (int64_t l = rank - 2; l >= 0; --l) {
      Value step = pickCoordinate(steps, l);
      before = math.orI(step, math.andI(math.sub(step, splat(1)), before));
    }
    orderBits = math.orI(orderBits, before);
  }
  scf::YieldOp::create(builder, loc, ValueRange{boundBits, orderBits});
  builder.setInsertionPointAfter(loop);
  for (Value result : loop.getResults())
    bits = math.orI(bits, vector::ReductionOp::create(
                              builder, loc, vector::CombiningKind::OR, result));
  return bits;
}

Value WrongBits::emit() {
  if (rank > kMaxVectorRank)
    return emitRows(coordinates.to);
  Value start = visitor.start ? visitor.start : coordinates.from;
  start = math.max(start, one);
  Value isMany =
      math.sge(coordinates.to, math.add(start, math.constant(kRows)));
  Value bits = emitRows(math.select(isMany, start, coordinates.to));
  return emitVectors(start, math.select(isMany, coordinates.to, zero), bits);
}

Value weft::createWrongBits(OpBuilder &builder, Location loc,
                            const CoordinateRows &coordinates, Value shape,
                            bool order, RowVisitor visitor) {
  return WrongBits(builder, loc, coordinates, shape, order, visitor).emit();
}
