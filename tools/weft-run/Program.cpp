//===- Program.cpp - A compiled function and calls of it ------------------===//

#include "Program.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "weft-runtime/Cuda.h"
#include "weft-runtime/Runtime.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/ThreadSafeModule.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;
using namespace weft::run;

//===----------------------------------------------------------------------===//
// The target
//===----------------------------------------------------------------------===//

/// Loads libomp and sets its number of threads; returns its path.
static Expected<std::string> loadOpenMP(unsigned threads) {
  std::string all;
  for (const char *name :
       {"libomp.so.5", "libomp.so", WEFT_LLVM_LIBRARY_DIR "/libomp.so.5",
        WEFT_LLVM_LIBRARY_DIR "/libomp.so"}) {
    std::string message;
    sys::DynamicLibrary library =
        sys::DynamicLibrary::getPermanentLibrary(name, &message);
    if (!library.isValid()) {
      all += (all.empty() ? "" : "; ") + message;
      continue;
    }
    auto *setThreads = reinterpret_cast<void (*)(int)>(
        library.getAddressOfSymbol("omp_set_num_threads"));
    if (!setThreads)
      return makeError(Twine(name) + " is not an OpenMP library");
    setThreads(threads);
    return name;
  }
  return makeError("--threads needs the OpenMP library of LLVM, libomp.so.5: " +
                   all);
}

Expected<Compiler> Compiler::create(StringRef cpu, unsigned threads) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  // The addresses are simple; choosing other ones for each loop takes half of
  // the time to generate code.
  const char *arguments[] = {"weft-run", "--disable-lsr"};
  cl::ParseCommandLineOptions(std::size(arguments), arguments);
  Compiler compiler;
  compiler.builder.emplace(Triple(sys::getProcessTriple()));
  if (cpu == "native") {
    compiler.builder->setCPU(sys::getHostCPUName().str());
    for (const auto &feature : sys::getHostCPUFeatures())
      compiler.builder->getFeatures().AddFeature(feature.first(),
                                                 feature.second);
  }
  Expected<std::unique_ptr<TargetMachine>> machine =
      compiler.builder->createTargetMachine();
  if (!machine)
    return machine.takeError();
  if (cpu != "native" && cpu != "generic") {
    // LLVM would print a warning for a name that it does not know.
    if (!(*machine)->getMCSubtargetInfo()->isCPUStringValid(cpu))
      return makeError("unknown --target-cpu '" + cpu + "'");
    compiler.builder->setCPU(cpu.str());
    machine = compiler.builder->createTargetMachine();
    if (!machine)
      return machine.takeError();
  }
  compiler.machine = std::move(*machine);
  if (threads > 1) {
    Expected<std::string> path = loadOpenMP(threads);
    if (!path)
      return path.takeError();
    compiler.openMP = *path;
  }
  return std::move(compiler);
}

void Compiler::setTarget(mlir::ModuleOp module) const {
  mlir::Builder attributes(module.getContext());
  module->setAttr(mlir::LLVM::LLVMDialect::getDataLayoutAttrName(),
                  attributes.getStringAttr(
                      machine->createDataLayout().getStringRepresentation()));
  module->setAttr(mlir::LLVM::LLVMDialect::getTargetTripleAttrName(),
                  attributes.getStringAttr(machine->getTargetTriple().str()));
}

bool Compiler::hasFeature(StringRef feature) const {
  return machine->getMCSubtargetInfo()->checkFeatures(feature.str());
}

unsigned Compiler::getVectorBytes() const {
  const MCSubtargetInfo &target = *machine->getMCSubtargetInfo();
  if (!machine->getTargetTriple().isX86())
    return 16;
  if (target.checkFeatures("+avx512bw"))
    return 64;
  return target.checkFeatures("+avx2") ? 32 : 16;
}

//===----------------------------------------------------------------------===//
// The code
//===----------------------------------------------------------------------===//

/// The type of a memref's descriptor, or of a scalar.
static bool hasType(const ValueType &value, Type *type,
                    const DataLayout &layout) {
  if (value.isScalar)
    return int64_t(layout.getTypeAllocSize(type)) == value.element.getSize();
  auto *descriptor = dyn_cast<StructType>(type);
  int64_t words = 3 + 2 * value.shape.size();
  return descriptor && descriptor->getNumElements() >= 3 &&
         int64_t(layout.getTypeAllocSize(type)) == 8 * words;
}

