/*
 * When there is no memory, for an error's text or for a tensor: a program of its own, since it
 * takes the place of aligned_alloc(), from which the library gets the one, of posix_memalign(),
 * from which libtorch gets the other, and of operator new.
 */
#include "full_memory.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ no_memory_suite, hook_suite, hook_scopes_suite,
						     new_suite, NULL });
}
