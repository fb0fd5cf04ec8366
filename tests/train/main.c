#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ checkpoint_suite, killed_suite, metrics_suite,
						     curves_suite, progress_suite, NULL });
}