/// Whether `function` takes and returns what MLIR's conventions say for the
/// signature: it would not if the module changed the size of an index, for
/// example.
static bool hasSignature(Function &function, const Signature &signature,
                         const DataLayout &layout) {
  unsigned parameter = 0;
  for (const ValueType &argument : signature.arguments) {
    unsigned count = argument.isScalar ? 1 : 3 + 2 * argument.shape.size();
    for (unsigned i = 0; i < count; ++i) {
      if (parameter == function.arg_size())
        return false;
      Type *type = function.getArg(parameter++)->getType();
      if (argument.isScalar ? !hasType(argument, type, layout)
          : i < 2           ? !type->isPointerTy()
                            : !type->isIntegerTy(64))
        return false;
    }
  }
  Type *returned = function.getReturnType();
  size_t count = signature.results.size();
  if (parameter != function.arg_size() || returned->isVoidTy() != (count == 0))
    return false;
  if (count == 1)
    return hasType(signature.results.front(), returned, layout);
  for (auto [i, result] : enumerate(signature.results))
    if (!isa<StructType>(returned) ||
        returned->getStructNumElements() != count ||
        !hasType(result, returned->getStructElementType(i), layout))
      return false;
  return true;
}

/// Builds a function that loads the arguments of `callee` (the C interface of a
/// function) from memory: pointer i of its argument points to argument i, the
/// last one to room for the results.
static Function *createCaller(Function &callee, const Signature &signature) {
  LLVMContext &context = callee.getContext();
  Type *pointer = PointerType::getUnqual(context);
  auto *caller = Function::Create(
      FunctionType::get(Type::getVoidTy(context), {pointer}, false),
      GlobalValue::ExternalLinkage, "weft_run_call", callee.getParent());
  IRBuilder<> builder(BasicBlock::Create(context, "", caller));
  auto getPointer = [&](unsigned i) {
    return builder.CreateLoad(
        pointer, builder.CreateConstGEP1_64(pointer, caller->getArg(0), i));
  };
  SmallVector<Value *> values;
  Value *results = getPointer(signature.arguments.size());
  // Results in a struct are stored through the first argument.
  if (callee.arg_size() > signature.arguments.size())
    values.push_back(results);
  for (auto [i, argument] : enumerate(signature.arguments)) {
    Value *value = getPointer(i);
    if (argument.isScalar)
      value =
          builder.CreateLoad(callee.getArg(values.size())->getType(), value);
    values.push_back(value);
  }
  Value *result = builder.CreateCall(&callee, values);
  if (!result->getType()->isVoidTy())
    builder.CreateStore(result, results);
  builder.CreateRetVoid();
  return caller;
}

/// "Symbols not found: [ _mlir_ciface_f, g ]" in the user's words.
static std::string explainLookup(StringRef text) {
  if (!text.consume_front("Symbols not found: [ ") || !text.consume_back(" ]"))
    return text.str();
  std::string names;
  for (StringRef name : split(text, ", ")) {
    name.consume_front("_mlir_ciface_");
    names += (names.empty() ? "'" : ", '") + name.str() + "'";
  }
  return "functions that are called have no body: " + names;
}

/// Builds a function that runs the module's constructors, which load the
/// kernels of GPU code, in place of the lists of constructors and destructors.
static Function *createStarter(Module &module) {
  LLVMContext &context = module.getContext();
  auto *starter = Function::Create(
      FunctionType::get(Type::getVoidTy(context),
                        {PointerType::getUnqual(context)}, false),
      GlobalValue::ExternalLinkage, "weft_run_start", module);
  IRBuilder<> builder(BasicBlock::Create(context, "", starter));
  for (auto constructor : orc::getConstructors(module))
    if (constructor.Func)
      builder.CreateCall(constructor.Func);
  builder.CreateRetVoid();
  for (StringRef name : {"llvm.global_ctors", "llvm.global_dtors"})
    if (GlobalVariable *list = module.getNamedGlobal(name))
      list->eraseFromParent();
  return starter;
}

/// The functions of weft's run-time library that compiled code calls.
static Error addRuntime(orc::LLJIT &jit) {
  orc::SymbolMap symbols;
  auto add = [&](StringRef name, auto *function) {
    symbols[jit.mangleAndIntern(name)] = {orc::ExecutorAddr::fromPtr(function),
                                          JITSymbolFlags::Exported |
                                              JITSymbolFlags::Callable};
  };
  add("weft_fail", weft_fail);
  add("memrefCopy", memrefCopy);
  add("_mlir_memref_to_llvm_alloc", _mlir_memref_to_llvm_alloc);
  add("_mlir_memref_to_llvm_aligned_alloc", _mlir_memref_to_llvm_aligned_alloc);
  add("_mlir_memref_to_llvm_free", _mlir_memref_to_llvm_free);
  add("mgpuModuleLoad", mgpuModuleLoad);
  add("mgpuModuleLoadJIT", mgpuModuleLoadJIT);
  add("mgpuModuleGetFunction", mgpuModuleGetFunction);
  add("mgpuModuleUnload", mgpuModuleUnload);
  add("mgpuLaunchKernel", mgpuLaunchKernel);
  add("mgpuStreamCreate", mgpuStreamCreate);
  add("mgpuStreamDestroy", mgpuStreamDestroy);
  add("mgpuStreamSynchronize", mgpuStreamSynchronize);
  add("mgpuMemAlloc", mgpuMemAlloc);
  add("mgpuMemFree", mgpuMemFree);
  add("mgpuMemcpy", mgpuMemcpy);
  add("mgpuMemset16", mgpuMemset16);
  add("mgpuMemset32", mgpuMemset32);
  return jit.getMainJITDylib().define(orc::absoluteSymbols(std::move(symbols)));
}

