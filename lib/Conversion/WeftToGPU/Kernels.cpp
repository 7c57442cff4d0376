//===- Kernels.cpp - Writing device regions and kernels -------------------===//

#include "Kernels.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace weft;

constexpr int64_t threadsPerBlock = 256;

//===----------------------------------------------------------------------===//
// Kernel
//===----------------------------------------------------------------------===//

Value Kernel::constant(int64_t value) const {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(type, value));
}

Value Kernel::boolean(bool value) const {
  return arith::ConstantIntOp::create(builder, loc, value, /*width=*/1);
}

Value Kernel::param(Value hostValue) const {
  if (std::optional<int64_t> known = getConstantIntValue(hostValue))
    return constant(*known);
  OpBuilder host(launch);
  return arith::IndexCastOp::create(host, loc, type, hostValue);
}

Kernel::Divisor Kernel::divisor(Value hostValue) const {
  Divisor divisor;
  divisor.value = param(hostValue);
  if (width != 32 || getConstantIntValue(hostValue))
    return divisor;
  OpBuilder host(launch);
  IndexMath math(host, loc);
  Type i64 = host.getI64Type();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(host, loc, value, /*width=*/64);
  };
  Value d = arith::IndexCastOp::create(host, loc, i64,
                                       math.max(hostValue, math.constant(1)));
  Value zeros = math::CountLeadingZerosOp::create(
      host, loc, arith::SubIOp::create(host, loc, d, constant(1)));
  // 64 - zeros, but below 64 for the sake of kernels that are not launched.
  Value shift = arith::MinUIOp::create(
      host, loc, arith::SubIOp::create(host, loc, constant(64), zeros),
      constant(63));
  Value rest = arith::SubIOp::create(
      host, loc, arith::ShLIOp::create(host, loc, constant(1), shift), d);
  Value multiplier = arith::AddIOp::create(
      host, loc,
      arith::DivUIOp::create(
          host, loc, arith::ShLIOp::create(host, loc, rest, constant(32)), d),
      constant(1));
  divisor.multiplier = arith::TruncIOp::create(host, loc, type, multiplier);
  divisor.shift = arith::TruncIOp::create(host, loc, type, shift);
  return divisor;
}

Value Kernel::add(Value a, Value b) const {
  return builder.createOrFold<arith::AddIOp>(loc, a, b);
}

Value Kernel::sub(Value a, Value b) const {
  return builder.createOrFold<arith::SubIOp>(loc, a, b);
}

Value Kernel::mul(Value a, Value b) const {
  return builder.createOrFold<arith::MulIOp>(loc, a, b);
}

Value Kernel::andI(Value a, Value b) const {
  return builder.createOrFold<arith::AndIOp>(loc, a, b);
}

Value Kernel::orI(Value a, Value b) const {
  return builder.createOrFold<arith::OrIOp>(loc, a, b);
}

Value Kernel::xorI(Value a, Value b) const {
  return builder.createOrFold<arith::XOrIOp>(loc, a, b);
}

Value Kernel::cmp(arith::CmpIPredicate predicate, Value a, Value b) const {
  return builder.createOrFold<arith::CmpIOp>(loc, predicate, a, b);
}

Value Kernel::select(Value condition, Value a, Value b) const {
  return builder.createOrFold<arith::SelectOp>(loc, condition, a, b);
}

std::pair<Value, Value> Kernel::divide(Value n, const Divisor &divisor) const {
  if (matchPattern(divisor.value, m_One()))
    return {n, constant(0)};
  Value quotient;
  if (divisor.multiplier) {
    // By name: LLVM moves parts of a wide product to other blocks, and then
    // finds the instruction no longer.
    auto product = LLVM::InlineAsmOp::create(
        builder, loc, TypeRange(n.getType()), ValueRange{n, divisor.multiplier},
        "mul.hi.u32 $0, $1, $2;", "=r,r,r", /*has_side_effects=*/false,
        /*is_align_stack=*/false, LLVM::TailCallKind::None,
        /*asm_dialect=*/LLVM::AsmDialectAttr(), /*operand_attrs=*/ArrayAttr());
    Value high = product->getResult(0);
    quotient =
        arith::ShRUIOp::create(builder, loc, add(high, n), divisor.shift);
  } else {
    quotient = arith::DivUIOp::create(builder, loc, n, divisor.value);
  }
  return {quotient, sub(n, mul(quotient, divisor.value))};
}

