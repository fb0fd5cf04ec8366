#include "checkpoint_samples.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){
		checkpoint_suite, checkpoint_surroundings_suite, checkpoint_memory_suite,
		checkpoint_sequential_suite, checkpoint_expected_suite, save_on_cpu_suite, NULL });
}
