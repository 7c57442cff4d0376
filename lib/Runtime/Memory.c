/*===- Memory.c - Buffers of compiled code
 * ----------------------------------===*/

#define _DEFAULT_SOURCE

#include "Internal.h"
#include "weft-runtime/Runtime.h"

#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
  /* Buffers start at cache lines, and as far after their block's head. */
  head_bytes = 64,
  /* From here on freed buffers go to the pool. */
  pooled_bytes = 1 << 20,
  /* Buffers of two huge pages and more ask for them: one fault instead of 512.
   */
  huge_page_bytes = 2 << 20,
  /* How many buffers the pool keeps at most. */
  pool_slots = 64,
  list_locks = 64
};

_Static_assert(sizeof(weft_block) <= head_bytes, "the head does not fit");

/*===----------------------------------------------------------------------===*\
|* Lists of live blocks
|*
|* A list belongs to an invocation, so to one thread, but another thread may
free a
|* block of it. Its lock cannot be in the invocation, which may be gone when
that
|* thread takes it: each thread's lists share one lock out of a fixed number.
\*===----------------------------------------------------------------------===*/

_Thread_local weft_block *weft_live_blocks;

static struct { _Alignas(head_bytes) atomic_int taken; } locks[list_locks];

static void take_lock(unsigned lock) {
  while (atomic_exchange_explicit(&locks[lock].taken, 1, memory_order_acquire))
    sched_yield();
}

static void release_lock(unsigned lock) {
  atomic_store_explicit(&locks[lock].taken, 0, memory_order_release);
}

static unsigned get_lock_of_thread(void) {
  static atomic_uint threads;
  static _Thread_local unsigned lock = list_locks;
  if (lock == list_locks)
    lock = atomic_fetch_add(&threads, 1) % list_locks;
  return lock;
}

static void unlink_block(weft_block *block) {
  block->previous->next = block->next;
  block->next->previous = block->previous;
  block->next = block->previous = block;
}

void weft_begin_blocks(weft_block *head) {
  head->next = head->previous = head;
  head->lock = get_lock_of_thread();
}

void weft_keep_blocks(weft_block *head, weft_block *parent) {
  take_lock(head->lock);
  if (!parent) {
    while (head->next != head)
      unlink_block(head->next);
  } else if (head->next != head) {
    head->next->previous = parent;
    head->previous->next = parent->next;
    parent->next->previous = head->previous;
    parent->next = head->next;
  }
  release_lock(head->lock);
}

/*===----------------------------------------------------------------------===*\
|* Limits
\*===----------------------------------------------------------------------===*/

/* Bytes taken from the C library for live and pooled blocks, the part of them
 * that is in live buffers, and the limits (0: not known yet). */
static _Atomic uint64_t held_bytes;
static _Atomic uint64_t used_bytes;
static _Atomic uint64_t memory_limit;
static _Atomic uint64_t pool_limit;

/* The number after `key` in the lines of a file, or `otherwise`. An empty key
 * stands for the first line. */
static uint64_t read_number(const char *path, const char *key,
                            uint64_t otherwise) {
  FILE *file = fopen(path, "re");
  if (!file)
    return otherwise;
  char line[256];
  size_t length = strlen(key);
  uint64_t value = otherwise;
  while (fgets(line, sizeof line, file))
    if (strncmp(line, key, length) == 0 &&
        sscanf(line + length, " %" SCNu64, &value) == 1)
      break;
  fclose(file);
  return value;
}

/* What a control group has left: its limit less its use, without the file
 * cache, which the kernel gives back. */
static uint64_t left_in_group(const char *directory, const char *limit_name,
                              const char *usage_name, const char *cache_key) {
  char path[4352];
  snprintf(path, sizeof path, "%s/%s", directory, limit_name);
  uint64_t limit = read_number(path, "", UINT64_MAX);
  if (limit == UINT64_MAX)
    return UINT64_MAX;
  snprintf(path, sizeof path, "%s/%s", directory, usage_name);
  uint64_t usage = read_number(path, "", 0);
  snprintf(path, sizeof path, "%s/memory.stat", directory);
  uint64_t cache = read_number(path, cache_key, 0);
  usage = usage > cache ? usage - cache : 0;
  return limit > usage ? limit - usage : 0;
}

/* The least that the process's control groups have left. */
static uint64_t left_in_groups(void) {
  uint64_t least = UINT64_MAX;
  FILE *file = fopen("/proc/self/cgroup", "re");
  if (!file)
    return least;
  char line[4096];
  while (fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = '\0';
    char *group = strrchr(line, ':');
    if (!group)
      continue;
    *group++ = '\0';
    int second = strcmp(line, "0:") == 0;
    if (!second && !strstr(line, "memory"))
      continue;
    /* Every group up to the root has a limit of its own. */
    for (;;) {
      char directory[4224];
      snprintf(directory, sizeof directory, "/sys/fs/cgroup%s%s",
               second ? "" : "/memory", group);
      uint64_t left = second ? left_in_group(directory, "memory.max",
                                             "memory.current", "inactive_file")
                             : left_in_group(directory, "memory.limit_in_bytes",
                                             "memory.usage_in_bytes",
                                             "total_inactive_file");
      if (left < least)
        least = left;
      char *slash = strrchr(group, '/');
      if (!slash)
        break;
      *slash = '\0';
    }
  }
  fclose(file);
  return least;
}