Value Kernel::convert(Value value, Type to) const {
  unsigned from = value.getType().getIntOrFloatBitWidth();
  unsigned bits = to.getIntOrFloatBitWidth();
  if (from == bits)
    return value;
  if (from < bits)
    return arith::ExtSIOp::create(builder, loc, to, value);
  return arith::TruncIOp::create(builder, loc, to, value);
}

Value Kernel::toIndex(Value position) const {
  return arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                      position);
}

Value Kernel::load(Value buffer, Value position) const {
  return memref::LoadOp::create(builder, loc, buffer, toIndex(position));
}

void Kernel::store(Value value, Value buffer, Value position) const {
  memref::StoreOp::create(builder, loc, value, buffer, toIndex(position));
}

void Kernel::reduce(StringRef operation, Value buffer, Value position,
                    int64_t unitBytes, ValueRange values) const {
  Type i64 = builder.getI64Type();
  Value base = arith::IndexCastOp::create(
      builder, loc, i64,
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, buffer));
  Value shift = arith::MulIOp::create(
      builder, loc,
      arith::IndexCastUIOp::create(builder, loc, i64, toIndex(position)),
      arith::ConstantIntOp::create(builder, loc, unitBytes, /*width=*/64));
  Value address = arith::AddIOp::create(builder, loc, base, shift);
  Value pointer = LLVM::IntToPtrOp::create(
      builder, loc,
      LLVM::LLVMPointerType::get(builder.getContext(), /*addressSpace=*/1),
      address);
  SmallVector<Value> operands{pointer};
  std::string list, constraints = "l";
  for (auto [i, value] : llvm::enumerate(values)) {
    operands.push_back(value);
    list += (i == 0 ? "$" : ", $") + std::to_string(i + 1);
    bool isWide = value.getType().getIntOrFloatBitWidth() == 64;
    constraints += isa<FloatType>(value.getType()) ? (isWide ? ",d" : ",f")
                                                   : (isWide ? ",l" : ",r");
  }
  if (values.size() > 1)
    list = "{" + list + "}";
  LLVM::InlineAsmOp::create(
      builder, loc, TypeRange(), operands,
      ("red.relaxed.gpu.global" + operation + " [$0], " + list + ";").str(),
      constraints + ",~{memory}", /*has_side_effects=*/true,
      /*is_align_stack=*/false, LLVM::TailCallKind::None,
      /*asm_dialect=*/LLVM::AsmDialectAttr(), /*operand_attrs=*/ArrayAttr());
}

void Kernel::ifThen(Value condition, llvm::function_ref<void()> then) const {
  if (matchPattern(condition, m_One()))
    return then();
  auto branch = scf::IfOp::create(builder, loc, condition);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  then();
}

