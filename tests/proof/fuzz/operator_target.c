/*
 * Registering operators: the input is a schema, a name and a dispatch key, separated by lines of
 * three hyphens. A defined operator can be found, described and called until its library is freed,
 * and does not exist afterwards.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"

static ct_error kernel(const ct_value *args, int64_t args_len, void *context, ct_value *results,
		       int64_t results_len)
{
	(void)args, (void)args_len, (void)results, (void)results_len, (void)context;
	return ct_error_new(CT_ERROR_VALUE, "kernel", "it does nothing");
}

static void check_default(const ct_schema_argument *argument)
{
	char *text = NULL;

	if (argument->has_default) {
		FUZZ_MUST(ct_value_to_string(&argument->default_value, &text));
		ct_free(text);
	}
}

static void check_described(const ct_operator *op)
{
	const char *schema = NULL;
	ct_schema_argument argument;
	int64_t n = -1;

	FUZZ_MUST(ct_operator_schema(op, &schema));
	FUZZ_CHECK(strchr(schema, '('), "'%s'", schema);
	FUZZ_MUST(ct_operator_argument_count(op, &n));
	for (int64_t i = 0; i < n; i++) {
		FUZZ_MUST(ct_operator_argument(op, i, &argument));
		check_default(&argument);
	}
	FUZZ_MUST(ct_operator_result_count(op, &n));
	for (int64_t i = 0; i < n; i++)
		FUZZ_MUST(ct_operator_result(op, i, &argument));
}

/* The name before the parenthesis, in the library's namespace; release it with free(). */
static char *name_of(const char *schema)
{
	size_t length = strcspn(schema, "(");
	char *name = malloc(length + 16);
	bool has_namespace = memmem(schema, length, "::", 2) != NULL;

	sprintf(name, "%s%.*s", has_namespace ? "" : "fuzz::", (int)length, schema);
	return name;
}

static void check_defined(ct_library *library, const char *schema)
{
	char *name = name_of(schema);
	const ct_operator *op = NULL;
	ct_value result = ct_value_none();

	if (fuzz_succeeds(ct_operator_find(name, &op))) {
		check_described(op);
		fuzz_succeeds(ct_library_implement(library, name, "CPU", kernel, NULL, NULL));
		fuzz_succeeds(ct_operator_call(op, NULL, 0, &result, 1));
		ct_value_free(&result);
	}
	free(name);
}

static void check_key(ct_library *library, const char *name, const char *key)
{
	const ct_operator *op;
	bool has = false;

	if (fuzz_succeeds(ct_operator_find("aten::relu", &op)))
		fuzz_succeeds(ct_operator_has_kernel(op, key, &has));
	fuzz_succeeds(ct_library_implement(library, name, key, kernel, NULL, NULL));
}

static void check(const char *schema, const char *name, const char *key)
{
	ct_library *library;

	FUZZ_MUST(ct_library_new("fuzz", &library));
	if (fuzz_succeeds_in_libtorch(ct_library_define(library, schema)))
		check_defined(library, schema);
	if (*key)
		check_key(library, name, key);
	ct_library_free(library);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { data, size };
	char *schema = fuzz_part(&input), *name = fuzz_part(&input), *key = fuzz_part(&input);

	fuzz_enter();
	if (schema && name && key)
		check(schema, name, key);
	fuzz_leave();
	free(schema);
	free(name);
	free(key);
	return 0;
}
