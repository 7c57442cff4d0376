/*===- Cuda.c - GPU code over the CUDA driver API -------------------------===*/

#include "weft-runtime/Cuda.h"
#include "weft-runtime/Runtime.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t device_pointer;

/* The functions of the driver, by the names that its library exports. */
#define DRIVER_FUNCTIONS(X)                                                    \
  X(cuInit, (unsigned))                                                        \
  X(cuGetErrorName, (int, const char **))                                      \
  X(cuGetErrorString, (int, const char **))                                    \
  X(cuDeviceGet, (int *, int))                                                 \
  X(cuDeviceGetAttribute, (int *, int, int))                                   \
  X(cuDeviceGetDefaultMemPool, (void **, int))                                 \
  X(cuMemPoolSetAttribute, (void *, int, void *))                              \
  X(cuDevicePrimaryCtxRetain, (void **, int))                                  \
  X(cuCtxSetCurrent, (void *))                                                 \
  X(cuModuleLoadDataEx, (void **, const void *, unsigned, int *, void **))     \
  X(cuModuleUnload, (void *))                                                  \
  X(cuModuleGetFunction, (void **, void *, const char *))                      \
  X(cuFuncSetAttribute, (void *, int, int))                                    \
  X(cuLaunchKernel, (void *, unsigned, unsigned, unsigned, unsigned, unsigned, \
                     unsigned, unsigned, void *, void **, void **))            \
  X(cuStreamCreate, (void **, unsigned))                                       \
  X(cuStreamSynchronize, (void *))                                             \
  X(cuStreamWaitEvent, (void *, void *, unsigned))                             \
  X(cuEventCreate, (void **, unsigned))                                        \
  X(cuEventDestroy_v2, (void *))                                               \
  X(cuEventElapsedTime, (float *, void *, void *))                             \
  X(cuEventSynchronize, (void *))                                              \
  X(cuEventRecord, (void *, void *))                                           \
  X(cuMemAlloc_v2, (device_pointer *, size_t))                                 \
  X(cuMemFree_v2, (device_pointer))                                            \
  X(cuMemAllocAsync, (device_pointer *, size_t, void *))                       \
  X(cuMemFreeAsync, (device_pointer, void *))                                  \
  X(cuPointerGetAttribute, (void *, int, device_pointer))                      \
  X(cuMemcpyAsync, (device_pointer, device_pointer, size_t, void *))           \
  X(cuMemsetD16Async, (device_pointer, unsigned short, size_t, void *))        \
  X(cuMemsetD32Async, (device_pointer, unsigned, size_t, void *))              \
  X(cuMemHostRegister_v2, (void *, size_t, unsigned))                          \
  X(cuMemHostUnregister, (void *))

static struct {
#define X(name, parameters) int(*name) parameters;
  DRIVER_FUNCTIONS(X)
#undef X
} driver;

/* Constants of cuda.h. */
enum {
  cuda_success = 0,
  cuda_error_deinitialized = 4,
  attribute_memory_pools = 115,
  function_max_dynamic_shared = 8,
  jit_error_log = 5,
  jit_error_log_size = 6,
  jit_optimization_level = 7,
  pool_release_threshold = 4,
  stream_non_blocking = 1,
  event_disable_timing = 2,
  pointer_memory_type = 2,
  memory_of_device = 2
};

/* Everything below is guarded by the lock, except what is_ready has published.
 * A failure leaves by longjmp, so it never happens under the lock. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool is_ready;
static bool is_loaded;
static int default_device;
static void *context;
static bool has_pools;
static bool prints_times;

enum { max_pooled = 32 };
static struct pool {
  void *handles[max_pooled];
  unsigned count;
} streams, events;

/*===----------------------------------------------------------------------===*\
|* The driver
\*===----------------------------------------------------------------------===*/

/* Writes "what: NAME: text" for an error of the driver. */
static void describe(char *message, size_t size, const char *what, int error) {
  const char *name = NULL, *text = NULL;
  if (driver.cuGetErrorName(error, &name) != cuda_success || !name)
    name = "unknown error";
  if (driver.cuGetErrorString(error, &text) != cuda_success || !text)
    text = "";
  snprintf(message, size, "%s: %s%s%s", what, name, *text ? ": " : "", text);
}

static void check(int error, const char *what) {
  if (error == cuda_success)
    return;
  char message[2048];
  describe(message, sizeof message, what, error);
  weft_fail("", "CUDA: %s", message);
}