Value Kernel::ifElse(Value condition, Type resultType,
                     llvm::function_ref<Value()> then,
                     llvm::function_ref<Value()> otherwise) const {
  if (matchPattern(condition, m_One()))
    return then();
  auto branch = scf::IfOp::create(builder, loc, TypeRange(resultType),
                                  condition, /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(builder, loc, then());
  builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(builder, loc, otherwise());
  return branch.getResult(0);
}

SmallVector<Value> Kernel::loop(
    Value count, ValueRange inits,
    llvm::function_ref<SmallVector<Value>(Value, ValueRange)> body) const {
  Value zero = arith::ConstantOp::create(
      builder, loc, builder.getIntegerAttr(count.getType(), 0));
  Value one = arith::ConstantOp::create(
      builder, loc, builder.getIntegerAttr(count.getType(), 1));
  auto loop = scf::ForOp::create(builder, loc, zero, count, one, inits);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> yielded =
      body(loop.getInductionVar(), loop.getRegionIterArgs());
  // A loop that carries nothing already has its terminator.
  if (!inits.empty())
    scf::YieldOp::create(builder, loc, yielded);
  return SmallVector<Value>(loop.getResults());
}

static Value invert(const IndexMath &math, Value condition) {
  return math.select(condition, math.boolean(false), math.boolean(true));
}

SmallVector<Variant> weft::chooseVariants(const IndexMath &math,
                                          const GPULoweringOptions &options,
                                          Value condition, Value fits) {
  switch (options.indexWidth) {
  case IndexWidth::Auto:
    break;
  case IndexWidth::Wide:
    return {{64, condition}};
  case IndexWidth::Narrow:
    Value ok = math.orI(fits, invert(math, condition));
    if (options.checks != CheckMode::None && !matchPattern(ok, m_One()))
      cf::AssertOp::create(math.builder, math.loc, ok,
                           "kernels with 32-bit indices cannot reach all of "
                           "the elements");
    return {{32, condition}};
  }
  return {{32, math.andI(condition, fits)},
          {64, math.andI(condition, invert(math, fits))}};
}

void weft::createLaunch(OpBuilder &builder, Location loc, const Twine &name,
                        const Variant &variant, Value numThreads,
                        llvm::function_ref<void(const Kernel &, Value)> body) {
  unsigned width = variant.width;
  Value condition = variant.condition;
  if (matchPattern(condition, m_Zero()))
    return;
  IndexMath math(builder, loc);
  Value one = math.constant(1);
  Value blockSize = math.constant(threadsPerBlock);
  // A grid without blocks is not launched at all.
  Value numBlocks = math.select(
      condition,
      math.div(math.add(numThreads, math.constant(threadsPerBlock - 1)),
               blockSize),
      math.constant(0));
  auto launch = gpu::LaunchOp::create(builder, loc, numBlocks, one, one,
                                      blockSize, one, one);
  launch.setFunctionAttr(FlatSymbolRefAttr::get(
      builder.getContext(), (name + "_i" + Twine(width)).str()));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&launch.getBody().front());
  Kernel kernel(launch, builder, width);
  auto getId = [&](Value id) -> Value {
    return arith::IndexCastOp::create(builder, loc,
                                      builder.getIntegerType(width), id);
  };
  Value thread = kernel.add(kernel.mul(getId(launch.getBlockIds().x),
                                       kernel.constant(threadsPerBlock)),
                            getId(launch.getThreadIds().x));
  Value isThread =
      kernel.cmp(arith::CmpIPredicate::ult, thread, kernel.param(numThreads));
  kernel.ifThen(isThread, [&] { body(kernel, thread); });
  gpu::TerminatorOp::create(builder, loc);
}

//===----------------------------------------------------------------------===//
// Chunks
//===----------------------------------------------------------------------===//

Value weft::viewBytes(OpBuilder &builder, Location loc, Value bytes,
                      Type elementType, Value count) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  return memref::ViewOp::create(
      builder, loc, MemRefType::get({ShapedType::kDynamic}, elementType), bytes,
      zero, count);
}

Type Chunks::getType(MLIRContext *context) const {
  // One vector of 16 bytes is one access; an i128 would be two. Pairs of i16
  // are words everywhere, while LLVM makes pairs of i32 from sm_100 on, which
  // ptxas does not predicate.
  if (bytes == 16)
    return VectorType::get({8}, IntegerType::get(context, 16));
  return IntegerType::get(context, 8 * bytes);
}

Value weft::createZeroChunk(const Kernel &kernel, Type type) {
  return arith::ConstantOp::create(kernel.builder, kernel.loc,
                                   kernel.builder.getZeroAttr(type));
}

