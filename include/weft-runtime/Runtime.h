/*===- Runtime.h - What code compiled by weft calls -------------------------===*\
|*
|* weft's run-time library: plain C, no LLVM. Compiled code reports failed checks,
|* allocates buffers and copies strided ones through it; a host program calls
|* weft_invoke to run compiled code and get failures back as a status.
|*
\*===----------------------------------------------------------------------===*/

#ifndef WEFT_RUNTIME_RUNTIME_H
#define WEFT_RUNTIME_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Called by compiled code when a check fails; does not return. `location` is
 * "file:line:column" or empty, `format` a printf format whose only conversions
 * are %lld, each taking an int64_t. Inside weft_invoke control goes back to its
 * caller. Elsewhere the installed handler is called, and if there is none or it
 * returns, "location: error: message" is printed to standard error and the
 * process exits with status 1. */
void weft_fail(const char *location, const char *format, ...);

#ifdef __cplusplus
}
#endif

#endif /* WEFT_RUNTIME_RUNTIME_H */
