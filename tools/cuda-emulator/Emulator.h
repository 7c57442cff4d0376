/*===- Emulator.h - What tests may ask the CUDA emulator --------------------===*\
|*
|* Functions of libcuda-emulated that a CUDA driver does not have. Everything else
|* it exports is the driver API: cuInit, cuLaunchKernel and so on.
|*
\*===----------------------------------------------------------------------===*/

#ifndef WEFT_TOOLS_CUDA_EMULATOR_EMULATOR_H
#define WEFT_TOOLS_CUDA_EMULATOR_EMULATOR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a launch did, all threads together. A request is one load, store or atomic
 * on global memory of the up to 32 threads of a warp; its sectors are the aligned
 * pieces of 32 bytes that it touches, at the least as many as its bytes fill. */
typedef struct weft_emulator_counts {
  uint64_t launches;
  uint64_t threads;
  uint64_t instructions;
  uint64_t atomics;
  uint64_t loaded_bytes;
  uint64_t stored_bytes;
  uint64_t requests;
  uint64_t sectors;
  uint64_t least_sectors;
} weft_emulator_counts;

/* The sum over the launches that have run since the last reset. Requests and
 * sectors are only counted with WEFT_EMULATOR_COUNTS=1. */
void weft_emulator_get_counts(weft_emulator_counts *counts);
void weft_emulator_reset_counts(void);

/* What was wrong at the last call that returned an error, or at the work that it
 * waited for. Lives until the next error. */
const char *weft_emulator_last_error(void);

/* Forgets all work that has not run, and the error that a fault leaves behind for
 * all later calls. */
void weft_emulator_reset(void);

#ifdef __cplusplus
}
#endif

#endif /* WEFT_TOOLS_CUDA_EMULATOR_EMULATOR_H */
