/*
 * Symbolic expressions: their values and texts are Python's, of tests/fixtures/expected.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "symbolic_suites.h"

enum { ENOUGH = 1 << 24 };

json_t *cases_of(const char *topic)
{
	char path[256];
	json_error_t error;
	json_t *cases;

	snprintf(path, sizeof path, "../fixtures/expected/%s.json", topic);
	cases = json_load_file(path, 0, &error);
	if (cases == NULL) {
		fprintf(stderr, "%s:%d: %s\n", path, error.line, error.text);
		abort();
	}
	return cases;
}

const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	if (text == NULL) {
		fprintf(stderr, "a case has no text %s\n", key);
		abort();
	}
	return text;
}

/* --- Names ------------------------------------------------------------------------------------ */

#define INT(number)                                \
	{                                          \
		CT_SYMBOLIC_INT, (number), 0, NULL \
	}
#define FLOAT(number)                                \
	{                                            \
		CT_SYMBOLIC_FLOAT, 0, (number), NULL \
	}

/* As NAMES of export_symbolic.py. */
static const struct {
	const char *name;
	struct ct_symbolic_value value;
} known[] = {
	{ "a", INT(7) },
	{ "b", INT(-3) },
	{ "c", INT(0) },
	{ "d", INT(2) },
	{ "big", INT(INT64_C(1) << 62) },
	{ "least", INT(INT64_MIN) },
	{ "f", FLOAT(2.5) },
	{ "g", FLOAT(-0.75) },
	{ "t", { CT_SYMBOLIC_BOOL, 1, 0, NULL } },
	{ "u", { CT_SYMBOLIC_BOOL, 0, 0, NULL } },
	{ "s", { CT_SYMBOLIC_STRING, 0, 0, "it's" } },
	{ "none", { CT_SYMBOLIC_NONE, 0, 0, NULL } },
};

static ct_error look_up_known(const struct ct_symbolic *path, void *context,
			      struct ct_symbolic_value *result)
{
	(void)context;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (strcmp(path->name, known[i].name) == 0) {
			*result = known[i].value;
			return NULL;
		}
	}
	return ct_error_new(CT_ERROR_KEY, NULL, "%s", path->name);
}

/* Symbols have the values of a JSON object; "x12" is 12. */
static ct_error look_up_symbol(const struct ct_symbolic *path, void *context,
			       struct ct_symbolic_value *result)
{
	const json_t *value = json_object_get((const json_t *)context, path->name);

	if (value == NULL && path->name[0] == 'x') {
		*result = (struct ct_symbolic_value)INT(atoll(path->name + 1));
		return NULL;
	}
	if (value == NULL)
		return ct_error_new(CT_ERROR_KEY, NULL, "%s", path->name);
	*result = (struct ct_symbolic_value){ json_is_real(value) ? CT_SYMBOLIC_FLOAT
								  : CT_SYMBOLIC_INT,
					      json_integer_value(value), json_real_value(value),
					      NULL };
	return NULL;
}

/* --- Values ----------------------------------------------------------------------------------- */

static bool is_same_float(double a, double b)
{
	return (isnan(a) && isnan(b)) || (a == b && signbit(a) == signbit(b));
}

static double float_of(const char *hex)
{
	if (strcmp(hex, "nan") == 0)
		return NAN;
	if (strcmp(hex, "inf") == 0 || strcmp(hex, "-inf") == 0)
		return *hex == '-' ? -INFINITY : INFINITY;
	return strtod(hex, NULL);
}

static bool is_expected_value(const struct ct_symbolic_value *value, const json_t *expected)
{
	const char *type = text_of(expected, "type");
	const json_t *of = json_object_get(expected, "value");

	switch (value->type) {
	case CT_SYMBOLIC_NONE:
		return strcmp(type, "NoneType") == 0;
	case CT_SYMBOLIC_INT:
		return strcmp(type, "int") == 0 &&
		       value->i == strtoll(json_string_value(of), NULL, 10);
	case CT_SYMBOLIC_BOOL:
		return strcmp(type, "bool") == 0 && (value->i != 0) == json_is_true(of);
	case CT_SYMBOLIC_FLOAT:
		return strcmp(type, "float") == 0 &&
		       is_same_float(value->f, float_of(json_string_value(of)));
	case CT_SYMBOLIC_STRING:
		return strcmp(type, "str") == 0 &&
		       strcmp(value->string, json_string_value(of)) == 0;
	default:
		return false;
	}
}

