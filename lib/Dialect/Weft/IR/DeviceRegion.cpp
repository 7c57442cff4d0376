//===- DeviceRegion.cpp - weft.device_region ------------------------------===//

#include "weft/Dialect/Weft/IR/Weft.h"

using namespace mlir;
using namespace weft;

void DeviceRegionOp::build(OpBuilder &builder, OperationState &state,
                           ValueRange inputs, ArrayRef<int64_t> groups,
                           ValueRange outputs, ValueRange scratch) {
  state.addOperands(inputs);
  state.addOperands(outputs);
  state.addOperands(scratch);
  auto &properties = state.getOrAddProperties<Properties>();
  properties.operandSegmentSizes = {static_cast<int32_t>(inputs.size()),
                                    static_cast<int32_t>(outputs.size()),
                                    static_cast<int32_t>(scratch.size())};
  properties.groups = builder.getDenseI64ArrayAttr(groups);
  state.addRegion()->push_back(new Block);
  ensureTerminator(*state.regions.front(), builder, state.location);
}

LogicalResult DeviceRegionOp::verify() {
  // C1
  for (auto [name, operands] :
       {std::pair("inputs", getInputs()), std::pair("outputs", getOutputs())})
    for (auto [i, type] : llvm::enumerate(operands.getTypes()))
      if (!cast<MemRefType>(type).getLayout().isIdentity())
        return emitOpError("expected '")
               << name << "'[" << i << "] to have an identity layout, but got "
               << type;
  // C2
  size_t first = 0;
  for (auto [i, size] : llvm::enumerate(getGroups())) {
    if (size < 1)
      return emitOpError("expected 'groups'[")
             << i << "] to be at least 1, but got " << size;
    if (static_cast<size_t>(size) > getInputs().size() - first)
      return emitOpError(
                 "expected 'groups' to add up to the number of inputs (")
             << getInputs().size() << "), but they exceed it";
    auto group = getInputs().slice(first, size);
    for (Type type : group.getTypes())
      if (cast<MemRefType>(type).getElementType() !=
          cast<MemRefType>(group.front().getType()).getElementType())
        return emitOpError("expected the inputs of group ")
               << i << " to have one element type, but got "
               << group.front().getType() << " and " << type;
    first += size;
  }
  if (first != getInputs().size())
    return emitOpError("expected 'groups' to add up to the number of inputs (")
           << getInputs().size() << "), but got " << first;
  return success();
}

void DeviceBufferOp::build(OpBuilder &builder, OperationState &state,
                           int64_t buffer) {
  build(builder, state,
        MemRefType::get({ShapedType::kDynamic}, builder.getI8Type()),
        static_cast<uint64_t>(buffer));
}

LogicalResult DeviceBufferOp::verify() {
  // C1
  int64_t count = cast<DeviceRegionOp>((*this)->getParentOp()).getNumBuffers();
  int64_t number = getBuffer();
  if (number < 0 || number >= count)
    return emitOpError("expected 'buffer' to be from 0 to ")
           << count - 1 << ", but got " << number;
  return success();
}
