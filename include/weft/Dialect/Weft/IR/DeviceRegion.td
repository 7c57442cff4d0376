//===- DeviceRegion.td - weft.device_region -------------------*- tablegen -*-===//

#ifndef WEFT_DIALECT_WEFT_IR_DEVICEREGION_TD
#define WEFT_DIALECT_WEFT_IR_DEVICEREGION_TD

include "weft/Dialect/Weft/IR/WeftBase.td"

def Weft_DeviceRegionOp : Weft_Op<"device_region", [
    AttrSizedOperandSegments, SingleBlockImplicitTerminator<"DeviceEndOp">]> {
  let summary = "run host code that launches kernels on buffers of a device";
  let description = [{
    An op of the lowering to GPUs, between `convert-weft-to-gpu` and
    `weft-place-on-device`: users do not write it. It says which buffers kernels
    read and write, not where these are. The region runs on the host, once. In it,
    `weft.device_buffer` names the buffers of the device, which are in this order:

    * one for each group of `inputs`. `groups` holds the sizes of the groups, which
      follow one another in `inputs`. The buffer holds the elements of the
      group's memrefs one after another;
    * one for each of `outputs`, whose elements it holds when the region ends. It
      begins with no defined contents;
    * one of that many bytes for each of `scratch`, with no defined contents.

    Buffers begin at multiples of 256 bytes and may be read and written up to the
    next multiple of 16 bytes.

    * C1: memrefs have identity layouts.
    * C2: `groups` are at least 1 and add up to the number of `inputs`; the inputs of
      a group have the same element type.
  }];
  let arguments = (ins Arg<Variadic<AnyMemRef>, "", [MemRead]>:$inputs,
                       Arg<Variadic<AnyMemRef>, "", [MemWrite]>:$outputs,
                       Variadic<Index>:$scratch,
                       DenseI64ArrayAttr:$groups);
  let regions = (region SizedRegion<1>:$bodyRegion);
  let extraClassDeclaration = [{
    /// How many buffers the region has.
    int64_t getNumBuffers() {
      return getGroups().size() + getOutputs().size() + getScratch().size();
    }
  }];
  let builders = [
    /// Creates an empty block.
    OpBuilder<(ins "::mlir::ValueRange":$inputs, "::llvm::ArrayRef<int64_t>":$groups,
                   "::mlir::ValueRange":$outputs, "::mlir::ValueRange":$scratch)>];
  let skipDefaultBuilders = 1;
  let hasVerifier = 1;
}

def Weft_DeviceBufferOp : Weft_Op<"device_buffer", [
    Pure, HasParent<"DeviceRegionOp">]> {
  let summary = "a buffer of the device in a device_region";
  let description = [{
    The bytes of buffer number `buffer` of the region (C1: which has that many). It is
    no block argument, since deallocation of buffers would take that for one of the
    host.
  }];
  let arguments = (ins I64Attr:$buffer);
  let results = (outs MemRefRankOf<[I8], [1]>:$bytes);
  let assemblyFormat = "$buffer attr-dict `:` type($bytes)";
  let builders = [OpBuilder<(ins "int64_t":$buffer)>];
  let hasVerifier = 1;
}

def Weft_DeviceEndOp : Weft_Op<"device_end", [
    Pure, Terminator, HasParent<"DeviceRegionOp">]> {
  let summary = "the end of a device_region";
  let description = [{
    Ends the body of a `weft.device_region`. It yields nothing: kernels leave their
    results in the region's buffers.
  }];
  let assemblyFormat = "attr-dict";
}

#endif // WEFT_DIALECT_WEFT_IR_DEVICEREGION_TD
