/* A kernel that fails: from then on every call does. */
#include "support.h"

enum { ILLEGAL_ADDRESS = 700 };

START_TEST(a_failed_kernel_is_reported_by_the_next_call_that_waits)
{
	ct_tensor *x;

	CT_SCOPE;
	x = CT_E(ones, CT_L(10), .device = CT_DEVICE_CUDA(0));
	OK(CT_DONE());
	fake_cuda_fault_after(0, ILLEGAL_ADDRESS);
	x = CT_E(add, x, 1);
	OK(CT_DONE());
	FAILS_WITH(ct_device_synchronize(CT_DEVICE_CUDA(0)), CT_ERROR_ACCELERATOR,
		   "an illegal memory access was encountered");
	FAILS_WITH(CT(add, &x, x, 1), CT_ERROR_ACCELERATOR,
		   "an illegal memory access was encountered");
}
END_TEST

Suite *faults_suite(void)
{
	Suite *suite = suite_create("faults");
	TCase *tests = tests_of("faults");

	tcase_add_test(tests, a_failed_kernel_is_reported_by_the_next_call_that_waits);
	suite_add_tcase(suite, tests);
	return suite;
}
