/*===- Cuda.h - What GPU code compiled by weft calls ------------------------===*\
|*
|* The functions that MLIR's lowering of gpu ops to LLVM calls, over the CUDA driver
|* API. The driver's library is loaded when the first of them is called: nothing of
|* CUDA is needed to build weft, or to run programs without kernels. The environment
|* variable WEFT_CUDA_DRIVER names another library than libcuda.so.1, such as weft's
|* emulator, libcuda-emulated.so.
|*
|* An error of the driver is a failure (weft_fail) with the driver's own message. It
|* ends a call of weft_invoke like any other, but device memory that the call had
|* allocated stays allocated.
|*
|* With the environment variable WEFT_CUDA_TIMES=1, each kernel, fill and copy within
|* the device is waited for, and its name and time are printed on standard error.
|*
|* Streams, events and device memory are kept for later calls when they are freed.
|* Empty buffers are null and empty grids run nothing, where the driver would report an
|* error. Every function may be called from any thread.
|*
\*===----------------------------------------------------------------------===*/

#ifndef WEFT_RUNTIME_CUDA_H
#define WEFT_RUNTIME_CUDA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Modules: PTX, ended by a NUL, or an image of machine code. */
void *mgpuModuleLoadJIT(void *ptx, int32_t optimization_level);
void *mgpuModuleLoad(void *image, size_t size);
void mgpuModuleUnload(void *module);
void *mgpuModuleGetFunction(void *module, const char *name);

/* Runs a kernel. `parameters` holds a pointer to each. */
void mgpuLaunchKernel(void *function, intptr_t grid_x, intptr_t grid_y,
                      intptr_t grid_z, intptr_t block_x, intptr_t block_y,
                      intptr_t block_z, int32_t shared_bytes, void *stream,
                      void **parameters, void **extra, size_t num_parameters);

/* Destroying a stream does not wait for its work. */
void *mgpuStreamCreate(void);
void mgpuStreamDestroy(void *stream);
void mgpuStreamSynchronize(void *stream);
void mgpuStreamWaitEvent(void *stream, void *event);

void *mgpuEventCreate(void);
void mgpuEventDestroy(void *event);
void mgpuEventSynchronize(void *event);
void mgpuEventRecord(void *event, void *stream);

/* Memory of the device, in the order of the stream. Memory that is shared with the
 * host is not supported: it is a failure to ask for it. */
void *mgpuMemAlloc(uint64_t size, void *stream, bool is_host_shared);
void mgpuMemFree(void *pointer, void *stream);

/* One side may be memory of the host. */
void mgpuMemcpy(void *target, void *source, size_t size, void *stream);
void mgpuMemset32(void *target, unsigned value, size_t count, void *stream);
void mgpuMemset16(void *target, unsigned short value, size_t count,
                  void *stream);

/* Makes the memory of a dense row-major memref, whose descriptor `descriptor` points
 * to, known to the device. */
void mgpuMemHostRegisterMemRef(int64_t rank, void *descriptor,
                               int64_t element_size);
void mgpuMemHostUnregisterMemRef(int64_t rank, void *descriptor,
                                 int64_t element_size);

/* The device that later calls use. Nothing that was made on another one may be used
 * then. */
void mgpuSetDefaultDevice(int32_t device);

#ifdef __cplusplus
}
#endif

#endif /* WEFT_RUNTIME_CUDA_H */
