#include "support.h"

/* The suites about the devices of sim, on those of CUDA. */
int main(void)
{
	return run_suites((Suite *(*const[])(void)){ copies_suite, operators_suite, training_suite,
						     engine_suite, random_suite, NULL });
}