/// Optimizes a module. This is what O2 does with loops that are vectorized
/// already, without its repetitions and its rewriting of loop counters: as fast
/// code in under half of the time.
static Error optimize(Module &module, TargetMachine &machine) {
  PassBuilder builder(&machine);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  ModulePassManager passes;
  if (Error error = builder.parsePassPipeline(
          passes, "globaldce,cgscc(inline),function("
                  "sroa,early-cse<memssa>,simplifycfg,"
                  "instcombine<no-verify-fixpoint>,"
                  "loop-mssa(loop-rotate,licm),loop(loop-idiom,loop-deletion),"
                  "gvn,dse,loop-vectorize,instcombine<no-verify-fixpoint>,"
                  "loop-unroll<O2>,simplifycfg,loop-mssa(licm))"))
    return error;
  passes.run(module, modules);
  return Error::success();
}

Expected<std::unique_ptr<Program>> Program::create(Compiler &compiler,
                                                   mlir::ModuleOp module,
                                                   StringRef entry,
                                                   const Signature &signature) {
  auto context = std::make_unique<LLVMContext>();
  std::unique_ptr<Module> code =
      mlir::translateModuleToLLVMIR(module, *context);
  if (!code)
    return makeError("the module cannot be translated to LLVM IR");
  code->setDataLayout(compiler.machine->createDataLayout());
  code->setTargetTriple(compiler.machine->getTargetTriple());
  const DataLayout &layout = code->getDataLayout();

  Function *function = code->getFunction(entry);
  Function *callee = code->getFunction(("_mlir_ciface_" + entry).str());
  if (!function || !callee || !hasSignature(*function, signature, layout))
    return makeError("function '" + entry +
                     "' was compiled to one with other arguments or results");

  std::unique_ptr<Program> program(new Program);
  program->signature = signature;
  if (Type *returned = function->getReturnType(); !returned->isVoidTy()) {
    program->returnedBytes = layout.getTypeAllocSize(returned);
    program->resultOffsets.push_back(0);
    if (size_t count = signature.results.size(); count > 1) {
      const StructLayout *fields =
          layout.getStructLayout(cast<StructType>(returned));
      for (size_t i = 1; i < count; ++i)
        program->resultOffsets.push_back(fields->getElementOffset(i));
    }
  }

  Function *caller = createCaller(*callee, signature);
  std::string callerName = caller->getName().str();
  // Inlined into its C interface and that into the caller, the function would
  // be optimized three times.
  function->addFnAttr(Attribute::NoInline);
  Function *starter = createStarter(*code);
  std::string starterName = starter->getName().str();
  // What nothing else calls is compiled into its callers, or not at all.
  for (GlobalObject &object : code->global_objects())
    if (&object != caller && &object != starter && !object.isDeclaration() &&
        !object.getName().starts_with("llvm."))
      object.setLinkage(GlobalValue::InternalLinkage);

  if (Error error = optimize(*code, *compiler.machine))
    return std::move(error);

  Expected<std::unique_ptr<orc::LLJIT>> jit =
      orc::LLJITBuilder()
          .setJITTargetMachineBuilder(*compiler.builder)
          .setPlatformSetUp(orc::setUpInactivePlatform)
          .create();
  if (!jit)
    return jit.takeError();
  program->jit = std::move(*jit);
  // The reason of a failure, such as an unknown function, goes to the session;
  // the lookup fails without it.
  std::string reason;
  program->jit->getExecutionSession().setErrorReporter([&](Error error) {
    std::string text = toString(std::move(error));
    if (reason.empty())
      reason = text;
  });
  if (Error error = addRuntime(*program->jit))
    return std::move(error);
  if (!compiler.openMP.empty()) {
    auto symbols = orc::DynamicLibrarySearchGenerator::Load(
        compiler.openMP.c_str(), layout.getGlobalPrefix());
    if (!symbols)
      return symbols.takeError();
    program->jit->getMainJITDylib().addGenerator(std::move(*symbols));
  }
  if (Error error = program->jit->addIRModule(
          orc::ThreadSafeModule(std::move(code), std::move(context))))
    return std::move(error);
  Expected<orc::ExecutorAddr> address = program->jit->lookup(callerName);
  Expected<orc::ExecutorAddr> start = program->jit->lookup(starterName);
  program->jit->getExecutionSession().setErrorReporter(
      [](Error error) { consumeError(std::move(error)); });
  if (!address || !start) {
    std::string text =
        toString(joinErrors(address ? Error::success() : address.takeError(),
                            start ? Error::success() : start.takeError()));
    return makeError(explainLookup(reason.empty() ? text : reason));
  }
  program->function = address->toPtr<void (*)(void *)>();
  program->start = start->toPtr<void (*)(void *)>();
  return std::move(program);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void Results::clear() {
  for (void *buffer : buffers)
    weft_free(buffer);
  buffers.clear();
  values.clear();
  bytes = 0;
}

/// The descriptor of a dense row-major memref: allocated and aligned pointer,
/// offset, sizes, strides.
static SmallVector<int64_t, 16> createDescriptor(const Tensor &tensor) {
  SmallVector<int64_t, 16> words(3, 0);
  words[0] = words[1] = reinterpret_cast<int64_t>(tensor.data.get());
  words.append(tensor.shape.begin(), tensor.shape.end());
  size_t rank = tensor.shape.size();
  words.resize(3 + 2 * rank);
  uint64_t stride = 1;
  for (size_t dim = rank; dim-- > 0;) {
    words[3 + rank + dim] = stride;
    // Wraps only if there are no elements.
    stride *= tensor.shape[dim];
  }
  return words;
}

Error Program::call(ArrayRef<Tensor> inputs, Results &results) {
  results.clear();
  SmallVector<SmallVector<int64_t, 16>> descriptors;
  SmallVector<void *> pointers;
  descriptors.reserve(inputs.size());
  for (auto [input, type] : zip_equal(inputs, signature.arguments)) {
    if (type.isScalar) {
      pointers.push_back(input.data.get());
    } else {
      descriptors.push_back(createDescriptor(input));
      pointers.push_back(descriptors.back().data());
    }
  }
  results.returned.resize_for_overwrite(returnedBytes);
  pointers.push_back(results.returned.data());

  char message[4096];
  if (start && weft_invoke(start, nullptr, message, sizeof message) != WEFT_OK)
    return makeError(message);
  start = nullptr;
  if (weft_invoke(function, pointers.data(), message, sizeof message) !=
      WEFT_OK)
    return makeError(message);

  SmallPtrSet<void *, 16> owned;
  for (const Tensor &input : inputs)
    owned.insert(input.data.get());
  for (auto [type, offset] : zip_equal(signature.results, resultOffsets)) {
    const char *start = results.returned.data() + offset;
    Results::Value &value = results.values.emplace_back();
    if (type.isScalar) {
      value.data = start;
      results.bytes += type.element.getSize();
      continue;
    }
    auto *words = reinterpret_cast<const int64_t *>(start);
    size_t rank = type.shape.size();
    value.shape.assign(words + 3, words + 3 + rank);
    void *allocated = reinterpret_cast<void *>(words[0]);
    // Two results may be one buffer, or one of the inputs.
    if (owned.insert(allocated).second)
      results.buffers.push_back(allocated);
    value.data = reinterpret_cast<const char *>(words[1]) +
                 words[2] * type.element.getSize();
    std::optional<int64_t> count =
        countElements(value.shape, type.element.getSize());
    if (!count)
      return makeError("a result has an impossible size");
    results.bytes += *count * type.element.getSize();
    ArrayRef<int64_t> strides(words + 3 + rank, rank);
    int64_t stride = 1;
    bool dense = true;
    for (size_t dim = rank; dim-- > 0;) {
      dense &= value.shape[dim] == 1 || strides[dim] == stride;
      stride *= value.shape[dim];
    }
    if (dense || *count == 0)
      continue;
    auto *copy =
        static_cast<char *>(weft_allocate(64, *count * type.element.getSize()));
    results.buffers.push_back(copy);
    Tensor target{type.element, value.shape, nullptr, {}};
    SmallVector<int64_t, 16> to = createDescriptor(target);
    to[1] = reinterpret_cast<int64_t>(copy);
    weft_unranked_memref from = {int64_t(rank), const_cast<int64_t *>(words)};
    weft_unranked_memref into = {int64_t(rank), to.data()};
    memrefCopy(type.element.getSize(), &from, &into);
    value.data = copy;
  }
  return Error::success();
}
