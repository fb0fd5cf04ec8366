#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ dlpack_suite, mapped_suite, npy_suite,
						     shared_suite, NULL });
}
