//===- Kernels.h - Writing device regions and kernels -----------*- C++ -*-===//
//
// What the lowerings of all ops share: a region with its buffers, a kernel with
// one thread for each of n things, and arithmetic in it.
//
// Index arithmetic decides how fast a kernel that moves data is, so kernels
// come in two widths. 32 bits do where every number that is computed is below
// 2^31; the host decides at run time, and launches the kernel that it does not
// want with no blocks. A division in a 32-bit kernel by a number that only the
// host knows becomes a multiplication:
//
//   n / d = (mulhi(n, m) + n) >> s,  s = ceil(log2 d),
//   m = floor(2^32 (2^s - d) / d) + 1,  for 0 <= n < 2^31, d >= 1.
//
//===----------------------------------------------------------------------===//

#ifndef WEFT_LIB_CONVERSION_WEFTTOGPU_KERNELS_H
#define WEFT_LIB_CONVERSION_WEFTTOGPU_KERNELS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "weft/Conversion/WeftToGPU/WeftToGPU.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Dialect/Weft/Utils/ElementSize.h"
#include "weft/Dialect/Weft/Utils/IndexMath.h"

namespace weft {

/// Arithmetic and memory in a kernel, on signless integers of one width.
class Kernel {
public:
  /// A divisor as the kernel needs it.
  struct Divisor {
    mlir::Value value;
    /// Null where the divisor is constant or the kernel has 64 bits.
    mlir::Value multiplier, shift;
  };

  Kernel(mlir::gpu::LaunchOp launch, mlir::OpBuilder &builder, unsigned width)
      : builder(builder), loc(launch.getLoc()), width(width), launch(launch),
        type(builder.getIntegerType(width)) {}

  mlir::Value constant(int64_t value) const;
  mlir::Value boolean(bool value) const;
  /// A number that the host computes, of type index: a constant where it is
  /// one, else a parameter of the kernel.
  mlir::Value param(mlir::Value hostValue) const;
  /// The same for a divisor. Below 1, the kernel must not divide by it.
  Divisor divisor(mlir::Value hostValue) const;

  mlir::Value add(mlir::Value a, mlir::Value b) const;
  mlir::Value sub(mlir::Value a, mlir::Value b) const;
  mlir::Value mul(mlir::Value a, mlir::Value b) const;
  mlir::Value andI(mlir::Value a, mlir::Value b) const;
  mlir::Value orI(mlir::Value a, mlir::Value b) const;
  mlir::Value xorI(mlir::Value a, mlir::Value b) const;
  mlir::Value cmp(mlir::arith::CmpIPredicate predicate, mlir::Value a,
                  mlir::Value b) const;
  mlir::Value select(mlir::Value condition, mlir::Value a, mlir::Value b) const;
  /// Quotient and remainder.
  std::pair<mlir::Value, mlir::Value> divide(mlir::Value n,
                                             const Divisor &divisor) const;
  /// A signless integer of any width, sign-extended or truncated.
  mlir::Value convert(mlir::Value value, mlir::Type to) const;
  mlir::Value convert(mlir::Value value) const { return convert(value, type); }

  mlir::Value load(mlir::Value buffer, mlir::Value position) const;
  void store(mlir::Value value, mlir::Value buffer, mlir::Value position) const;
  /// A position in memory for ops that want an index.
  mlir::Value toIndex(mlir::Value position) const;

  /// Updates memory by a `red` instruction of PTX: `red.relaxed.gpu.global` and
  /// `operation`, such as ".add.f32", on a buffer at `position` in units of
  /// `unitBytes`. There is one value, or a vector's.
  void reduce(llvm::StringRef operation, mlir::Value buffer,
              mlir::Value position, int64_t unitBytes,
              mlir::ValueRange values) const;

