#include "support.h"

int main(void)
{
	return run_suites((Suite * (*const[])(void)){
		errors_suite, arguments_suite, results_suite, scalars_suite, tensors_suite,
		ownership_suite, scopes_suite, scope_closes_suite, gc_suite, memory_suite,
		generators_suite, storages_suite, versions_suite, NULL });
}
