//===- SpaceOpChecks.cpp - Run-time checks of the two space ops -----------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "weft/Dialect/Weft/Transforms/RuntimeChecks.h"
#include "weft/Dialect/Weft/Utils/ElementSize.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"

using namespace mlir;
using namespace weft;

/// C4 and C5. Returns the block sizes and their product.
static std::pair<SmallVector<Value>, Value>
checkBlocks(const IndexMath &math, CheckBuilder &checks,
            ArrayRef<OpFoldResult> blockShape) {
  SmallVector<Value> blocks;
  for (OpFoldResult block : blockShape)
    blocks.push_back(math.value(block));
  for (auto [i, block] : llvm::enumerate(blocks))
    checks.expect(math.sge(block, math.constant(1)), // C4
                  "expected block_shape[" + Twine(i) +
                      "] to be at least 1, but got %d",
                  block);
  Value product = math.constant(1);
  for (auto [i, block] : llvm::enumerate(blocks)) {
    checks.expect(math.productFits(product, block), // C5
                  "expected block_shape[" + Twine(i) +
                      "] (%d) times the product of the block sizes before it "
                      "(%d) to fit in 64 bits",
                  {block, product});
    product = math.mul(product, block);
  }
  return {blocks, product};
}

/// C7 of one dimension.
static void checkPair(const IndexMath &math, CheckBuilder &checks, Value start,
                      Value end, StringRef name, size_t i) {
  Value amounts[] = {start, end};
  for (auto [side, amount] : llvm::enumerate(amounts))
    checks.expect(math.sge(amount, math.constant(0)), // C7
                  "expected " + name + "[" + Twine(i) + "][" + Twine(side) +
                      "] to be non-negative, but got %d",
                  amount);
}

/// C10: the static dimensions of the result.
static void checkSizes(const IndexMath &math, CheckBuilder &checks,
                       RankedTensorType output, ArrayRef<Value> sizes) {
  for (auto [i, size] : llvm::enumerate(sizes))
    if (int64_t want = output.getDimSize(i); !ShapedType::isDynamic(want))
      checks.expect(
          math.eq(size, math.constant(want)), // C10
          "expected dimension " + Twine(i) +
              " of 'output' to have the computed size (%d), but got " +
              Twine(want),
          size);
}

/// Whether start + size + end is a multiple of a constant block at compile
/// time, as it is where the padding was computed as "up to the next multiple".
static bool isProvedMultiple(Value start, Value size, Value end, Value block) {
  std::optional<int64_t> divisor = getConstantIntValue(block);
  if (!divisor || *divisor < 1)
    return false;
  Builder builder(block.getContext());
  AffineMap map = AffineMap::get(0, 3,
                                 builder.getAffineSymbolExpr(0) +
                                     builder.getAffineSymbolExpr(1) +
                                     builder.getAffineSymbolExpr(2));
  SmallVector<Value> operands{start, size, end};
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  // Different ops that read the same dimension count as one symbol.
  auto same = [](Value a, Value b) {
    auto dimA = a.getDefiningOp<tensor::DimOp>();
    auto dimB = b.getDefiningOp<tensor::DimOp>();
    return a == b || (dimA && dimB && dimA.getSource() == dimB.getSource() &&
                      dimA.getConstantIndex() &&
                      dimA.getConstantIndex() == dimB.getConstantIndex());
  };
  for (unsigned i = 0; i < operands.size(); ++i)
    operands[i] = *llvm::find_if(
        operands, [&](Value earlier) { return same(earlier, operands[i]); });
  affine::canonicalizeMapAndOperands(&map, &operands);
  AffineExpr sum = simplifyAffineExpr(map.getResult(0), map.getNumDims(),
                                      map.getNumSymbols());
  return sum.isMultipleOf(*divisor);
}

/// The bytes of one element in a buffer; 1 for types whose size is not known.
static int64_t getLeastElementBytes(Operation *op, Type type) {
  if (hasKnownSize(type))
    return std::max<int64_t>(
        1, DataLayout::closest(op).getTypeSize(type).getKnownMinValue());
  return 1;
}

