#define _XOPEN_SOURCE 700

#include "scratch.h"

#include <stdlib.h>
#include <string.h>

#include <unistd.h>

#include "fixture.h"

void make_scratch(char folder[SCRATCH_SIZE])
{
	strcpy(folder, "/tmp/ctorch-test-XXXXXX");
	MUST(mkdtemp(folder) != NULL);
}

void remove_scratch(const char *folder)
{
	MUST(rmdir(folder) == 0);
}
