#include "support.h"

int main(void)
{
	fake_cuda_set_device_count(DEVICES);
	fake_cuda_set_memory(MEMORY);
	CT_CHECK(ct_device_load(CT_DEVICE_TYPE_CUDA));
	/* The last one leaves a device that has failed. */
	return run_suites((Suite *(*const[])(void)){
		memory_suite, statistics_suite, streams_suite, tensors_suite, counts_suite,
		loader_suite, reports_suite, devices_suite, faults_suite, NULL });
}
