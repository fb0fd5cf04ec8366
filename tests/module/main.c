#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){
		expected_suite, errors_suite, registering_suite, expressions_suite, calls_suite,
		hooks_suite, backward_hooks_suite, changes_suite, copies_suite, ownership_suite,
		state_suite, versions_suite, deep_suite, threads_suite, NULL });
}
