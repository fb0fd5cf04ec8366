/* snapshot PATH: writes a snapshot of memory with its history, for snapshot.py. */
#include <ctorch/cuda.h>

#include "fixture.h"

enum { NBYTES = 3 << 20 };

int main(int argc, char **argv)
{
	ct_tensor *kept;

	MUST(argc == 2);
	CT_CHECK(ct_cuda_memory_history_start(NULL));
	CT_CHECK(CT(empty, &kept, CT_L(NBYTES), .dtype = CT_UINT8, .device = CT_DEVICE_CUDA(0)));
	CT_CHECK(ct_cuda_memory_snapshot_save(argv[1]));
	CT_CHECK(ct_cuda_memory_history_stop());
	ct_tensor_free(kept);
	return 0;
}
