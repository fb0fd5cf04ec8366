#include "support.h"

/* The suites about the devices of sim, on those of CUDA. */
int main(void)
{
	return run_suites((Suite *(*const[])(void)){
		copies_suite,    operators_suite, training_suite, engine_suite,  random_suite,
		indexing_suite,  printing_suite,  storages_suite, sharing_suite, files_suite,
		gradcheck_suite, functions_suite, hooks_suite,    threads_suite, optimizers_suite,
		modules_suite,   models_suite,    parallel_suite, loader_suite,  NULL });
}
