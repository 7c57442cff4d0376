//===- SparseConcatChecks.cpp - Run-time checks of sparse_concat ----------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "weft/Dialect/Weft/IR/ShapeInference.h"
#include "weft/Dialect/Weft/Transforms/RuntimeChecks.h"
#include "weft/Dialect/Weft/Utils/Coordinates.h"
#include "weft/Dialect/Weft/Utils/EntryParts.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "weft/Dialect/Weft/Utils/LoopUtils.h"
#include "weft/Dialect/Weft/Utils/OperandTable.h"

using namespace mlir;
using namespace weft;

/// Whether dimension `dim` of every type is static.
static bool isStatic(TypeRange types, int64_t dim) {
  return llvm::all_of(types, [&](Type type) {
    return !cast<RankedTensorType>(type).isDynamicDim(dim);
  });
}

namespace {
/// Writes the checks of one op. They are loops over the inputs: neither the
/// code nor the time to compile it grows with an input's checks.
class SparseConcatChecks {
public:
  SparseConcatChecks(SparseConcatOp op, CheckBuilder &checks)
      : op(op), checks(checks), builder(checks.builder), loc(checks.loc),
        math(builder, loc), rank(op.getSparseRank()),
        dim(op.getNormalizedConcatDim()),
        columnsKnown(isStatic(op.getIndices().getTypes(), 1)),
        lengthsKnown(isStatic(op.getShapes().getTypes(), 0)),
        indices(columnsKnown ? createMatrices()
                             : OperandTable(builder, loc, op.getIndices(),
                                            {ShapedType::kDynamic,
                                             ShapedType::kDynamic})),
        shapes(builder, loc, op.getShapes(),
               {lengthsKnown ? rank : ShapedType::kDynamic},
               OperandTable::Layout::RowMajor) {}

  void emit();

private:
  /// The indices once they are known to have the right number of columns.
  OperandTable createMatrices() {
    return OperandTable(builder, loc, op.getIndices(),
                        {ShapedType::kDynamic, rank},
                        OperandTable::Layout::RowMajor);
  }
  Value checkSizes();
  void checkCoordinates(Value total);
  Value getWrongBits(const OperandTable &matrices, Value part, Value parts);
  void reportCoordinates(Value input, Value coordinates, Value shape,
                         Value rows);

  Value load(Value buffer, ValueRange position) {
    return memref::LoadOp::create(builder, loc, buffer, position);
  }
  Value i64(int64_t value) {
    return arith::ConstantIntOp::create(builder, loc, value, /*width=*/64);
  }

  SparseConcatOp op;
  CheckBuilder &checks;
  OpBuilder &builder;
  Location loc;
  IndexMath math;
  int64_t rank, dim;
  bool columnsKnown, lengthsKnown;
  OperandTable indices, shapes;
};
} // namespace

void SparseConcatChecks::emit() { checkCoordinates(checkSizes()); }

