//===- IndexTensors.cpp - Loops over tensors of indices -------------------===//

#include "weft/Dialect/Weft/Utils/IndexTensors.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/TypeUtilities.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"

using namespace mlir;
using namespace weft;

/// The product of sizes. It is right if it fits 64 bits, and 0 if one is 0.
static Value emitProduct(const IndexMath &math, ArrayRef<Value> sizes) {
  Value product = math.constant(1);
  for (Value size : sizes)
    product = math.mul(product, size);
  return product;
}

SmallVector<Value> weft::emitPositionLoops(
    OpBuilder &builder, Location loc, ArrayRef<Value> sizes, ValueRange inits,
    llvm::function_ref<SmallVector<Value>(
        OpBuilder &, Location, ValueRange position, ValueRange carried)>
        body) {
  IndexMath math(builder, loc);
  SmallVector<Value> bounds(sizes);
  if (bounds.size() > 1) {
    // Without this, 2^40 x 0 positions would take 2^40 turns of the outer loop.
    Value inner = emitProduct(math, ArrayRef(bounds).drop_front());
    bounds[0] = math.select(math.eq(inner, math.constant(0)), math.constant(0),
                            bounds[0]);
  }
  SmallVector<Value> zeros(bounds.size(), math.constant(0));
  SmallVector<Value> ones(bounds.size(), math.constant(1));
  return scf::buildLoopNest(builder, loc, zeros, bounds, ones, inits, body)
      .results;
}

/// Sizes of the positions of an index tensor: all dimensions, or all but the
/// one of the components.
static SmallVector<Value> getPositionSizes(const IndexMath &math, Value indices,
                                           bool hasComponents) {
  int64_t rank = cast<RankedTensorType>(indices.getType()).getRank();
  SmallVector<Value> sizes;
  for (int64_t i = 0; i < rank - hasComponents; ++i)
    sizes.push_back(math.dim(indices, i));
  return sizes;
}

static Value extractComponent(OpBuilder &builder, Location loc, Value indices,
                              ValueRange position,
                              std::optional<int64_t> component) {
  SmallVector<Value> at(position);
  if (component)
    at.push_back(IndexMath(builder, loc).constant(*component));
  return tensor::ExtractOp::create(builder, loc, indices, at);
}

SmallVector<Value> weft::emitUnsignedMax(OpBuilder &builder, Location loc,
                                         Value indices,
                                         std::optional<int64_t> numComponents) {
  Type type = getElementTypeOrSelf(indices);
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  SmallVector<Value> inits(numComponents.value_or(1), zero);
  SmallVector<Value> sizes = getPositionSizes(IndexMath(builder, loc), indices,
                                              numComponents.has_value());
  return emitPositionLoops(
      builder, loc, sizes, inits,
      [&](OpBuilder &builder, Location loc, ValueRange position,
          ValueRange carried) {
        SmallVector<Value> next;
        for (auto [i, max] : llvm::enumerate(carried)) {
          std::optional<int64_t> component;
          if (numComponents)
            component = i;
          Value index =
              extractComponent(builder, loc, indices, position, component);
          next.push_back(arith::MaxUIOp::create(builder, loc, max, index));
        }
        return next;
      });
}

SmallVector<Value> weft::emitFindOutOfBounds(OpBuilder &builder, Location loc,
                                             Value indices, Value bound,
                                             std::optional<int64_t> component) {
  IndexMath math(builder, loc);
  SmallVector<Value> sizes =
      getPositionSizes(math, indices, component.has_value());
  // Carried: the position and the index, and whether they have been found.
  SmallVector<Value> inits(sizes.size() + 1, math.constant(0));
  inits.push_back(math.boolean(false));
  SmallVector<Value> found = emitPositionLoops(
      builder, loc, sizes, inits,
      [&](OpBuilder &builder, Location loc, ValueRange position,
          ValueRange carried) {
        IndexMath math(builder, loc);
        Value index = math.toIndex(
            extractComponent(builder, loc, indices, position, component));
        Value bad = math.cmp(arith::CmpIPredicate::uge, index, bound);
        SmallVector<Value> here(position);
        here.push_back(index);
        here.push_back(bad);
        SmallVector<Value> next;
        for (auto [before, now] : llvm::zip_equal(carried, here))
          next.push_back(math.select(carried.back(), before, now));
        return next;
      });
  found.pop_back();
  return found;
}

Value weft::emitIsInBounds(OpBuilder &builder, Location loc, Value max,
                           Value bound) {
  IndexMath math(builder, loc);
  Type type = max.getType();
  if (!type.isIndex()) {
    // A negative index of fewer than 64 bits stays below large bounds once it
    // is extended without its sign.
    unsigned width = type.getIntOrFloatBitWidth();
    if (width < 64)
      bound = math.min(bound, math.constant(int64_t(1) << (width - 1)));
    max =
        arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(), max);
  }
  return math.ult(max, bound);
}

Value weft::emitOffset(OpBuilder &builder, Location loc, Value index) {
  IndexMath math(builder, loc);
  if (!index.getType().isIndex() &&
      index.getType().getIntOrFloatBitWidth() < 64)
    return arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                        index);
  return math.max(math.toIndex(index), math.constant(0));
}

Value weft::emitNumNamedRows(OpBuilder &builder, Location loc, Value indices,
                             Value max) {
  IndexMath math(builder, loc);
  if (!max.getType().isIndex())
    max =
        arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(), max);
  Value count = emitProduct(
      math, getPositionSizes(math, indices, /*hasComponents=*/false));
  return math.select(math.eq(count, math.constant(0)), math.constant(0),
                     math.add(max, math.constant(1)));
}

Value weft::emitNumStitchedRows(OpBuilder &builder, Location loc,
                                ValueRange indices) {
  IndexMath math(builder, loc);
  Value rows;
  for (Value tensor : indices) {
    Value max = emitUnsignedMax(builder, loc, tensor).front();
    Value mine = emitNumNamedRows(builder, loc, tensor, max);
    rows = rows ? math.max(rows, mine) : mine;
  }
  return rows;
}
