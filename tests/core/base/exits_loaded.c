/*
 * A program that loads the library after registering its own handler, for exits.sh. The handler
 * then runs after the library's, and flushes what it writes.
 *
 * usage: exits_loaded LIBRARY
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STATUS = 3, SECONDS = 120 };

static void say_last(void)
{
	printf(", last");
	fflush(stdout);
}

int main(int argc, char **argv)
{
	void (*end)(int);
	void *library, *symbol;

	alarm(SECONDS);
	if (argc != 2 || at_quick_exit(say_last))
		return 2;
	library = dlopen(argv[1], RTLD_NOW);
	symbol = library ? dlsym(library, "ct_exit") : NULL;
	if (symbol == NULL) {
		fprintf(stderr, "exits_loaded: %s\n", dlerror());
		return 2;
	}
	memcpy(&end, &symbol, sizeof end);
	printf("begun");
	end(STATUS);
}