/* Loads the library; returns false with a message. */
static bool load_library(char *message, size_t size) {
  const char *path = getenv("WEFT_CUDA_DRIVER");
  if (!path || !*path)
    path = "libcuda.so.1";
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    snprintf(message, size, "there is no driver: %s", dlerror());
    return false;
  }
  void *symbol;
#define X(name, parameters)                                                    \
  symbol = dlsym(library, #name);                                              \
  if (!symbol) {                                                               \
    snprintf(message, size, "the driver '%s' has no %s", path, #name);         \
    return false;                                                              \
  }                                                                            \
  memcpy(&driver.name, &symbol, sizeof symbol);
  DRIVER_FUNCTIONS(X)
#undef X
  const char *times = getenv("WEFT_CUDA_TIMES");
  prints_times = times && strcmp(times, "1") == 0;
  int error = driver.cuInit(0);
  if (error != cuda_success) {
    describe(message, size, "cuInit", error);
    return false;
  }
  is_loaded = true;
  return true;
}

/* Freed device memory stays with the driver's pool until the process ends. */
static int keep_freed_memory(int device) {
  int supported = 0;
  int error =
      driver.cuDeviceGetAttribute(&supported, attribute_memory_pools, device);
  has_pools = error == cuda_success && supported;
  if (!has_pools)
    return error;
  void *pool = NULL;
  uint64_t threshold = UINT64_MAX;
  error = driver.cuDeviceGetDefaultMemPool(&pool, device);
  if (error == cuda_success)
    error =
        driver.cuMemPoolSetAttribute(pool, pool_release_threshold, &threshold);
  return error;
}

static bool make_ready(char *message, size_t size) {
  if (!is_loaded && !load_library(message, size))
    return false;
  int device = 0;
  const char *what = "cuDeviceGet";
  int error = driver.cuDeviceGet(&device, default_device);
  if (error == cuda_success) {
    what = "cuDevicePrimaryCtxRetain";
    error = driver.cuDevicePrimaryCtxRetain(&context, device);
  }
  if (error == cuda_success) {
    what = "cuMemPoolSetAttribute";
    error = keep_freed_memory(device);
  }
  if (error != cuda_success) {
    describe(message, size, what, error);
    return false;
  }
  return true;
}

/* Makes the device's context that of the calling thread. */
static void enter(void) {
  if (!atomic_load_explicit(&is_ready, memory_order_acquire)) {
    char message[2048];
    pthread_mutex_lock(&lock);
    bool ok = make_ready(message, sizeof message);
    if (ok)
      atomic_store_explicit(&is_ready, true, memory_order_release);
    pthread_mutex_unlock(&lock);
    if (!ok)
      weft_fail("", "CUDA: %s", message);
  }
  check(driver.cuCtxSetCurrent(context), "cuCtxSetCurrent");
}

#define CALL(name, ...) check(driver.name(__VA_ARGS__), #name)

static device_pointer to_address(const void *pointer) {
  return (device_pointer)(uintptr_t)pointer;
}

void mgpuSetDefaultDevice(int32_t device) {
  pthread_mutex_lock(&lock);
  default_device = device;
  streams.count = events.count = 0;
  atomic_store(&is_ready, false);
  pthread_mutex_unlock(&lock);
}

/*===----------------------------------------------------------------------===*\
|* Times
\*===----------------------------------------------------------------------===*/

/* The names of kernels, for messages. What does not fit has none. */
enum { max_names = 256, max_name = 64 };
static struct {
  void *function;
  char name[max_name];
} names[max_names];
static unsigned num_names;

static void keep_name(void *function, const char *name) {
  pthread_mutex_lock(&lock);
  unsigned i = 0;
  while (i < num_names && names[i].function != function)
    ++i;
  if (i < max_names) {
    names[i].function = function;
    snprintf(names[i].name, max_name, "%s", name);
    if (i == num_names)
      ++num_names;
  }
  pthread_mutex_unlock(&lock);
}

static void find_name(void *function, char name[max_name]) {
  snprintf(name, max_name, "a kernel");
  pthread_mutex_lock(&lock);
  for (unsigned i = 0; i < num_names; ++i)
    if (names[i].function == function)
      memcpy(name, names[i].name, max_name);
  pthread_mutex_unlock(&lock);
}

struct timer {
  void *start;
  void *end;
};

static struct timer start_timer(void *stream) {
  struct timer timer = {NULL, NULL};
  CALL(cuEventCreate, &timer.start, 0);
  CALL(cuEventCreate, &timer.end, 0);
  CALL(cuEventRecord, timer.start, stream);
  return timer;
}

static void print_time(struct timer timer, void *stream, const char *what) {
  float milliseconds = 0;
  CALL(cuEventRecord, timer.end, stream);
  CALL(cuEventSynchronize, timer.end);
  CALL(cuEventElapsedTime, &milliseconds, timer.start, timer.end);
  CALL(cuEventDestroy_v2, timer.start);
  CALL(cuEventDestroy_v2, timer.end);
  fprintf(stderr, "weft: %s: %.3f us\n", what, 1e3 * (double)milliseconds);
}

static bool is_of_device(const void *pointer) {
  int type = 0;
  return driver.cuPointerGetAttribute(&type, pointer_memory_type,
                                      to_address(pointer)) == cuda_success &&
         type == memory_of_device;
}

/*===----------------------------------------------------------------------===*\
|* Modules and kernels
\*===----------------------------------------------------------------------===*/

void *mgpuModuleLoadJIT(void *ptx, int32_t optimization_level) {
  char log[2048] = "";
  if (optimization_level < 0 || optimization_level > 4)
    optimization_level = 4;
  int options[] = {jit_error_log, jit_error_log_size, jit_optimization_level};
  void *values[] = {log, (void *)sizeof log,
                    (void *)(intptr_t)optimization_level};
  enter();
  void *module = NULL;
  int error = driver.cuModuleLoadDataEx(&module, ptx, 3, options, values);
  log[sizeof log - 1] = '\0';
  if (error != cuda_success && *log) {
    const char *name = NULL;
    if (driver.cuGetErrorName(error, &name) != cuda_success || !name)
      name = "unknown error";
    weft_fail("", "CUDA: cuModuleLoadDataEx: %s: %s", name, log);
  }
  check(error, "cuModuleLoadDataEx");
  return module;
}

void *mgpuModuleLoad(void *image, size_t size) {
  (void)size;
  enter();
  void *module = NULL;
  CALL(cuModuleLoadDataEx, &module, image, 0, NULL, NULL);
  return module;
}

/* Called by a destructor of the program: the driver may already be gone. */
void mgpuModuleUnload(void *module) {
  if (atomic_load(&is_ready) &&
      driver.cuCtxSetCurrent(context) != cuda_error_deinitialized)
    driver.cuModuleUnload(module);
}

void *mgpuModuleGetFunction(void *module, const char *name) {
  enter();
  void *function = NULL;
  CALL(cuModuleGetFunction, &function, module, name);
  if (prints_times)
    keep_name(function, name);
  return function;
}

void mgpuLaunchKernel(void *function, intptr_t grid_x, intptr_t grid_y,
                      intptr_t grid_z, intptr_t block_x, intptr_t block_y,
                      intptr_t block_z, int32_t shared_bytes, void *stream,
                      void **parameters, void **extra, size_t num_parameters) {
  (void)num_parameters;
  if (grid_x == 0 || grid_y == 0 || grid_z == 0)
    return;
  if (grid_x < 0 || grid_x > INT32_MAX || grid_y < 0 || grid_y > 65535 ||
      grid_z < 0 || grid_z > 65535)
    weft_fail("", "CUDA: a grid of %lld x %lld x %lld blocks is too large",
              (long long)grid_x, (long long)grid_y, (long long)grid_z);
  if (block_x < 1 || block_x > 1024 || block_y < 1 || block_y > 1024 ||
      block_z < 1 || block_z > 64)
    weft_fail("", "CUDA: a block cannot have %lld x %lld x %lld threads",
              (long long)block_x, (long long)block_y, (long long)block_z);
  enter();
  if (shared_bytes > 48 * 1024)
    CALL(cuFuncSetAttribute, function, function_max_dynamic_shared,
         shared_bytes);
  struct timer timer = {NULL, NULL};
  if (prints_times)
    timer = start_timer(stream);
  CALL(cuLaunchKernel, function, (unsigned)grid_x, (unsigned)grid_y,
       (unsigned)grid_z, (unsigned)block_x, (unsigned)block_y,
       (unsigned)block_z, (unsigned)shared_bytes, stream, parameters, extra);
  if (prints_times) {
    char name[max_name];
    find_name(function, name);
    print_time(timer, stream, name);
  }
}

/*===----------------------------------------------------------------------===*\
|* Streams and events
\*===----------------------------------------------------------------------===*/

static void *take(struct pool *pool) {
  pthread_mutex_lock(&lock);
  void *handle = pool->count ? pool->handles[--pool->count] : NULL;
  pthread_mutex_unlock(&lock);
  return handle;
}

/* What does not fit is left to the process. So is what a failed call was using.
 */
static void put(struct pool *pool, void *handle) {
  pthread_mutex_lock(&lock);
  if (pool->count < max_pooled)
    pool->handles[pool->count++] = handle;
  pthread_mutex_unlock(&lock);
}

void *mgpuStreamCreate(void) {
  enter();
  void *stream = take(&streams);
  if (!stream)
    CALL(cuStreamCreate, &stream, stream_non_blocking);
  return stream;
}

/* A pooled stream may still have work; the next user's comes after it. */
void mgpuStreamDestroy(void *stream) { put(&streams, stream); }

void mgpuStreamSynchronize(void *stream) {
  enter();
  CALL(cuStreamSynchronize, stream);
}

void mgpuStreamWaitEvent(void *stream, void *event) {
  enter();
  CALL(cuStreamWaitEvent, stream, event, 0);
}

void *mgpuEventCreate(void) {
  enter();
  void *event = take(&events);
  if (!event)
    CALL(cuEventCreate, &event, event_disable_timing);
  return event;
}

void mgpuEventDestroy(void *event) { put(&events, event); }

void mgpuEventSynchronize(void *event) {
  enter();
  CALL(cuEventSynchronize, event);
}

void mgpuEventRecord(void *event, void *stream) {
  enter();
  CALL(cuEventRecord, event, stream);
}

/*===----------------------------------------------------------------------===*\
|* Memory
\*===----------------------------------------------------------------------===*/

void *mgpuMemAlloc(uint64_t size, void *stream, bool is_host_shared) {
  if (is_host_shared)
    weft_fail("", "CUDA: memory that is shared with the host is not supported");
  if (size == 0)
    return NULL;
  enter();
  device_pointer address = 0;
  if (has_pools)
    CALL(cuMemAllocAsync, &address, size, stream);
  else
    CALL(cuMemAlloc_v2, &address, size);
  return (void *)(uintptr_t)address;
}

void mgpuMemFree(void *pointer, void *stream) {
  if (!pointer)
    return;
  enter();
  if (has_pools) {
    CALL(cuMemFreeAsync, to_address(pointer), stream);
    return;
  }
  CALL(cuStreamSynchronize, stream);
  CALL(cuMemFree_v2, to_address(pointer));
}

void mgpuMemcpy(void *target, void *source, size_t size, void *stream) {
  if (size == 0)
    return;
  enter();
  bool is_timed = prints_times && is_of_device(target) && is_of_device(source);
  struct timer timer = {NULL, NULL};
  if (is_timed)
    timer = start_timer(stream);
  CALL(cuMemcpyAsync, to_address(target), to_address(source), size, stream);
  if (is_timed)
    print_time(timer, stream, "copy");
}

void mgpuMemset32(void *target, unsigned value, size_t count, void *stream) {
  if (count == 0)
    return;
  enter();
  struct timer timer = {NULL, NULL};
  if (prints_times)
    timer = start_timer(stream);
  CALL(cuMemsetD32Async, to_address(target), value, count, stream);
  if (prints_times)
    print_time(timer, stream, "fill");
}

void mgpuMemset16(void *target, unsigned short value, size_t count,
                  void *stream) {
  if (count == 0)
    return;
  enter();
  CALL(cuMemsetD16Async, to_address(target), value, count, stream);
}

/* The start and the bytes of a dense memref. */
static char *get_range(int64_t rank, const void *descriptor,
                       int64_t element_size, size_t *size) {
  struct {
    char *allocated;
    char *aligned;
    int64_t offset;
  } head;
  memcpy(&head, descriptor, sizeof head);
  const int64_t *sizes =
      (const int64_t *)((const char *)descriptor + sizeof head);
  *size = (size_t)element_size;
  for (int64_t dim = 0; dim < rank; ++dim)
    *size *= (size_t)sizes[dim];
  return head.aligned + head.offset * element_size;
}

void mgpuMemHostRegisterMemRef(int64_t rank, void *descriptor,
                               int64_t element_size) {
  size_t size;
  char *start = get_range(rank, descriptor, element_size, &size);
  if (size == 0)
    return;
  enter();
  CALL(cuMemHostRegister_v2, start, size, 0);
}

void mgpuMemHostUnregisterMemRef(int64_t rank, void *descriptor,
                                 int64_t element_size) {
  size_t size;
  char *start = get_range(rank, descriptor, element_size, &size);
  if (size == 0)
    return;
  enter();
  CALL(cuMemHostUnregister, start);
}
