//===- Driver.cpp - The CUDA driver API of the emulator -------------------===//
//
// The functions have the names and signatures that a driver's library exports
// (cuMemAlloc_v2 and not cuMemAlloc). Work on a stream waits until something
// synchronises with it, so that host code which forgets to wait reads stale
// memory. One lock guards everything.
//
//===----------------------------------------------------------------------===//

#include "Emulator.h"
#include "Interpreter.h"
#include "Settings.h"
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <deque>
#include <functional>
#include <mutex>
#include <new>
#include <set>

using namespace weft::emulator;

namespace {
enum Result {
  Success = 0,
  InvalidValue = 1,
  OutOfMemory = 2,
  NotInitialized = 3,
  InvalidDevice = 101,
  InvalidImage = 200,
  InvalidContext = 201,
  NoBinaryForGpu = 209,
  InvalidPtx = 218,
  UnsupportedPtxVersion = 222,
  InvalidHandle = 400,
  NotFound = 500,
  IllegalAddress = 700
};

/// An error that a call returns.
struct Error {
  Result result;
  std::string message;
};

struct Stream {
  std::deque<std::function<void()>> work;
  uint64_t numPushed = 0;
  uint64_t numDone = 0;
};

struct Event {
  Stream *stream = nullptr;
  uint64_t position = 0; // of the stream
};

struct Driver {
  std::recursive_mutex mutex;
  bool isInitialized = false;
  /// The error that a fault in a kernel leaves for all later calls.
  Result sticky = Success;
  std::string lastError;
  DeviceMemory memory;
  std::set<void *> modules, functions, events;
  std::set<Stream *> streams;
  /// The stream that a null handle means: it waits for all others.
  Stream defaultStream;
  weft_emulator_counts counts = {};
};
} // namespace

static Driver &getDriver() {
  // Never destroyed: modules are unloaded by destructors of the program.
  static Driver *driver = new Driver;
  return *driver;
}

[[noreturn]] static void fail(Result result, const std::string &message) {
  throw Error{result, message};
}

static void require(bool condition, const std::string &message,
                    Result result = InvalidValue) {
  if (!condition)
    fail(result, message);
}

static void note(const std::string &message) {
  getDriver().lastError = message;
  if (Settings::get().logs)
    std::fprintf(stderr, "cuda-emulator: %s\n", message.c_str());
}

