//===- SparseConcat.cpp - Lowering of sparse_concat to loops --------------===//
//
// The inputs are sorted, so the result is their merge by key, where the key of
// an entry is its coordinates before the concatenated dimension: of equal keys,
// the entries of an earlier input come first, since their coordinates in that
// dimension are less. Without such coordinates (dimension 0), or with one
// input, the inputs are appended. SparseConcatMerge.cpp merges, and
// SparseConcatSort.cpp sorts what is not sorted.
//
//===----------------------------------------------------------------------===//

#include "SparseConcat.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "weft/Conversion/WeftToLinalg/WeftToLinalg.h"
#include "weft/Dialect/Weft/Utils/EntryParts.h"
#include "weft/Dialect/Weft/Utils/LineBuffer.h"
#include "weft/Dialect/Weft/Utils/PlainLoop.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace weft;

SparseConcatLowering::SparseConcatLowering(SparseConcatOp op,
                                           CheckBuilder &checkBuilder,
                                           const SparseLoweringOptions &options)
    : op(op), checkBuilder(checkBuilder), builder(checkBuilder.builder),
      loc(op.getLoc()), math(builder, loc), numInputs(op.getNumInputs()),
      rank(op.getSparseRank()), dim(op.getNormalizedConcatDim()),
      parallelEntries(options.parallelEntries),
      streamingBytes(options.streamingBytes),
      valueType(
          cast<TensorType>(op.getOutputValues().getType()).getElementType()),
      indices(builder, loc, op.getIndices(), {ShapedType::kDynamic, rank},
              OperandTable::Layout::RowMajor),
      values(builder, loc, op.getValues(), {ShapedType::kDynamic},
             OperandTable::Layout::RowMajor),
      shapes(builder, loc, op.getShapes(), {rank},
             OperandTable::Layout::RowMajor),
      checks(op, checkBuilder, indices, shapes),
      checksMoves(checkBuilder.isEnabled()), zero(math.constant(0)),
      one(math.constant(1)) {}

SmallVector<Value> SparseConcatLowering::emit() {
  emitSums();
  results = allocateEntries();
  Value bits = op.getSortInputs()
                   ? createIf(
                         builder, loc, emitIsUnsorted(), builder.getI64Type(),
                         [&]() -> SmallVector<Value> { return {emitSort()}; },
                         [&]() -> SmallVector<Value> {
                           // emitIsUnsorted has found nothing wrong with them.
                           checksMoves = false;
                           return {emitSorted()};
                         })[0]
                   : emitSorted();
  if (checkBuilder.isEnabled())
    checks.reportWrongBits(bits);
  SmallVector<Value> tensors;
  for (Value buffer : {results.coordinates, results.values})
    tensors.push_back(bufferization::ToTensorOp::create(
        builder, loc, memref::getTensorTypeFromMemRefType(buffer.getType()),
        buffer, /*restrict=*/true, /*writable=*/true));
  tensors.push_back(emitOutputShape());
  for (auto [value, result] : llvm::zip(tensors, op.getResults()))
    if (value.getType() != result.getType())
      value = tensor::CastOp::create(builder, loc, result.getType(), value);
  return tensors;
}

Value SparseConcatLowering::allocate(ArrayRef<OpFoldResult> sizes, Type type) {
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamicSizes;
  dispatchIndexOpFoldResults(sizes, dynamicSizes, shape);
  return memref::AllocOp::create(builder, loc, MemRefType::get(shape, type),
                                 dynamicSizes, builder.getI64IntegerAttr(64));
}

Value SparseConcatLowering::flatten(Value matrix) {
  return memref::CollapseShapeOp::create(
      builder, loc, matrix, SmallVector<ReassociationIndices>{{0, 1}});
}

/// Room for all entries.
SparseConcatLowering::Entries SparseConcatLowering::allocateEntries() {
  Value coordinates =
      allocate({total, builder.getIndexAttr(rank)}, builder.getI64Type());
  return {coordinates, flatten(coordinates), allocate({total}, valueType)};
}

