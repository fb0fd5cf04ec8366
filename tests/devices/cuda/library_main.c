/* Suites of libctorch_cuda, which has libtorch's CUDA part loaded with it. */
#include "support.h"

int main(void)
{
	fake_cuda_set_device_count(DEVICES);
	fake_cuda_set_memory(MEMORY);
	return run_suites((Suite *(*const[])(void)){ facts_suite, pools_suite, profile_suite,
						     graphs_suite, NULL });
}
