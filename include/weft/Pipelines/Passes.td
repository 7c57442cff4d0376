//===- Passes.td - Passes that only weft's pipelines need -----*- tablegen -*-===//

#ifndef WEFT_PIPELINES_PASSES_TD
#define WEFT_PIPELINES_PASSES_TD

include "mlir/Pass/PassBase.td"
include "weft/Dialect/Weft/Transforms/PassOptions.td"

def WeftProtectArgumentsPass : Pass<"weft-protect-arguments", "::mlir::ModuleOp"> {
  let summary = "make the tensor arguments of public functions read-only";
  let description = [{
    One-Shot Bufferize writes into function arguments by default. This pass sets
    `bufferization.writable = false` on each tensor argument of a public function
    that does not already carry the attribute, so that the bufferized function
    writes into an argument only where the caller has donated it
    (`bufferization.writable = true`).
  }];
}

def WeftVerifySupportedPass : Pass<"weft-verify-supported", "::mlir::ModuleOp"> {
  let summary = "report the ops that a pipeline cannot compile";
  let description = [{
    Emits an error at each op that is not registered, in program order: those are
    the TensorFlow ops that `convert-tf-to-weft` left as they were. If there is
    none, types that have no form in memory, such as `!tf_type.variant`, are an
    error at the first op or function that has one. So are more than 16 nested loops
    that carry tensors: One-Shot Bufferize takes twice as long for each level.
  }];
}

