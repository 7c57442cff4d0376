/*===- Runtime.h - What code compiled by weft calls -------------------------===*\
|*
|* weft's run-time library: plain C, no LLVM. Compiled code reports failed checks,
|* allocates buffers and copies strided ones through it; a host program calls
|* weft_invoke to run compiled code and get failures back as a status.
|*
|* Every function may be called from any thread.
|*
\*===----------------------------------------------------------------------===*/

#ifndef WEFT_RUNTIME_RUNTIME_H
#define WEFT_RUNTIME_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define WEFT_NORETURN __attribute__((noreturn))
#else
#define WEFT_NORETURN
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*===----------------------------------------------------------------------===*\
|* Failures
\*===----------------------------------------------------------------------===*/

/* Called by compiled code when a check fails; does not return. `location` is
 * "file:line:column" or empty, `format` a printf format whose only conversions
 * are %lld, each taking an int64_t. Inside weft_invoke control goes back to its
 * caller. Elsewhere the installed handler is called, and if there is none or it
 * returns, "location: error: message" is printed to standard error and the
 * process exits with status 1. */
WEFT_NORETURN void weft_fail(const char *location, const char *format, ...);

/* What weft_invoke returns. */
enum { WEFT_OK = 0, WEFT_FAILED = 1 };

/* Calls function(argument) and returns WEFT_OK, or WEFT_FAILED if weft_fail was
 * called meanwhile on this thread. Then `message`, a buffer of `size` bytes, holds
 * "location: error: text", cut to fit and ended by a NUL, and every buffer that the
 * call allocated through this library and had not freed is freed. After success
 * `message` is empty, and buffers that are left (the results) belong to the caller,
 * who frees them with weft_free. `message` may be null if `size` is 0.
 *
 * Calls nest: a failure ends the innermost one. It unwinds like longjmp, so
 * between here and the compiled code there must be no C++ frame with a destructor.
 * A failure on another thread, such as a worker of a parallel loop, is not
 * caught. */
int weft_invoke(void (*function)(void *), void *argument, char *message,
                size_t size);

/* Called for a failure outside weft_invoke. It may leave by longjmp or a C++
 * exception, or end the process; if it returns, the default follows. The strings
 * live until it returns. */
typedef void (*weft_failure_handler)(const char *location, const char *message);

/* Installs a handler for the whole process, null for the default. Returns the one
 * installed before. */
weft_failure_handler weft_set_failure_handler(weft_failure_handler handler);

/*===----------------------------------------------------------------------===*\
|* Memory
|*
|* Buffers of 1 MiB and more are kept after they are freed and used again, since
|* fresh memory costs a page fault per page; the pool is bounded. An allocation that
|* would take all live and pooled buffers over the memory limit gives back the pool,
|* and fails by weft_fail ("cannot allocate N bytes") if that does not help.
\*===----------------------------------------------------------------------===*/

/* Returns `size` bytes (0 too) at an address divisible by `alignment`, a power of
 * two, and by 64; fails by weft_fail, never returns null. */
void *weft_allocate(uint64_t alignment, uint64_t size);

/* Frees a buffer of this library, such as the `allocated` pointer of a result. Null
 * is ignored. */
void weft_free(void *pointer);

/* Sets the memory limit in bytes. 0 is the default: the environment variable
 * WEFT_MEMORY_LIMIT (a number, with K, M, G or T after it), else 90 % of the memory
 * that the machine and the control group had left when the library first needed
 * it. */
void weft_set_memory_limit(uint64_t bytes);

/* Sets how many bytes of freed buffers the pool may keep, and shrinks it to that.
 * The default is the environment variable WEFT_POOL_LIMIT, else a quarter of the
 * memory limit. */
void weft_set_pool_limit(uint64_t bytes);

/* The bytes in buffers that have not been freed. */
uint64_t weft_memory_in_use(void);

/* The functions by which MLIR's memref lowering (use-generic-functions) allocates and
 * frees: the same as above, under the names that compiled code has for them. */
void *_mlir_memref_to_llvm_alloc(uint64_t size);
void *_mlir_memref_to_llvm_aligned_alloc(uint64_t alignment, uint64_t size);
void _mlir_memref_to_llvm_free(void *pointer);

/*===----------------------------------------------------------------------===*\
|* Strided copies
\*===----------------------------------------------------------------------===*/

/* MLIR's descriptor of a memref of any rank. `descriptor` points to { char
 * *allocated, *aligned; int64_t offset, sizes[rank], strides[rank]; }, with offset
 * and strides in elements. */
typedef struct weft_unranked_memref {
  int64_t rank;
  void *descriptor;
} weft_unranked_memref;

/* What MLIR's lowering of memref.copy calls: copies `source` to `target`, two
 * memrefs of equal sizes whose elements take `element_size` bytes. They may be the
 * same memory but may not overlap otherwise. */
void memrefCopy(int64_t element_size, const weft_unranked_memref *source,
                const weft_unranked_memref *target);

#ifdef __cplusplus
}
#endif

#endif /* WEFT_RUNTIME_RUNTIME_H */
