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
// PTX has instructions that add numbers of 32 and 64 bits, pairs of floats of
// 16 bits, and from sm_90 on 16 bytes at once. For a single float of 16 bits
// the other one of its pair gets -0.0, which changes nothing: x + -0.0 = x.
// Other numbers go by memref.atomic_rmw, which becomes a loop of compare and
// swap.
//
// Complex numbers are twice as many real ones.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
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

/// How many elements a thread subtracts by one instruction, as `words` of 32
/// bits. Without words it is one element, as it is.
struct AtomicForm {
  unsigned elements = 1, words = 0;
};

/// Emits what a thread does.
class ScatterThread {
public:
  ScatterThread(const Kernel &kernel, const ScatterSizes &sizes, Value indices,
                Value updates, Value updateWords, Value result)
      : kernel(kernel), sizes(sizes), indices(indices), updates(updates),
        updateWords(updateWords), result(result) {}

  /// `numParts` is how many threads share a slice.
  void emitAtomic(Value thread, AtomicForm form, Value numParts);
  void emitInOrder(Value thread, Value numParts);

private:
  Value getSlice(Value update, Value &isInside);
  void emitWords(AtomicForm form, Value source, Value target);
  Value getPosition(Value slice, Value element) {
    return kernel.add(kernel.mul(slice, kernel.param(sizes.sliceElements)),
                      element);
  }

  const Kernel &kernel;
  const ScatterSizes &sizes;
  Value indices, updates;
  /// The updates in what an AtomicForm takes at once, or null.
  Value updateWords;
  Value result;
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

/// Subtracts word number `source` of the updates from word number `target` of
/// the result, both counted in what `form` takes at once, or one number of 16
/// bits, if it has no pair.
void ScatterThread::emitWords(AtomicForm form, Value source, Value target) {
  OpBuilder &builder = kernel.builder;
  Location loc = kernel.loc;
  Type element = cast<MemRefType>(result.getType()).getElementType();
  Type i32 = builder.getI32Type();
  auto constant = [&](int64_t bits) -> Value {
    return arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(i32, static_cast<int32_t>(bits)));
  };
  bool isPair = element.getIntOrFloatBitWidth() == 16;
  constexpr int64_t minusZero = 0x8000, both = 0x80008000;
  SmallVector<Value> values;
  Value word = target;
  if (form.elements == 1) {
    Value bits = arith::ExtUIOp::create(
        builder, loc, i32,
        arith::BitcastOp::create(builder, loc, builder.getIntegerType(16),
                                 kernel.load(updates, source)));
    Value negated = kernel.xorI(bits, constant(minusZero));
    Value one = kernel.constant(1);
    Value isUpper =
        kernel.cmp(arith::CmpIPredicate::eq, kernel.andI(target, one), one);
    Value upper =
        kernel.orI(arith::ShLIOp::create(builder, loc, negated, constant(16)),
                   constant(minusZero));
    Value lower = kernel.orI(negated, constant(minusZero << 16));
    values.push_back(kernel.select(isUpper, upper, lower));
    word = arith::ShRUIOp::create(builder, loc, target, one);
  } else {
    Value loaded = kernel.load(updateWords, source);
    Value signs = constant(isPair ? both : minusZero << 16);
    for (unsigned i = 0; i < form.words; ++i)
      values.push_back(kernel.xorI(
          form.words == 1
              ? loaded
              : vector::ExtractOp::create(builder, loc, loaded, i).getResult(),
          signs));
  }
  std::string operation = isPair ? ".add.noftz" : ".add";
  if (form.words > 1)
    operation += ".v" + std::to_string(form.words);
  operation += element.isF32()   ? ".f32"
               : element.isF16() ? ".f16x2"
                                 : ".bf16x2";
  kernel.reduce(operation, result, word, 4 * form.words, values);
}

/// The operation that adds one number, if it is an instruction of its own.
static StringRef getAddition(Type type) {
  if (type.isF32())
    return ".add.f32";
  if (type.isF64())
    return ".add.f64";
  if (type.isInteger(32))
    return ".add.u32";
  return type.isInteger(64) ? ".add.u64" : "";
}

