#include "function_samples.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){
		function_suite, function_errors_suite, function_lifetimes_suite,
		function_refusals_suite, gradcheck_suite, gradcheck_wrong_suite, NULL });
}
