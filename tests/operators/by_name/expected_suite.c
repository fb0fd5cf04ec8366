/*
 * Values printed and compared, and operators called by name, all as in Python:
 * tests/fixtures/expected/operators.json.
 */
#include "releases.h"
#include "support.h"

static json_t *cases;

static void load_cases(void)
{
	cases = expected_cases("operators");
}

static void drop_cases(void)
{
	json_decref(cases);
}

/* Runs `check` on the cases of one kind and returns their number. */
static int64_t each_case(const char *kind, void (*check)(const json_t *))
{
	int64_t n = 0;

	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *one = json_array_get(cases, i);

		if (strcmp(expected_text(one, "do"), kind) != 0)
			continue;
		check(one);
		n++;
	}
	return n;
}

/* --- Printed and compared -------------------------------------------------------------------- */

static void check_printed(const json_t *one)
{
	ct_value value = decode(json_object_get(one, "value"));

	assert_prints(&value, expected_text(one, "text"));
	ck_assert_str_eq(ct_value_type_name(&value), expected_text(one, "type"));
	ct_value_free(&value);
}

START_TEST(values_print_as_repr_prints_them)
{
	ck_assert_int_gt(each_case("print", check_printed), 100);
}
END_TEST

static ct_value compared[128];

static void take_compared(const json_t *one)
{
	compared[expected_int(one, "index")] = decode(json_object_get(one, "value"));
}

static void check_compared(const json_t *one)
{
	const json_t *equal_to = expected_list(one, "equal_to");
	int64_t index = expected_int(one, "index");
	size_t n = 0;

	for (int64_t i = 0; i < COUNT_OF(compared) && compared[i].kind >= 0; i++) {
		bool equal = json_integer_value(json_array_get(equal_to, n)) == i &&
			     n < json_array_size(equal_to);

		assert_equal_values(&compared[index], &compared[i], equal);
		n += equal;
	}
	ck_assert_uint_eq(n, json_array_size(equal_to));
}

START_TEST(values_are_equal_where_python_says_so)
{
	for (int64_t i = 0; i < COUNT_OF(compared); i++)
		compared[i].kind = -1;
	each_case("compare", take_compared);
	ck_assert_int_gt(each_case("compare", check_compared), 40);
	for (int64_t i = 0; i < COUNT_OF(compared); i++)
		ct_value_free(&compared[i]);
}
END_TEST

/* --- Called ---------------------------------------------------------------------------------- */

enum { MOST_ARGUMENTS = 16, MOST_RESULTS = 4 };

struct call {
	const char *name;
	ct_value args[MOST_ARGUMENTS], named[MOST_ARGUMENTS];
	const char *names[MOST_ARGUMENTS];
	int64_t args_len, named_len;
};

static void take_call(const json_t *one, struct call *call)
{
	const json_t *args = json_object_get(one, "args");
	json_t *named = json_object_get(one, "named"), *value;
	const char *key;

	*call = (struct call){ .name = expected_text(one, "name") };
	for (size_t i = 0; i < json_array_size(args); i++)
		call->args[call->args_len++] = decode(json_array_get(args, i));
	json_object_foreach (named, key, value) {
		call->names[call->named_len] = key;
		call->named[call->named_len++] = decode(value);
	}
}

static ct_error make_call(const struct call *call, ct_value *results, int64_t results_len)
{
	return ct_call_with(call->name, call->args, call->args_len, call->names, call->named,
			    call->named_len, results, results_len);
}

static void check_result(const json_t *one, size_t i, const ct_value *got)
{
	json_t *wanted = json_array_get(expected_list(one, "results"), i);
	json_t *as_member = json_pack("{s:O}", "result", wanted);

	if (json_is_string(wanted))
		assert_prints(got, json_string_value(wanted));
	else
		assert_expected_tensor(tensor_in(got), as_member, "result", 1e-6,
				       expected_text(one, "name"));
	json_decref(as_member);
}

/* A list is one result, several results are several. */
static void check_results(const json_t *one, const struct call *call)
{
	size_t n = json_array_size(expected_list(one, "results"));
	bool list = expected_bool(one, "list");
	ct_value results[MOST_RESULTS], item;
	int64_t results_len = list ? 1 : (int64_t)n;

	OK(make_call(call, results, results_len));
	for (size_t i = 0; i < n; i++) {
		if (list) {
			OK(ct_value_item(&results[0], (int64_t)i, &item));
			check_result(one, i, &item);
		} else {
			check_result(one, i, &results[i]);
		}
	}
	ct_values_free(results, results_len);
}