static void check_value(const char *text, const struct ct_symbolic *tree, ct_symbolic_lookup lookup,
			void *context, const json_t *expected)
{
	const char *error = json_string_value(json_object_get(expected, "error"));
	struct ct_symbolic_value value = { .type = CT_SYMBOLIC_OBJECT };
	ct_error err = ct_symbolic_evaluate(tree, lookup, context, &value);
	struct ct_text got = { 0 };

	if (error) {
		ck_assert_msg(err && strncmp(err, error, strlen(error)) == 0,
			      "%s\nexpected: %s\ngot:      %s", text, error,
			      err ? err : "no error");
		ct_error_free(err);
		return;
	}
	ck_assert_msg(err == NULL, "%s: %s", text, err);
	ct_symbolic_print_value(&value, &got);
	ck_assert_msg(is_expected_value(&value, expected), "%s is %s, not %s", text, got.data,
		      json_dumps(json_object_get(expected, "value"), JSON_ENCODE_ANY));
	ct_text_release(&got);
}

static void check_text(const char *text, const struct ct_symbolic *tree, const char *expected)
{
	struct ct_text got = { 0 };

	ct_symbolic_print(tree, &got);
	ck_assert_msg(strcmp(got.data, expected) == 0, "%s\nexpected: %s\ngot:      %s", text,
		      expected, got.data);
	ct_text_release(&got);
}

START_TEST(expression_has_the_value_and_the_text_of_python)
{
	json_t *cases = cases_of("export_symbolic"), *one;
	size_t i, n = 0;

	json_array_foreach (cases, i, one) {
		struct ct_arena arena = arena_of(ENOUGH);
		struct ct_symbolic *tree;
		const char *text;

		if (strcmp(text_of(one, "kind"), "python") != 0)
			continue;
		text = text_of(one, "text");
		MUST_SUCCEED(ct_symbolic_read(text, &arena, &tree));
		check_text(text, tree, text_of(one, "printed"));
		check_value(text, tree, look_up_known, NULL, one);
		ct_arena_free(&arena);
		n++;
	}
	ck_assert_int_gt((int)n, 300);
	json_decref(cases);
}
END_TEST

START_TEST(expression_of_sympy_has_the_values_of_python)
{
	json_t *cases = cases_of("export_symbolic"), *one, *with;
	size_t i, k;

	json_array_foreach (cases, i, one) {
		struct ct_arena arena = arena_of(ENOUGH);
		struct ct_symbolic *tree;

		if (strcmp(text_of(one, "kind"), "sympy") != 0)
			continue;
		MUST_SUCCEED(ct_symbolic_read_sympy(text_of(one, "srepr"), &arena, &tree));
		json_array_foreach (json_object_get(one, "values"), k, with)
			check_value(text_of(one, "srepr"), tree, look_up_symbol,
				    json_object_get(with, "names"), with);
		ct_arena_free(&arena);
	}
	json_decref(cases);
}
END_TEST

/* --- Comparing -------------------------------------------------------------------------------- */

static const char *normal_of(ct_error (*reads)(const char *, struct ct_arena *,
					       struct ct_symbolic **),
			     const char *text, struct ct_arena *arena)
{
	struct ct_symbolic *tree;
	const char *normal;

	MUST_SUCCEED(reads(text, arena, &tree));
	MUST_SUCCEED(ct_symbolic_normalize(tree, arena, &normal));
	return normal;
}

