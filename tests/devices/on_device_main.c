#include "support.h"

int main(void)
{
	return run_suites(
		(Suite *(*const[])(void)){ operators_suite, indexing_suite, printing_suite,
					   errors_suite,    random_suite,   storages_suite,
					   sharing_suite,   files_suite,    gradcheck_suite,
					   functions_suite, hooks_suite,    threads_suite,
					   training_suite,  optim_suite,    optimizers_suite,
					   modules_suite,   models_suite,   parallel_suite,
					   loader_suite,    exported_suite, NULL });
}
