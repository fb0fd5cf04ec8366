#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){
		function_suite, function_callbacks_suite, function_threads_suite,
		function_pytorch_errors_suite, function_callback_errors_suite,
		function_refusals_suite, function_lifetimes_suite, jvp_suite, NULL });
}