/// C11: the result's bytes.
static void checkBytes(const IndexMath &math, CheckBuilder &checks,
                       Type elementType, ArrayRef<Value> sizes) {
  int64_t elementBytes = getLeastElementBytes(checks.op, elementType);
  Value fits = math.boolean(true), empty = math.boolean(false);
  Value bytes = math.constant(elementBytes);
  std::string text = "expected dimensions";
  for (Value size : sizes) {
    empty = math.orI(empty, math.eq(size, math.constant(0)));
    fits = math.andI(fits, math.productFits(bytes, size));
    bytes = math.mul(bytes, math.max(size, math.constant(1)));
    text += " (%d)";
  }
  checks.expect(math.orI(fits, empty), // C11
                text + " of 'output' with elements of " + Twine(elementBytes) +
                    " bytes to fit in 64 bits",
                sizes);
}

void weft::emitRuntimeChecks(SpaceToBatchNdOp op, CheckBuilder &checks) {
  IndexMath math(checks.builder, checks.loc);
  auto [blocks, product] = checkBlocks(math, checks, op.getMixedBlockShape());
  SmallVector<Value> sizes;
  for (int64_t i = 0, rank = op.getInputType().getRank(); i < rank; ++i)
    sizes.push_back(math.dim(op.getInput(), i));
  checks.expect(math.productFits(product, sizes[0]), // C6
                "expected the batch size (%d) times the product of block_shape "
                "(%d) to fit in 64 bits",
                {sizes[0], product});
  sizes[0] = math.mul(sizes[0], product);
  SmallVector<OpFoldResult> paddings = op.getMixedPaddings();
  for (auto [i, block] : llvm::enumerate(blocks)) {
    Value &size = sizes[1 + i];
    Value start = math.value(paddings[2 * i]);
    Value end = math.value(paddings[2 * i + 1]);
    checkPair(math, checks, start, end, "paddings", i);
    Value withStart = math.add(size, start), padded = math.add(withStart, end);
    checks.expect(math.andI(math.sge(withStart, math.constant(0)),
                            math.sge(padded, math.constant(0))), // C8
                  "expected dimension " + Twine(1 + i) +
                      " (%d) plus its start padding (%d) plus its end padding "
                      "(%d) to fit in 64 bits",
                  {size, start, end});
    Value divisor = math.max(block, math.constant(1));
    if (!isProvedMultiple(start, size, end, block))
      checks.expect(math.eq(math.rem(padded, divisor), math.constant(0)), // C9
                    "expected padded dimension " + Twine(1 + i) +
                        " (%d) to be divisible by block_shape[" + Twine(i) +
                        "] (%d)",
                    {padded, block});
    size = math.div(padded, divisor);
  }
  checkSizes(math, checks, op.getOutputType(), sizes);
  checkBytes(math, checks, op.getOutputType().getElementType(), sizes);
}

void weft::emitRuntimeChecks(BatchToSpaceNdOp op, CheckBuilder &checks) {
  IndexMath math(checks.builder, checks.loc);
  auto [blocks, product] = checkBlocks(math, checks, op.getMixedBlockShape());
  SmallVector<Value> sizes;
  for (int64_t i = 0, rank = op.getInputType().getRank(); i < rank; ++i)
    sizes.push_back(math.dim(op.getInput(), i));
  Value divisor = math.max(product, math.constant(1));
  checks.expect(
      math.eq(math.rem(sizes[0], divisor), math.constant(0)), // C6
      "expected the batch size (%d) to be divisible by the product of "
      "block_shape (%d)",
      {sizes[0], product});
  sizes[0] = math.div(sizes[0], divisor);
  SmallVector<OpFoldResult> crops = op.getMixedCrops();
  for (auto [i, block] : llvm::enumerate(blocks)) {
    Value &size = sizes[1 + i];
    Value start = math.value(crops[2 * i]);
    Value end = math.value(crops[2 * i + 1]);
    checkPair(math, checks, start, end, "crops", i);
    checks.expect(math.productFits(size, block), // C8
                  "expected dimension " + Twine(1 + i) +
                      " (%d) times block_shape[" + Twine(i) +
                      "] (%d) to fit in 64 bits",
                  {size, block});
    // Two crops of up to 2^63 - 1 have a sum that fits in an unsigned 64 bits.
    Value uncropped = math.mul(size, block), both = math.add(start, end);
    if (!isConstantIntValue(both, 0))
      checks.expect(math.cmp(arith::CmpIPredicate::ule, both, uncropped), // C9
                    "expected crops[" + Twine(i) + "][0] (%d) plus crops[" +
                        Twine(i) + "][1] (%d) to be at most dimension " +
                        Twine(1 + i) + " times block_shape[" + Twine(i) +
                        "] (%d)",
                    {start, end, uncropped});
    size = math.sub(uncropped, both);
  }
  checkSizes(math, checks, op.getOutputType(), sizes);
}
