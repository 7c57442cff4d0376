//===- SpaceOps.cpp - What the two space ops share ------------------------===//

#include "SpaceOps.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace weft;

ParseResult weft::parseIndexPairList(
    OpAsmParser &parser,
    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &values,
    DenseI64ArrayAttr &integers) {
  SmallVector<int64_t> flat;
  auto parseEntry = [&]() -> ParseResult {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult isOperand = parser.parseOptionalOperand(operand);
    if (isOperand.has_value()) {
      if (failed(*isOperand))
        return failure();
      values.push_back(operand);
      flat.push_back(ShapedType::kDynamic);
      return success();
    }
    int64_t value = 0;
    SMLoc loc = parser.getCurrentLocation();
    if (failed(parser.parseInteger(value)))
      return failure();
    if (ShapedType::isDynamic(value))
      return parser.emitError(loc, "integer is reserved for values");
    flat.push_back(value);
    return success();
  };
  auto parsePair = [&]() -> ParseResult {
    return failure(parser.parseLSquare() || parseEntry() ||
                   parser.parseComma() || parseEntry() ||
                   parser.parseRSquare());
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, parsePair))
    return failure();
  integers = parser.getBuilder().getDenseI64ArrayAttr(flat);
  return success();
}

void weft::printIndexPairList(OpAsmPrinter &printer, Operation *,
                              OperandRange values, ArrayRef<int64_t> integers) {
  unsigned next = 0;
  auto printEntry = [&](int64_t value) {
    if (!ShapedType::isDynamic(value))
      printer << value;
    else if (next < values.size())
      printer << values[next++];
    else
      printer << "<<missing operand>>";
  };
  printer << '[';
  for (size_t i = 0; i < integers.size(); i += 2) {
    printer << (i ? ", [" : "[");
    printEntry(integers[i]);
    if (i + 1 < integers.size()) {
      printer << ", ";
      printEntry(integers[i + 1]);
    }
    printer << ']';
  }
  printer << ']';
}

SmallVector<int64_t> weft::getStaticEntries(ArrayRef<OpFoldResult> list) {
  return llvm::map_to_vector(list, [](OpFoldResult entry) {
    auto attr = dyn_cast<Attribute>(entry);
    return attr ? cast<IntegerAttr>(attr).getInt() : ShapedType::kDynamic;
  });
}

FailureOr<StaticBlocks> weft::checkStaticBlocks(EmitErrorFn emitError,
                                                RankedTensorType input,
                                                ArrayRef<int64_t> blockShape,
                                                ArrayRef<int64_t> pairs,
                                                StringRef pairsName) {
  auto fail = [&](const Twine &message) -> FailureOr<StaticBlocks> {
    if (emitError)
      emitError() << message;
    return failure();
  };
  int64_t numBlockDims = blockShape.size();
  if (int64_t(pairs.size()) != 2 * numBlockDims) // C1
    return fail("expected " + pairsName + " to have " +
                Twine(2 * numBlockDims) + " entries, but got " +
                Twine(pairs.size()));
  if (input.getRank() < 1 + numBlockDims) // C2
    return fail("expected 'input' to have rank " + Twine(1 + numBlockDims) +
                " or more, but got " + Twine(input.getRank()));
  for (auto [i, block] : llvm::enumerate(blockShape))
    if (!ShapedType::isDynamic(block) && block < 1) // C4
      return fail("expected block_shape[" + Twine(i) +
                  "] to be at least 1, but got " + Twine(block));
  StaticBlocks blocks;
  for (auto [i, block] : llvm::enumerate(blockShape)) {
    if (ShapedType::isDynamic(block)) {
      blocks.allKnown = false;
      continue;
    }
    std::optional<int64_t> product = llvm::checkedMul(blocks.product, block);
    if (!product) // C5
      return fail("expected block_shape[" + Twine(i) + "] (" + Twine(block) +
                  ") times the product of the block sizes before it (" +
                  Twine(blocks.product) + ") to fit in 64 bits");
    blocks.product = *product;
  }
  return blocks;
}

LogicalResult weft::checkStaticPair(EmitErrorFn emitError,
                                    ArrayRef<int64_t> pairs,
                                    StringRef pairsName, size_t dimension) {
  for (size_t side : {0, 1}) {
    int64_t amount = pairs[2 * dimension + side];
    if (ShapedType::isDynamic(amount) || amount >= 0)
      continue;
    if (emitError) // C7
      emitError() << "expected " << pairsName << "[" << dimension << "]["
                  << side << "] to be non-negative, but got " << amount;
    return failure();
  }
  return success();
}

LogicalResult weft::verifyOperandCount(Operation *op, StringRef name,
                                       ArrayRef<int64_t> staticEntries,
                                       ValueRange operands) {
  size_t expected = llvm::count_if(staticEntries, ShapedType::isDynamic);
  if (operands.size() == expected)
    return success();
  return op->emitOpError("expected ")
         << name << " to have " << expected
         << " operands for entries that are not constants, but got "
         << operands.size();
}

LogicalResult weft::verifyOutput(Operation *op, RankedTensorType inferred,
                                 RankedTensorType output) {
  if (output.getElementType() != inferred.getElementType()) // C3
    return op->emitOpError("expected 'output' to have element type ")
           << inferred.getElementType() << ", but got "
           << output.getElementType();
  if (output.getRank() != inferred.getRank()) // C10
    return op->emitOpError("expected 'output' to have rank ")
           << inferred.getRank() << ", but got " << output.getRank();
  for (auto [i, want, got] :
       llvm::enumerate(inferred.getShape(), output.getShape()))
    if (!ShapedType::isDynamic(want) && !ShapedType::isDynamic(got) &&
        want != got) // C10
      return op->emitOpError("expected dimension ")
             << i << " of 'output' to have the computed size (" << want
             << "), but got " << got;
  if (!hasCountableElements(output)) // C11
    return op->emitOpError("expected the number of elements of 'output' to fit "
                           "in 64 bits, but its type is ")
           << output;
  return success();
}

bool weft::hasCountableElements(RankedTensorType type) {
  if (!type.hasStaticShape() || llvm::is_contained(type.getShape(), 0))
    return true;
  std::optional<int64_t> elements = 1;
  for (int64_t size : type.getShape())
    if (!(elements = llvm::checkedMul(*elements, size)))
      return false;
  return true;
}

bool weft::isIdentity(ArrayRef<OpFoldResult> blockShape,
                      ArrayRef<OpFoldResult> pairs) {
  return llvm::all_of(
             blockShape,
             [](OpFoldResult b) { return isConstantIntValue(b, 1); }) &&
         llvm::all_of(pairs,
                      [](OpFoldResult p) { return isConstantIntValue(p, 0); });
}

RankedTensorType weft::refineType(RankedTensorType type,
                                  RankedTensorType inferred) {
  SmallVector<int64_t> shape(type.getShape());
  for (auto [size, known] : llvm::zip_equal(shape, inferred.getShape()))
    if (ShapedType::isDynamic(size))
      size = known;
  return type.clone(shape);
}

void weft::matchStaticSizes(OpBuilder &builder, Location loc,
                            RankedTensorType output,
                            SmallVectorImpl<OpFoldResult> &sizes) {
  for (auto [i, size] : llvm::enumerate(sizes)) {
    if (output.isDynamicDim(i))
      size = getValueOrCreateConstantIndexOp(builder, loc, size);
    else
      size = builder.getIndexAttr(output.getDimSize(i));
  }
}
