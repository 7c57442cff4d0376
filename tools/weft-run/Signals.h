//===- Signals.h - Crashes become errors --------------------*- C++ -*-===//

#ifndef WEFT_TOOLS_WEFT_RUN_SIGNALS_H
#define WEFT_TOOLS_WEFT_RUN_SIGNALS_H

namespace weft::run {

/// What the process is doing, for the message of a crash.
enum class Phase { Compiling, Running };

/// Whatever a file holds, the process ends with a line "error: ..." and status
/// 1: this catches what is left, crashes of the compiler, its fatal errors, and
/// of compiled code (a division by zero, an index that upstream ops do not
/// check). Sanitized builds leave the signals to the sanitizer.
void installCrashHandlers();

/// Gives the calling thread a stack for handlers, so that running out of stack
/// is caught as well.
void prepareThreadForCrashes();

void setPhase(Phase phase);

} // namespace weft::run

#endif // WEFT_TOOLS_WEFT_RUN_SIGNALS_H
