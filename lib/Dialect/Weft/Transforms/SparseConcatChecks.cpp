//===- SparseConcatChecks.cpp - Run-time checks of sparse_concat ----------===//

#include "weft/Dialect/Weft/Transforms/SparseConcatChecks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "weft/Dialect/Weft/IR/ShapeInference.h"
#include "weft/Dialect/Weft/Utils/Coordinates.h"
#include "weft/Dialect/Weft/Utils/LoopUtils.h"

using namespace mlir;
using namespace weft;

/// Whether dimension `dim` of every type is static.
static bool isStatic(TypeRange types, int64_t dim) {
  return llvm::all_of(types, [&](Type type) {
    return !cast<RankedTensorType>(type).isDynamicDim(dim);
  });
}

static Value load(OpBuilder &builder, Location loc, Value buffer,
                  ValueRange position) {
  return memref::LoadOp::create(builder, loc, buffer, position);
}

SparseConcatChecks::SparseConcatChecks(SparseConcatOp op, CheckBuilder &checks,
                                       const OperandTable &indices,
                                       const OperandTable &shapes)
    : op(op), checks(checks), builder(checks.builder), loc(checks.loc),
      math(builder, loc), rank(op.getSparseRank()),
      dim(op.getNormalizedConcatDim()), indices(indices), shapes(shapes) {
  if (!checks.isEnabled())
    return;
  if (!isStatic(op.getIndices().getTypes(), 1))
    columns = createSizes(op.getIndices(), 1);
  if (!isStatic(op.getShapes().getTypes(), 0))
    lengths = createSizes(op.getShapes(), 0);
  if (!isStatic(op.getIndices().getTypes(), 0) ||
      !isStatic(op.getValues().getTypes(), 0))
    counts = createSizes(op.getValues(), 0);
}

/// The sizes of the tensors in a dimension.
Value SparseConcatChecks::createSizes(ValueRange tensors, int64_t dimension) {
  return tensor::FromElementsOp::create(
      builder, loc, llvm::map_to_vector(tensors, [&](Value tensor) {
        return math.dim(tensor, dimension);
      }));
}

SmallVector<Value> SparseConcatChecks::checkInput(Value i, ValueRange sums) {
  Value zero = math.constant(0), dimValue = math.constant(dim);
  Value rows =
      memref::DimOp::create(builder, loc, indices.get(builder, loc, i), zero);
  if (checks.isEnabled()) {
    auto expectRank = [&](Value sizes, const Twine &format) {
      if (!sizes)
        return;
      Value size = tensor::ExtractOp::create(builder, loc, sizes, i);
      checks.expect(math.eq(size, math.constant(rank)), format, {i, size});
    };
    // C8
    expectRank(columns, "expected 'indices'[%d] to have " + Twine(rank) +
                            " columns, but got %d");
    expectRank(lengths, "expected 'shapes'[%d] to have " + Twine(rank) +
                            " elements, but got %d");
    // C9
    if (counts) {
      Value count = tensor::ExtractOp::create(builder, loc, counts, i);
      checks.expect(math.eq(count, rows),
                    "expected 'values'[%d] to have as many elements as "
                    "'indices'[%d] has rows (%d), but got %d",
                    {i, i, rows, count});
    }
  }
  Value shape = shapes.get(builder, loc, i);
  // C10, C11. The length of the first shape has been checked by now.
  if (checks.isEnabled()) {
    Value firstShape = shapes.get(builder, loc, zero);
    createFor(
        builder, loc, zero, math.constant(rank), {},
        [&](Value l, ValueRange) -> SmallVector<Value> {
          Value size = math.toIndex(load(builder, loc, shape, l));
          checks.expect(math.sge(size, zero),
                        "expected 'shapes'[%d][%d] to be at least 0, "
                        "but got %d",
                        {i, l, size});
          Value expected = math.toIndex(load(builder, loc, firstShape, l));
          checks.expect(math.orI(math.eq(l, dimValue), math.eq(size, expected)),
                        "expected 'shapes'[%d][%d] to be the same as in "
                        "'shapes'[0] (%d), but got %d",
                        {i, l, expected, size});
          return {};
        });
  }
  // C12, C13
  Value size = math.toIndex(load(builder, loc, shape, dimValue));
  SmallVector<Value> next = {math.add(sums[0], size), math.add(sums[1], rows)};
  if (checks.isEnabled()) {
    checks.expect(math.sge(next[0], zero),
                  "expected the sizes in dimension " + Twine(dim) +
                      " to add up to at most 9223372036854775807, but "
                      "'shapes'[%d] adds %d to %d",
                  {i, size, sums[0]});
    checks.expect(math.sge(next[1], zero),
                  "expected all inputs together to have at most "
                  "9223372036854775807 entries, but 'indices'[%d] adds "
                  "%d to %d",
                  {i, rows, sums[1]});
  }
  return next;
}

