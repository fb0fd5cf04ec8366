#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ backward_suite,
						     grad_suite,
						     modes_suite,
						     hooks_suite,
						     hook_costs_suite,
						     node_hooks_suite,
						     saved_tensors_suite,
						     graphs_suite,
						     drawings_suite,
						     anomaly_suite,
						     threads_suite,
						     expected_suite,
						     forward_ad_suite,
						     forward_expected_suite,
						     functional_suite,
						     functional_expected_suite,
						     checkpoint_suite,
						     checkpoint_surroundings_suite,
						     checkpoint_memory_suite,
						     checkpoint_sequential_suite,
						     checkpoint_expected_suite,
						     save_on_cpu_suite,
						     traces_suite,
						     NULL });
}
