//===- PlaceOnDevice.cpp - The pass weft-place-on-device ------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Dialect/Weft/Utils/ElementSize.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"
#include "weft/Pipelines/Pipelines.h"

namespace weft {
#define GEN_PASS_DEF_WEFTPLACEONDEVICEPASS
#include "weft/Pipelines/Passes.h.inc"
} // namespace weft

using namespace mlir;

namespace {
/// Buffers of the device, and memrefs of any type that are there.
class DeviceMemory {
public:
  DeviceMemory(OpBuilder &builder, Operation *op)
      : op(op), builder(builder), math(builder, op->getLoc()) {}

protected:
  Value getSizes(Value memref, SmallVectorImpl<Value> &dynamicSizes);
  Value getBytes(Value memref) {
    SmallVector<Value> dynamicSizes;
    return getSizes(memref, dynamicSizes);
  }
  Value allocate(Value bytes);
  Value viewAs(Value host, Value bytes, Value shift);
  void copy(Value target, Value source) {
    gpu::MemcpyOp::create(builder, op->getLoc(), TypeRange(), ValueRange(),
                          target, source);
  }
  void free(Value buffer) {
    gpu::DeallocOp::create(builder, op->getLoc(), TypeRange(), buffer);
  }

  Operation *op;
  OpBuilder &builder;
  weft::IndexMath math;
};

/// Writes what takes the place of one region.
class Placement : DeviceMemory {
public:
  /// Memrefs in `resident` are on the device already.
  Placement(weft::DeviceRegionOp region, OpBuilder &builder,
            const DenseSet<Value> &resident)
      : DeviceMemory(builder, region), region(region), resident(resident) {}

  void emit();

private:
  Value asBytes(Value memref);

  weft::DeviceRegionOp region;
  const DenseSet<Value> &resident;
};

/// Puts the buffers of a function whose arguments and results are on the
/// device.
class FunctionPlacement : DeviceMemory {
public:
  FunctionPlacement(func::FuncOp function, OpBuilder &builder,
                    DenseSet<Value> &resident)
      : DeviceMemory(builder, function), function(function),
        resident(resident) {}

  void emit();

private:
  void placeArgument(Value argument, ArrayRef<func::ReturnOp> returns);
  void placeAllocation(memref::AllocOp alloc);
  void placeResults(func::ReturnOp op);

  func::FuncOp function;
  DenseSet<Value> &resident;
};
} // namespace

/// The bytes of a memref, and its sizes that are not static.
Value DeviceMemory::getSizes(Value memref,
                             SmallVectorImpl<Value> &dynamicSizes) {
  auto type = cast<MemRefType>(memref.getType());
  Type element = type.getElementType();
  Value bytes = math.constant(weft::getElementBytes(op, element));
  for (int64_t i = 0; i < type.getRank(); ++i) {
    Value size = math.constant(type.getDimSize(i));
    if (type.isDynamicDim(i)) {
      size = memref::DimOp::create(builder, op->getLoc(), memref, i);
      dynamicSizes.push_back(size);
    }
    bytes = math.mul(bytes, size);
  }
  return bytes;
}

/// Kernels may access up to the next multiple of 16 bytes.
Value DeviceMemory::allocate(Value bytes) {
  constexpr int64_t unit = 16;
  Value rounded = math.mul(
      math.div(math.add(bytes, math.constant(unit - 1)), math.constant(unit)),
      math.constant(unit));
  auto type = MemRefType::get({ShapedType::kDynamic}, builder.getI8Type());
  return gpu::AllocOp::create(builder, op->getLoc(), TypeRange(type),
                              ValueRange(), rounded, ValueRange())
      .getMemref();
}

/// Bytes of the device, from `shift` on, with the type of a memref of the host.
Value DeviceMemory::viewAs(Value host, Value bytes, Value shift) {
  SmallVector<Value> dynamicSizes;
  getSizes(host, dynamicSizes);
  return memref::ViewOp::create(builder, op->getLoc(), host.getType(), bytes,
                                shift, dynamicSizes);
}

