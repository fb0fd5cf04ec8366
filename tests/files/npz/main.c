#include "support.h"

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ damage_suite, hostile_suite, options_suite,
						     read_suite, write_suite, NULL });
}
