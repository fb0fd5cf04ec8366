#include "support.h"

int main(void)
{
	return run_suites(
		(Suite *(*const[])(void)){ steps_suite, options_suite, grad_scaler_suite, NULL });
}
