//===- weft-run.cpp - Compile a file and run one of its functions ---------===//

#include "Program.h"
#include "Signals.h"
#include "weft-runtime/Runtime.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "weft/Conversion/Passes.h"
#include "weft/InitAll.h"
#include "weft/Pipelines/Pipelines.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/thread.h"
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;
using namespace weft::run;

//===----------------------------------------------------------------------===//
// The command line
//===----------------------------------------------------------------------===//

static constexpr StringLiteral usage =
    R"(usage: weft-run FILE [options]

Compiles an MLIR file (- for standard input) and calls one of its functions.

  --entry NAME         the function; needed if the file has several public ones
  --input VALUE        an argument, in order; one for each
  --output FILE.npy    where to write a result, in order; one for each result
                       (without any, the results are printed)
  --target TARGET      cpu (default), gpu or gpu-emulated
  --target-cpu CPU     generic (default), native or a name such as skylake: what the
                       code may use, and is tuned for
  --pipeline-options O options of weft-cpu-pipeline, or for gpu and gpu-emulated of
                       weft-nvptx-pipeline, such as "chip=sm_90 deterministic"
  --threads N          run parallel loops on N threads (default 1)
  --benchmark N        time N calls, after some that are not timed
  --json               print the times as a line of JSON
  --help               print this text

A VALUE is @FILE.npy or a type and its elements, such as "2x3xi32=1 2 3 4 5 6",
"f32=2.5" or "0x4xf32=". Types without a numpy equivalent are unsigned integers of
the same size in .npy files (bf16: uint16).
)";

namespace {
struct Options {
  std::string file;
  std::string entry;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::string target = "cpu";
  std::string targetCPU = "generic";
  std::string pipelineOptions;
  unsigned threads = 1;
  unsigned benchmark = 0;
  bool json = false;
  bool help = false;
};
} // namespace

static Error parseNumber(StringRef name, StringRef text, unsigned max,
                         unsigned &number) {
  if (text.getAsInteger(10, number) || number < 1 || number > max)
    return makeError("expected " + name + " to be a number from 1 to " +
                     Twine(max) + ", but got '" + text + "'");
  return Error::success();
}

static Expected<Options> parseOptions(ArrayRef<const char *> arguments) {
  Options options;
  bool seenFile = false, onlyFiles = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    StringRef argument = arguments[i];
    if (onlyFiles || argument == "-" || !argument.starts_with("-")) {
      if (seenFile)
        return makeError("expected one file, but got '" + options.file +
                         "' and '" + argument + "'");
      seenFile = true;
      options.file = argument.str();
      continue;
    }
    if (argument == "--") {
      onlyFiles = true;
      continue;
    }
    if (argument == "--help" || argument == "-h") {
      options.help = true;
      return options;
    }
    if (argument == "--json") {
      options.json = true;
      continue;
    }
    auto [name, value] = argument.split('=');
    if (!is_contained({"--entry", "--input", "--output", "--target",
                       "--target-cpu", "--pipeline-options", "--threads",
                       "--benchmark"},
                      name))
      return makeError("unknown option '" + name + "'; see weft-run --help");
    if (argument.size() == name.size()) {
      if (i + 1 == arguments.size())
        return makeError("expected a value after " + name);
      value = arguments[++i];
    }
    if (name == "--entry") {
      options.entry = value.str();
    } else if (name == "--input") {
      options.inputs.push_back(value.str());
    } else if (name == "--output") {
      options.outputs.push_back(value.str());
    } else if (name == "--target") {
      options.target = value.str();
    } else if (name == "--target-cpu") {
      options.targetCPU = value.str();
    } else if (name == "--pipeline-options") {
      options.pipelineOptions = value.str();
    } else if (name == "--threads") {
      if (Error error = parseNumber(name, value, 1024, options.threads))
        return std::move(error);
    } else if (Error error =
                   parseNumber(name, value, 100000000, options.benchmark)) {
      return std::move(error);
    }
  }
  if (!seenFile)
    return makeError("expected a file; see weft-run --help");
  if (!is_contained({"cpu", "gpu", "gpu-emulated"}, options.target))
    return makeError(
        "expected --target to be cpu, gpu or gpu-emulated, but got '" +
        options.target + "'");
  if (options.target != "cpu" && options.threads > 1)
    return makeError("--threads needs --target cpu");
  if (options.json && !options.benchmark)
    return makeError("--json needs --benchmark");
  return options;
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