Value weft::fitsIn32Bits(const IndexMath &math, ValueRange values) {
  Value largest = math.constant(0);
  for (Value value : values)
    largest = math.max(largest, value);
  return math.ult(largest, math.constant(int64_t(1) << 31));
}

std::string Chunks::getName(StringRef op) const {
  return (op + "_" + Twine(bytes) + "b").str();
}

SmallVector<Chunks> weft::chooseChunks(const IndexMath &math,
                                       const GPULoweringOptions &options,
                                       int64_t elementBytes, Value runElements,
                                       ValueRange counts) {
  constexpr int64_t widest = 16;
  auto getPower = [](int64_t bytes) -> int64_t {
    return bytes % widest == 0 ? widest : bytes & -bytes;
  };
  int64_t narrow = getPower(elementBytes);
  SmallVector<int64_t> sizes{widest};
  if (std::optional<int64_t> known = getConstantIntValue(runElements))
    // The low bits of a product do not depend on whether it overflows.
    sizes = {getPower(
        static_cast<int64_t>(static_cast<uint64_t>(*known) * elementBytes))};
  else if (narrow < widest)
    sizes.push_back(narrow);
  SmallVector<Chunks> kernels;
  Value rest = math.boolean(true);
  for (int64_t bytes : sizes) {
    Value numChunks, condition = rest;
    if (bytes <= narrow) {
      numChunks = math.mul(runElements, math.constant(elementBytes / bytes));
    } else {
      Value runBytes = math.mul(runElements, math.constant(elementBytes));
      numChunks = math.div(runBytes, math.constant(bytes));
      Value isWhole =
          math.eq(math.rem(runBytes, math.constant(bytes)), math.constant(0));
      condition = math.andI(rest, isWhole);
      rest = math.andI(rest, invert(math, isWhole));
    }
    SmallVector<Value> totals;
    for (Value count : counts)
      totals.push_back(math.mul(count, numChunks));
    for (const Variant &variant :
         chooseVariants(math, options, condition, fitsIn32Bits(math, totals)))
      kernels.push_back({bytes, numChunks, variant});
  }
  return kernels;
}

//===----------------------------------------------------------------------===//
// Device regions
//===----------------------------------------------------------------------===//

void DeviceRegionBuilder::addInputs(ValueRange tensors) {
  for (Value tensor : tensors) {
    auto type = cast<RankedTensorType>(tensor.getType());
    inputs.push_back(bufferization::ToBufferOp::create(
        builder, loc, MemRefType::get(type.getShape(), type.getElementType()),
        tensor, /*read_only=*/true));
  }
  groups.push_back(tensors.size());
}

void DeviceRegionBuilder::addInputBuffer(Value memref) {
  inputs.push_back(memref);
  groups.push_back(1);
}

void DeviceRegionBuilder::addOutput(RankedTensorType type,
                                    ArrayRef<OpFoldResult> sizes) {
  SmallVector<Value> dynamicSizes;
  for (auto [i, size] : llvm::enumerate(sizes))
    if (type.isDynamicDim(i))
      dynamicSizes.push_back(
          getValueOrCreateConstantIndexOp(builder, loc, size));
  outputs.push_back(memref::AllocOp::create(
      builder, loc, MemRefType::get(type.getShape(), type.getElementType()),
      dynamicSizes));
  outputTypes.push_back(type);
}

SmallVector<Value>
DeviceRegionBuilder::create(llvm::function_ref<void(ValueRange)> body) {
  auto region =
      DeviceRegionOp::create(builder, loc, inputs, groups, outputs, scratch);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(region.getBody()->getTerminator());
    SmallVector<Value> buffers;
    for (int64_t i = 0, e = region.getNumBuffers(); i < e; ++i)
      buffers.push_back(DeviceBufferOp::create(builder, loc, i));
    body(buffers);
  }
  SmallVector<Value> results;
  for (auto [output, type] : llvm::zip_equal(outputs, outputTypes))
    results.push_back(bufferization::ToTensorOp::create(
        builder, loc, type, output, /*restrict=*/true, /*writable=*/true));
  return results;
}
