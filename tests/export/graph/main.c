#include <stdlib.h>

#include "suites.h"

int main(void)
{
	SRunner *runner = srunner_create(arms_suite());
	int failed;

	srunner_add_suite(runner, old_suite());
	srunner_add_suite(runner, refusals_suite());
	srunner_add_suite(runner, damaged_suite());
	srunner_add_suite(runner, write_suite());
	srunner_add_suite(runner, print_suite());
	srunner_add_suite(runner, draw_suite());
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