/// Reads a whole file, at most 1 GiB.
static Expected<std::unique_ptr<MemoryBuffer>> readFile(StringRef path) {
  auto fail = [&](const Twine &why) {
    return makeError("cannot read '" + path + "': " + why);
  };
  int file = path == "-" ? STDIN_FILENO
                         : open(path.str().c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return fail(strerror(errno));
  constexpr size_t maxBytes = size_t(1) << 30, step = size_t(1) << 16;
  std::string text;
  size_t size = 0;
  while (true) {
    text.resize(size + std::max(step, size));
    ssize_t got = read(file, text.data() + size, text.size() - size);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return fail(strerror(errno));
    if (got == 0)
      break;
    size += got;
    if (size > maxBytes)
      return fail("it has more than 1 GiB");
  }
  if (file != STDIN_FILENO)
    close(file);
  return MemoryBuffer::getMemBufferCopy(StringRef(text).take_front(size),
                                        path == "-" ? "<stdin>" : path);
}

/// Reports brackets that are nested too deeply: the compiler recurses over
/// regions, and takes more than linear time in their depth.
static Error checkNesting(const MemoryBuffer &file, SourceMgr &sources) {
  constexpr unsigned maxDepth = 256;
  StringRef text = file.getBuffer();
  unsigned depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    switch (text[i]) {
    case '"':
      for (++i; i < text.size() && text[i] != '"' && text[i] != '\n'; ++i)
        i += text[i] == '\\';
      break;
    case '/':
      if (text.substr(i).starts_with("//"))
        i = std::min(text.find('\n', i), text.size());
      break;
    case '(':
    case '[':
    case '{':
      if (++depth <= maxDepth)
        break;
      sources.PrintMessage(
          SMLoc::getFromPointer(text.data() + i), SourceMgr::DK_Error,
          "expected at most " + Twine(maxDepth) + " levels of brackets");
      return makeError("");
    case ')':
    case ']':
    case '}':
      depth -= depth > 0;
      break;
    }
  }
  return Error::success();
}

/// The function to run.
static Expected<mlir::func::FuncOp> findEntry(mlir::ModuleOp module,
                                              StringRef name) {
  mlir::func::FuncOp found;
  for (auto function : module.getOps<mlir::func::FuncOp>()) {
    if (name.empty() ? !function.isPublic() : function.getName() != name)
      continue;
    if (found)
      return makeError("expected --entry, since the file has several public "
                       "functions: '" +
                       found.getName() + "', '" + function.getName() + "'");
    found = function;
  }
  if (!found)
    return name.empty() ? makeError("the file has no public function")
                        : makeError("the file has no function '" + name + "'");
  if (!found.isPublic())
    return makeError("function '" + found.getName() + "' is private");
  if (found.isExternal())
    return makeError("function '" + found.getName() + "' has no body");
  return found;
}

/// TensorFlow's unsigned types become signless ones; the user sees what the
/// file says.
static mlir::Type withSignedness(mlir::Type now, mlir::Type before) {
  auto element =
      dyn_cast<mlir::IntegerType>(mlir::getElementTypeOrSelf(before));
  if (!element || element.isSignless() ||
      !mlir::getElementTypeOrSelf(now).isInteger(element.getWidth()))
    return now;
  if (auto tensor = dyn_cast<mlir::RankedTensorType>(now))
    return tensor.clone(element);
  return isa<mlir::IntegerType>(now) ? element : now;
}

