#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ values_suite, nested_suite, sets_suite,
						     dict_costs_suite, NULL });
}