/// Runs the body of a driver function and turns what it throws into a result.
template <typename Body>
static int call(Body body) {
  Driver &driver = getDriver();
  std::lock_guard<std::recursive_mutex> lock(driver.mutex);
  try {
    require(driver.isInitialized, "cuInit has not been called", NotInitialized);
    if (driver.sticky != Success)
      return driver.sticky;
    body(driver);
    return driver.sticky;
  } catch (const Error &error) {
    note(error.message);
    return error.result;
  } catch (const Fault &fault) {
    note(fault.what());
    return InvalidValue;
  } catch (const std::bad_alloc &) {
    note("out of memory");
    return OutOfMemory;
  }
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

/// Runs the work of a stream up to a position.
static void drain(Driver &driver, Stream &stream, uint64_t position) {
  while (stream.numDone < position && !stream.work.empty()) {
    std::function<void()> work = std::move(stream.work.front());
    stream.work.pop_front();
    ++stream.numDone;
    if (driver.sticky != Success)
      continue;
    try {
      work();
    } catch (const Fault &fault) {
      note(fault.what());
      driver.sticky = IllegalAddress;
    } catch (const std::bad_alloc &) {
      note("out of memory");
      driver.sticky = OutOfMemory;
    }
  }
}

static void drainAll(Driver &driver) {
  for (Stream *stream : driver.streams)
    drain(driver, *stream, UINT64_MAX);
  drain(driver, driver.defaultStream, UINT64_MAX);
}

static Stream &getStream(Driver &driver, void *handle) {
  if (!handle)
    return driver.defaultStream;
  auto *stream = static_cast<Stream *>(handle);
  require(driver.streams.count(stream) != 0, "not a stream", InvalidHandle);
  return *stream;
}

static void push(Driver &driver, void *handle, std::function<void()> work) {
  Stream &stream = getStream(driver, handle);
  if (!handle)
    drainAll(driver);
  stream.work.push_back(std::move(work));
  ++stream.numPushed;
}

static Event &getEvent(Driver &driver, void *handle) {
  require(driver.events.count(handle) != 0, "not an event", InvalidHandle);
  return *static_cast<Event *>(handle);
}

static void waitFor(Driver &driver, const Event &event) {
  bool isAlive = event.stream == &driver.defaultStream ||
                 driver.streams.count(event.stream) != 0;
  if (event.stream && isAlive)
    drain(driver, *event.stream, event.position);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// One side of a copy by the driver. Addresses of the host are taken as they
/// are, where `allowsHost` says so.
static uint8_t *getCopySide(Driver &driver, uint64_t address, uint64_t count,
                            bool isWrite, bool allowsHost) {
  uint64_t offset = 0;
  Buffer *buffer = driver.memory.find(address, count, offset);
  if (!buffer) {
    if (!allowsHost || driver.memory.isDeviceAddress(address))
      throw Fault(isWrite ? "copy to outside device memory"
                          : "copy from outside device memory");
    return reinterpret_cast<uint8_t *>(address);
  }
  buffer->checkCopy(offset, count, isWrite);
  return buffer->getBytes() + offset;
}

static void copy(Driver &driver, uint64_t to, uint64_t from, uint64_t count,
                 void *stream) {
  uint64_t offset = 0;
  if (!driver.memory.find(from, count, offset) &&
      !driver.memory.isDeviceAddress(from)) {
    // The driver takes the bytes of pageable memory before it returns.
    auto *bytes = reinterpret_cast<const uint8_t *>(from);
    std::vector<uint8_t> taken(bytes, bytes + count);
    push(driver, stream, [&driver, to, count, taken = std::move(taken)] {
      std::memcpy(getCopySide(driver, to, count, /*isWrite=*/true, true),
                  taken.data(), count);
    });
    return;
  }
  push(driver, stream, [&driver, to, from, count] {
    const uint8_t *source =
        getCopySide(driver, from, count, /*isWrite=*/false, true);
    std::memmove(getCopySide(driver, to, count, /*isWrite=*/true, true), source,
                 count);
  });
}

template <typename T>
static int fill(uint64_t address, T value, size_t count, void *stream) {
  return call([&](Driver &driver) {
    require(count <= UINT64_MAX / sizeof(T), "too many elements");
    push(driver, stream, [&driver, address, value, count] {
      uint8_t *to = getCopySide(driver, address, count * sizeof(T),
                                /*isWrite=*/true, /*allowsHost=*/false);
      for (size_t i = 0; i < count; ++i)
        std::memcpy(to + i * sizeof(T), &value, sizeof(T));
    });
  });
}

static uint64_t allocate(Driver &driver, size_t size) {
  require(size != 0, "an allocation of 0 bytes");
  uint64_t address = driver.memory.allocate(size);
  require(address != 0,
          "device memory has no room for " + std::to_string(size) + " bytes",
          OutOfMemory);
  return address;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static Module &getModule(Driver &driver, void *handle) {
  require(driver.modules.count(handle) != 0, "not a module", InvalidHandle);
  return *static_cast<Module *>(handle);
}

static std::unique_ptr<Module> loadModule(const char *image) {
  require(image != nullptr, "no image");
  require(std::strncmp(image, "\177ELF", 4) != 0,
          "machine code cannot be run here, only PTX", InvalidImage);
  std::unique_ptr<Module> module;
  try {
    module = parsePtx(image);
  } catch (const Fault &fault) {
    fail(InvalidPtx, fault.what());
  }
  unsigned target = Settings::get().target;
  require(module->target <= target,
          "PTX for sm_" + std::to_string(module->target) +
              " cannot run on a device with sm_" + std::to_string(target),
          NoBinaryForGpu);
  for (auto &[name, kernel] : module->kernels) {
    unsigned limit = module->version >= 81 ? 32764 : 4352;
    require(kernel->parameterBytes <= limit,
            "kernel '" + name + "' has " +
                std::to_string(kernel->parameterBytes) +
                " bytes of parameters, more than " + std::to_string(limit),
            InvalidPtx);
    require(kernel->sharedBytes <= 48 * 1024,
            "kernel '" + name + "' has too much shared memory", InvalidPtx);
  }
  return module;
}

static void verifyLaunch(const Launch &launch) {
  const Kernel &kernel = *launch.kernel;
  const Dim3 &grid = launch.grid, &block = launch.block;
  auto refuse = [&](const std::string &text) {
    fail(InvalidValue, "launch of '" + kernel.name + "': " + text);
  };
  auto print = [](const Dim3 &sizes) {
    return std::to_string(sizes[0]) + "," + std::to_string(sizes[1]) + "," +
           std::to_string(sizes[2]);
  };
  if (!grid[0] || !grid[1] || !grid[2] || grid[0] > 0x7fffffff ||
      grid[1] > 65535 || grid[2] > 65535)
    refuse("impossible grid " + print(grid));
  if (!block[0] || !block[1] || !block[2] || block[0] > 1024 ||
      block[1] > 1024 || block[2] > 64 || block[0] * block[1] * block[2] > 1024)
    refuse("impossible block " + print(block));
  unsigned numThreads = block[0] * block[1] * block[2];
  const Dim3 &most = kernel.maxThreads;
  if (most[0] && numThreads > most[0] * most[1] * most[2])
    refuse("block " + print(block) + " is larger than .maxntid " + print(most));
  if (kernel.requiredThreads[0] && block != kernel.requiredThreads)
    refuse("block " + print(block) + " is not .reqntid " +
           print(kernel.requiredThreads));
  if (launch.sharedBytes > 227 * 1024)
    refuse("too much shared memory");
}

static void runLaunch(Driver &driver, const Launch &launch) {
  weft_emulator_counts counts = run(launch, driver.memory);
  weft_emulator_counts &total = driver.counts;
  total.launches += counts.launches;
  total.threads += counts.threads;
  total.instructions += counts.instructions;
  total.atomics += counts.atomics;
  total.loaded_bytes += counts.loaded_bytes;
  total.stored_bytes += counts.stored_bytes;
  total.requests += counts.requests;
  total.sectors += counts.sectors;
  total.least_sectors += counts.least_sectors;
  if (!Settings::get().counts)
    return;
  auto print = [](uint64_t value) {
    return static_cast<unsigned long long>(value);
  };
  std::fprintf(stderr,
               "cuda-emulator: %s: grid %u,%u,%u block %u,%u,%u: "
               "%.1f instructions a thread, loaded %llu bytes, stored %llu "
               "bytes, %llu requests, %llu sectors (least %llu), %llu "
               "atomics\n",
               launch.kernel->name.c_str(), launch.grid[0], launch.grid[1],
               launch.grid[2], launch.block[0], launch.block[1],
               launch.block[2],
               static_cast<double>(counts.instructions) /
                   static_cast<double>(counts.threads),
               print(counts.loaded_bytes), print(counts.stored_bytes),
               print(counts.requests), print(counts.sectors),
               print(counts.least_sectors), print(counts.atomics));
}

//===----------------------------------------------------------------------===//
// The API
//===----------------------------------------------------------------------===//

extern "C" {

int cuInit(unsigned flags) {
  Driver &driver = getDriver();
  std::lock_guard<std::recursive_mutex> lock(driver.mutex);
  try {
    Settings::load();
  } catch (const Fault &fault) {
    driver.lastError = fault.what();
    return InvalidValue;
  }
  if (flags != 0)
    return InvalidValue;
  driver.isInitialized = true;
  return Success;
}

int cuGetErrorName(int error, const char **name) {
  static const std::map<int, const char *> names = {
      {Success, "CUDA_SUCCESS"},
      {InvalidValue, "CUDA_ERROR_INVALID_VALUE"},
      {OutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY"},
      {NotInitialized, "CUDA_ERROR_NOT_INITIALIZED"},
      {InvalidDevice, "CUDA_ERROR_INVALID_DEVICE"},
      {InvalidImage, "CUDA_ERROR_INVALID_IMAGE"},
      {InvalidContext, "CUDA_ERROR_INVALID_CONTEXT"},
      {NoBinaryForGpu, "CUDA_ERROR_NO_BINARY_FOR_GPU"},
      {InvalidPtx, "CUDA_ERROR_INVALID_PTX"},
      {UnsupportedPtxVersion, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"},
      {InvalidHandle, "CUDA_ERROR_INVALID_HANDLE"},
      {NotFound, "CUDA_ERROR_NOT_FOUND"},
      {IllegalAddress, "CUDA_ERROR_ILLEGAL_ADDRESS"}};
  auto it = names.find(error);
  *name = it == names.end() ? nullptr : it->second;
  return it == names.end() ? InvalidValue : Success;
}

/// A driver describes the code; the emulator knows what went wrong.
int cuGetErrorString(int error, const char **text) {
  *text = error == Success ? "no error" : weft_emulator_last_error();
  return Success;
}

int cuDeviceGet(int *device, int ordinal) {
  return call([&](Driver &) {
    require(ordinal == 0, "there is one device", InvalidDevice);
    *device = 0;
  });
}

int cuDeviceGetAttribute(int *value, int attribute, int) {
  return call([&](Driver &) {
    switch (attribute) {
    case 75: // COMPUTE_CAPABILITY_MAJOR
      *value = static_cast<int>(Settings::get().target / 10);
      return;
    case 76: // COMPUTE_CAPABILITY_MINOR
      *value = static_cast<int>(Settings::get().target % 10);
      return;
    case 115: // MEMORY_POOLS_SUPPORTED
      *value = 1;
      return;
    default:
      fail(InvalidValue, "the emulator does not know this attribute");
    }
  });
}

int cuDevicePrimaryCtxRetain(void **context, int device) {
  return call([&](Driver &driver) {
    require(device == 0, "there is one device", InvalidDevice);
    *context = &driver;
  });
}

int cuCtxSetCurrent(void *context) {
  return call([&](Driver &driver) {
    require(context == &driver, "not a context", InvalidContext);
  });
}

int cuDeviceGetDefaultMemPool(void **pool, int device) {
  return call([&](Driver &driver) {
    require(device == 0, "there is one device", InvalidDevice);
    *pool = &driver.memory;
  });
}

int cuMemPoolSetAttribute(void *pool, int, void *) {
  return call([&](Driver &driver) {
    require(pool == &driver.memory, "not a memory pool");
  });
}

int cuModuleLoadDataEx(void **module, const void *image, unsigned numOptions,
                       int *options, void **values) {
  return call([&](Driver &driver) {
    std::unique_ptr<Module> loaded;
    try {
      loaded = loadModule(static_cast<const char *>(image));
    } catch (const Error &error) {
      // ERROR_LOG_BUFFER and ERROR_LOG_BUFFER_SIZE_BYTES.
      char *log = nullptr;
      size_t size = 0;
      for (unsigned i = 0; i < numOptions; ++i) {
        if (options[i] == 5)
          log = static_cast<char *>(values[i]);
        if (options[i] == 6)
          size = reinterpret_cast<size_t>(values[i]);
      }
      if (log && size)
        std::snprintf(log, size, "%s", error.message.c_str());
      throw;
    }
    driver.modules.insert(loaded.get());
    for (auto &[name, kernel] : loaded->kernels)
      driver.functions.insert(kernel.get());
    *module = loaded.release();
  });
}

int cuModuleUnload(void *handle) {
  return call([&](Driver &driver) {
    Module &module = getModule(driver, handle);
    drainAll(driver);
    for (auto &[name, kernel] : module.kernels)
      driver.functions.erase(kernel.get());
    driver.modules.erase(handle);
    delete &module;
  });
}

int cuModuleGetFunction(void **function, void *handle, const char *name) {
  return call([&](Driver &driver) {
    Module &module = getModule(driver, handle);
    auto it = module.kernels.find(name);
    require(it != module.kernels.end(),
            "the module has no kernel '" + std::string(name) + "'", NotFound);
    *function = it->second.get();
  });
}

int cuFuncSetAttribute(void *function, int, int) {
  return call([&](Driver &driver) {
    require(driver.functions.count(function) != 0, "not a kernel",
            InvalidHandle);
  });
}

int cuLaunchKernel(void *function, unsigned gridX, unsigned gridY,
                   unsigned gridZ, unsigned blockX, unsigned blockY,
                   unsigned blockZ, unsigned sharedBytes, void *stream,
                   void **parameters, void **) {
  return call([&](Driver &driver) {
    require(driver.functions.count(function) != 0, "not a kernel",
            InvalidHandle);
    auto launch = std::make_shared<Launch>();
    launch->kernel = static_cast<const Kernel *>(function);
    launch->grid = {gridX, gridY, gridZ};
    launch->block = {blockX, blockY, blockZ};
    launch->sharedBytes = sharedBytes;
    verifyLaunch(*launch);
    launch->parameters.resize(launch->kernel->parameterBytes);
    for (size_t i = 0; i < launch->kernel->parameters.size(); ++i) {
      const Parameter &parameter = launch->kernel->parameters[i];
      std::memcpy(launch->parameters.data() + parameter.offset, parameters[i],
                  parameter.size);
    }
    push(driver, stream, [&driver, launch] { runLaunch(driver, *launch); });
  });
}

int cuStreamCreate(void **stream, unsigned) {
  return call([&](Driver &driver) {
    auto *created = new Stream;
    driver.streams.insert(created);
    *stream = created;
  });
}

int cuStreamDestroy_v2(void *handle) {
  return call([&](Driver &driver) {
    require(handle != nullptr, "not a stream", InvalidHandle);
    Stream &stream = getStream(driver, handle);
    drain(driver, stream, UINT64_MAX);
    driver.streams.erase(&stream);
    delete &stream;
  });
}

int cuStreamSynchronize(void *handle) {
  return call([&](Driver &driver) {
    Stream &stream = getStream(driver, handle);
    if (handle)
      drain(driver, stream, UINT64_MAX);
    else
      drainAll(driver);
  });
}

int cuStreamWaitEvent(void *stream, void *event, unsigned) {
  return call([&](Driver &driver) {
    Event waited = getEvent(driver, event);
    push(driver, stream, [&driver, waited] { waitFor(driver, waited); });
  });
}

int cuEventCreate(void **event, unsigned) {
  return call([&](Driver &driver) {
    *event = new Event;
    driver.events.insert(*event);
  });
}

int cuEventDestroy_v2(void *handle) {
  return call([&](Driver &driver) {
    Event &event = getEvent(driver, handle);
    driver.events.erase(handle);
    delete &event;
  });
}

int cuEventRecord(void *handle, void *stream) {
  return call([&](Driver &driver) {
    Event &event = getEvent(driver, handle);
    event.stream = &getStream(driver, stream);
    event.position = event.stream->numPushed;
  });
}

int cuEventSynchronize(void *handle) {
  return call(
      [&](Driver &driver) { waitFor(driver, getEvent(driver, handle)); });
}

/// There is no time here.
int cuEventElapsedTime(float *milliseconds, void *start, void *end) {
  return call([&](Driver &driver) {
    waitFor(driver, getEvent(driver, start));
    waitFor(driver, getEvent(driver, end));
    *milliseconds = 0;
  });
}

int cuPointerGetAttribute(void *data, int attribute, uint64_t address) {
  return call([&](Driver &driver) {
    constexpr int memoryType = 2, ofDevice = 2;
    require(attribute == memoryType, "an attribute that is not known");
    require(driver.memory.isDeviceAddress(address),
            "not an address of the device");
    std::memcpy(data, &ofDevice, sizeof ofDevice);
  });
}

int cuMemAlloc_v2(uint64_t *address, size_t size) {
  return call([&](Driver &driver) { *address = allocate(driver, size); });
}

int cuMemFree_v2(uint64_t address) {
  return call([&](Driver &driver) {
    drainAll(driver);
    require(driver.memory.free(address), "not the start of a buffer");
  });
}

int cuMemAllocAsync(uint64_t *address, size_t size, void *stream) {
  return call([&](Driver &driver) {
    getStream(driver, stream);
    *address = allocate(driver, size);
  });
}

int cuMemFreeAsync(uint64_t address, void *stream) {
  return call([&](Driver &driver) {
    push(driver, stream, [&driver, address] {
      if (!driver.memory.free(address))
        throw Fault("free of what is not the start of a buffer");
    });
  });
}

int cuMemHostRegister_v2(void *pointer, size_t size, unsigned) {
  return call([&](Driver &driver) {
    require(size != 0 && driver.memory.registerHost(pointer, size),
            "this memory cannot be registered");
  });
}

int cuMemHostUnregister(void *pointer) {
  return call([&](Driver &driver) {
    drainAll(driver);
    require(driver.memory.unregisterHost(pointer),
            "this memory is not registered");
  });
}

int cuMemcpyAsync(uint64_t to, uint64_t from, size_t count, void *stream) {
  return call([&](Driver &driver) { copy(driver, to, from, count, stream); });
}

int cuMemsetD8Async(uint64_t address, unsigned char value, size_t count,
                    void *stream) {
  return fill(address, value, count, stream);
}

int cuMemsetD16Async(uint64_t address, unsigned short value, size_t count,
                     void *stream) {
  return fill(address, value, count, stream);
}

int cuMemsetD32Async(uint64_t address, unsigned value, size_t count,
                     void *stream) {
  return fill(address, value, count, stream);
}

void weft_emulator_get_counts(weft_emulator_counts *counts) {
  Driver &driver = getDriver();
  std::lock_guard<std::recursive_mutex> lock(driver.mutex);
  *counts = driver.counts;
}

void weft_emulator_reset_counts(void) {
  Driver &driver = getDriver();
  std::lock_guard<std::recursive_mutex> lock(driver.mutex);
  driver.counts = {};
}

const char *weft_emulator_last_error(void) {
  return getDriver().lastError.c_str();
}

void weft_emulator_reset(void) {
  Driver &driver = getDriver();
  std::lock_guard<std::recursive_mutex> lock(driver.mutex);
  auto forget = [](Stream &stream) {
    stream.work.clear();
    stream.numDone = stream.numPushed;
  };
  for (Stream *stream : driver.streams)
    forget(*stream);
  forget(driver.defaultStream);
  driver.sticky = Success;
  driver.lastError.clear();
}

} // extern "C"