static Error appendTypes(mlir::TypeRange now, mlir::TypeRange before,
                         StringRef what, SmallVectorImpl<ValueType> &types) {
  for (auto [i, type] : enumerate(now)) {
    Expected<ValueType> value = ValueType::get(
        i < before.size() ? withSignedness(type, before[i]) : type);
    if (!value)
      return makeError(what + " " + Twine(i) + ": " +
                       toString(value.takeError()));
    types.push_back(*value);
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static Error checkCount(StringRef option, size_t given, StringRef entry,
                        size_t count, StringRef what) {
  if (given == count)
    return Error::success();
  return makeError("expected " + Twine(count) + " " + option +
                   ", one for each " + what + " of '" + entry + "', but got " +
                   Twine(given));
}

static void printResults(const Results &results, ArrayRef<ValueType> types) {
  for (auto [i, type] : enumerate(types)) {
    outs() << "result " << i << ": "
           << formatType(results.getShape(i), type.element) << " = ";
    printElements(outs(), results.getShape(i), type.element,
                  results.getData(i));
    outs() << '\n';
  }
}

namespace {
/// A file that appears under its name only when everything has been written.
struct OutputFile {
  std::string path;
  std::optional<sys::fs::TempFile> temporary;
};
} // namespace

/// Writes all results, or none of the files.
static Error writeResults(const Results &results, ArrayRef<ValueType> types,
                          ArrayRef<std::string> paths) {
  SmallVector<OutputFile> files;
  auto discard = [&] {
    for (OutputFile &file : files)
      if (file.temporary)
        consumeError(file.temporary->discard());
  };
  auto fail = [&](const std::string &path, const Twine &why) {
    std::string text = ("cannot write '" + path + "': " + why).str();
    discard();
    return makeError(text);
  };
  for (auto [i, path] : enumerate(paths)) {
    OutputFile &file = files.emplace_back();
    file.path = path;
    // A link keeps pointing to its file; a device or pipe is written as it is.
    SmallString<128> target;
    if (!sys::fs::real_path(path, target))
      file.path = target.str().str();
    sys::fs::file_status status;
    if (!sys::fs::status(file.path, status) &&
        !sys::fs::is_regular_file(status)) {
      if (sys::fs::is_directory(status))
        return fail(path, "it is a directory");
    } else {
      Expected<sys::fs::TempFile> temporary =
          sys::fs::TempFile::create(file.path + ".%%%%%%%%.tmp");
      if (!temporary)
        return fail(path, toString(temporary.takeError()));
      file.temporary.emplace(std::move(*temporary));
    }
    std::error_code error;
    std::optional<raw_fd_ostream> os;
    if (file.temporary)
      os.emplace(file.temporary->FD, /*shouldClose=*/false);
    else
      os.emplace(file.path, error, sys::fs::CD_OpenExisting);
    if (!error) {
      writeNumpy(*os, results.getShape(i), types[i].element,
                 cantFail(types[i].element.getNumpyType()), results.getData(i));
      os->flush();
      error = os->error();
      os->clear_error();
    }
    if (error)
      return fail(path, error.message());
  }
  for (OutputFile &file : files) {
    if (!file.temporary)
      continue;
    sys::fs::TempFile temporary = std::move(*file.temporary);
    file.temporary.reset();
    if (Error error = temporary.keep(file.path))
      return fail(file.path, toString(std::move(error)));
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Timing
//===----------------------------------------------------------------------===//

/// Times whole calls: results are allocated and freed in each.
static Error benchmark(Program &program, ArrayRef<Tensor> inputs,
                       int64_t resultBytes, const Options &options) {
  using Clock = std::chrono::steady_clock;
  Results results;
  auto time = [&](double &seconds) {
    Clock::time_point start = Clock::now();
    Error error = program.call(inputs, results);
    results.clear();
    seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return error;
  };
  double seconds;
  // Let caches, the pool and the clock frequency settle.
  double warmUp = 0;
  for (int i = 0; i < 3 || (warmUp < 0.05 && i < 1000); ++i) {
    if (Error error = time(seconds))
      return error;
    warmUp += seconds;
  }
  std::vector<double> times;
  for (unsigned i = 0; i < options.benchmark; ++i) {
    if (Error error = time(seconds))
      return error;
    times.push_back(seconds);
  }
  llvm::sort(times);
  size_t middle = times.size() / 2;
  double median = times.size() % 2 ? times[middle]
                                   : (times[middle - 1] + times[middle]) / 2;
  if (options.json)
    outs() << format("{\"calls\": %u, \"best_s\": %.9g, \"median_s\": %.9g, "
                     "\"result_bytes\": %lld}\n",
                     options.benchmark, times.front(), median,
                     (long long)resultBytes);
  else
    outs() << format("%u calls: best %.3f us, median %.3f us\n",
                     options.benchmark, times.front() * 1e6, median * 1e6);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

/// Sets the options of a pipeline by the text of --pipeline-options.
static Error parse(StringRef text, mlir::detail::PassOptions &pipelineOptions) {
  std::string message;
  raw_string_ostream stream(message);
  if (mlir::succeeded(pipelineOptions.parseFromString(text, stream)))
    return Error::success();
  // For a value that it does not know the parser says more by itself.
  StringRef why = StringRef(message).trim();
  return makeError("cannot use --pipeline-options '" + text + "'" +
                   (why.empty() ? "" : ": ") + why);
}

static Error run(const Options &options) {
  Expected<Compiler> compiler =
      Compiler::create(options.targetCPU, options.threads);
  if (!compiler)
    return compiler.takeError();
  Expected<std::unique_ptr<MemoryBuffer>> file = readFile(options.file);
  if (!file)
    return file.takeError();

  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllToLLVMIRTranslations(registry);
  weft::registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);

  context.printOpOnDiagnostic(false);
  SourceMgr sources;
  const MemoryBuffer &text = **file;
  sources.AddNewSourceBuffer(std::move(*file), SMLoc());
  if (!mlir::isBytecode(text))
    if (Error error = checkNesting(text, sources))
      return error;
  mlir::SourceMgrDiagnosticHandler handler(sources, &context);
  bool reported = false;
  context.getDiagEngine().registerHandler([&](mlir::Diagnostic &diagnostic) {
    reported |= diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
    return mlir::failure();
  });
  auto fail = [&](const Twine &text) {
    return makeError(reported ? "" : text);
  };

  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceFile<mlir::ModuleOp>(sources, &context);
  if (!module)
    return fail("the file cannot be parsed");
  Expected<mlir::func::FuncOp> entry = findEntry(*module, options.entry);
  if (!entry)
    return entry.takeError();
  std::string name = entry->getName().str();
  std::string place;
  if (auto loc = entry->getLoc()->findInstanceOf<mlir::FileLineColLoc>())
    place = (loc.getFilename().getValue() + ":" + Twine(loc.getLine()) + ":" +
             Twine(loc.getColumn()) + ": ")
                .str();
  mlir::FunctionType before = entry->getFunctionType();

  // TensorFlow's types have no elements before this.
  compiler->setTarget(*module);
  mlir::PassManager fromTF(&context);
  fromTF.addPass(weft::createConvertTFToWeftPass());
  if (mlir::failed(fromTF.run(*module)))
    return fail("the TensorFlow ops cannot be converted");
  mlir::FunctionType type =
      module->lookupSymbol<mlir::func::FuncOp>(name).getFunctionType();
  Signature signature;
  if (Error error = appendTypes(type.getInputs(), before.getInputs(),
                                "argument", signature.arguments))
    return error;
  if (Error error = appendTypes(type.getResults(), before.getResults(),
                                "result", signature.results))
    return error;

  if (Error error = checkCount("--input", options.inputs.size(), name,
                               signature.arguments.size(), "argument"))
    return error;
  SmallVector<Tensor> inputs;
  for (auto [i, text] : enumerate(options.inputs)) {
    Expected<Tensor> input = parseInput(text, signature.arguments[i], context);
    if (!input)
      return makeError("input " + Twine(i) + ": " +
                       toString(input.takeError()));
    inputs.push_back(std::move(*input));
  }
  if (!options.outputs.empty()) {
    if (Error error = checkCount("--output", options.outputs.size(), name,
                                 signature.results.size(), "result"))
      return error;
    for (auto at = options.outputs.begin(); at != options.outputs.end(); ++at)
      if (std::find(options.outputs.begin(), at, *at) != at)
        return makeError("two results go to '" + *at + "'");
    for (auto [i, result] : enumerate(signature.results)) {
      Expected<std::string> numpyType = result.element.getNumpyType();
      if (!numpyType)
        return makeError("result " + Twine(i) + ": " +
                         toString(numpyType.takeError()));
    }
  }

  mlir::PassManager passes(&context);
  // Once, at the end, rather than after each pass: a third of their time.
  passes.enableVerifier(false);
  if (options.target == "cpu") {
    weft::CPUPipelineOptions pipelineOptions;
    pipelineOptions.openmp = options.threads > 1;
    pipelineOptions.nativeF16 = compiler->hasFeature("+f16c");
    pipelineOptions.vectorBytes = compiler->getVectorBytes();
    if (Error error = parse(options.pipelineOptions, pipelineOptions))
      return error;
    weft::buildCPUPipeline(passes, pipelineOptions);
  } else {
    weft::NVPTXPipelineOptions pipelineOptions;
    if (Error error = parse(options.pipelineOptions, pipelineOptions))
      return error;
    weft::buildNVPTXPipeline(passes, pipelineOptions);
  }
  if (mlir::failed(passes.run(*module)) || mlir::failed(mlir::verify(*module)))
    return fail("the file cannot be compiled");
  Expected<std::unique_ptr<Program>> program =
      Program::create(*compiler, *module, name, signature);
  if (!program)
    return fail(toString(program.takeError()));

  setPhase(Phase::Running);
  Results results;
  if (Error error = (*program)->call(inputs, results)) {
    // Running out of memory has no place of its own.
    std::string text = toString(std::move(error));
    return makeError(StringRef(text).starts_with("error: ") ? place + text
                                                            : text);
  }
  if (!options.outputs.empty()) {
    if (Error error = writeResults(results, signature.results, options.outputs))
      return error;
  } else {
    printResults(results, signature.results);
  }
  if (options.benchmark) {
    int64_t bytes = results.getBytes();
    results.clear();
    if (Error error = benchmark(**program, inputs, bytes, options))
      return error;
  }
  outs().flush();
  if (outs().has_error()) {
    std::string why = outs().error().message();
    outs().clear_error();
    return makeError("cannot write to standard output: " + why);
  }
#if !LLVM_ADDRESS_SANITIZER_BUILD
  // Freeing all that the compiler has allocated takes a fifth of a short run.
  sys::Process::Exit(0, /*NoCleanup=*/true);
#endif
  return Error::success();
}

/// Prints an error in the form "error: text", if it has a text.
static void report(Error error) {
  std::string text = toString(std::move(error));
  if (text.empty())
    return;
  // Compiled code names the place itself.
  if (!StringRef(text).contains("error: "))
    errs() << "error: ";
  errs() << text << '\n';
}

/// Makes the run-time library take the stand-in for the CUDA driver, which lies
/// beside this program.
static void useEmulator(const char *program) {
  std::string path = sys::fs::getMainExecutable(
      program, reinterpret_cast<void *>(&useEmulator));
  SmallString<256> library(sys::path::parent_path(path));
  sys::path::append(library, "..", "lib", "libcuda-emulated.so");
  setenv("WEFT_CUDA_DRIVER", library.c_str(), /*overwrite=*/1);
}

int main(int argc, char **argv) {
  Expected<Options> options =
      parseOptions(ArrayRef<const char *>(argv + 1, argc - 1));
  if (!options) {
    report(options.takeError());
    return 1;
  }
  if (options->help) {
    outs() << usage;
    return 0;
  }
  if (options->target == "gpu-emulated")
    useEmulator(argv[0]);
  int status = 0;
  // The compiler recurses over what it compiles, and needs room for it.
  constexpr std::optional<unsigned> stackBytes = 512u << 20;
  installCrashHandlers();
  llvm::thread worker(stackBytes, [&] {
    prepareThreadForCrashes();
    if (Error error = run(*options)) {
      report(std::move(error));
      status = 1;
    }
  });
  worker.join();
  return status;
}