void SparseConcatChecks::checkTotal(Value total) {
  // Where the types show the number of entries, the verifier has compared.
  auto inferred = inferSparseConcatTypes(
      /*emitError=*/nullptr, op.getConcatDim(), op.getIndices().getTypes(),
      op.getValues().getTypes(), op.getShapes().getTypes());
  if (!checks.isEnabled() || !(*inferred)[1].isDynamicDim(0))
    return;
  for (auto [name, result] :
       {std::pair("output_indices", op.getOutputIndices()),
        std::pair("output_values", op.getOutputValues())}) {
    auto type = cast<RankedTensorType>(result.getType());
    if (!type.isDynamicDim(0))
      checks.expect(math.eq(total, math.constant(type.getDimSize(0))),
                    "expected '" + Twine(name) + "' to have the size of its " +
                        "type in dimension 0 (" + Twine(type.getDimSize(0)) +
                        "), but got %d",
                    {total});
  }
}

/// C14 and C15, in one pass over the coordinates: the bits that say something
/// is wrong are or'ed without a branch. Only if there are any, the first wrong
/// row is looked for.
Value SparseConcatChecks::getWrongBits(Value i, Value coordinates, Value from,
                                       Value to, RowVisitor visitor) {
  return createWrongBits(builder, loc, {coordinates, from, to, rank},
                         shapes.get(builder, loc, i),
                         /*order=*/!op.getSortInputs(), visitor);
}

void SparseConcatChecks::reportWrongBits(Value bits) {
  Value zero = math.constant(0);
  Value none = arith::ConstantIntOp::create(builder, loc, 0, /*width=*/64);
  createIf(
      builder, loc, math.slt(bits, none), {},
      [&]() -> SmallVector<Value> {
        createFor(builder, loc, zero, math.constant(op.getNumInputs()), {},
                  [&](Value i, ValueRange) -> SmallVector<Value> {
                    Value coordinates = indices.get(builder, loc, i);
                    Value shape = shapes.get(builder, loc, i);
                    Value rows =
                        memref::DimOp::create(builder, loc, coordinates, zero);
                    createFor(builder, loc, zero, rows, {},
                              [&](Value row, ValueRange) -> SmallVector<Value> {
                                checkRow(i, coordinates, shape, row);
                                return {};
                              });
                    return {};
                  });
        return {};
      },
      []() -> SmallVector<Value> { return {}; });
}

/// It need not be fast: the coordinates are a loop.
void SparseConcatChecks::checkRow(Value input, Value coordinates, Value shape,
                                  Value row) {
  Value previous = math.max(math.sub(row, math.constant(1)), math.constant(0));
  // Whether the row in front of this one is equal so far.
  Value isEqual = math.boolean(true);
  Value isBefore = createFor(
      builder, loc, math.constant(0), math.constant(rank),
      {math.boolean(false), isEqual},
      [&](Value l, ValueRange carried) -> SmallVector<Value> {
        // C14
        Value c = load(builder, loc, coordinates, {row, l});
        Value size = load(builder, loc, shape, l);
        checks.expect(math.ult(c, size),
                      "expected 'indices'[%d][%d][%d] to be in [0, %d), "
                      "but got %d",
                      {input, row, l, size, c});
        Value last = load(builder, loc, coordinates, {previous, l});
        Value isLess = math.andI(carried[1], math.slt(c, last));
        return {math.orI(carried[0], isLess),
                math.andI(carried[1], math.eq(c, last))};
      })[0];
  // C15
  if (!op.getSortInputs())
    checks.expect(math.eq(isBefore, math.boolean(false)),
                  "expected the rows of 'indices'[%d] to be in row-major "
                  "order, but row %d is before row %d",
                  {input, row, previous});
}

void weft::emitRuntimeChecks(SparseConcatOp op, CheckBuilder &builder) {
  int64_t rank = op.getSparseRank();
  OpBuilder &b = builder.builder;
  Location loc = builder.loc;
  IndexMath math(b, loc);
  OperandTable indices(b, loc, op.getIndices(), {ShapedType::kDynamic, rank},
                       OperandTable::Layout::RowMajor);
  OperandTable shapes(b, loc, op.getShapes(), {rank},
                      OperandTable::Layout::RowMajor);
  SparseConcatChecks checks(op, builder, indices, shapes);
  Value zero = math.constant(0), count = math.constant(op.getNumInputs());
  SmallVector<Value> sums = createFor(
      b, loc, zero, count, {zero, zero},
      [&](Value i, ValueRange sums) { return checks.checkInput(i, sums); });
  checks.checkTotal(sums[1]);
  Value none = arith::ConstantIntOp::create(b, loc, 0, /*width=*/64);
  Value bits =
      createFor(b, loc, zero, count, none,
                [&](Value i, ValueRange bits) -> SmallVector<Value> {
                  Value coordinates = indices.get(b, loc, i);
                  Value rows = memref::DimOp::create(b, loc, coordinates, zero);
                  return {math.orI(bits[0], checks.getWrongBits(i, coordinates,
                                                                zero, rows))};
                })[0];
  checks.reportWrongBits(bits);
}
