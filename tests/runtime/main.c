#include <stdlib.h>

#include "support.h"

int main(void)
{
	SRunner *runner = srunner_create(errors_suite());
	int failed;

	srunner_add_suite(runner, arguments_suite());
	srunner_add_suite(runner, results_suite());
	srunner_add_suite(runner, scalars_suite());
	srunner_add_suite(runner, tensors_suite());
	srunner_add_suite(runner, ownership_suite());
	srunner_add_suite(runner, scopes_suite());
	srunner_add_suite(runner, scope_closes_suite());
	srunner_add_suite(runner, gc_suite());
	srunner_add_suite(runner, memory_suite());
	srunner_add_suite(runner, autograd_suite());
	srunner_add_suite(runner, generators_suite());
	srunner_add_suite(runner, storages_suite());
	srunner_add_suite(runner, versions_suite());
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
