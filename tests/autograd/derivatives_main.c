#include "derivatives_support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ forward_ad_suite, forward_expected_suite,
						     functional_suite, functional_expected_suite,
						     NULL });
}