SparseConcatLowering::Input SparseConcatLowering::getInput(Value i) {
  Value coordinates = indices.get(builder, loc, i);
  return {i,
          coordinates,
          flatten(coordinates),
          values.get(builder, loc, i),
          memref::DimOp::create(builder, loc, coordinates, 0),
          load(offsets, i)};
}

void SparseConcatLowering::emitSums() {
  offsets = allocate({builder.getIndexAttr(numInputs)}, builder.getI64Type());
  SmallVector<Value> sums =
      createFor(builder, loc, zero, math.constant(numInputs), {zero, zero},
                [&](Value i, ValueRange carried) {
                  store(math.toI64(carried[0]), offsets, i);
                  return checks.checkInput(i, carried);
                });
  totalSize = math.toI64(sums[0]), total = sums[1];
  checks.checkTotal(total);
}

Value SparseConcatLowering::emitOutputShape() {
  Value first = shapes.get(builder, loc, zero);
  Value dimValue = math.constant(dim);
  Value shape =
      tensor::EmptyOp::create(builder, loc, rank, builder.getI64Type());
  return createStaticFor(
      builder, loc, rank, shape,
      [&](Value l, ValueRange shape) -> SmallVector<Value> {
        Value size =
            math.select(math.eq(l, dimValue), totalSize, load(first, l));
        return {tensor::InsertOp::create(builder, loc, size, shape[0], l)};
      })[0];
}

/// i64: the sign bit says that coordinates are wrong.
Value SparseConcatLowering::emitSorted() {
  return dim == 0 || numInputs == 1 ? emitAppend(results) : emitMerge();
}

//===----------------------------------------------------------------------===//
// Moving entries
//===----------------------------------------------------------------------===//

/// Lanes `lanes` of flat rows that are zero but in the concatenated dimension,
/// where they are `offset`; lane 0 is coordinate `first`.
Value SparseConcatLowering::createOffsetLanes(Value offset, int64_t lanes,
                                              int64_t first) {
  auto type = VectorType::get(lanes, builder.getI64Type());
  Value vector =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  for (int64_t lane = 0; lane < lanes; ++lane)
    if ((first + lane) % rank == dim)
      vector = vector::InsertOp::create(builder, loc, offset, vector, lane);
  return vector;
}

void SparseConcatLowering::copyRow(Value source, Value from, Value results,
                                   Value to, Value offset, bool streaming) {
  Value rankValue = math.constant(rank);
  Value sourceAt = math.mul(from, rankValue), at = math.mul(to, rankValue);
  if (rank <= kMaxVectorRank) {
    // Vectors of other lengths than powers of two make slow code.
    for (int64_t l = 0, lanes; l < rank; l += lanes) {
      lanes = llvm::bit_floor(static_cast<uint64_t>(rank - l));
      Value column = math.constant(l);
      Value c = vector::LoadOp::create(
          builder, loc, VectorType::get(lanes, builder.getI64Type()), source,
          math.add(sourceAt, column));
      if (offset && l <= dim && dim < l + lanes)
        c = math.add(c, createOffsetLanes(offset, lanes, l));
      vector::StoreOp::create(builder, loc, c, results, math.add(at, column),
                              streaming);
    }
    return;
  }
  Value dimValue = math.constant(dim), i64Zero = i64(0);
  createStaticFor(
      builder, loc, rank, {}, [&](Value l, ValueRange) -> SmallVector<Value> {
        Value c = load(source, math.add(sourceAt, l));
        if (offset)
          c = math.add(c, math.select(math.eq(l, dimValue), offset, i64Zero));
        store(c, results, math.add(at, l));
        return {};
      });
}

void SparseConcatLowering::copyEntry(const Input &input, Value from,
                                     const Entries &results, Value to) {
  copyRow(input.flat, from, results.flat, to, input.offset);
  store(load(input.values, from), results.values, to);
}

