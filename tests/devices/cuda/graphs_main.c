#include "support.h"

int main(void)
{
	fake_cuda_set_device_count(DEVICES);
	fake_cuda_set_memory(MEMORY);
	return run_suites((Suite *(*const[])(void)){ graphs_suite, NULL });
}
