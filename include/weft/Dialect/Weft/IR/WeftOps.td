//===- WeftOps.td - All operations of the weft dialect --------*- tablegen -*-===//

#ifndef WEFT_DIALECT_WEFT_IR_WEFTOPS_TD
#define WEFT_DIALECT_WEFT_IR_WEFTOPS_TD

include "weft/Dialect/Weft/IR/BatchToSpaceNd.td"
include "weft/Dialect/Weft/IR/DeviceRegion.td"
include "weft/Dialect/Weft/IR/ParallelDynamicStitch.td"
include "weft/Dialect/Weft/IR/SpaceToBatchNd.td"
include "weft/Dialect/Weft/IR/SparseConcat.td"
include "weft/Dialect/Weft/IR/TensorScatterSub.td"

#endif // WEFT_DIALECT_WEFT_IR_WEFTOPS_TD
