#include "support.h"

int main(void)
{
	return run_suites(
		(Suite *(*const[])(void)){ table_suite, arguments_suite, results_suite, NULL });
}
