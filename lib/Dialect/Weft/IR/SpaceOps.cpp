//===- SpaceOps.cpp - What the two space ops share ------------------------===//

#include "SpaceOps.h"

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
    int64_t value;
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
