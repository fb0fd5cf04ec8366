#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){
		arguments_suite, results_suite, operators_suite, exceptions_suite, handles_suite,
		barriers_suite, hints_suite, NULL });
}
