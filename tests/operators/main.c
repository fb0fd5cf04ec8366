#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){
		expected_suite, catalogue_suite, calls_suite, same_suite, loading_suite,
		libraries_suite, fakes_suite, derivatives_suite, derivative_lists_suite,
		freeing_suite, lent_suite, any_suite, types_suite, NULL });
}
