#include "support.h"

int main(void)
{
	return run_suites(
		(Suite *(*const[])(void)){ metrics_suite, curves_suite, progress_suite, NULL });
}
