/* In the coverage build _exit(), quick_exit() and abort() write the counters, which otherwise only
 * a normal exit does. The linker replaces them (--wrap) in everything that the project
 * links.
 *
 * Each library and each program can only write its own counters, so libctorch.so has a function for
 * it, whose name does not have the prefix of its interface. */
#include <stdlib.h>
#include <unistd.h>

void __gcov_dump(void);
_Noreturn void __real__exit(int status);
_Noreturn void __real_quick_exit(int status);
_Noreturn void __real_abort(void);
_Noreturn void __wrap__exit(int status);
_Noreturn void __wrap_quick_exit(int status);
_Noreturn void __wrap_abort(void);

#ifdef ctorch_EXPORTS
__attribute__((visibility("default"))) void coverage_write_libctorch(void);

void coverage_write_libctorch(void)
{
	__gcov_dump();
}

static void write_counts(void)
{
	__gcov_dump();
}
#else
__attribute__((weak)) void coverage_write_libctorch(void);

static void write_counts(void)
{
	__gcov_dump();
	if (coverage_write_libctorch)
		coverage_write_libctorch();
}
#endif

_Noreturn void __wrap__exit(int status)
{
	write_counts();
	__real__exit(status);
}

_Noreturn void __wrap_quick_exit(int status)
{
	write_counts();
	__real_quick_exit(status);
}

_Noreturn void __wrap_abort(void)
{
	write_counts();
	__real_abort();
}
