//===- ParallelDynamicStitchChecks.cpp - Of weft.parallel_dynamic_stitch --===//

#include "mlir/IR/Matchers.h"
#include "weft/Dialect/Weft/Transforms/RuntimeChecks.h"
#include "weft/Dialect/Weft/Utils/ElementSize.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "weft/Dialect/Weft/Utils/IndexTensors.h"
#include "weft/Dialect/Weft/Utils/LoopUtils.h"
#include "weft/Dialect/Weft/Utils/OperandTable.h"

using namespace mlir;
using namespace weft;

/// Bytes of an element in a buffer. Types of which MLIR knows no size do not
/// reach one; they count as the largest handle.
static int64_t getLargestElementBytes(ParallelDynamicStitchOp op) {
  Type type = op.getMergedType().getElementType();
  if (hasKnownSize(type))
    return DataLayout::closest(op).getTypeSize(type).getKnownMinValue();
  return 16;
}

namespace {
/// Consecutive inputs whose indices have one type but for the sizes.
struct Run {
  int64_t start, count;
  RankedTensorType indexType;

  /// Whether one loop checks them all: checks of each would take as much code
  /// as there are inputs.
  bool isLong() const { return count > 4; }
};

class StitchChecks {
public:
  StitchChecks(ParallelDynamicStitchOp op, CheckBuilder &checks)
      : op(op), checks(checks), builder(checks.builder), loc(checks.loc),
        math(builder, loc), zero(math.constant(0)) {}

  void emit() {
    findRuns();
    checkShapes();
    checkNumRows(checkIndices());
  }

private:
  void findRuns();
  void checkShapes();
  void checkSize(const Run &run, int64_t dim, ArrayRef<Value> expected,
                 const Twine &of);
  Value checkIndices();
  Value checkIndices(Value indices, std::optional<int64_t> number, Value input,
                     Value rows);
  void checkNumRows(Value rows);

  ParallelDynamicStitchOp op;
  CheckBuilder &checks;
  OpBuilder &builder;
  Location loc;
  IndexMath math;
  Value zero;
  SmallVector<Run> runs;
};
} // namespace

void StitchChecks::findRuns() {
  for (auto [i, indices] : llvm::enumerate(op.getIndices())) {
    auto type = cast<RankedTensorType>(indices.getType());
    if (!runs.empty() && runs.back().indexType.getRank() == type.getRank() &&
        runs.back().indexType.getElementType() == type.getElementType())
      ++runs.back().count;
    else
      runs.push_back({static_cast<int64_t>(i), 1, type});
  }
}

/// C4, C5 and the row sizes of C6: dynamic sizes of `data` and `merged`.
void StitchChecks::checkShapes() {
  SmallVector<OpFoldResult> rowSizes = op.getRowSizes(builder);
  for (const Run &run : runs) {
    int64_t prefix = run.indexType.getRank();
    for (int64_t i = 0; i < prefix; ++i) { // C4
      SmallVector<Value> expected;
      for (Value indices : op.getIndices().slice(run.start, run.count))
        expected.push_back(math.dim(indices, i));
      checkSize(run, i, expected, "that of 'indices'");
    }
    for (auto [i, size] : llvm::enumerate(rowSizes)) { // C5, C6
      SmallVector<Value> expected(run.count, math.value(size));
      checkSize(run, prefix + i, expected,
                "dimension " + Twine(i + 1) + " of 'merged'");
    }
  }
}

/// Dimension `dim` of the data of a run has the sizes `expected`, each called
/// `of`, with the number of the input where it is one of 'indices'.
void StitchChecks::checkSize(const Run &run, int64_t dim,
                             ArrayRef<Value> expected, const Twine &of) {
  std::string what = of.str();
  bool isOfInput = StringRef(what).ends_with("'indices'");
  std::string start =
      ("expected dimension " + Twine(dim) + " of 'data'[").str();
  std::string end = " (%d), but got %d";
  SmallVector<Value> sizes;
  for (Value data : op.getData().slice(run.start, run.count))
    sizes.push_back(math.dim(data, dim));
  if (!run.isLong()) {
    for (auto [i, size] : llvm::enumerate(sizes)) {
      std::string number = std::to_string(run.start + i);
      std::string other = isOfInput ? "[" + number + "]" : "";
      checks.expect(math.eq(size, expected[i]),
                    start + number + "] to be " + what + other + end,
                    {expected[i], size});
    }
    return;
  }
  if (llvm::all_of(llvm::zip_equal(sizes, expected), [&](auto pair) {
        auto [a, b] = pair;
        return matchPattern(math.eq(a, b), m_One());
      }))
    return;
  Value sizeList = tensor::FromElementsOp::create(builder, loc, sizes);
  Value expectedList = tensor::FromElementsOp::create(builder, loc, expected);
  createFor(builder, loc, zero, math.constant(run.count), {},
            [&](Value i, ValueRange) -> SmallVector<Value> {
              Value input = math.add(i, math.constant(run.start));
              Value size = tensor::ExtractOp::create(builder, loc, sizeList, i);
              Value wanted =
                  tensor::ExtractOp::create(builder, loc, expectedList, i);
              SmallVector<Value> values{input, wanted, size};
              if (isOfInput)
                values.insert(values.begin(), input);
              checks.expect(math.eq(size, wanted),
                            start + "%d] to be " + what +
                                (isOfInput ? "[%d]" : "") + end,
                            values);
              return {};
            });
}

