#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ errors_suite, scalars_suite, conversions_suite,
						     dtype_suite, versions_suite, NULL });
}