def WeftResolveExpandShapePass : Pass<"weft-resolve-expand-shape"> {
  let summary = "turn memref.expand_shape with several run-time sizes into a reinterpret_cast";
  let description = [{
    Upstream's `expand-strided-metadata` handles one run-time size in each group
    that a `memref.expand_shape` expands a dimension into. This pass rewrites the
    others with the sizes that the op itself carries; run it before
    `expand-strided-metadata`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"];
}

def WeftCheckAllocationsPass : Pass<"weft-check-allocations", "::mlir::ModuleOp"> {
  let summary = "check at run time that the sizes of buffers make sense";
  let description = [{
    The bytes of a `memref.alloc` are a product that wraps silently: code that then
    fills the buffer writes beyond it. This pass checks in front of each allocation
    that no size is negative and that the product fits 63 bits; whether the machine
    has as much is for the allocation function to say. Run it while there is still
    structured control flow.
  }];
  let options = [Weft_ChecksOption];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
                           "::mlir::scf::SCFDialect", "::mlir::LLVM::LLVMDialect"];
}

def WeftSkipEmptyLoopsPass : Pass<"weft-skip-empty-loops"> {
  let summary = "do not iterate over nests of loops that have nothing to do";
  let description = [{
    An `scf.for` around loops, and nothing else that has an effect, gets no iterations
    if those have none: a tensor of 2^40 x 0 elements costs nothing, whatever the
    compiler behind this pipeline can prove.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def WeftLowerAssertsPass : Pass<"weft-lower-asserts", "::mlir::ModuleOp"> {
  let summary = "turn cf.assert into calls of weft_fail";
  let description = [{
    Upstream lowers `cf.assert` to a line on standard output and `abort()`. With
    weft's run-time library its message can reach the host: this pass makes a branch
    to a call of `weft_fail` of each. Run it while there is still structured control
    flow.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def WeftFillLargeConstantsPass : Pass<"weft-fill-large-constants"> {
  let summary = "fill large constant tensors of equal elements at run time";
  let description = [{
    A constant tensor is stored with the code, element by element, even where all
    are equal: `dense<0> : tensor<1099511627776xi32>` would not fit anywhere. This
    pass turns constants of more than 131072 equal elements into `tensor.splat`.
    Canonicalization turns them back, so run it right before bufferization.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
                           "::mlir::tensor::TensorDialect"];
}

def WeftSplitFunctionsPass : Pass<"weft-split-functions", "::mlir::ModuleOp"> {
  let summary = "cut long functions into parts that are called one after another";
  let description = [{
    The time of One-Shot Bufferize and of other passes grows faster than the length
    of a function. This pass moves consecutive ops of a long body into private
    functions, so that a module compiles in time proportional to its size.
    Constants are copied into the parts that use them; a function is left alone if a
    buffer, a pointer or the like would have to cross from one part to another.
    LLVM is told not to inline the parts.
  }];
  let options = [
    Option<"maxOps", "max-ops", "uint64_t", /*default=*/"2048",
           "The length from which a function is cut into parts of a quarter of "
           "that; a weft op counts as the 32 ops or so that it becomes. 0: never">];
  let dependentDialects = ["::mlir::func::FuncDialect"];
}

def WeftFenceStreamsPass : Pass<"weft-fence-streams"> {
  let summary = "make non-temporal stores visible in the order of the program";
  let description = [{
    Non-temporal stores may become visible to other threads after stores that follow
    them, whatever these release. This pass puts a fence behind the outermost loop
    around each non-temporal store of a vector, inside of the parallel loop or the
    function that it is in.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def WeftDivideCopiesPass : Pass<"weft-divide-copies"> {
  let summary = "copy large buffers past the caches and by several threads";
  let description = [{
    Rewrites each `memref.copy` between buffers of identity layout that fills a
    `memref.alloc` aligned to 64 bytes. A copy of at least `streaming-bytes` becomes
    loads and non-temporal stores of whole cache lines, of four pages in turn; one of
    at least twice `parallel-bytes` is divided among threads by `scf.forall`. The
    sizes of other copies are compared at run time where they are not known.
  }];
  let options = [
      Option<"parallelBytes", "parallel-bytes", "int64_t", /*default=*/"0",
             "Copies of at least twice so many bytes are divided among threads; 0: never">,
      Option<"streamingBytes", "streaming-bytes", "int64_t", /*default=*/"8388608",
             "Copies of at least so many bytes go past the caches; 0: never">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def WeftUnwrapSingleTurnsPass : Pass<"weft-unwrap-single-turns"> {
  let summary = "run a parallel loop of one turn without threads";
  let description = [{
    Puts a branch around each `scf.forall` on buffers with the unit attribute
    `weft.maybe_single`: if its only loop has one turn, the body is run as it is, so
    that work too small to be divided does not start threads either.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def WeftVectorizeCopiesPass : Pass<"weft-vectorize-copies"> {
  let summary = "turn copies and fills of contiguous memory into vector code";
  let description = [{
    Rewrites four kinds of structured ops on buffers; all others stay for
    `convert-linalg-to-loops`. Elements must have 8, 16, 32 or 64 bits.

    * `linalg.copy` and `linalg.fill` of contiguous rows become loads and stores of
      64 bytes. The last one overlaps the one before it, so there is no mask and no
      scalar remainder. Shorter rows are one vector if their size is known.
    * A `linalg.generic` over `(s, o, piece)` that moves pieces from
      `[s * b + o, piece]` to `[o, s, piece]`, or back, for a constant `b` and pieces
      of a constant size: a tile of several positions `s` is loaded as one vector,
      `vector.shuffle` makes one vector for each `o`, and each is stored whole. The
      last tile overlaps the one before it.
    * The same for any `b` and any size, as a `linalg.generic` with the unit attribute
      `weft.move_pieces` that loads each element of its result from there, or from
      `[s * b + o - before]` where that is in `[0, full)` and else puts zero: padding. The
      attribute promises that there are `b` rows, and positions for all of the blocked
      side. Two `index` inputs are then `before / b` and `(before + full) / b`. Single
      elements of less than 8 bytes go by tiles of 4 offsets, or 2, that are transposed
      in registers, and so do the 3 or 4 channels of narrow images in blocks of 2; other
      pieces one by one, in an order that their size decides at run time. An `i1` input
      says whether they bypass the cache.

    Where an op carries the unit attribute `weft.prefetch`, the lines 2048 bytes behind
    each store are fetched for writing: they will be written soon.

    Copies and fills that carry the unit attribute `weft.nontemporal` bypass the
    cache, where their result is part of an allocation whose alignment, 64 or more,
    can be seen. The attribute promises that each row has a multiple of 64 bytes and
    starts at such a multiple from the start of the allocation. `llvm.fence seq_cst`
    follows the `scf.forall` around the op, or the op.
  }];
  let options = [
      Option<"vectorBytes", "vector-bytes", "int64_t", /*default=*/"16",
             "Bytes of the target's vector registers, a power of two up to 256: 16 for SSE2 "
             "or NEON, 32 for AVX2, 64 for AVX-512">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def WeftPlaceOnDevicePass : Pass<"weft-place-on-device", "::mlir::ModuleOp"> {
  let summary = "give weft.device_region its buffers on the device";
  let description = [{
    Replaces each `weft.device_region` by allocations on the device, copies of the
    inputs there, the ops of the region, and copies of the outputs back. What it
    allocates on the stack of the host, the lowering of launches included, is freed at
    its end, so that a region in a loop does not grow the stack. All kernels of the
    module go to one gpu.module. Run it when there are buffers, after their
    deallocation has been inserted.

    With `device-arguments` the memrefs that functions take and return are on the
    device, at multiples of 16 bytes, and so are the buffers in between that only
    regions use: they are not copied, but for groups of more than one. Arguments
    that the host reads, such as indices that its checks look at, are copied to the
    host, results that it writes are copied to the device. Functions must not call one
    another.
  }];
  let options = [Option<"deviceArguments", "device-arguments", "bool", /*default=*/"false",
                        "Memrefs that functions take and return are on the device">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect"];
}

def WeftRelaxAtomicsPass : Pass<"weft-relax-atomics"> {
  let summary = "relax the order and the scope of atomics in kernels";
  let description = [{
    Atomics that come from `memref.atomic_rmw` order all other accesses, for the whole
    machine. In weft's kernels only the access itself has to be atomic, among the
    threads of the device. Run it on the LLVM dialect in a gpu.module.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def WeftVerifyNVPTXTargetPass : Pass<"weft-verify-nvptx-target"> {
  let summary = "refuse chips, PTX versions and formats that LLVM cannot compile for";
  let description = [{
    LLVM ends the process where a PTX version is too old for a chip, and takes an
    unknown chip for an old one. This pass reports both as errors, and unknown
    formats and toolkits.
  }];
  let options = [
    Option<"format", "format", "std::string", /*default=*/"\"isa\"", "isa, bin or fatbin">,
    Option<"chip", "chip", "std::string", /*default=*/"\"sm_80\"", "The chip">,
    Option<"ptxVersion", "ptx-version", "unsigned", /*default=*/"0",
           "The PTX version, such as 81 for 8.1; 0: the least for the chip">,
    Option<"toolkit", "toolkit", "std::string", /*default=*/"\"\"",
           "Where the CUDA toolkit is; empty: not given">];
}

def WeftVerifyNoGPUOpsPass : Pass<"weft-verify-no-gpu-ops"> {
  let summary = "report the gpu ops that the lowering to LLVM has left";
  let description = [{
    Emits an error at each op of the gpu dialect but `gpu.binary` and
    `gpu.launch_func`, which become calls of the CUDA driver when the module is
    translated to LLVM IR. Others would be left, and not be run.
  }];
}

def WeftWriteKernelsPass : Pass<"weft-write-kernels"> {
  let summary = "write the kernels of gpu.binary to a file";
  let description = [{
    The file is what the driver or ptxas takes: PTX, or machine code after
    `gpu-module-to-binary` with `format=bin`. The module stays as it is. It must have
    one gpu.binary, with one object.
  }];
  let options = [Option<"file", "file", "std::string", /*default=*/"\"-\"",
                        "The file; -: standard output">];
}

#endif // WEFT_PIPELINES_PASSES_TD
