//===- TensorScatterSub.cpp - The scatter as kernels ----------------------===//
//
// The result begins as a copy of the tensor. Then a thread subtracts one
// element of one update, by an atomic addition of its negative, so updates of
// an element come in any order.
//
// Elements that there are no atomics for, and all elements where the result is
// to be deterministic, go another way: the slices of the result are divided
// into parts, by their number modulo the number of parts, and a thread takes
// one element of the slices of one part through all updates, in order. That is
// what the op is defined to do, bit for bit, but each thread reads all indices.
//
// Complex numbers are twice as many real ones.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "weft/Conversion/WeftToGPU/WeftToGPU.h"

using namespace mlir;
using namespace weft;

namespace {
/// The sizes of an op, as values of the host. Slices are counted in real
/// elements.
struct ScatterSizes {
  SmallVector<Value> dims; // the leading ones, which an index names
  Value numSlices, sliceElements, numUpdates;
};

/// Emits what a thread does.
class ScatterThread {
public:
  ScatterThread(const Kernel &kernel, const ScatterSizes &sizes, Value indices,
                Value updates, Value result)
      : kernel(kernel), sizes(sizes), indices(indices), updates(updates),
        result(result) {}

  void emitAtomic(Value thread);
  void emitInOrder(Value thread, Value numParts);

private:
  Value getSlice(Value update, Value &isInside);
  Value getPosition(Value slice, Value element) {
    return kernel.add(kernel.mul(slice, kernel.param(sizes.sliceElements)),
                      element);
  }

  const Kernel &kernel;
  const ScatterSizes &sizes;
  Value indices, updates, result;
};
} // namespace

/// The number of the slice that an index names, and whether there is one.
Value ScatterThread::getSlice(Value update, Value &isInside) {
  int64_t depth = sizes.dims.size();
  Value slice = kernel.constant(0);
  isInside = kernel.boolean(true);
  Type indexType =
      depth ? cast<MemRefType>(indices.getType()).getElementType() : Type();
  for (int64_t c = 0; c < depth; ++c) {
    Value position = kernel.add(kernel.mul(update, kernel.constant(depth)),
                                kernel.constant(c));
    Value component = kernel.load(indices, position);
    Value bound = kernel.param(sizes.dims[c]);
    // Compared in the wider of the two types, and so unsigned that a negative
    // component is larger than any size.
    bool isWide = indexType.getIntOrFloatBitWidth() > kernel.width;
    Type type = isWide ? indexType : bound.getType();
    Value wideBound = isWide ? Value(arith::ExtUIOp::create(
                                   kernel.builder, kernel.loc, type, bound))
                             : bound;
    isInside = kernel.andI(isInside, kernel.cmp(arith::CmpIPredicate::ult,
                                                kernel.convert(component, type),
                                                wideBound));
    slice = kernel.add(kernel.mul(slice, bound), kernel.convert(component));
  }
  return slice;
}

/// -value, as what an atomic addition adds.
static Value emitNegation(const Kernel &kernel, Value value) {
  if (isa<FloatType>(value.getType()))
    return arith::NegFOp::create(kernel.builder, kernel.loc, value);
  Value zero = arith::ConstantOp::create(
      kernel.builder, kernel.loc,
      kernel.builder.getIntegerAttr(value.getType(), 0));
  return arith::SubIOp::create(kernel.builder, kernel.loc, zero, value);
}

void ScatterThread::emitAtomic(Value thread) {
  auto [update, element] =
      kernel.divide(thread, kernel.divisor(sizes.sliceElements));
  Value isInside;
  Value slice = getSlice(update, isInside);
  kernel.ifThen(isInside, [&, element = element] {
    Value value = emitNegation(kernel, kernel.load(updates, thread));
    arith::AtomicRMWKind kind = isa<FloatType>(value.getType())
                                    ? arith::AtomicRMWKind::addf
                                    : arith::AtomicRMWKind::addi;
    memref::AtomicRMWOp::create(kernel.builder, kernel.loc, kind, value, result,
                                kernel.toIndex(getPosition(slice, element)));
  });
}

void ScatterThread::emitInOrder(Value thread, Value numParts) {
  auto [part, element] =
      kernel.divide(thread, kernel.divisor(sizes.sliceElements));
  Kernel::Divisor parts = kernel.divisor(numParts);
  kernel.loop(
      kernel.param(sizes.numUpdates), {},
      [&, part = part, element = element](Value update, ValueRange) {
        Value isInside;
        Value slice = getSlice(update, isInside);
        kernel.ifThen(isInside, [&] {
          Value isOwn = kernel.cmp(arith::CmpIPredicate::eq,
                                   kernel.divide(slice, parts).second, part);
          kernel.ifThen(isOwn, [&] {
            Value position = getPosition(slice, element);
            Value a = kernel.load(result, position);
            Value b = kernel.load(updates, getPosition(update, element));
            Value difference = isa<FloatType>(a.getType())
                                   ? Value(arith::SubFOp::create(
                                         kernel.builder, kernel.loc, a, b))
                                   : kernel.sub(a, b);
            kernel.store(difference, result, position);
          });
        });
        return SmallVector<Value>();
      });
}

static bool hasAtomics(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return llvm::is_contained({8, 16, 32, 64}, integer.getWidth());
  return true;
}

namespace {
struct TensorScatterSubToGPU : OpRewritePattern<TensorScatterSubOp> {
  TensorScatterSubToGPU(MLIRContext *context, bool deterministic)
      : OpRewritePattern(context), deterministic(deterministic) {}

