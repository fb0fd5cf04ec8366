/* Runs the suite that the program was compiled for. */
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

int main(void)
{
	SRunner *runner = srunner_create(SUITE());
	int failed;

	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	if (failed)
		printf("rerun: %s\n", getenv("RERUN") ? getenv("RERUN") : "ctest -V -R codegen");
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
