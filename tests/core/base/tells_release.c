/*
 * For release_guard.sh: prints which release is loaded, if the library lets the program start.
 */
#include <stdio.h>

#include <ctorch/core/version.h>

int main(void)
{
	printf("loaded %s, built for %s\n", ct_libtorch_version(), ct_libtorch_version_built());
	return 0;
}
