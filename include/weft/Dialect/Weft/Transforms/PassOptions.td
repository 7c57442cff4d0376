//===- PassOptions.td - Options that several passes share -----*- tablegen -*-===//

#ifndef WEFT_DIALECT_WEFT_TRANSFORMS_PASSOPTIONS_TD
#define WEFT_DIALECT_WEFT_TRANSFORMS_PASSOPTIONS_TD

include "mlir/Pass/PassBase.td"

def Weft_ChecksOption : Option<"checks", "checks", "::weft::CheckMode",
    /*default=*/"::weft::CheckMode::Assert", "What a run-time check becomes",
    [{::llvm::cl::values(
        clEnumValN(::weft::CheckMode::Assert, "assert", "cf.assert"),
        clEnumValN(::weft::CheckMode::Runtime, "runtime",
                   "a call of weft_fail that names the values"),
        clEnumValN(::weft::CheckMode::None, "none", "nothing"))}]>;

def Weft_ParallelEntriesOption : Option<"parallelEntries", "parallel-entries", "int64_t",
    /*default=*/"0", "sparse_concat divides at least so many entries among threads, by scf.forall, "
    "and tensor_scatter_sub the check of four times as many indices; 0: never">;

#endif // WEFT_DIALECT_WEFT_TRANSFORMS_PASSOPTIONS_TD
