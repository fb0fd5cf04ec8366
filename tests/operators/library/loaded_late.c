/*
 * Libraries loaded under a locale with a decimal comma, which truncates the defaults of the
 * operators that they register. That must not go unnoticed.
 *
 * usage: loaded_late LOCALE-OR-LIBRARY...
 *   Loads them in this order; an argument without a slash is the locale. If it is the first,
 *   libtorch's own defaults are truncated, otherwise only those of my_operators.
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
				    "'negative_slope' may be wrong: the library that registers "
				    "the operator was loaded under a locale with a decimal "
				    "comma"));
	CALL(ct_error_free)(error);
}

static void ask_for_default(void)
{
	const ct_operator *op;
	ct_schema_argument argument;
	const char *schema;
	ct_error error;

	MUST(CALL(ct_operator_find)("aten::leaky_relu.default", &op) == NULL);
	error = CALL(ct_operator_argument)(op, 1, &argument);
	MUST(error && strstr(error, "the default of 'negative_slope' may be wrong"));
	CALL(ct_error_free)(error);
	error = CALL(ct_operator_schema)(op, &schema);
	MUST(error && strstr(error, "the default of 'negative_slope' may be wrong"));
	CALL(ct_error_free)(error);
	MUST(CALL(ct_operator_find)("aten::mm.default", &op) == NULL);
	MUST(CALL(ct_operator_schema)(op, &schema) == NULL);
}

static ct_error times(const ct_value *args, int64_t args_len, void *context, ct_value *results,
		      int64_t results_len)
{
	double factor;

	(void)args_len, (void)results_len;
	CT_TRY(CALL(ct_value_as_float)(&args[1], &factor));
	*(double *)context = factor;
	results[0] = args[0];
	return NULL;
}

/* Schemas defined in C are always read with a decimal point, so that 2.0 is 2. */
static void call_with_own_default(ct_value x)
{
	ct_library *own;
	ct_value result;
	double factor = 0;

	MUST(CALL(ct_library_new)("own", &own) == NULL);
	MUST(CALL(ct_library_define)(own, "times(Tensor x, float factor=2.0) -> Tensor") == NULL);
	MUST(CALL(ct_library_implement)(own, "times", "CPU", times, &factor, NULL) == NULL);
	MUST(CALL(ct_call)("own::times", &x, 1, &result, 1) == NULL);
	MUST(factor == 2);
	CALL(ct_value_free)(&result);
	CALL(ct_library_free)(own);
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

/* A default without a fraction is always right: integers are never truncated. */
static void call_with_whole_default(ct_value x)
{
	const ct_value args[] = { x, x };
	ct_value result;

	MUST(CALL(ct_call)("aten::add.Tensor", args, 2, &result, 1) == NULL);
	CALL(ct_value_free)(&result);
}

static void check_libtorch(void)
{
	ct_tensor *x;

	MUST(CALL(ct_tensor_from_text)("-100.0", NULL, &x) == NULL);
	call_with_default(CALL(ct_value_tensor)(x));
	ask_for_default();
	call_with_own_default(CALL(ct_value_tensor)(x));
	call_with_argument(CALL(ct_value_tensor)(x));
	call_with_whole_default(CALL(ct_value_tensor)(x));
	CALL(ct_tensor_free)(x);
}

/* The default of my_operators is truncated to 0, and libtorch's are intact. */
static void check_my_operators(void)
{
	const ct_value quarter = CALL(ct_value_float)(0.25);
	const ct_operator *op;
	const char *schema;
	double factor = 0;
	ct_value result;
	ct_error error = CALL(ct_call)("test_cpp::factor", NULL, 0, &result, 1);

	MUST(error && strstr(error, "test_cpp::factor(): the default of 'factor' may be wrong"));
	CALL(ct_error_free)(error);
	MUST(CALL(ct_call)("test_cpp::factor", &quarter, 1, &result, 1) == NULL);
	MUST(CALL(ct_value_as_float)(&result, &factor) == NULL);
	MUST(factor == 0.25);
	MUST(CALL(ct_operator_find)("aten::leaky_relu.default", &op) == NULL);
	MUST(CALL(ct_operator_schema)(op, &schema) == NULL);
	MUST(strstr(schema, "negative_slope=0.01"));
}

static void load(const char *path)
{
	void *loaded = dlopen(path, RTLD_NOW);

	must(loaded != NULL, loaded ? "" : dlerror());
	if (dlsym(loaded, "ct_call"))
		library = loaded;
}

int main(int argc, char **argv)
{
	MUST(argc > 2);
	for (int i = 1; i < argc; i++)
		if (strchr(argv[i], '/')) {
			load(argv[i]);
		} else if (setlocale(LC_ALL, argv[i]) == NULL) {
			printf("left out: there is no locale %s (apt-get install locales)\n",
			       argv[i]);
			return 0;
		}
	if (strchr(argv[1], '/'))
		check_my_operators();
	else
		check_libtorch();
	printf("ok\n");
	return 0;
}
