/*===- Internal.h - What the parts of the run-time library share
 * ------------===*/

#ifndef WEFT_LIB_RUNTIME_INTERNAL_H
#define WEFT_LIB_RUNTIME_INTERNAL_H

#include <stddef.h>

/* The head of an allocated buffer, which starts 64 bytes after it. */
typedef struct weft_block {
  /* The circular list of the invocation that allocated the block; a block
   * outside any list is its own neighbour. */
  struct weft_block *next;
  struct weft_block *previous;
  void *base;      /* what the C library returned */
  size_t held;     /* bytes from there on */
  size_t capacity; /* bytes from the buffer's start on */
  unsigned lock;   /* which lock guards the list */
} weft_block;

/* The innermost list of live blocks of the calling thread (its head, which is
 * no block), or null outside weft_invoke. */
extern _Thread_local weft_block *weft_live_blocks;

/* Makes `head` an empty list. */
void weft_begin_blocks(weft_block *head);

/* Moves the blocks of `head` to the list `parent`, or to no list if it is null.
 */
void weft_keep_blocks(weft_block *head, weft_block *parent);

/* Frees the blocks of `head`. */
void weft_free_blocks(weft_block *head);

#endif /* WEFT_LIB_RUNTIME_INTERNAL_H */