/* What the machine has left. */
static uint64_t left_in_machine(void) {
  uint64_t kilobytes =
      read_number("/proc/meminfo", "MemAvailable:", UINT64_MAX);
  if (kilobytes != UINT64_MAX)
    return kilobytes * 1024;
  return (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Reads "16G" and the like from the environment; false if the variable is
 * unset. */
static int read_variable(const char *name, uint64_t *bytes) {
  const char *text = getenv(name);
  if (!text || !*text)
    return 0;
  static const char units[] = "KMGT";
  uint64_t value = 0;
  const char *at = text;
  int good = *at >= '0' && *at <= '9';
  for (; good && *at >= '0' && *at <= '9'; ++at)
    good = !__builtin_mul_overflow(value, 10, &value) &&
           !__builtin_add_overflow(value, (uint64_t)(*at - '0'), &value);
  const char *unit = *at ? strchr(units, *at) : NULL;
  if (unit) {
    uint64_t factor = (uint64_t)1024 << 10 * (unit - units);
    good = good && !__builtin_mul_overflow(value, factor, &value);
    ++at;
  }
  if (!good || *at)
    weft_fail("", "expected %s to be a number of bytes, but got '%s'", name,
              text);
  *bytes = value;
  return 1;
}

static uint64_t get_memory_limit(void) {
  uint64_t limit = atomic_load(&memory_limit);
  if (limit)
    return limit;
  if (!read_variable("WEFT_MEMORY_LIMIT", &limit)) {
    uint64_t machine = left_in_machine(), groups = left_in_groups();
    limit = (machine < groups ? machine : groups) / 10 * 9;
    limit += atomic_load(&held_bytes);
  }
  if (!limit)
    limit = 1;
  atomic_store(&memory_limit, limit);
  return limit;
}

static uint64_t get_pool_limit(void) {
  /* Stored plus one, so that no pool at all can be told from not known. */
  uint64_t limit = atomic_load(&pool_limit);
  if (limit)
    return limit - 1;
  if (!read_variable("WEFT_POOL_LIMIT", &limit))
    limit = get_memory_limit() / 4;
  atomic_store(&pool_limit, limit == UINT64_MAX ? limit : limit + 1);
  return limit;
}

void weft_set_memory_limit(uint64_t bytes) {
  atomic_store(&memory_limit, bytes);
}

uint64_t weft_memory_in_use(void) { return atomic_load(&used_bytes); }

/*===----------------------------------------------------------------------===*\
|* The pool
\*===----------------------------------------------------------------------===*/

/* The pooled blocks, the one freed first in front, guarded by pool_lock. */
static weft_block *pool[pool_slots];
static unsigned pool_count;
static uint64_t pool_bytes;
static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;

static void give_back(weft_block *block) {
  atomic_fetch_sub(&held_bytes, block->held);
  free(block->base);
}

static weft_block *remove_from_pool(unsigned slot) {
  weft_block *block = pool[slot];
  pool_bytes -= block->held;
  --pool_count;
  memmove(pool + slot, pool + slot + 1, (pool_count - slot) * sizeof *pool);
  return block;
}

/* Takes the smallest pooled block that fits, unless it would waste a quarter.
 */
static weft_block *take_from_pool(uint64_t alignment, uint64_t size) {
  weft_block *best = NULL;
  pthread_mutex_lock(&pool_lock);
  unsigned best_slot = 0;
  for (unsigned slot = pool_count; slot-- > 0;) {
    weft_block *block = pool[slot];
    uintptr_t address = (uintptr_t)block + head_bytes;
    if (block->capacity >= size && block->capacity - size <= size / 4 &&
        (address & (alignment - 1)) == 0 &&
        (!best || block->capacity < best->capacity)) {
      best = block;
      best_slot = slot;
    }
  }
  if (best)
    remove_from_pool(best_slot);
  pthread_mutex_unlock(&pool_lock);
  return best;
}

/* Gives back the oldest pooled blocks until at most `bytes` and `slots` are
 * left. */
static void shrink_pool(uint64_t bytes, unsigned slots) {
  for (;;) {
    pthread_mutex_lock(&pool_lock);
    weft_block *oldest = NULL;
    if (pool_count && (pool_bytes > bytes || pool_count > slots))
      oldest = remove_from_pool(0);
    pthread_mutex_unlock(&pool_lock);
    if (!oldest)
      return;
    give_back(oldest);
  }
}

static void put_into_pool(weft_block *block) {
  uint64_t limit = get_pool_limit();
  if (block->held > limit) {
    give_back(block);
    return;
  }
  shrink_pool(limit - block->held, pool_slots - 1);
  pthread_mutex_lock(&pool_lock);
  /* Another thread may have filled the slot meanwhile. */
  int room = pool_count < pool_slots;
  if (room) {
    pool[pool_count++] = block;
    pool_bytes += block->held;
  }
  pthread_mutex_unlock(&pool_lock);
  if (!room)
    give_back(block);
}

void weft_set_pool_limit(uint64_t bytes) {
  atomic_store(&pool_limit, bytes == UINT64_MAX ? bytes : bytes + 1);
  shrink_pool(bytes, pool_slots);
}

/*===----------------------------------------------------------------------===*\
|* Allocation
\*===----------------------------------------------------------------------===*/

/* A fresh block, or null if the limit or the C library does not allow it. */
static weft_block *create_block(uint64_t alignment, uint64_t size) {
  /* The head goes right before the buffer. Before it, blocks for the pool have a
   * gap of a whole alignment; smaller ones are aligned here, since malloc takes a
   * fifth of the time of posix_memalign. */
  int pooled = size >= pooled_bytes;
  uint64_t gap = pooled ? alignment : head_bytes + alignment - 1;
  uint64_t base_alignment = alignment;
  int huge = size >= 2 * (uint64_t)huge_page_bytes;
  if (huge && base_alignment < huge_page_bytes)
    base_alignment = huge_page_bytes;
  uint64_t total;
  if (__builtin_add_overflow(size, gap, &total) ||
      __builtin_add_overflow(total, head_bytes - 1, &total) ||
      total > INT64_MAX)
    return NULL;
  total &= ~(uint64_t)(head_bytes - 1);

  if (atomic_fetch_add(&held_bytes, total) + total > get_memory_limit()) {
    atomic_fetch_sub(&held_bytes, total);
    return NULL;
  }
  void *base = NULL;
  if (!pooled)
    base = malloc(total);
  else if (posix_memalign(&base, base_alignment, total) != 0)
    base = NULL;
  if (!base) {
    atomic_fetch_sub(&held_bytes, total);
    return NULL;
  }
#ifdef MADV_HUGEPAGE
  if (huge) /* A wish: where the kernel refuses, small pages do. */
    madvise(base, total & ~((uint64_t)huge_page_bytes - 1), MADV_HUGEPAGE);
#endif
  uintptr_t buffer = (uintptr_t)base + head_bytes + alignment - 1;
  buffer &= ~(uintptr_t)(alignment - 1);
  weft_block *block = (weft_block *)(buffer - head_bytes);
  block->base = base;
  block->held = total;
  block->capacity = total - gap;
  return block;
}

void *weft_allocate(uint64_t alignment, uint64_t size) {
  if (alignment == 0 || (alignment & (alignment - 1)) != 0)
    weft_fail("",
              "expected the alignment to be a power of two, but got %" PRIu64,
              alignment);
  if (alignment < head_bytes)
    alignment = head_bytes;
  weft_block *block = NULL;
  if (size >= pooled_bytes)
    block = take_from_pool(alignment, size);
  if (!block)
    block = create_block(alignment, size);
  if (!block) {
    shrink_pool(0, 0);
    block = create_block(alignment, size);
  }
  if (!block)
    weft_fail("", "cannot allocate %" PRIu64 " bytes", size);

  atomic_fetch_add(&used_bytes, block->capacity);
  weft_block *head = weft_live_blocks;
  if (head) {
    block->lock = head->lock;
    take_lock(block->lock);
    block->previous = head;
    block->next = head->next;
    head->next->previous = block;
    head->next = block;
    release_lock(block->lock);
  } else {
    block->lock = list_locks;
  }
  return (char *)block + head_bytes;
}

/* Frees a block that is in no list. */
static void free_block(weft_block *block) {
  atomic_fetch_sub(&used_bytes, block->capacity);
  if (block->capacity >= pooled_bytes)
    put_into_pool(block);
  else
    give_back(block);
}

void weft_free(void *pointer) {
  if (!pointer)
    return;
  weft_block *block = (weft_block *)((char *)pointer - head_bytes);
  if (block->lock != list_locks) {
    take_lock(block->lock);
    unlink_block(block);
    release_lock(block->lock);
  }
  free_block(block);
}

void weft_free_blocks(weft_block *head) {
  for (;;) {
    take_lock(head->lock);
    weft_block *block = head->next;
    if (block != head)
      unlink_block(block);
    release_lock(head->lock);
    if (block == head)
      return;
    free_block(block);
  }
}

void *_mlir_memref_to_llvm_alloc(uint64_t size) {
  return weft_allocate(head_bytes, size);
}

void *_mlir_memref_to_llvm_aligned_alloc(uint64_t alignment, uint64_t size) {
  return weft_allocate(alignment, size);
}

void _mlir_memref_to_llvm_free(void *pointer) { weft_free(pointer); }