SmallVector<Value> SparseConcatLowering::createOffsets(const Input &input) {
  SmallVector<Value> offsets;
  for (int64_t k = 0; k < rank; ++k)
    offsets.push_back(createOffsetLanes(input.offset, kRows, k * kRows));
  return offsets;
}

void SparseConcatLowering::copyEntries(const Input &input, Value from,
                                       ArrayRef<Value> coordinates,
                                       ArrayRef<Value> offsets,
                                       const Entries &results, Value to) {
  Value dest = math.mul(to, math.constant(rank));
  for (auto [k, vector, offset] : llvm::enumerate(coordinates, offsets))
    vector::StoreOp::create(builder, loc, math.add(vector, offset),
                            results.flat,
                            math.add(dest, math.constant(k * kRows)));
  if (getVectorElementBytes(valueType)) {
    auto type = VectorType::get(kRows, valueType);
    Value vector =
        vector::LoadOp::create(builder, loc, type, input.values, from);
    vector::StoreOp::create(builder, loc, vector, results.values, to);
    return;
  }
  for (int64_t k = 0; k < kRows; ++k) {
    Value row = math.constant(k);
    store(load(input.values, math.add(from, row)), results.values,
          math.add(to, row));
  }
}

void SparseConcatLowering::copyRun(const Input &input, Value from, Value count,
                                   const Entries &results, Value to,
                                   bool areMany) {
  bool isNarrow = rank <= kMaxVectorRank;
  Value few = count, many = count;
  if (isNarrow && !areMany) {
    Value isFew = math.slt(count, math.constant(kRows));
    few = math.select(isFew, count, zero);
    many = math.select(isFew, zero, count);
  }
  if (!isNarrow || !areMany)
    createFor(builder, loc, zero, few, {},
              [&](Value e, ValueRange) -> SmallVector<Value> {
                copyEntry(input, math.add(from, e), results, math.add(to, e));
                return {};
              });
  if (!isNarrow)
    return;
  SmallVector<Value> offsets = createOffsets(input);
  // The last rows overlap those before.
  Value rows = math.constant(kRows), last = math.sub(many, rows);
  auto loop = scf::ForOp::create(builder, loc, zero, many, rows);
  makePlainLoop(loop);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value e = math.min(loop.getInductionVar(), last);
  Value source = math.add(from, e);
  Value flat = math.mul(source, math.constant(rank));
  auto type = VectorType::get(kRows, builder.getI64Type());
  SmallVector<Value> coordinates;
  for (int64_t k = 0; k < rank; ++k)
    coordinates.push_back(
        vector::LoadOp::create(builder, loc, type, input.flat,
                               math.add(flat, math.constant(k * kRows))));
  copyEntries(input, source, coordinates, offsets, results, math.add(to, e));
}

Value SparseConcatLowering::copyChecked(const Input &input, Value from,
                                        Value end, const Entries &results,
                                        Value to) {
  Value distance = math.sub(to, from);
  SmallVector<Value> offsets;
  if (rank <= kMaxVectorRank)
    offsets = createOffsets(input);
  // Vectors are stored to whole cache lines.
  Value first = math.max(from, one);
  Value beyond = math.andI(math.sub(zero, math.add(first, distance)),
                           math.constant(kRows - 1));
  auto copyOne = [&](Value row) {
    copyEntry(input, row, results, math.add(row, distance));
  };
  auto copySeveral = [&](Value row, ArrayRef<Value> coordinates) {
    copyEntries(input, row, coordinates, offsets, results,
                math.add(row, distance));
  };
  return checks.getWrongBits(input.number, input.coordinates, from, end,
                             {math.add(first, beyond), copyOne, copySeveral});
}

