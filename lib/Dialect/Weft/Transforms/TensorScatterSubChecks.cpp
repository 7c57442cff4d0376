//===- TensorScatterSubChecks.cpp - Checks of weft.tensor_scatter_sub -----===//

#include "weft/Dialect/Weft/Transforms/RuntimeChecks.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "weft/Dialect/Weft/Utils/IndexTensors.h"

using namespace mlir;
using namespace weft;

void weft::emitRuntimeChecks(TensorScatterSubOp op, CheckBuilder &checks) {
  OpBuilder &builder = checks.builder;
  Location loc = checks.loc;
  IndexMath math(builder, loc);
  Value indices = op.getIndices();
  int64_t numPositionDims = op.getNumPositionDims();
  int64_t depth = op.getIndexDepth();

  // C6
  Value lastDim = math.dim(indices, numPositionDims);
  checks.expect(math.eq(lastDim, math.constant(depth)),
                "expected dimension " + Twine(numPositionDims) +
                    " of 'indices' to be " + Twine(depth) + ", but got %d",
                lastDim);

  // C7, C8
  for (int64_t i = 0; i < op.getUpdatesType().getRank(); ++i) {
    bool isPosition = i < numPositionDims;
    Value expected =
        isPosition ? math.dim(indices, i)
                   : math.dim(op.getTensor(), depth + i - numPositionDims);
    Value size = math.dim(op.getUpdates(), i);
    checks.expect(math.eq(size, expected),
                  "expected dimension " + Twine(i) + " of 'updates' to be " +
                      (isPosition ? "that of 'indices'" : "that of 'tensor'") +
                      " (%d), but got %d",
                  {expected, size});
  }

  // C9
  if (op.ignoresBadIndices() || depth == 0)
    return;
  Value numPositions = math.constant(1);
  for (int64_t i = 0; i < numPositionDims; ++i)
    numPositions = math.mul(numPositions, math.dim(indices, i));
  Value isEmpty = math.eq(numPositions, math.constant(0));
  SmallVector<Value> largest = emitUnsignedMax(builder, loc, indices, depth);
  for (int64_t c = 0; c < depth; ++c) {
    Value bound = math.dim(op.getTensor(), c);
    Value ok =
        math.orI(isEmpty, emitIsInBounds(builder, loc, largest[c], bound));
    std::string format = "expected 'indices'[";
    for (int64_t i = 0; i < numPositionDims; ++i)
      format += "%d, ";
    format += std::to_string(c) + "] to be in [0, %d), but got %d";
    checks.expect(ok, format, [&](OpBuilder &onFailure) {
      SmallVector<Value> values =
          emitFindOutOfBounds(onFailure, loc, indices, bound, c);
      values.insert(std::prev(values.end()), bound);
      return values;
    });
  }
}
