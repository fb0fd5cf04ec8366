/*
 * Symbolic expressions and guards.
 */
#include <check.h>
#include <stdlib.h>

#include "symbolic_suites.h"

int main(void)
{
	SRunner *runner = srunner_create(symbolic_suite());
	int failed;

	srunner_add_suite(runner, symbolic_hostile_suite());
	srunner_add_suite(runner, guards_suite());
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
