/* Waits for a device that never finishes; hangs.sh requires that a time limit ends that. */
#include <fake_cuda.h>

#include "fixture.h"

int main(void)
{
	ct_tensor *x;

	CT_CHECK(ct_device_load(CT_DEVICE_TYPE_CUDA));
	fake_cuda_hang(true);
	CT_CHECK(CT(ones, &x, CT_L(8), .device = CT_DEVICE_CUDA(0)));
	puts("waiting");
	fflush(stdout);
	CT_CHECK(ct_device_synchronize(CT_DEVICE_CUDA(0)));
	puts("the device has finished");
	return 0;
}
