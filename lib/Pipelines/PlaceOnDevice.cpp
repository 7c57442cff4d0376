//===- PlaceOnDevice.cpp - The pass weft-place-on-device ------------------===//

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
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
/// Writes what takes the place of one region.
class Placement {
public:
  Placement(weft::DeviceRegionOp op, OpBuilder &builder)
      : op(op), builder(builder), math(builder, op.getLoc()) {}

  void emit();

private:
  Value getSizes(Value memref, SmallVectorImpl<Value> &dynamicSizes);
  Value getBytes(Value memref) {
    SmallVector<Value> dynamicSizes;
    return getSizes(memref, dynamicSizes);
  }
  Value allocate(Value bytes);
  Value viewAs(Value host, Value bytes, Value shift);
  void copy(Value target, Value source) {
    gpu::MemcpyOp::create(builder, op.getLoc(), TypeRange(), ValueRange(),
                          target, source);
  }

  weft::DeviceRegionOp op;
  OpBuilder &builder;
  weft::IndexMath math;
};
} // namespace

/// The bytes of a memref, and its sizes that are not static.
Value Placement::getSizes(Value memref, SmallVectorImpl<Value> &dynamicSizes) {
  auto type = cast<MemRefType>(memref.getType());
  Type element = type.getElementType();
  Value bytes = math.constant(weft::getElementBytes(op, element));
  for (int64_t i = 0; i < type.getRank(); ++i) {
    Value size = math.constant(type.getDimSize(i));
    if (type.isDynamicDim(i)) {
      size = memref::DimOp::create(builder, op.getLoc(), memref, i);
      dynamicSizes.push_back(size);
    }
    bytes = math.mul(bytes, size);
  }
  return bytes;
}

/// Kernels may access up to the next multiple of 16 bytes.
Value Placement::allocate(Value bytes) {
  constexpr int64_t unit = 16;
  Value rounded = math.mul(
      math.div(math.add(bytes, math.constant(unit - 1)), math.constant(unit)),
      math.constant(unit));
  auto type = MemRefType::get({ShapedType::kDynamic}, builder.getI8Type());
  return gpu::AllocOp::create(builder, op.getLoc(), TypeRange(type),
                              ValueRange(), rounded, ValueRange())
      .getMemref();
}

/// Bytes of the device, from `shift` on, with the type of a memref of the host.
Value Placement::viewAs(Value host, Value bytes, Value shift) {
  SmallVector<Value> dynamicSizes;
  getSizes(host, dynamicSizes);
  return memref::ViewOp::create(builder, op.getLoc(), host.getType(), bytes,
                                shift, dynamicSizes);
}

void Placement::emit() {
  Location loc = op.getLoc();
  // The arguments of launches are put on the stack.
  auto scope = memref::AllocaScopeOp::create(builder, loc, TypeRange());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&scope.getBodyRegion().emplaceBlock());
  memref::AllocaScopeReturnOp::create(builder, loc, ValueRange());
  builder.setInsertionPointToStart(&scope.getBodyRegion().front());

  Value zero = math.constant(0);
  SmallVector<Value> buffers;
  auto inputs = op.getInputs();
  for (int64_t size : op.getGroups()) {
    Value bytes = zero;
    SmallVector<Value> shifts;
    for (Value input : inputs.take_front(size)) {
      shifts.push_back(bytes);
      bytes = math.add(bytes, getBytes(input));
    }
    Value buffer = allocate(bytes);
    for (auto [input, shift] : llvm::zip_equal(inputs.take_front(size), shifts))
      copy(viewAs(input, buffer, shift), input);
    buffers.push_back(buffer);
    inputs = inputs.drop_front(size);
  }
  size_t firstOutput = buffers.size();
  for (Value output : op.getOutputs())
    buffers.push_back(allocate(getBytes(output)));
  for (Value bytes : op.getScratch())
    buffers.push_back(allocate(bytes));

  Block *body = op.getBody(), *target = builder.getInsertionBlock();
  body->getTerminator()->erase();
  for (auto name :
       llvm::make_early_inc_range(body->getOps<weft::DeviceBufferOp>())) {
    name.getBytes().replaceAllUsesWith(buffers[name.getBuffer()]);
    name.erase();
  }
  target->getOperations().splice(builder.getInsertionPoint(),
                                 body->getOperations());

  for (auto [i, output] : llvm::enumerate(op.getOutputs()))
    copy(output, viewAs(output, buffers[firstOutput + i], zero));
  for (Value buffer : buffers)
    gpu::DeallocOp::create(builder, loc, TypeRange(), buffer);
  op.erase();
}

namespace {
struct WeftPlaceOnDevice
    : weft::impl::WeftPlaceOnDevicePassBase<WeftPlaceOnDevice> {
  void runOnOperation() override {
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
      Placement(op, builder).emit();
    }
  }
};
} // namespace
