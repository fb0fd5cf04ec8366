#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ expected_suite, kl_suite, own_suite,
						     transforms_suite, transforms_use_suite,
						     use_suite, NULL });
}
