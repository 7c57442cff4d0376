//===- Signals.cpp - Crashes become errors --------------------------------===//

#include "Signals.h"

#include "llvm/Support/Compiler.h"
#include "llvm/Support/ErrorHandling.h"
#include <atomic>
#include <csignal>
#include <cstring>
#include <string>
#include <unistd.h>

using namespace weft::run;

static std::atomic<Phase> currentPhase = Phase::Compiling;

void weft::run::setPhase(Phase phase) { currentPhase = phase; }

static const char *describe(int signal) {
  switch (signal) {
  case SIGFPE:
    return "division by zero or integer overflow";
  case SIGILL:
    return "an instruction that this machine does not have";
  case SIGABRT:
    return "abort";
  default:
    return "invalid memory access";
  }
}

/// Only functions that are safe in a signal handler are called here.
static void reportCrash(int signal) {
  char text[128] = "error: ";
  strcat(text, currentPhase == Phase::Compiling
                   ? "the compiler crashed: "
                   : "the compiled code crashed: ");
  strcat(text, describe(signal));
  strcat(text, "\n");
  ssize_t ignored = write(STDERR_FILENO, text, strlen(text));
  (void)ignored;
  _exit(1);
}

static void reportFatalError(void *, const char *reason, bool) {
  // The signal handler's way out: other threads may still be running.
  std::string text = std::string("error: ") + reason + "\n";
  ssize_t ignored = write(STDERR_FILENO, text.data(), text.size());
  (void)ignored;
  _exit(1);
}

void weft::run::installCrashHandlers() {
  llvm::install_fatal_error_handler(reportFatalError);
  llvm::install_bad_alloc_error_handler(reportFatalError);
#if !LLVM_ADDRESS_SANITIZER_BUILD
  struct sigaction action = {};
  action.sa_handler = reportCrash;
  action.sa_flags = SA_ONSTACK;
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    sigaction(signal, &action, nullptr);
#endif
}

void weft::run::prepareThreadForCrashes() {
#if !LLVM_ADDRESS_SANITIZER_BUILD // which has a stack of its own for handlers
  static thread_local char space[1 << 16];
  stack_t stack = {};
  stack.ss_sp = space;
  stack.ss_size = sizeof space;
  sigaltstack(&stack, nullptr);
#endif
}
