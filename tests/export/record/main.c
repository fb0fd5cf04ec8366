#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ zoo_suite, record_suite, sizes_suite,
						     places_suite, refusals_suite, NULL });
}
