/* Suites of libctorch_cuda, which has libtorch's CUDA part loaded with it. */
#define _GNU_SOURCE

#include <stdlib.h>

#include "support.h"

int main(void)
{
	/* Also with sanitizers, where the programs are those of another build. */
	setenv("NVTX_INJECTION64_PATH", CTORCH_TEST_NVTX, 1);
	fake_cuda_set_device_count(DEVICES);
	fake_cuda_set_memory(MEMORY);
	/* The first one puts an allocator in front of libtorch's, which the others then use. */
	return run_suites((Suite *(*const[])(void)){ room_suite, facts_suite, pools_suite,
						     profile_suite, graphs_suite, NULL });
}
