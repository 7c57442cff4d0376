/*===- Copy.c - memrefCopy
 * --------------------------------------------------===*/

#include "weft-runtime/Runtime.h"

#include <string.h>

/* A side of the copy: where it is, and the strides in bytes. */
typedef struct side {
  char *data;
  const int64_t *sizes;
  const int64_t *strides;
} side;

static side get_side(const weft_unranked_memref *memref, int64_t element_size) {
  struct {
    char *allocated;
    char *aligned;
    int64_t offset;
  } head;
  memcpy(&head, memref->descriptor, sizeof head);
  const int64_t *sizes =
      (const int64_t *)((const char *)memref->descriptor + sizeof head);
  side result = {head.aligned, sizes, sizes + memref->rank};
  /* An empty memref may have any offset. */
  if (head.offset)
    result.data += head.offset * element_size;
  return result;
}

/* Copies `count` elements of a constant size, which makes a move of each
 * memcpy. */
#define COPY_ELEMENTS(SIZE)                                                    \
  case SIZE:                                                                   \
    for (int64_t i = 0; i < count; ++i)                                        \
      memcpy(target + i * target_step, source + i * source_step, SIZE);        \
    return;

static void copy_row(char *target, int64_t target_step, const char *source,
                     int64_t source_step, int64_t count, int64_t size) {
  switch (size) {
    COPY_ELEMENTS(1)
    COPY_ELEMENTS(2)
    COPY_ELEMENTS(4)
    COPY_ELEMENTS(8)
    COPY_ELEMENTS(16)
  }
  for (int64_t i = 0; i < count; ++i)
    memmove(target + i * target_step, source + i * source_step, (size_t)size);
}

/* Copies runs of `run` bytes, one for each index of the dimensions from `dim`
 * to `last`. */
static void copy_runs(char *target, const char *source, const side *to,
                      const side *from, int64_t dim, int64_t last, int64_t run,
                      int64_t element_size) {
  if (dim > last) {
    memmove(target, source, (size_t)run);
    return;
  }
  int64_t count = from->sizes[dim];
  int64_t target_step = to->strides[dim] * element_size;
  int64_t source_step = from->strides[dim] * element_size;
  if (dim == last) {
    copy_row(target, target_step, source, source_step, count, run);
    return;
  }
  for (int64_t i = 0; i < count; ++i)
    copy_runs(target + i * target_step, source + i * source_step, to, from,
              dim + 1, last, run, element_size);
}

void memrefCopy(int64_t element_size, const weft_unranked_memref *source,
                const weft_unranked_memref *target) {
  side from = get_side(source, element_size);
  side to = get_side(target, element_size);
  for (int64_t dim = 0; dim < source->rank; ++dim)
    if (from.sizes[dim] == 0)
      return;
  /* The innermost dimensions that are contiguous on both sides are one run. */
  int64_t run = 1;
  int64_t last = source->rank - 1;
  for (; last >= 0; --last) {
    if (from.sizes[last] != 1 &&
        (from.strides[last] != run || to.strides[last] != run))
      break;
    run *= from.sizes[last];
  }
  copy_runs(to.data, from.data, &to, &from, 0, last, run * element_size,
            element_size);
}
