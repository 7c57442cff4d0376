/*===- Failure.c - weft_fail and weft_invoke
 * --------------------------------===*/

#include "Internal.h"
#include "weft-runtime/Runtime.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* A call of weft_invoke that has not returned. */
typedef struct invocation {
  struct invocation *parent;
  weft_block live;
  jmp_buf jump;
  char *message;
  size_t size;
} invocation;

static _Thread_local invocation *current;
static _Atomic(weft_failure_handler) failure_handler;

weft_failure_handler weft_set_failure_handler(weft_failure_handler handler) {
  return atomic_exchange(&failure_handler, handler);
}

static void leave(invocation *call) {
  current = call->parent;
  weft_live_blocks = current ? &current->live : NULL;
}

int weft_invoke(void (*function)(void *), void *argument, char *message,
                size_t size) {
  invocation call = {.parent = current, .message = message, .size = size};
  weft_begin_blocks(&call.live);
  /* _setjmp leaves the signal mask alone, which saves a system call. */
  if (_setjmp(call.jump) != 0)
    return WEFT_FAILED;
  current = &call;
  weft_live_blocks = &call.live;
  function(argument);
  leave(&call);
  weft_keep_blocks(&call.live, weft_live_blocks);
  if (size)
    message[0] = '\0';
  return WEFT_OK;
}

void weft_fail(const char *location, const char *format, ...) {
  char text[4096];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  const char *colon = *location ? ": " : "";

  invocation *call = current;
  if (call) {
    snprintf(call->message, call->size, "%s%serror: %s", location, colon, text);
    leave(call);
    weft_free_blocks(&call->live);
    _longjmp(call->jump, 1);
  }

  weft_failure_handler handler = atomic_load(&failure_handler);
  if (handler)
    handler(location, text);
  /* The first of several failing threads ends the process; the others wait. */
  static pthread_mutex_t once = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&once);
  fprintf(stderr, "%s%serror: %s\n", location, colon, text);
  exit(EXIT_FAILURE);
}
