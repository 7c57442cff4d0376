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
  Block *block = new Block;
  state.addRegion()->push_back(block);
  Type bytes = MemRefType::get({ShapedType::kDynamic}, builder.getI8Type());
  size_t count = groups.size() + outputs.size() + scratch.size();
  block->addArguments(SmallVector<Type>(count, bytes),
                      SmallVector<Location>(count, state.location));
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
  // C3
  size_t count = getGroups().size() + getOutputs().size() + getScratch().size();
  if (getBody()->getNumArguments() != count)
    return emitOpError("expected ") << count << " block arguments, but got "
                                    << getBody()->getNumArguments();
  Type bytes = MemRefType::get({ShapedType::kDynamic},
                               IntegerType::get(getContext(), 8));
  for (Type type : getBody()->getArgumentTypes())
    if (type != bytes)
      return emitOpError("expected block arguments to be ")
             << bytes << ", but got " << type;
  return success();
}
