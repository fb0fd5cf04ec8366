#define _GNU_SOURCE

#include <stdlib.h>
#include <unistd.h>

#include "package.h"

/* Packages are unpacked into a folder of this program, so that it can see what is left. */
int main(void)
{
	char folder[] = "/tmp/ctorch-test-aoti-XXXXXX";
	int status;

	MUST(mkdtemp(folder) && setenv("TMPDIR", folder, 1) == 0);
	status = run_suites(
		(Suite *(*const[])(void)){ loading_suite, running_suite, constants_suite, NULL });
	unlink("net.pt2");
	rmdir(folder);
	return status;
}