  /// if (condition) then();
  void ifThen(mlir::Value condition, llvm::function_ref<void()> then) const;
  /// condition ? then() : otherwise();
  mlir::Value ifElse(mlir::Value condition, mlir::Type resultType,
                     llvm::function_ref<mlir::Value()> then,
                     llvm::function_ref<mlir::Value()> otherwise) const;
  /// for (i = 0; i < count; ++i) carried = body(i, carried);
  llvm::SmallVector<mlir::Value>
  loop(mlir::Value count, mlir::ValueRange inits,
       llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value,
                                                         mlir::ValueRange)>
           body) const;

  mlir::OpBuilder &builder;
  mlir::Location loc;
  unsigned width;

private:
  mlir::gpu::LaunchOp launch;
  mlir::Type type;
};

/// A kernel with index arithmetic of `width` bits, which the host launches
/// where `condition` (i1) holds.
struct Variant {
  unsigned width;
  mlir::Value condition;
};

/// The variants of a kernel that is needed where `condition` holds. `fits`
/// tells whether 32 bits do.
llvm::SmallVector<Variant> chooseVariants(const IndexMath &math,
                                          const GPULoweringOptions &options,
                                          mlir::Value condition,
                                          mlir::Value fits);

/// Launches a kernel with `numThreads` threads (an index, not negative) if the
/// variant's condition holds. Every number that `body` computes is to be below
/// 2^(width - 1). The kernel is called `name`, with its width.
void createLaunch(
    mlir::OpBuilder &builder, mlir::Location loc, const llvm::Twine &name,
    const Variant &variant, mlir::Value numThreads,
    llvm::function_ref<void(const Kernel &, mlir::Value thread)> body);

/// Part of the elements of a buffer of bytes, seen as another type.
mlir::Value viewBytes(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value bytes, mlir::Type elementType,
                      mlir::Value count);

/// How a kernel moves runs of elements that are contiguous on both sides: in
/// chunks of `bytes`, of which a run has `numChunks`.
struct Chunks {
  int64_t bytes;
  mlir::Value numChunks;
  Variant variant;

  /// The type that moves a chunk by one load and store.
  mlir::Type getType(mlir::MLIRContext *context) const;
  /// What kernels are called that differ by their chunks.
  std::string getName(llvm::StringRef op) const;
};

/// The kernels that a move needs, of which the host launches one: the largest
/// chunks that the sizes allow. `counts` are the numbers of runs on either
/// side.
llvm::SmallVector<Chunks> chooseChunks(const IndexMath &math,
                                       const GPULoweringOptions &options,
                                       int64_t elementBytes,
                                       mlir::Value runElements,
                                       mlir::ValueRange counts);

/// i1: all of `values` are below 2^31.
mlir::Value fitsIn32Bits(const IndexMath &math, mlir::ValueRange values);

/// A zero of the type of chunks.
mlir::Value createZeroChunk(const Kernel &kernel, mlir::Type type);

/// Collects the buffers of a device_region and creates it.
class DeviceRegionBuilder {
public:
  DeviceRegionBuilder(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  /// Adds a group of inputs.
  void addInputs(mlir::ValueRange tensors);
  /// Adds a memref of the host as an input.
  void addInputBuffer(mlir::Value memref);
  /// Allocates an output.
  void addOutput(mlir::RankedTensorType type,
                 llvm::ArrayRef<mlir::OpFoldResult> sizes);
  void addScratch(mlir::Value bytes) { scratch.push_back(bytes); }

  /// Creates the region, with `body` in it, and returns the outputs. `body`
  /// gets the buffers in the order that the op defines.
  llvm::SmallVector<mlir::Value>
  create(llvm::function_ref<void(mlir::ValueRange buffers)> body);

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
  llvm::SmallVector<mlir::Value> inputs, outputs, scratch;
  llvm::SmallVector<int64_t> groups;
  llvm::SmallVector<mlir::RankedTensorType> outputTypes;
};

} // namespace weft

#endif // WEFT_LIB_CONVERSION_WEFTTOGPU_KERNELS_H
