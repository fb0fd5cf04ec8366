#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){
		loading_suite, weights_suite, mapping_suite, calls_suite, classes_suite,
		operators_suite, ownership_suite, threads_suite, module_suite, mutation_suite,
		higher_order_suite, profile_suite, hostile_suite, NULL });
}
