#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ steps_suite, lbfgs_suite, options_suite, NULL });
}