/// All bytes of a memref without a layout. No upstream op sees one as another
/// type.
Value Placement::asBytes(Value memref) {
  Location loc = op->getLoc();
  MLIRContext *context = builder.getContext();
  Type i64 = builder.getI64Type();
  auto toI64 = [&](Value index) -> Value {
    return arith::IndexCastOp::create(builder, loc, i64, index);
  };
  Value pointer = LLVM::IntToPtrOp::create(
      builder, loc, LLVM::LLVMPointerType::get(context),
      toI64(memref::ExtractAlignedPointerAsIndexOp::create(builder, loc,
                                                           memref)));
  auto array = LLVM::LLVMArrayType::get(i64, 1);
  auto type = LLVM::LLVMStructType::getLiteral(
      context, {pointer.getType(), pointer.getType(), i64, array, array});
  Value descriptor = LLVM::PoisonOp::create(builder, loc, type);
  auto set = [&](Value value, const SmallVector<int64_t> &position) {
    descriptor =
        LLVM::InsertValueOp::create(builder, loc, descriptor, value, position);
  };
  set(pointer, {0});
  set(pointer, {1});
  set(toI64(math.constant(0)), {2});
  set(toI64(getBytes(memref)), {3, 0});
  set(toI64(math.constant(1)), {4, 0});
  auto bytes = MemRefType::get({ShapedType::kDynamic}, builder.getI8Type());
  return UnrealizedConversionCastOp::create(builder, loc, bytes, descriptor)
      .getResult(0);
}

void Placement::emit() {
  Location loc = op->getLoc();
  // The arguments of launches are put on the stack.
  auto scope = memref::AllocaScopeOp::create(builder, loc, TypeRange());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&scope.getBodyRegion().emplaceBlock());
  memref::AllocaScopeReturnOp::create(builder, loc, ValueRange());
  builder.setInsertionPointToStart(&scope.getBodyRegion().front());

  Value zero = math.constant(0);
  SmallVector<Value> buffers, toFree;
  auto addBuffer = [&](Value bytes) {
    buffers.push_back(allocate(bytes));
    toFree.push_back(buffers.back());
  };
  auto inputs = region.getInputs();
  for (int64_t size : region.getGroups()) {
    auto group = inputs.take_front(size);
    inputs = inputs.drop_front(size);
    if (size == 1 && resident.contains(group.front())) {
      buffers.push_back(asBytes(group.front()));
      continue;
    }
    Value bytes = zero;
    SmallVector<Value> shifts;
    for (Value input : group) {
      shifts.push_back(bytes);
      bytes = math.add(bytes, getBytes(input));
    }
    addBuffer(bytes);
    for (auto [input, shift] : llvm::zip_equal(group, shifts))
      copy(viewAs(input, buffers.back(), shift), input);
  }
  size_t firstOutput = buffers.size();
  for (Value output : region.getOutputs())
    if (resident.contains(output))
      buffers.push_back(asBytes(output));
    else
      addBuffer(getBytes(output));
  for (Value bytes : region.getScratch())
    addBuffer(bytes);

  Block *body = region.getBody(), *target = builder.getInsertionBlock();
  body->getTerminator()->erase();
  for (auto name :
       llvm::make_early_inc_range(body->getOps<weft::DeviceBufferOp>())) {
    name.getBytes().replaceAllUsesWith(buffers[name.getBuffer()]);
    name.erase();
  }
  target->getOperations().splice(builder.getInsertionPoint(),
                                 body->getOperations());

  for (auto [i, output] : llvm::enumerate(region.getOutputs()))
    if (!resident.contains(output))
      copy(output, viewAs(output, buffers[firstOutput + i], zero));
  for (Value buffer : toFree)
    free(buffer);
  region.erase();
}

//===----------------------------------------------------------------------===//
// Functions with arguments on the device
//===----------------------------------------------------------------------===//

/// Whether the host accesses the memory by this use.
static bool isHostUse(OpOperand &use) {
  return !isa<weft::DeviceRegionOp, memref::DimOp,
              memref::ExtractAlignedPointerAsIndexOp, memref::DeallocOp,
              func::ReturnOp>(use.getOwner());
}

void FunctionPlacement::placeArgument(Value argument,
                                      ArrayRef<func::ReturnOp> returns) {
  resident.insert(argument);
  if (llvm::none_of(argument.getUses(), isHostUse))
    return;
  builder.setInsertionPointToStart(&function.front());
  SmallVector<Value> dynamicSizes;
  getSizes(argument, dynamicSizes);
  Value host = memref::AllocOp::create(builder, op->getLoc(),
                                       cast<MemRefType>(argument.getType()),
                                       dynamicSizes);
  argument.replaceUsesWithIf(host, isHostUse);
  copy(host, argument);
  for (func::ReturnOp op : returns) {
    builder.setInsertionPoint(op);
    memref::DeallocOp::create(builder, op.getLoc(), host);
  }
}

