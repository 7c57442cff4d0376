//===- Consumer.td - An op of another dialect ------------------*- tablegen -*-===//

#ifndef CONSUMER_TD
#define CONSUMER_TD

include "weft/Dialect/Weft/IR/WeftBase.td"

def Consumer_Dialect : Dialect {
  let name = "consumer";
  let cppNamespace = "::consumer";
  let dependentDialects = ["::weft::WeftDialect"];
}

/// Rows of `data` in the places that `places` names: weft's stitch with one
/// input. `places` has the type that weft's own ops ask for.
def Consumer_PlaceOp : Op<Consumer_Dialect, "place"> {
  let arguments = (ins Weft_IndexTensor:$places, AnyRankedTensor:$data);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$data `at` $places attr-dict `:` type($data) `,` type($places) `->` type($result)";
}

#endif // CONSUMER_TD