static void check_error(const json_t *one, const struct call *call)
{
	const char *wanted = expected_text(one, "error");
	ct_error error = make_call(call, NULL, 0);

	if (expected_bool(one, "whole"))
		assert_expected_error(error, one, call->name);
	else
		ck_assert_msg(begins_as_expected(error, wanted), "%s: expected %s, got %s",
			      call->name, wanted, error ? error : "no error");
	ct_error_free(error);
}

static void check_call(const json_t *one)
{
	struct call call;

	take_call(one, &call);
	if (json_object_get(one, "error"))
		check_error(one, &call);
	else
		check_results(one, &call);
	ct_values_free(call.args, call.args_len);
	ct_values_free(call.named, call.named_len);
}

START_TEST(calls_give_what_torch_ops_gives)
{
	ck_assert_int_gt(each_case("call", check_call), 900);
}
END_TEST

/* --- Accepted -------------------------------------------------------------------------------- */

static ct_library *types;
static const json_t *given;              /* values, as JSON */
static int unknown_types, other_answers; /* how many */

/* repr() of the argument. */
static ct_error print_it(const ct_value *args, int64_t args_len, void *context, ct_value *results,
			 int64_t results_len)
{
	char *text;
	ct_value borrowed;
	ct_error error;

	MUST(args_len == 1 && results_len == 1 && context == NULL);
	CT_TRY(ct_value_to_string(&args[0], &text));
	borrowed = ct_value_string(text);
	error = ct_value_copy(&borrowed, &results[0]);
	ct_free(text);
	return error;
}

/* Whether libtorch knows the type; test_types::NAME(TYPE x) -> str is defined then. */
static bool define_taker(const json_t *one)
{
	char schema[96];
	ct_error error;

	snprintf(schema, sizeof schema, "%s(%s x) -> str", expected_text(one, "name"),
		 expected_text(one, "type"));
	error = ct_library_define(types, schema);
	if (error && expected_is_of_another_release()) {
		ct_error_free(error);
		unknown_types++;
		return false;
	}
	OK(error);
	OK(ct_library_implement(types, expected_text(one, "name"), "CompositeImplicitAutograd",
				print_it, NULL, NULL));
	return true;
}

/* A value that does not fit is an error of Python's class, or an enumerator that does not exist. */
static bool is_refusal(ct_error error)
{
	return error && (strstr(error, "() Expected a value of type") ||
			 strncmp(error, "ArgumentError: ", 15) == 0);
}

static bool is_answer(const json_t *answer, ct_error error, const ct_value *result)
{
	const char *text = NULL;

	if (json_object_get(answer, "refused"))
		return is_refusal(error);
	if (json_object_get(answer, "error"))
		return is_expected_error(error, expected_text(answer, "error"));
	if (error || *expected_text(answer, "text") == '\0')
		return error == NULL; /* of a type that is not printed */
	OK(ct_value_as_string(result, &text, NULL));
	return strcmp(text, expected_text(answer, "text")) == 0;
}

static void check_taken_one(const json_t *one, const json_t *json, const json_t *answer)
{
	ct_value value = decode(json), result = ct_value_none();
	char name[48], *wanted = json_dumps(answer, 0), *text = json_dumps(json, 0);
	ct_error error;

	snprintf(name, sizeof name, "test_types::%s", expected_text(one, "name"));
	error = ct_call(name, &value, 1, &result, 1);
	if (!is_answer(answer, error, &result)) {
		fprintf(stderr, "%s for %s: expected %s, got %s\n", text,
			expected_text(one, "type"), wanted,
			error ? error : (const char *)result.object);
		other_answers++;
	}
	ct_error_free(error);
	ct_value_free(&result);
	ct_value_free(&value);
	free(wanted);
	free(text);
}

/* Whether this release can pass the value. Earlier releases convert 2^63, alone or in a list, only
 * to a float or a bool. */
