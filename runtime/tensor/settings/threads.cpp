/*
 * The threads of libtorch's operators, for one thread of the program.
 */
#include <dlfcn.h>

#include <ATen/Parallel.h>

#include "tensor/settings/threads.h"

/* at::set_num_threads() would be for threads that begin later, too. OpenMP keeps the number for each
 * thread, and libtorch sets it in the first call of a thread, so that one comes before. */
void ct_use_one_thread_here(void)
{
	using omp_set_num_threads = void(int);
	/* The one that libtorch has, which is not always the one of the program. */
	static auto *const set = reinterpret_cast<omp_set_num_threads *>(
		dlsym(RTLD_NEXT, "omp_set_num_threads"));

	(void)at::get_num_threads();
	if (set)
		set(1);
}
