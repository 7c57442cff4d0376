//===- CheckAllocations.cpp - The pass weft-check-allocations -------------===//

#include "mlir/Analysis/DataLayoutAnalysis.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "weft/Dialect/Weft/Utils/ElementSize.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "weft/Pipelines/Pipelines.h"

namespace weft {
#define GEN_PASS_DEF_WEFTCHECKALLOCATIONSPASS
#include "weft/Pipelines/Passes.h.inc"
} // namespace weft

using namespace mlir;

static constexpr int64_t max = std::numeric_limits<int64_t>::max();

/// Bytes of the dimensions whose sizes are constants, at most 2^63 - 1.
static int64_t getStaticBytes(MemRefType type, const DataLayout &layout) {
  Type element = type.getElementType();
  // Other types are not lowered, and have no size.
  int64_t bytes = weft::hasKnownSize(element)
                      ? int64_t(layout.getTypeSize(element).getKnownMinValue())
                      : 1;
  if (llvm::is_contained(type.getShape(), 0))
    return 0;
  for (int64_t size : type.getShape())
    if (!ShapedType::isDynamic(size) && llvm::MulOverflow(bytes, size, bytes))
      return max;
  return bytes;
}

/// i1: no size is negative, and the buffer has less than 2^63 bytes.
static Value checkSizes(int64_t staticBytes, ValueRange sizes,
                        const weft::IndexMath &math) {
  if (sizes.empty())
    return math.boolean(staticBytes < max);
  // A negative size is a huge unsigned one.
  Value fits = math.cmp(arith::CmpIPredicate::ule, sizes.front(),
                        math.constant(max / std::max<int64_t>(staticBytes, 1)));
  if (sizes.size() == 1)
    return fits;
  Value zero = math.constant(0);
  Value bytes = math.mul(math.constant(staticBytes), sizes.front());
  Value signs = sizes.front();
  Value empty = math.eq(sizes.front(), zero);
  for (Value size : sizes.drop_front()) {
    auto product =
        arith::MulUIExtendedOp::create(math.builder, math.loc, bytes, size);
    bytes = product.getLow();
    fits = math.andI(fits, math.eq(product.getHigh(), zero));
    fits = math.andI(fits, math.sge(bytes, zero));
    signs = math.orI(signs, size);
    empty = math.orI(empty, math.eq(size, zero));
  }
  return math.andI(math.sge(signs, zero), math.orI(fits, empty));
}

namespace {
struct WeftCheckAllocations
    : weft::impl::WeftCheckAllocationsPassBase<WeftCheckAllocations> {
  using WeftCheckAllocationsPassBase::WeftCheckAllocationsPassBase;

  void runOnOperation() override {
    if (checks == weft::CheckMode::None)
      return;
    SmallVector<memref::AllocOp> allocations;
    getOperation()->walk(
        [&](memref::AllocOp op) { allocations.push_back(op); });
    const DataLayout &layout =
        getAnalysis<DataLayoutAnalysis>().getAtOrAbove(getOperation());
    SymbolTableCollection symbols;
    for (memref::AllocOp op : allocations) {
      int64_t staticBytes = getStaticBytes(op.getType(), layout);
      if (op.getDynamicSizes().empty() && staticBytes < max)
        continue;
      OpBuilder builder(op);
      weft::IndexMath math(builder, op.getLoc());
      weft::CheckBuilder check(builder, op, checks, symbols);
      Value ok = checkSizes(staticBytes, op.getDynamicSizes(), math);
      std::string sizes;
      for (int64_t size : op.getType().getShape())
        sizes += (sizes.empty() ? "" : " x ") +
                 (ShapedType::isDynamic(size) ? "%d" : std::to_string(size));
      check.expect(
          ok,
          "expected no negative size and less than 2^63 bytes, but got "
          "the sizes " +
              sizes,
          op.getDynamicSizes());
    }
  }
};
} // namespace