/// C8 ... C13 and C16: what the sizes of the operands and the elements of
/// `shapes` show. Returns the number of entries.
Value SparseConcatChecks::checkSizes() {
  bool countsKnown = isStatic(op.getIndices().getTypes(), 0) &&
                     isStatic(op.getValues().getTypes(), 0);
  Value counts;
  if (!countsKnown)
    counts = tensor::FromElementsOp::create(
        builder, loc, llvm::map_to_vector(op.getValues(), [&](Value values) {
          return math.dim(values, 0);
        }));

  Value zero = math.constant(0), first = zero;
  Value rankValue = math.constant(rank), dimValue = math.constant(dim);
  SmallVector<Value> sums = createFor(
      builder, loc, zero, math.constant(op.getNumInputs()), {zero, zero},
      [&](Value i, ValueRange carried) -> SmallVector<Value> {
        Value coordinates = indices.get(builder, loc, i);
        Value shape = shapes.get(builder, loc, i);
        Value rows = memref::DimOp::create(builder, loc, coordinates, 0);
        // C8
        if (!columnsKnown) {
          Value columns = memref::DimOp::create(builder, loc, coordinates, 1);
          checks.expect(math.eq(columns, rankValue),
                        "expected 'indices'[%d] to have " + Twine(rank) +
                            " columns, but got %d",
                        {i, columns});
        }
        if (!lengthsKnown) {
          Value length = memref::DimOp::create(builder, loc, shape, 0);
          checks.expect(math.eq(length, rankValue),
                        "expected 'shapes'[%d] to have " + Twine(rank) +
                            " elements, but got %d",
                        {i, length});
        }
        // C9
        if (!countsKnown) {
          Value count = tensor::ExtractOp::create(builder, loc, counts, i);
          checks.expect(math.eq(count, rows),
                        "expected 'values'[%d] to have as many elements as "
                        "'indices'[%d] has rows (%d), but got %d",
                        {i, i, rows, count});
        }
        // C10, C11. The length of the first shape has been checked by now.
        Value firstShape = shapes.get(builder, loc, first);
        createStaticFor(
            builder, loc, rank, {},
            [&](Value l, ValueRange) -> SmallVector<Value> {
              Value size = math.toIndex(load(shape, l));
              checks.expect(
                  math.sge(size, zero),
                  "expected 'shapes'[%d][%d] to be at least 0, but got %d",
                  {i, l, size});
              Value expected = math.toIndex(load(firstShape, l));
              checks.expect(
                  math.orI(math.eq(l, dimValue), math.eq(size, expected)),
                  "expected 'shapes'[%d][%d] to be the same as in "
                  "'shapes'[0] (%d), but got %d",
                  {i, l, expected, size});
              return {};
            });
        // C12, C13
        Value size = math.toIndex(load(shape, dimValue));
        checks.expect(math.sumFits(carried[0], size),
                      "expected the sizes in dimension " + Twine(dim) +
                          " to add up to at most 9223372036854775807, but "
                          "'shapes'[%d] adds %d to %d",
                      {i, size, carried[0]});
        checks.expect(math.sumFits(carried[1], rows),
                      "expected all inputs together to have at most "
                      "9223372036854775807 entries, but 'indices'[%d] adds "
                      "%d to %d",
                      {i, rows, carried[1]});
        return {math.add(carried[0], size), math.add(carried[1], rows)};
      });

  // C16. Where the types show the number of entries, the verifier has compared.
  auto inferred = inferSparseConcatTypes(
      /*emitError=*/nullptr, op.getConcatDim(), op.getIndices().getTypes(),
      op.getValues().getTypes(), op.getShapes().getTypes());
  if (!(*inferred)[1].isDynamicDim(0))
    return sums[1];
  for (auto [name, result] :
       {std::pair("output_indices", op.getOutputIndices()),
        std::pair("output_values", op.getOutputValues())}) {
    auto type = cast<RankedTensorType>(result.getType());
    if (!type.isDynamicDim(0))
      checks.expect(math.eq(sums[1], math.constant(type.getDimSize(0))),
                    "expected '" + Twine(name) + "' to have the size of its " +
                        "type in dimension 0 (" + Twine(type.getDimSize(0)) +
                        "), but got %d",
                    {sums[1]});
  }
  return sums[1];
}

/// What createWrongBits says of all inputs, or of one of `parts` parts of each.
Value SparseConcatChecks::getWrongBits(const OperandTable &matrices, Value part,
                                       Value parts) {
  Value zero = math.constant(0), one = math.constant(1);
  return createFor(
      builder, loc, zero, math.constant(op.getNumInputs()), i64(0),
      [&](Value i, ValueRange bits) -> SmallVector<Value> {
        Value coordinates = matrices.get(builder, loc, i);
        Value rows = memref::DimOp::create(builder, loc, coordinates, 0);
        if (parts) {
          // With the row in front of the part.
          Value start = createPartStart(builder, loc, rows, part, parts);
          Value end =
              createPartStart(builder, loc, rows, math.add(part, one), parts);
          start = math.max(math.sub(start, one), zero);
          rows = math.sub(end, start);
          coordinates = memref::SubViewOp::create(
              builder, loc, coordinates,
              ArrayRef<OpFoldResult>{start, builder.getIndexAttr(0)},
              ArrayRef<OpFoldResult>{rows, builder.getIndexAttr(rank)},
              ArrayRef<OpFoldResult>{builder.getIndexAttr(1),
                                     builder.getIndexAttr(1)});
        }
        Value wrong = createWrongBits(builder, loc, {coordinates, rows, rank},
                                      shapes.get(builder, loc, i),
                                      /*order=*/!op.getSortInputs());
        return {math.orI(bits[0], wrong)};
      })[0];
}

