/**
 * @file
 * The end of a process. docs/processes.md is about that, about threads and about fork().
 */
#ifndef CTORCH_PROCESS_H
#define CTORCH_PROCESS_H

#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Ends the process, also while other threads compute: the exit() for programs with threads.
 *
 * exit(), and a return from main(), run libtorch's destructors. If another thread is in a call by
 * then, the process mostly ends with a signal. ct_exit() is C11's quick_exit(), which runs no
 * destructors, together with what a program expects of its end. In this order:
 *
 * - the handlers that the program has registered with at_quick_exit() since this library was
 *   loaded, the last one first; those of atexit() and C++ destructors do not run;
 * - the report of leaks, if ct_memory_report_leaks_at_exit() or CTORCH_REPORT_LEAKS asked for it;
 *   what the other threads have is alive and reported, too;
 * - shared segments of which this process is the last user are removed, and the streams of stdio
 *   flushed;
 * - handlers of at_quick_exit() that were registered before this library was loaded, which is
 *   possible if it is loaded with dlopen(). They must call fflush() for what they write.
 *
 * A handler must not join a thread that may call ct_exit() or fail a CT_CHECK(): that thread waits
 * for the end. The thread that calls ct_exit() cannot be cancelled any more.
 *
 * Other threads go on meanwhile, and are gone with the process. A stream other than stdin that one of
 * them is blocked on (in a read, for example) is waited for. When several threads call ct_exit(), the
 * status of the first one counts. It must not be called in a signal handler.
 *
 * @param status  as that of exit(): the process's exit code, of which the system keeps 8 bits
 */
CT_API void ct_exit(int status) CT_NOEXCEPT CT_NORETURN;

#ifdef __cplusplus
}
#endif

#endif