/// prepare(parts), then part(number, parts) for each part on a thread, where
/// there are enough entries for that; else prepare({}) and part({}, {}). The
/// parts return bits, which are or'ed.
Value SparseConcatLowering::createParallelOr(
    llvm::function_ref<void(Value)> prepare,
    llvm::function_ref<Value(Value, Value)> part) {
  auto serial = [&]() -> SmallVector<Value> {
    prepare({});
    return {part({}, {})};
  };
  if (!parallelEntries)
    return serial()[0];
  auto parallel = [&]() -> SmallVector<Value> {
    Value parts = createNumParts(builder, loc, total, parallelEntries);
    Value bits =
        allocate({builder.getIndexAttr(kMaxEntryParts)}, builder.getI64Type());
    prepare(parts);
    createForall(builder, loc, parts, [&](Value number) {
      store(part(number, parts), bits, number);
    });
    return createFor(builder, loc, zero, parts, i64(0),
                     [&](Value number, ValueRange all) -> SmallVector<Value> {
                       return {math.orI(all[0], load(bits, number))};
                     });
  };
  return createIf(builder, loc, math.sge(total, math.constant(parallelEntries)),
                  builder.getI64Type(), parallel, serial)[0];
}

/// Copies `count` entries from number `from` on to number `start` on, and
/// returns `bits` with what is wrong with them.
Value SparseConcatLowering::copyInput(const Input &input, Value from,
                                      Value count, const Entries &to,
                                      Value start, Value bits) {
  if (!checksMoves) {
    copyRun(input, from, count, to, start);
    return bits;
  }
  return math.orI(bits,
                  copyChecked(input, from, math.add(from, count), to, start));
}

Value SparseConcatLowering::emitAppend(const Entries &to) {
  return createParallelOr(
      /*prepare=*/[](Value) {},
      [&](Value part, Value parts) { return emitAppendPart(to, part, parts); });
}

/// The inputs' entries that lie in a part of the result, or all.
Value SparseConcatLowering::emitAppendPart(const Entries &to, Value part,
                                           Value parts) {
  Value partStart, partEnd;
  if (parts) {
    partStart = createPartStart(builder, loc, total, part, parts);
    partEnd = createPartStart(builder, loc, total, math.add(part, one), parts);
  }
  return createFor(builder, loc, zero, math.constant(numInputs), {zero, i64(0)},
                   [&](Value i, ValueRange carried) -> SmallVector<Value> {
                     Input input = getInput(i);
                     Value start = carried[0],
                           end = math.add(start, input.rows);
                     Value first = parts ? math.max(start, partStart) : start;
                     Value count = parts
                                       ? math.sub(math.min(end, partEnd), first)
                                       : input.rows;
                     // A negative count copies nothing.
                     return {end, copyInput(input, math.sub(first, start),
                                            count, to, first, carried[1])};
                   })[1];
}

namespace {
struct LowerSparseConcat : OpRewritePattern<SparseConcatOp> {
  LowerSparseConcat(MLIRContext *context, const SparseLoweringOptions &options)
      : OpRewritePattern(context), options(options) {}

  LogicalResult matchAndRewrite(SparseConcatOp op,
                                PatternRewriter &rewriter) const override {
    Type elementType =
        cast<TensorType>(op.getOutputValues().getType()).getElementType();
    if (!BaseMemRefType::isValidElementType(elementType))
      return rewriter.notifyMatchFailure(
          op, "buffers cannot hold the element type");
    bool isChecked = op->hasAttr(WeftDialect::getCheckedAttrName());
    if (!isChecked && options.checks == CheckMode::Runtime &&
        !op->getParentOfType<ModuleOp>())
      return rewriter.notifyMatchFailure(op, "weft_fail needs a module");
    SymbolTableCollection ownSymbols;
    CheckBuilder checks(rewriter, op,
                        isChecked ? CheckMode::None : options.checks,
                        options.symbols ? *options.symbols : ownSymbols);
    rewriter.replaceOp(op, SparseConcatLowering(op, checks, options).emit());
    return success();
  }

  SparseLoweringOptions options;
};
} // namespace

void weft::populateSparseConcatToLinalgPatterns(
    RewritePatternSet &patterns, const SparseLoweringOptions &options) {
  patterns.add<LowerSparseConcat>(patterns.getContext(), options);
}
