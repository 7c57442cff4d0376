//===- Program.h - A compiled function and calls of it ----------*- C++ -*-===//

#ifndef WEFT_TOOLS_WEFT_RUN_PROGRAM_H
#define WEFT_TOOLS_WEFT_RUN_PROGRAM_H

#include "Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Target/TargetMachine.h"

namespace weft::run {

/// What a function takes and gives.
struct Signature {
  llvm::SmallVector<ValueType> arguments;
  llvm::SmallVector<ValueType> results;
};

/// The results of a call, which own their buffers.
class Results {
public:
  Results() = default;
  Results(const Results &) = delete;
  Results &operator=(const Results &) = delete;
  ~Results() { clear(); }

  void clear();

  llvm::ArrayRef<int64_t> getShape(size_t i) const { return values[i].shape; }
  /// The row-major elements of a result.
  const char *getData(size_t i) const { return values[i].data; }
  int64_t getBytes() const { return bytes; }

private:
  friend class Program;
  struct Value {
    llvm::SmallVector<int64_t> shape;
    const char *data = nullptr;
  };
  llvm::SmallVector<Value> values;
  /// What the function returned: descriptors and scalars.
  llvm::SmallVector<char, 256> returned;
  /// What weft_free must be called on, without repetition.
  llvm::SmallVector<void *> buffers;
  int64_t bytes = 0;
};

/// Compiles code for this machine.
class Compiler {
public:
  /// `cpu` is "generic", "native" or a name that LLVM knows. `threads` > 1
  /// loads the OpenMP run-time library.
  static llvm::Expected<Compiler> create(llvm::StringRef cpu, unsigned threads);

  /// Prepares a module for weft-cpu-pipeline: the code is for this machine,
  /// whatever the module says.
  void setTarget(mlir::ModuleOp module) const;

  /// Whether the target has a feature of LLVM's, such as "+f16c".
  bool hasFeature(llvm::StringRef feature) const;

  /// Bytes of the target's vector registers.
  unsigned getVectorBytes() const;

private:
  friend class Program;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::optional<llvm::orc::JITTargetMachineBuilder> builder;
  /// The path of the OpenMP library, empty without threads.
  std::string openMP;
};

/// A function in memory, ready to be called.
class Program {
public:
  /// Compiles the function `entry` of a module in the LLVM dialect.
  static llvm::Expected<std::unique_ptr<Program>>
  create(Compiler &compiler, mlir::ModuleOp module, llvm::StringRef entry,
         const Signature &signature);

  /// Calls the function on inputs, which fit the signature and which it does
  /// not change unless an argument is marked as writable. Fails if the function
  /// does.
  llvm::Error call(llvm::ArrayRef<Tensor> inputs, Results &results);

private:
  Program() = default;

  Signature signature;
  /// Where each result is in what the function returns.
  llvm::SmallVector<int64_t> resultOffsets;
  int64_t returnedBytes = 0;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  /// Loads the arguments through its pointers and stores the results through
  /// the last one.
  void (*function)(void *) = nullptr;
  /// To be called once before it, null afterwards.
  void (*start)(void *) = nullptr;
};

} // namespace weft::run

#endif // WEFT_TOOLS_WEFT_RUN_PROGRAM_H
