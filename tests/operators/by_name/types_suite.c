/*
 * Values whose type is not the schema's, for types that few operators have.
 */
#include <math.h>

#include "support.h"

static ct_library *library;

static ct_error do_nothing(const ct_value *args, int64_t args_len, void *context, ct_value *results,
			   int64_t results_len)
{
	(void)args;
	(void)args_len;
	(void)results;
	(void)results_len;
	(void)context;
	return NULL;
}

static char *seen;

/* A dict of `n` pairs, all with the key NaN; the caller frees it. */
static ct_value not_numbers(int64_t n)
{
	ct_value dict = ct_value_dict_new();

	for (int64_t i = 0; i < n; i++)
		OK(ct_value_dict_set(&dict, ct_value_float(NAN), ct_value_int(i)));
	return dict;
}

/* Returns as many of them as its argument says. */
static ct_error give_not_numbers(const ct_value *args, int64_t args_len, void *context,
				 ct_value *results, int64_t results_len)
{
	int64_t n = 0;

	(void)args_len, (void)results_len, (void)context;
	CT_TRY(ct_value_as_int(&args[0], &n));
	results[0] = not_numbers(n);
	return NULL;
}

static void begin(void)
{
	OK(ct_library_new("test_types", &library));
	OK(ct_library_define(library, "dict(Dict(str, int) x) -> ()"));
	OK(ct_library_define(library, "by_number(Dict(float, int) x) -> ()"));
	OK(ct_library_define(library, "give_by_number(Any x) -> Dict(float, int)"));
	OK(ct_library_define(library, "give_any(Any x) -> Any"));
	OK(ct_library_define(library, "complex(complex x) -> ()"));
	OK(ct_library_define(library, "scheme(QScheme x) -> ()"));
	OK(ct_library_define(library, "any(Any x) -> ()"));
	OK(ct_library_implement(library, "dict", "CompositeExplicitAutograd", print_arguments,
				&seen, NULL));
	OK(ct_library_implement(library, "complex", "CompositeExplicitAutograd", print_arguments,
				&seen, NULL));
	OK(ct_library_implement(library, "scheme", "CompositeExplicitAutograd", print_arguments,
				&seen, NULL));
	OK(ct_library_implement(library, "by_number", "CompositeExplicitAutograd", print_arguments,
				&seen, NULL));
	OK(ct_library_implement(library, "give_by_number", "CompositeExplicitAutograd",
				give_not_numbers, NULL, NULL));
	OK(ct_library_implement(library, "give_any", "CompositeExplicitAutograd", give_not_numbers,
				NULL, NULL));
	OK(ct_library_implement(library, "any", "CompositeExplicitAutograd", do_nothing, NULL,
				NULL));
	seen = NULL;
}

static void end(void)
{
	ct_free(seen);
	ct_library_free(library);
}

static void assert_seen(const char *text)
{
	ck_assert_ptr_nonnull(seen);
	ck_assert_str_eq(seen, text);
	ct_free(seen);
	seen = NULL;
}

/* In libtorch, 32 of them, which all have the same hash, use up all memory. */
START_TEST(one_key_of_a_dict_may_be_nan)
{
	static const char *const names[] = { "test_types::by_number", "test_types::any" };
	static const char *const giving[] = { "test_types::give_by_number",
					      "test_types::give_any" };
	static const char text[] = "a dict for libtorch can have only one key that is NaN";
	ct_value one = not_numbers(1), many = not_numbers(40), result;
	const ct_value pairs[] = { ct_value_complex(NAN, 1), ct_value_int(1),
				   ct_value_complex(1, NAN), ct_value_int(2) };

	for (int i = 0; i < 2; i++) {
		OK(CALL(NULL, names[i], one));
		FAILS_WITH(CALL(NULL, names[i], many), CT_ERROR_ARGUMENT, text);
		OK(CALL(&result, giving[i], ct_value_int(1)));
		ck_assert_int_eq(ct_value_count(&result), 1);
		ct_value_free(&result);
		FAILS_WITH(CALL(&result, giving[i], ct_value_int(40)), CT_ERROR_RUNTIME, text);
	}
	FAILS_WITH(CALL(NULL, "test_types::any", ct_value_dict(pairs, 2)), CT_ERROR_ARGUMENT, text);
	ct_value_free(&one);
	ct_value_free(&many);
}
END_TEST

