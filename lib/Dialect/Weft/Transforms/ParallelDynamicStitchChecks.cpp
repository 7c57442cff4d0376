//===- ParallelDynamicStitchChecks.cpp - Of weft.parallel_dynamic_stitch --===//

#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "weft/Dialect/Weft/Transforms/RuntimeChecks.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "weft/Dialect/Weft/Utils/IndexTensors.h"

using namespace mlir;
using namespace weft;

/// Bytes of an element in a buffer. Types of which MLIR knows no size do not
/// reach one; they count as the largest handle.
static int64_t getElementBytes(ParallelDynamicStitchOp op) {
  Type type = op.getMergedType().getElementType();
  if (isa<IntegerType, IndexType, FloatType, ComplexType, VectorType,
          DataLayoutTypeInterface>(type))
    return DataLayout::closest(op).getTypeSize(type).getKnownMinValue();
  return 16;
}

/// C4, C5 and the row sizes of C6: dynamic sizes of `data` and `merged`.
static void checkShapes(ParallelDynamicStitchOp op, CheckBuilder &checks) {
  IndexMath math(checks.builder, checks.loc);
  SmallVector<Value> rowSizes;
  for (OpFoldResult size : op.getRowSizes(checks.builder))
    rowSizes.push_back(math.value(size));

  for (auto [k, input] :
       llvm::enumerate(llvm::zip_equal(op.getIndices(), op.getData()))) {
    auto [indices, data] = input;
    int64_t prefix = cast<RankedTensorType>(indices.getType()).getRank();
    for (int64_t i = 0; i < prefix; ++i) { // C4
      Value expected = math.dim(indices, i), size = math.dim(data, i);
      checks.expect(math.eq(size, expected),
                    "expected dimension " + Twine(i) + " of 'data'[" +
                        Twine(k) + "] to be that of 'indices'[" + Twine(k) +
                        "] (%d), but got %d",
                    {expected, size});
    }
    for (auto [i, expected] : llvm::enumerate(rowSizes)) { // C5, C6
      Value size = math.dim(data, prefix + i);
      checks.expect(math.eq(size, expected),
                    "expected dimension " + Twine(prefix + i) + " of 'data'[" +
                        Twine(k) + "] to be dimension " + Twine(i + 1) +
                        " of 'merged' (%d), but got %d",
                    {expected, size});
    }
  }
}

/// C7: the range of the indices.
static void checkIndices(ParallelDynamicStitchOp op, CheckBuilder &checks) {
  OpBuilder &builder = checks.builder;
  Location loc = checks.loc;
  for (auto [k, indices] : llvm::enumerate(op.getIndices())) {
    auto type = cast<RankedTensorType>(indices.getType());
    unsigned width = type.getElementType().isIndex()
                         ? IndexType::kInternalStorageBitWidth
                         : type.getElementTypeBitWidth();
    int64_t limit = llvm::maxIntN(width);
    Value bound = IndexMath(builder, loc).constant(limit);
    Value max = emitUnsignedMax(builder, loc, indices).front();
    std::string format = ("expected 'indices'[" + Twine(k) + "]").str();
    for (int64_t i = 0; i < type.getRank(); ++i)
      format += i == 0 ? "[%d" : ", %d";
    if (type.getRank() > 0)
      format += "]";
    format += " to be in [0, " + std::to_string(limit) + "), but got %d";
    checks.expect(emitIsInBounds(builder, loc, max, bound), format,
                  [&, indices = indices](OpBuilder &onFailure) {
                    return emitFindOutOfBounds(onFailure, loc, indices, bound);
                  });
  }
}

/// C6 and C8: the number of rows.
static void checkNumRows(ParallelDynamicStitchOp op, CheckBuilder &checks) {
  OpBuilder &builder = checks.builder;
  IndexMath math(builder, checks.loc);
  RankedTensorType type = op.getMergedType();
  Value rows = emitNumStitchedRows(builder, checks.loc, op.getIndices());
  if (!type.isDynamicDim(0))
    checks.expect(math.eq(rows, math.constant(type.getDimSize(0))),
                  "expected the number of rows to be " +
                      Twine(type.getDimSize(0)) + " as in 'merged', but got %d",
                  rows);
  // Where there is a row to be moved, an input holds one: its size fits.
  Value rowBytes = math.constant(getElementBytes(op));
  for (OpFoldResult size : op.getRowSizes(builder))
    rowBytes = math.mul(rowBytes, math.value(size));
  checks.expect(math.productFits(rowBytes, rows),
                "expected %d rows of %d bytes to fit in 63 bits",
                {rows, rowBytes});
}

void weft::emitRuntimeChecks(ParallelDynamicStitchOp op, CheckBuilder &checks) {
  checkShapes(op, checks);
  checkIndices(op, checks);
  checkNumRows(op, checks);
}
