/*
 * run_checks.c: runs the tests that ctorch-compile writes beside programs, for check.sh.
 *
 *     run_checks exactly|closely FOLDER...
 *
 * FOLDER/program.so has a program and its test, whose main() it calls; FOLDER/archive is
 * what it was written from. If FOLDER/reference exists, compare_with_python() of as_python.c is
 * there, too. Prints what the tests print; returns 1 if one fails.
 */
#include <ctorch/ctorch.h>

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../proof/exported/operators.h"

typedef int test_function(int, char **);
typedef int python_function(const char *, const char *, bool);

static const char *in(const char *folder, const char *name, char path[1000])
{
	snprintf(path, 1000, "%s/%s", folder, name);
	return path;
}

static int run(const char *folder, bool exactly)
{
	char library[1000], weights[1000], archive[1000], reference[1000];
	void *handle = dlopen(in(folder, "program.so", library), RTLD_NOW | RTLD_LOCAL);
	test_function *test = NULL;
	python_function *as_python = NULL;
	int status;

	if (handle != NULL)
		*(void **)&test = dlsym(handle, "main");
	if (test == NULL) {
		printf("%s\n", dlerror());
		return 1;
	}
	in(folder, "program.safetensors", weights);
	in(folder, "archive", archive);
	ct_autograd_set_grad_enabled(true);
	status = test(3, (char *[]){ library, weights, archive, NULL });
	if (access(in(folder, "reference", reference), R_OK) != 0)
		return status;
	*(void **)&as_python = dlsym(handle, "compare_with_python");
	return status | (as_python == NULL || as_python(weights, reference, exactly) != 0);
}

int main(int argc, char **argv)
{
	ct_library *library; /* of operators that some programs call */
	int status = 0;

	CT_CHECK(register_operators(&library));
	for (int i = 2; i < argc; i++) {
		printf("%s: ", strrchr(argv[i], '/') + 1);
		fflush(stdout);
		if (run(argv[i], !strcmp(argv[1], "exactly")) != 0) {
			printf("%s failed\n", argv[i]);
			status = 1;
		}
		fflush(stdout);
	}
	ct_library_free(library);
	return status;
}
