/*===- Runtime.c - What code compiled by weft calls -------------------------===*/

#include "weft-runtime/Runtime.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void weft_fail(const char *location, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fprintf(stderr, "%s%serror: ", location, *location ? ": " : "");
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  va_end(args);
  exit(1);
}

void *_mlir_memref_to_llvm_alloc(uint64_t size) { return malloc(size ? size : 1); }
void *_mlir_memref_to_llvm_aligned_alloc(uint64_t alignment, uint64_t size) {
  return aligned_alloc(alignment, (size + alignment) & ~(alignment - 1));
}
void _mlir_memref_to_llvm_free(void *pointer) { free(pointer); }
