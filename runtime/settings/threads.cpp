/*
 * The threads of libtorch's operators, for one thread of the program.
 */
#include <dlfcn.h>

#include <ATen/Parallel.h>

#include "settings/threads.h"

/* libtorch's own OpenMP, which is not always the one that the program finds. */
static void *find_in_libtorch(const char *name)
{
	Dl_info info;
	void *library, *found;

	if (dladdr(reinterpret_cast<void *>(&at::set_num_threads), &info) == 0)
		return nullptr;
	library = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
	if (library == nullptr)
		return nullptr;
	found = dlsym(library, name);
	dlclose(library);
	return found;
}

/* at::set_num_threads() would be for threads that begin later, too. OpenMP keeps the number for each
 * thread, and libtorch sets it in the first call of a thread, so that one comes before. */
void ct_use_one_thread_here(void)
{
	using omp_set_num_threads = void(int);
	static auto *const set = reinterpret_cast<omp_set_num_threads *>(
		find_in_libtorch("omp_set_num_threads"));

	(void)at::get_num_threads();
	if (set)
		set(1);
}
