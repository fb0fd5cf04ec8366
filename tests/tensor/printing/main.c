/*
 * How tensors are shown: tests of printing and of statistics.
 */
#include "print_support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ print_suite, print_options_suite,
						     print_unnoticed_suite, describe_suite, NULL });
}
