#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ steps_suite, gradients_suite, options_suite, NULL });
}