START_TEST(both_texts_of_an_expression_are_the_same_and_those_of_others_are_not)
{
	enum { MOST = 200 };
	json_t *cases = cases_of("export_symbolic"), *one;
	struct ct_arena arena = arena_of(ENOUGH);
	const char *normals[MOST], *texts[MOST];
	size_t i, n = 0;

	json_array_foreach (cases, i, one) {
		if (strcmp(text_of(one, "kind"), "sympy") != 0)
			continue;
		texts[n] = text_of(one, "srepr");
		normals[n] = normal_of(ct_symbolic_read_sympy, texts[n], &arena);
		ck_assert_str_eq(normals[n],
				 normal_of(ct_symbolic_read, text_of(one, "str"), &arena));
		if (strncmp(texts[n], "Identity", strlen("Identity")) == 0)
			continue; /* means the same */
		for (size_t k = 0; k < n; k++)
			ck_assert_msg(strcmp(normals[k], normals[n]) != 0 ||
					      strcmp(texts[k], texts[n]) == 0,
				      "%s\n%s", texts[k], texts[n]);
		ck_assert_int_lt((int)n++, MOST);
	}
	ct_arena_free(&arena);
	json_decref(cases);
}
END_TEST

START_TEST(sums_and_products_are_the_same_in_any_order)
{
	static const char *const same[][2] = {
		{ "4*s18", "s18*4" },
		{ "a + b*2 - 3", "2*b - 3 + a" },
		{ "a*b*a", "b*a**2" },
		{ "2*(a + 1)", "2*a + 2" },
		{ "a - a", "0" },
		{ "-(a - b)", "b - a" },
		{ "a/2 + a/2", "a" },
		{ "(a + b)*(a + b)", "(b + a)**2" },
		{ "Max(a, b + 1)", "torch.sym_max(1 + b, a)" },
		{ "a // (b + 1)", "a // (1 + b)" },
	};
	static const char *const different[][2] = {
		{ "a", "b" },           { "2*a", "3*a" },   { "a + 1", "a" },
		{ "a // b", "b // a" }, { "a*b", "a + b" }, { "a % 2", "a // 2" },
		{ "a/2", "a*2" },       { "a**2", "2**a" }, { "Max(a, b)", "Min(a, b)" },
	};
	struct ct_arena arena = arena_of(ENOUGH);

	for (size_t i = 0; i < sizeof same / sizeof *same; i++)
		ck_assert_str_eq(normal_of(ct_symbolic_read, same[i][0], &arena),
				 normal_of(ct_symbolic_read, same[i][1], &arena));
	for (size_t i = 0; i < sizeof different / sizeof *different; i++)
		ck_assert_str_ne(normal_of(ct_symbolic_read, different[i][0], &arena),
				 normal_of(ct_symbolic_read, different[i][1], &arena));
	ct_arena_free(&arena);
}
END_TEST

static bool is_affine(const char *text, struct ct_arena *arena, struct ct_symbolic_affine *affine)
{
	struct ct_symbolic *tree;

	MUST_SUCCEED(ct_symbolic_read(text, arena, &tree));
	return ct_symbolic_as_affine(tree, arena, affine);
}

START_TEST(affine_expression_has_a_slope_and_an_offset)
{
	static const char *const others[] = { "3", "s*s", "s // 2", "s + t", "s - s", "s*t" };
	struct ct_arena arena = arena_of(ENOUGH);
	struct ct_symbolic_affine affine;

	ck_assert(is_affine("3*(s + 1)/2 - 1", &arena, &affine));
	ck_assert_str_eq(affine.symbol, "s");
	ck_assert_int_eq(affine.slope.over, 3);
	ck_assert_int_eq(affine.slope.under, 2);
	ck_assert_int_eq(affine.offset.over, 1);
	ck_assert_int_eq(affine.offset.under, 2);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		ck_assert_msg(!is_affine(others[i], &arena, &affine), "%s", others[i]);
	ct_arena_free(&arena);
}
END_TEST

Suite *symbolic_suite(void)
{
	Suite *suite = suite_create("symbolic");
	TCase *tests = tcase_create("expressions");

	tcase_add_test(tests, expression_has_the_value_and_the_text_of_python);
	tcase_add_test(tests, expression_of_sympy_has_the_values_of_python);
	tcase_add_test(tests, both_texts_of_an_expression_are_the_same_and_those_of_others_are_not);
	tcase_add_test(tests, sums_and_products_are_the_same_in_any_order);
	tcase_add_test(tests, affine_expression_has_a_slope_and_an_offset);
	suite_add_tcase(suite, tests);
	return suite;
}