  LogicalResult matchAndRewrite(TensorScatterSubOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    IndexMath math(rewriter, loc);
    RankedTensorType type = op.getTensorType();
    Type elementType = type.getElementType();
    int64_t bytes = getElementBytes(op, elementType);
    int64_t partsPerElement = 1;
    if (auto complexType = dyn_cast<ComplexType>(elementType)) {
      elementType = complexType.getElementType();
      partsPerElement = 2;
    }

    ScatterSizes sizes;
    int64_t depth = op.getIndexDepth();
    sizes.numSlices = sizes.numUpdates = math.constant(1);
    sizes.sliceElements = math.constant(partsPerElement);
    SmallVector<OpFoldResult> shape;
    for (int64_t i = 0; i < type.getRank(); ++i) {
      Value size = math.dim(op.getTensor(), i);
      shape.push_back(getAsOpFoldResult(size));
      if (i < depth)
        sizes.dims.push_back(size);
      Value &count = i < depth ? sizes.numSlices : sizes.sliceElements;
      count = math.mul(count, size);
    }
    for (int64_t i = 0; i < op.getNumPositionDims(); ++i)
      sizes.numUpdates =
          math.mul(sizes.numUpdates, math.dim(op.getUpdates(), i));
    Value numElements = math.mul(sizes.numSlices, sizes.sliceElements);
    Value numSubtracted = math.mul(sizes.numUpdates, sizes.sliceElements);
    Value numComponents = math.mul(sizes.numUpdates, math.constant(depth));
    // Slices of one element still have a number each, but nothing is done with
    // updates of an empty tensor.
    Value isNotEmpty =
        math.cmp(arith::CmpIPredicate::ne, numElements, math.constant(0));
    Value fits = fitsIn32Bits(
        math, {numElements, numSubtracted, numComponents, sizes.numUpdates});

    DeviceRegionBuilder region(rewriter, loc);
    region.addInputs(op.getIndices());
    region.addInputs(op.getUpdates());
    region.addInputs(op.getTensor());
    region.addOutput(type, shape);
    bool inOrder = deterministic || !hasAtomics(elementType);
    SmallVector<Value> results = region.create([&](ValueRange buffers) {
      Value numBytes =
          math.mul(numElements, math.constant(bytes / partsPerElement));
      if (!inOrder && bytes / partsPerElement < 4)
        clearLastWord(math, buffers[3], numBytes);
      gpu::MemcpyOp::create(
          rewriter, loc, TypeRange(), ValueRange(),
          viewBytes(rewriter, loc, buffers[3], rewriter.getI8Type(), numBytes),
          viewBytes(rewriter, loc, buffers[2], rewriter.getI8Type(), numBytes));
      Type indexType = op.getIndicesType().getElementType();
      if (indexType.isIndex())
        indexType = rewriter.getI64Type();
      Value indices =
          viewBytes(rewriter, loc, buffers[0], indexType, numComponents);
      Value updates =
          viewBytes(rewriter, loc, buffers[1], elementType, numSubtracted);
      Value result =
          viewBytes(rewriter, loc, buffers[3], elementType, numElements);
      Value does64 =
          math.andI(isNotEmpty,
                    math.select(fits, math.boolean(false), math.boolean(true)));
      for (auto [width, condition] :
           {std::pair(32u, math.andI(isNotEmpty, fits)),
            std::pair(64u, does64)}) {
        if (!inOrder) {
          createLaunch(rewriter, loc, width, numSubtracted, condition,
                       [&](const Kernel &kernel, Value thread) {
                         ScatterThread(kernel, sizes, indices, updates, result)
                             .emitAtomic(thread);
                       });
          continue;
        }
        // Enough threads to fill a GPU, as long as there are slices.
        constexpr int64_t enoughThreads = 1 << 16;
        Value one = math.constant(1);
        Value numParts =
            math.min(math.max(sizes.numSlices, one),
                     math.max(math.div(math.constant(enoughThreads),
                                       math.max(sizes.sliceElements, one)),
                              one));
        createLaunch(rewriter, loc, width,
                     math.mul(numParts, sizes.sliceElements), condition,
                     [&](const Kernel &kernel, Value thread) {
                       ScatterThread(kernel, sizes, indices, updates, result)
                           .emitInOrder(thread, numParts);
                     });
      }
    });
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  /// Atomics on narrow elements work on words of 4 bytes. The last one may go
  /// beyond the elements.
  static void clearLastWord(const IndexMath &math, Value buffer,
                            Value numBytes) {
    Value one = math.constant(1), four = math.constant(4);
    Value count = math.min(numBytes, one);
    Value shift = math.mul(math.div(math.sub(numBytes, count), four), four);
    Value word = memref::ViewOp::create(
        math.builder, math.loc,
        MemRefType::get({ShapedType::kDynamic}, math.builder.getI32Type()),
        buffer, shift, count);
    Value zero =
        arith::ConstantIntOp::create(math.builder, math.loc, 0, /*width=*/32);
    gpu::MemsetOp::create(math.builder, math.loc, TypeRange(), ValueRange(),
                          word, zero);
  }

  bool deterministic;
};
} // namespace

void weft::populateTensorScatterSubToGPUPatterns(RewritePatternSet &patterns,
                                                 bool deterministic) {
  patterns.add<TensorScatterSubToGPU>(patterns.getContext(), deterministic);
}