static bool can_pass(const json_t *json, const char *type)
{
	char *text = json_dumps(json, 0);
	bool is_large = strstr(text, "\"9223372036854775808\"") != NULL;

	free(text);
	if (!is_large)
		return true;
	return strncmp(type, "Scalar", 6) == 0 ? HAS_UNSIGNED_VALUES : HAS_UNSIGNED_NUMBERS;
}

static void check_taken(const json_t *one)
{
	const json_t *answers = expected_list(one, "answers");

	if (!define_taker(one))
		return;
	for (size_t i = 0; i < json_array_size(given); i++)
		if (can_pass(json_array_get(given, i), expected_text(one, "type")))
			check_taken_one(one, json_array_get(given, i), json_array_get(answers, i));
}

static void take_given(const json_t *one)
{
	given = expected_list(one, "values");
}

START_TEST(each_type_takes_the_values_that_it_takes_in_python)
{
	unknown_types = other_answers = 0;
	OK(ct_library_new("test_types", &types));
	ck_assert_int_eq(each_case("give", take_given), 1);
	ck_assert_int_gt(each_case("take", check_taken), 40);
	ct_library_free(types);
	if (unknown_types > 0)
		printf("left out, with libtorch " CT_LIBTORCH_RELEASE
		       ": %d types that it does not know\n",
		       unknown_types);
	ck_assert_int_lt(unknown_types, 10);
	ck_assert_int_eq(other_answers, 0);
}
END_TEST

/* --- Overloads ------------------------------------------------------------------------------- */

static int other_overloads;

/* Whether the names, separated by spaces, are the same in any order. */
static bool has_same_names(const char *const *names, int64_t n, const char *wanted)
{
	char text[4096], *rest = text, *name;
	int64_t found = 0;

	snprintf(text, sizeof text, "%s", wanted);
	while ((name = strtok_r(rest, " ", &rest))) {
		int64_t i = 0;

		while (i < n && strcmp(names[i], name) != 0)
			i++;
		if (i == n)
			return false;
		found++;
	}
	return found == n;
}

static void check_overloads(const json_t *one)
{
	const char *name = expected_text(one, "name"), *const *overloads = NULL;
	const bool has_other_operators = expected_is_of_another_release();
	const ct_operator *op;
	char order[4096] = "";
	bool same_names;
	int64_t n = 0;
	ct_error err = ct_operator_find(name, &op);

	if (err && has_other_operators) {
		ct_error_free(err);
		other_overloads++;
		return;
	}
	OK(err);
	OK(ct_operator_overloads(op, &overloads, &n));
	for (int64_t i = 0; i < n; i++)
		snprintf(order + strlen(order), sizeof order - strlen(order), "%s%s", i ? " " : "",
			 overloads[i]);
	same_names = has_same_names(overloads, n, expected_text(one, "order"));
	ct_free((void *)overloads);
	/* They are in the order in which libtorch registers them. */
	if (has_other_operators && (!same_names || strcmp(order, expected_text(one, "order")))) {
		other_overloads++;
		return;
	}
	ck_assert_msg(strcmp(order, expected_text(one, "order")) == 0, "%s: expected %s, got %s",
		      name, expected_text(one, "order"), order);
}

START_TEST(overloads_are_tried_in_the_order_of_torch_ops)
{
	other_overloads = 0;
	ck_assert_int_gt(each_case("overloads", check_overloads), 500);
	if (other_overloads > 0)
		printf("left out, with libtorch " CT_LIBTORCH_RELEASE
		       ": the order of %d operators' "
		       "overloads: they are other ones, or registered otherwise\n",
		       other_overloads);
	ck_assert_int_lt(other_overloads, 250);
}
END_TEST

Suite *expected_suite(void)
{
	Suite *suite = suite_create("operators: as Python");
	TCase *tests = tests_of("as Python");

	tcase_set_timeout(tests, 120);
	tcase_add_unchecked_fixture(tests, load_cases, drop_cases);
	tcase_add_test(tests, values_print_as_repr_prints_them);
	tcase_add_test(tests, values_are_equal_where_python_says_so);
	tcase_add_test(tests, calls_give_what_torch_ops_gives);
	tcase_add_test(tests, each_type_takes_the_values_that_it_takes_in_python);
	tcase_add_test(tests, overloads_are_tried_in_the_order_of_torch_ops);
	suite_add_tcase(suite, tests);
	return suite;
}