/// C7: the range of the indices. Returns the number of rows that they name.
Value StitchChecks::checkIndices() {
  Value rows = zero;
  for (const Run &run : runs) {
    ValueRange inputs = op.getIndices().slice(run.start, run.count);
    if (!run.isLong()) {
      for (auto [i, indices] : llvm::enumerate(inputs))
        rows = checkIndices(indices, run.start + i, nullptr, rows);
      continue;
    }
    SmallVector<int64_t> sizes(run.indexType.getRank(), ShapedType::kDynamic);
    OperandTable table(builder, loc, inputs, sizes,
                       OperandTable::Layout::RowMajor);
    rows = createFor(
        builder, loc, zero, math.constant(run.count), rows,
        [&](Value i, ValueRange rows) -> SmallVector<Value> {
          // It is only read, so it does not matter that it is not the only
          // tensor in that buffer.
          Value indices = bufferization::ToTensorOp::create(
              builder, loc, run.indexType.clone(sizes),
              table.get(builder, loc, i), /*restrict=*/true);
          return {checkIndices(indices, std::nullopt,
                               math.add(i, math.constant(run.start)), rows[0])};
        })[0];
  }
  return rows;
}

/// The same of one input, whose number is a constant or else `input`. Returns
/// the larger of `rows` and the number of rows that it names.
Value StitchChecks::checkIndices(Value indices, std::optional<int64_t> number,
                                 Value input, Value rows) {
  auto type = cast<RankedTensorType>(indices.getType());
  unsigned width = type.getElementType().isIndex()
                       ? IndexType::kInternalStorageBitWidth
                       : type.getElementTypeBitWidth();
  int64_t limit = llvm::maxIntN(width);
  Value bound = math.constant(limit);
  Value max = emitUnsignedMax(builder, loc, indices).front();
  std::string format =
      "expected 'indices'[" + (number ? std::to_string(*number) : "%d") + "]";
  for (int64_t i = 0; i < type.getRank(); ++i)
    format += i == 0 ? "[%d" : ", %d";
  if (type.getRank() > 0)
    format += "]";
  format += " to be in [0, " + std::to_string(limit) + "), but got %d";
  checks.expect(emitIsInBounds(builder, loc, max, bound), format,
                [&](OpBuilder &onFailure) {
                  SmallVector<Value> values =
                      emitFindOutOfBounds(onFailure, loc, indices, bound);
                  if (!number)
                    values.insert(values.begin(), input);
                  return values;
                });
  return math.max(rows, emitNumNamedRows(builder, loc, indices, max));
}

/// C6 and C8: the number of rows.
void StitchChecks::checkNumRows(Value rows) {
  RankedTensorType type = op.getMergedType();
  if (!type.isDynamicDim(0))
    checks.expect(math.eq(rows, math.constant(type.getDimSize(0))),
                  "expected the number of rows to be " +
                      Twine(type.getDimSize(0)) + " as in 'merged', but got %d",
                  rows);
  // Where there is a row to be moved, an input holds one: its size fits.
  Value rowBytes = math.constant(getLargestElementBytes(op));
  for (OpFoldResult size : op.getRowSizes(builder))
    rowBytes = math.mul(rowBytes, math.value(size));
  checks.expect(math.productFits(rowBytes, rows),
                "expected %d rows of %d bytes to fit in 63 bits",
                {rows, rowBytes});
}

void weft::emitRuntimeChecks(ParallelDynamicStitchOp op, CheckBuilder &checks) {
  StitchChecks(op, checks).emit();
}
