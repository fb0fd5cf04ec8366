#include "function_samples.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){
		function_suite, function_callbacks_suite, function_threads_suite,
		function_pytorch_errors_suite, function_callback_errors_suite,
		function_refusals_suite, function_lifetimes_suite, gradcheck_suite,
		gradcheck_wrong_suite, gradcheck_outputs_suite, gradcheck_forward_suite, jvp_suite,
		NULL });
}
