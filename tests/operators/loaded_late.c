/*
 * libctorch, and libtorch with it, loaded under a locale with a decimal comma: libtorch's defaults
 * are cut then, which must not go unnoticed. loaded_late LIBCTORCH
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/ctorch.h>

static void *library;

static void must(bool holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "not: %s\n", what);
	exit(1);
}

#define MUST(condition) must(condition, #condition)

/* A function of the library, by its name. */
#define CALL(name) ((__typeof__(&name))function(#name))

static void (*function(const char *name))(void)
{
	void (*found)(void);
	void *symbol = dlsym(library, name);

	must(symbol != NULL, name);
	memcpy(&found, &symbol, sizeof found);
	return found;
}

static void call_with_default(ct_value x)
{
	ct_value result;
	ct_error error = CALL(ct_call)("aten::leaky_relu", &x, 1, &result, 1);

	MUST(error && strstr(error, "RuntimeError: aten::leaky_relu(): the default of "
				    "'negative_slope' may be wrong: libtorch was loaded under a "
				    "locale with a decimal comma"));
	CALL(ct_error_free)(error);
}

static void call_with_argument(ct_value x)
{
	const ct_value args[] = { x, CALL(ct_value_float)(0.25) };
	ct_value result;
	ct_tensor *tensor;
	double got;

	MUST(CALL(ct_call)("aten::leaky_relu", args, 2, &result, 1) == NULL);
	MUST(CALL(ct_value_as_tensor)(&result, &tensor) == NULL);
	MUST(CALL(ct_tensor_item_double)(tensor, &got) == NULL);
	MUST(got == -25);
	CALL(ct_value_free)(&result);
}

/* One that is no fraction is right in any case: integers are never cut. */
static void call_with_whole_default(ct_value x)
{
	const ct_value args[] = { x, x };
	ct_value result;

	MUST(CALL(ct_call)("aten::add.Tensor", args, 2, &result, 1) == NULL);
	CALL(ct_value_free)(&result);
}

int main(int argc, char **argv)
{
	ct_tensor *x;

	MUST(argc == 2);
	if (setlocale(LC_ALL, "de_DE.UTF-8") == NULL) {
		printf("left out: there is no locale de_DE.UTF-8 (apt-get install locales)\n");
		return 0;
	}
	library = dlopen(argv[1], RTLD_NOW);
	must(library != NULL, library ? "" : dlerror());
	MUST(CALL(ct_tensor_from_text)("-100.0", NULL, &x) == NULL);
	call_with_default(CALL(ct_value_tensor)(x));
	call_with_argument(CALL(ct_value_tensor)(x));
	call_with_whole_default(CALL(ct_value_tensor)(x));
	CALL(ct_tensor_free)(x);
	printf("ok\n");
	return 0;
}