START_TEST(dict_must_have_the_schemas_keys_and_values)
{
	const ct_value right[] = { ct_value_string("a"), ct_value_int(1), ct_value_string("b"),
				   ct_value_bool(true) };
	const ct_value key[] = { ct_value_int(1), ct_value_int(1) };
	const ct_value item[] = { ct_value_string("a"), ct_value_string("b") };

	OK(CALL(NULL, "test_types::dict", ct_value_dict(right, 1)));
	assert_seen("[{'a': 1}]");
	FAILS_WITH(CALL(NULL, "test_types::dict", ct_value_dict(key, 1)), CT_ERROR_RUNTIME,
		   "Expected a value of type 'Dict[str, int]' for argument 'x'");
	FAILS_WITH(CALL(NULL, "test_types::dict", ct_value_dict(item, 1)), CT_ERROR_RUNTIME,
		   "Expected a value of type 'Dict[str, int]' for argument 'x'");
	FAILS_WITH(CALL(NULL, "test_types::dict", ct_value_int(1)), CT_ERROR_RUNTIME,
		   "instead found type 'int'");
	ck_assert_ptr_null(seen);
}
END_TEST

START_TEST(scheme_is_libtorchs_number)
{
	OK(CALL(NULL, "test_types::scheme", ct_value_quant_scheme(CT_PER_CHANNEL_SYMMETRIC)));
	assert_seen("[3]");
	FAILS_WITH(CALL(NULL, "test_types::scheme", ct_value_quant_scheme(5)), CT_ERROR_ARGUMENT,
		   "unknown quantization scheme 5");
	FAILS_WITH(CALL(NULL, "test_types::scheme", ct_value_layout(CT_STRIDED)), CT_ERROR_RUNTIME,
		   "Expected a value of type 'QScheme' for argument 'x'");
}
END_TEST

START_TEST(complex_takes_any_number)
{
	OK(CALL(NULL, "test_types::complex", ct_value_complex(1, -2)));
	assert_seen("[(1-2j)]");
	OK(CALL(NULL, "test_types::complex", ct_value_int(3)));
	assert_seen("[(3+0j)]");
	FAILS_WITH(CALL(NULL, "test_types::complex", ct_value_string("1j")), CT_ERROR_RUNTIME,
		   "Expected a value of type 'complex' for argument 'x'");
	ck_assert_ptr_null(seen);
}
END_TEST

START_TEST(any_takes_no_more_levels_than_a_call_does)
{
	enum { LEVELS = CT_CALL_MAX_DEPTH + 2 };
	ct_value levels[LEVELS];

	levels[0] = ct_value_int(1);
	for (int i = 1; i < LEVELS; i++)
		levels[i] = ct_value_list(&levels[i - 1], 1);
	OK(CALL(NULL, "test_types::any", levels[LEVELS - 2]));
	FAILS_WITH(CALL(NULL, "test_types::any", levels[LEVELS - 1]), CT_ERROR_ARGUMENT,
		   "nest deeper");
}
END_TEST

Suite *types_suite(void)
{
	Suite *suite = suite_create("operators: other types");
	TCase *tests = tests_of("other types");

	tcase_add_checked_fixture(tests, begin, end);
	tcase_add_test(tests, dict_must_have_the_schemas_keys_and_values);
	tcase_add_test(tests, one_key_of_a_dict_may_be_nan);
	tcase_add_test(tests, scheme_is_libtorchs_number);
	tcase_add_test(tests, complex_takes_any_number);
	tcase_add_test(tests, any_takes_no_more_levels_than_a_call_does);
	suite_add_tcase(suite, tests);
	return suite;
}
