#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){
		backward_suite, grad_suite, modes_suite, hooks_suite, hook_costs_suite,
		node_hooks_suite, saved_tensors_suite, graphs_suite, drawings_suite, anomaly_suite,
		threads_suite, expected_suite, NULL });
}