/// C14 and C15, in one pass over the coordinates: the bits that say something
/// is wrong are or'ed without a branch. Only if there are any, the first wrong
/// row is looked for.
void SparseConcatChecks::checkCoordinates(Value total) {
  // The number of columns has been checked by now.
  OperandTable matrices = columnsKnown ? indices : createMatrices();
  Value zero = math.constant(0);
  auto serial = [&]() -> SmallVector<Value> {
    return {getWrongBits(matrices, /*part=*/{}, /*parts=*/{})};
  };
  auto parallel = [&]() -> SmallVector<Value> {
    Value ofParts = memref::AllocOp::create(
        builder, loc, MemRefType::get({kMaxEntryParts}, builder.getI64Type()));
    Value parts = createNumParts(builder, loc, total, checks.parallelEntries);
    createForall(builder, loc, parts, [&](Value part) {
      memref::StoreOp::create(builder, loc, getWrongBits(matrices, part, parts),
                              ofParts, part);
    });
    return createFor(builder, loc, zero, parts, i64(0),
                     [&](Value part, ValueRange bits) -> SmallVector<Value> {
                       return {math.orI(bits[0], load(ofParts, part))};
                     });
  };
  Value bits =
      checks.parallelEntries
          ? createIf(builder, loc,
                     math.sge(total, math.constant(checks.parallelEntries)),
                     builder.getI64Type(), parallel, serial)[0]
          : serial()[0];
  createIf(
      builder, loc, math.slt(bits, i64(0)), {},
      [&]() -> SmallVector<Value> {
        createFor(builder, loc, zero, math.constant(op.getNumInputs()), {},
                  [&](Value i, ValueRange) -> SmallVector<Value> {
                    Value coordinates = matrices.get(builder, loc, i);
                    reportCoordinates(
                        i, coordinates, shapes.get(builder, loc, i),
                        memref::DimOp::create(builder, loc, coordinates, 0));
                    return {};
                  });
        return {};
      },
      []() -> SmallVector<Value> { return {}; });
}

/// The same checks row by row.
void SparseConcatChecks::reportCoordinates(Value input, Value coordinates,
                                           Value shape, Value rows) {
  Value zero = math.constant(0), one = math.constant(1);
  createFor(
      builder, loc, zero, rows, {},
      [&](Value row, ValueRange) -> SmallVector<Value> {
        // C14
        createStaticFor(
            builder, loc, rank, {},
            [&](Value l, ValueRange) -> SmallVector<Value> {
              Value c = load(coordinates, {row, l});
              Value size = load(shape, l);
              checks.expect(math.ult(c, size),
                            "expected 'indices'[%d][%d][%d] to be in [0, %d), "
                            "but got %d",
                            {input, row, l, size, c});
              return {};
            });
        // C15
        if (op.getSortInputs())
          return {};
        Value previous = math.max(math.sub(row, one), zero);
        Value isBefore = createIsBefore(
            builder, loc, rank,
            [&](Value l) {
              return load(coordinates, {row, l});
            },
            [&](Value l) {
              return load(coordinates, {previous, l});
            });
        checks.expect(math.eq(isBefore, math.boolean(false)),
                      "expected the rows of 'indices'[%d] to be in row-major "
                      "order, but row %d is before row %d",
                      {input, row, previous});
        return {};
      });
}

void weft::emitRuntimeChecks(SparseConcatOp op, CheckBuilder &checks) {
  SparseConcatChecks(op, checks).emit();
}
