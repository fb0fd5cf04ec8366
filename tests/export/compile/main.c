#define _GNU_SOURCE

#include "support.h"

#include <stdlib.h>

#include "scratch.h"

char cache[SCRATCH_SIZE + sizeof "/compiled"];

/* Compilers need not free what they allocate. Sanitizers of this process have read the variable. */
static void spare_compilers(void)
{
	setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
	unsetenv("LD_PRELOAD");
}

int main(void)
{
	char folder[SCRATCH_SIZE];
	int result;

	make_scratch(folder);
	setenv("CTORCH_CACHE", folder, 1);
	snprintf(cache, sizeof cache, "%s/compiled", folder);
	spare_compilers();
	CT_CHECK(ct_manual_seed(0));
	result = run_suites((Suite *(*const[])(void)){ compile_suite, agreement_suite,
						       weights_suite, cache_suite, tools_suite,
						       threads_suite, NULL });
	empty_folder(cache);
	remove_scratch(cache);
	remove_scratch(folder);
	return result;
}
