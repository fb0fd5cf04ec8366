/**
 * @file
 * Ending a process. docs/processes.md also covers threads and fork().
 */
#ifndef CTORCH_CORE_PROCESS_H
#define CTORCH_CORE_PROCESS_H

#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Ends the process, also while other threads compute: an exit() for programs with threads.
 *
 * exit(), and a return from main(), run libtorch's destructors. If another thread is in a call at
 * that time, the process usually dies from a signal. ct_exit() is C11's quick_exit(), which runs no
 * destructors, with these steps, in this order:
 *
 * - handlers that the program registered with at_quick_exit() after this library was loaded run,
 *   the last one first; handlers of atexit() and C++ destructors do not run;
 * - the report of leaks is written, if ct_memory_report_leaks_at_exit() or CTORCH_REPORT_LEAKS
 *   requested it; it includes the tensors of other threads;
 * - shared segments that no other process uses are removed, and stdio's streams are flushed;
 * - handlers of at_quick_exit() that were registered before this library was loaded run, which is
 *   possible if it is loaded with dlopen(). They must call fflush() after writing.
 *
 * A handler must not join a thread that may call ct_exit() or fail a CT_CHECK(): that thread waits
 * for the end. The thread that calls ct_exit() can no longer be canceled.
 *
 * Meanwhile, other threads continue; they end with the process. If one of them is blocked on a
 * stream other than stdin (in a read, for example), ct_exit() waits for it. If several threads call
 * ct_exit(), the status of the first call counts. Do not call it in a signal handler.
 *
 * @param status  the process's exit code, as for exit(); the system keeps 8 bits of it
 */
CT_API void ct_exit(int32_t status) CT_CALLS_BACK CT_NOEXCEPT CT_NORETURN;

/**
 * Explains crashes of a program under development; call it at the beginning of main(). If the
 * process receives SIGSEGV, SIGBUS or SIGABRT, one sentence on stderr says that a released tensor
 * may be the cause and that ctorch-check finds it. Then the signal has the effect that it had
 * before this call: it calls the program's own handler, or ends the process, with a core dump where
 * the system writes them.
 *
 * It installs handlers for these signals, which the library does not do otherwise. A handler that
 * the program installs later replaces them. Further calls, and the checked library, do nothing.
 */
CT_API void ct_process_explain_crashes(void) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