void FunctionPlacement::placeAllocation(memref::AllocOp alloc) {
  Value memref = alloc.getMemref();
  auto isNeeded = [](OpOperand &use) {
    return isa<weft::DeviceRegionOp, func::ReturnOp>(use.getOwner());
  };
  if (llvm::any_of(memref.getUses(), isHostUse) ||
      llvm::none_of(memref.getUses(), isNeeded))
    return;
  builder.setInsertionPointAfter(alloc);
  Value zero = math.constant(0);
  // The sizes of the new memref are operands of the old one.
  Type element = alloc.getType().getElementType();
  Value bytes = math.constant(weft::getElementBytes(op, element));
  auto dynamicSizes = alloc.getDynamicSizes();
  size_t next = 0;
  for (int64_t size : alloc.getType().getShape())
    bytes = math.mul(bytes, ShapedType::isDynamic(size)
                                ? Value(dynamicSizes[next++])
                                : math.constant(size));
  Value buffer = allocate(bytes);
  Value view = memref::ViewOp::create(builder, op->getLoc(), alloc.getType(),
                                      buffer, zero, dynamicSizes);
  for (Operation *user : llvm::make_early_inc_range(memref.getUsers()))
    if (isa<memref::DeallocOp>(user)) {
      builder.setInsertionPoint(user);
      free(buffer);
      user->erase();
    }
  memref.replaceAllUsesWith(view);
  alloc.erase();
  resident.insert(view);
}

void FunctionPlacement::placeResults(func::ReturnOp op) {
  builder.setInsertionPoint(op);
  DenseMap<Value, Value> copies;
  for (OpOperand &operand : op->getOpOperands()) {
    Value host = operand.get();
    if (!isa<MemRefType>(host.getType()) || resident.contains(host))
      continue;
    Value &moved = copies[host];
    if (!moved) {
      moved = viewAs(host, allocate(getBytes(host)), math.constant(0));
      copy(moved, host);
      memref::DeallocOp::create(builder, op.getLoc(), host);
    }
    operand.set(moved);
  }
}

void FunctionPlacement::emit() {
  SmallVector<func::ReturnOp> returns(function.getOps<func::ReturnOp>());
  SmallVector<memref::AllocOp> allocations;
  function.walk([&](memref::AllocOp op) { allocations.push_back(op); });
  for (memref::AllocOp op : allocations)
    placeAllocation(op);
  for (Value argument : function.getArguments())
    if (isa<MemRefType>(argument.getType()))
      placeArgument(argument, returns);
  for (func::ReturnOp op : returns)
    placeResults(op);
}

namespace {
struct WeftPlaceOnDevice
    : weft::impl::WeftPlaceOnDevicePassBase<WeftPlaceOnDevice> {
  using WeftPlaceOnDevicePassBase::WeftPlaceOnDevicePassBase;

  void runOnOperation() override {
    DenseSet<Value> resident;
    if (deviceArguments && failed(placeFunctions(resident)))
      return signalPassFailure();
    SmallVector<weft::DeviceRegionOp> regions;
    getOperation()->walk(
        [&](weft::DeviceRegionOp op) { regions.push_back(op); });
    if (regions.empty())
      return;
    auto module = OpBuilder::atBlockEnd(getOperation().getBody());
    auto kernels = gpu::GPUModuleOp::create(module, getOperation().getLoc(),
                                            "weft_kernels");
    SymbolTable(getOperation()).insert(kernels);
    auto name = FlatSymbolRefAttr::get(kernels.getSymNameAttr());
    for (weft::DeviceRegionOp op : regions) {
      op.walk([&](gpu::LaunchOp launch) { launch.setModuleAttr(name); });
      OpBuilder builder(op);
      Placement(op, builder, resident).emit();
    }
  }

private:
  LogicalResult placeFunctions(DenseSet<Value> &resident) {
    SymbolTable symbols(getOperation());
    WalkResult calls = getOperation()->walk([&](func::CallOp call) {
      auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
      if (!callee || callee.isExternal())
        return WalkResult::advance();
      call.emitOpError("cannot be compiled with device-arguments");
      return WalkResult::interrupt();
    });
    if (calls.wasInterrupted())
      return failure();
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      OpBuilder builder(function.getBody());
      FunctionPlacement(function, builder, resident).emit();
    }
    return success();
  }
};
} // namespace
