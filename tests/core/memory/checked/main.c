#include <stdlib.h>

#include "support.h"

int main(void)
{
	SRunner *runner = srunner_create(uses_suite());
	int failed;

	srunner_add_suite(runner, releases_suite());
	srunner_add_suite(runner, callbacks_suite());
	srunner_add_suite(runner, memory_suite());
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
