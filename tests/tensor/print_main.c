/*
 * How tensors are shown: tests of printing and of statistics.
 */
#include "print_support.h"

Suite *print_suite(void);
Suite *describe_suite(void);

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ print_suite, describe_suite, NULL });
}
