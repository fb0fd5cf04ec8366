#include "support.h"

int main(void)
{
	return run_suites(
		(Suite *(*const[])(void)){ calls_suite, expressions_suite, traces_suite, NULL });
}