void ScatterThread::emitAtomic(Value thread, AtomicForm form, Value numParts) {
  Kernel::Divisor divisor = kernel.divisor(numParts);
  auto [update, part] = kernel.divide(thread, divisor);
  Value isInside;
  Value slice = getSlice(update, isInside);
  kernel.ifThen(isInside, [&, part = part] {
    Value target = kernel.add(kernel.mul(slice, divisor.value), part);
    if (form.words)
      return emitWords(form, thread, target);
    Value value = emitNegation(kernel, kernel.load(updates, thread));
    Type type = value.getType();
    if (StringRef operation = getAddition(type); !operation.empty())
      return kernel.reduce(operation, result, target,
                           type.getIntOrFloatBitWidth() / 8, value);
    arith::AtomicRMWKind kind = isa<FloatType>(value.getType())
                                    ? arith::AtomicRMWKind::addf
                                    : arith::AtomicRMWKind::addi;
    memref::AtomicRMWOp::create(kernel.builder, kernel.loc, kind, value, result,
                                kernel.toIndex(target));
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

/// The ways to subtract atomically, the widest first; the last one always
/// works.
static SmallVector<AtomicForm>
getAtomicForms(Type type, const GPULoweringOptions &options) {
  SmallVector<AtomicForm> forms;
  bool isHopper = options.computeCapability >= 90;
  bool hasVectors = isHopper && options.ptxVersion >= 81;
  if (type.isF32() && hasVectors)
    forms.push_back({4, 4});
  bool hasPairs = type.isF16() || (type.isBF16() && isHopper);
  if (hasPairs && hasVectors)
    forms.push_back({8, 4});
  if (hasPairs)
    forms.append({{2, 1}, {1, 1}});
  else
    forms.push_back({1, 0});
  return forms;
}

namespace {
/// A kernel that subtracts atomically.
struct AtomicKernel {
  AtomicForm form;
  Value numParts;
  Variant variant;
};

struct TensorScatterSubToGPU : OpRewritePattern<TensorScatterSubOp> {
  TensorScatterSubToGPU(MLIRContext *context, const GPULoweringOptions &options)
      : OpRewritePattern(context), options(options) {}

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
    bool inOrder = options.deterministic || !hasAtomics(elementType);
    SmallVector<AtomicKernel> atomicKernels;
    SmallVector<Variant> orderedKernels;
    if (inOrder)
      orderedKernels = chooseVariants(math, options, isNotEmpty, fits);
    else
      atomicKernels = chooseKernels(math, sizes, elementType, isNotEmpty, fits);
    StringRef name = op->getName().stripDialect();
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
      for (const AtomicKernel &atomic : atomicKernels) {
        Value words;
        unsigned numWords = atomic.form.words;
        if (numWords && atomic.form.elements > 1)
          words =
              viewBytes(rewriter, loc, buffers[1],
                        numWords == 1 ? Type(rewriter.getI32Type())
                                      : VectorType::get({numWords},
                                                        rewriter.getI32Type()),
                        math.mul(sizes.numUpdates, atomic.numParts));
        createLaunch(
            rewriter, loc, name + "_x" + Twine(atomic.form.elements),
            atomic.variant, math.mul(sizes.numUpdates, atomic.numParts),
            [&](const Kernel &kernel, Value thread) {
              ScatterThread(kernel, sizes, indices, updates, words, result)
                  .emitAtomic(thread, atomic.form, atomic.numParts);
            });
      }
      for (const Variant &variant : orderedKernels) {
        // Enough threads to fill a GPU, as long as there are slices.
        constexpr int64_t enoughThreads = 1 << 16;
        Value one = math.constant(1);
        Value numParts =
            math.min(math.max(sizes.numSlices, one),
                     math.max(math.div(math.constant(enoughThreads),
                                       math.max(sizes.sliceElements, one)),
                              one));
        createLaunch(rewriter, loc, name + "_ordered", variant,
                     math.mul(numParts, sizes.sliceElements),
                     [&](const Kernel &kernel, Value thread) {
                       ScatterThread(kernel, sizes, indices, updates,
                                     /*updateWords=*/{}, result)
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

  SmallVector<AtomicKernel> chooseKernels(const IndexMath &math,
                                          const ScatterSizes &sizes, Type type,
                                          Value condition, Value fits) const {
    SmallVector<AtomicKernel> kernels;
    Value rest = condition;
    for (AtomicForm form : getAtomicForms(type, options)) {
      Value size = math.constant(form.elements);
      Value numParts = math.div(sizes.sliceElements, size);
      Value isWhole =
          math.eq(math.rem(sizes.sliceElements, size), math.constant(0));
      for (const Variant &variant :
           chooseVariants(math, options, math.andI(rest, isWhole), fits))
        kernels.push_back({form, numParts, variant});
      rest = math.andI(
          rest, math.select(isWhole, math.boolean(false), math.boolean(true)));
    }
    return kernels;
  }

  GPULoweringOptions options;
};
} // namespace

void weft::populateTensorScatterSubToGPUPatterns(
    RewritePatternSet &patterns, const GPULoweringOptions &options) {
  patterns.add<TensorScatterSubToGPU>(patterns.getContext(), options);
}
