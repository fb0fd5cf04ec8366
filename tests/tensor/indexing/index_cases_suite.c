/*
 * Each case of Python's table, by parts and by text.
 */
#include "index_cases.h"

/* The types of tensors have their device in their name: "CPUFloatType". */
static char *with_device_name(const char *text)
{
	const char *device = ct_device_type_name(index_cases_device.type);
	const char *type = strstr(text, "CPU");
	const size_t size = strlen(text) + strlen(device) + 1;
	char *result = malloc(size);

	MUST(result != NULL);
	if (type && index_cases_device.type != CT_DEVICE_TYPE_CPU)
		snprintf(result, size, "%.*s%s%s", (int)(type - text), text, device,
			 type + strlen("CPU"));
	else
		snprintf(result, size, "%s", text);
	return result;
}

/* The error must be the case's. */
static void assert_refused(ct_error error, const json_t *of_case, const char *what)
{
	char *wanted = with_device_name(expected_text(of_case, "error"));

	ck_assert_msg(error != NULL && is_expected_error(error, wanted),
		      "%s:\nexpected: %s\ngot:      %s", what, wanted, error ? error : "no error");
	free(wanted);
	ct_error_free(error);
}

static void assert_succeeds(ct_error error, const char *what)
{
	ck_assert_msg(error == NULL, "%s: %s", what, error);
}

static bool is_refused(const json_t *of_case)
{
	return json_object_get(of_case, "error") != NULL;
}

static const void *memory_of(const ct_tensor *tensor)
{
	ct_storage *storage = NULL;
	const void *memory;

	OK(ct_tensor_storage(tensor, &storage));
	memory = ct_storage_data(storage);
	ct_storage_free(storage);
	return memory;
}

static void assert_strides(const ct_tensor *got, const json_t *of_case, const char *what)
{
	int64_t n, *strides = expected_ints(of_case, "strides", &n);

	for (int64_t i = 0; i < n; i++)
		ck_assert_msg(ct_tensor_strides(got)[i] == strides[i],
			      "%s: stride %lld of dimension %lld, expected %lld", what,
			      (long long)ct_tensor_strides(got)[i], (long long)i,
			      (long long)strides[i]);
	free(strides);
}

static void assert_same_view(const ct_tensor *got, const ct_tensor *self, const json_t *of_case,
			     const char *what)
{
	bool shares = memory_of(got) == memory_of(self);

	ck_assert_msg(got != self, "%s: the tensor itself", what);
	assert_strides(got, of_case, what);
	ck_assert_msg(ct_tensor_storage_offset(got) == expected_int(of_case, "offset"),
		      "%s: offset %lld", what, (long long)ct_tensor_storage_offset(got));
	/* Without memory, sharing cannot be detected. */
	if (memory_of(self) != NULL)
		ck_assert_msg(shares == expected_bool(of_case, "shares"), "%s: shares memory: %d",
			      what, shares);
}

static void check_get(const json_t *of_case, const struct subscript *s, const char *what)
{
	ct_tensor *self = base_of(of_case), *result = UNTOUCHED;
	ct_error error = subscript_get(s, self, &result);

	if (is_refused(of_case)) {
		assert_refused(error, of_case, what);
		ck_assert_ptr_eq(result, UNTOUCHED);
	} else {
		assert_succeeds(error, what);
		assert_expected_tensor(result, of_case, "result", 0, what);
		assert_same_view(result, self, of_case, what);
		ct_tensor_free(result);
	}
	ct_tensor_free(self);
}

/* The call must have written what the case says, or failed with its error. */
static void assert_written(ct_error error, const ct_tensor *self, const json_t *of_case,
			   const char *what)
{
	if (is_refused(of_case)) {
		assert_refused(error, of_case, what);
	} else {
		assert_succeeds(error, what);
		assert_expected_tensor(self, of_case, "after", 0, what);
	}
}

static void check_put(const json_t *of_case, const struct subscript *s, const char *what)
{
	ct_tensor *self = base_of(of_case), *value = value_of_case(of_case);
	ct_error error = subscript_put(s, self, of_case, value);

	assert_written(error, self, of_case, what);
	ct_tensor_free(value);
	ct_tensor_free(self);
}

/* 1, 2, 3, ... in the shape and the dtype of `tensor`. */
static ct_tensor *numbered(const ct_tensor *tensor)
{
	ct_tensor *range = NULL, *result = NULL;

	OK(ct_arange_start(ct_scalar_int(1), ct_scalar_int(ct_tensor_numel(tensor) + 1),
			   ct_tensor_dtype(tensor), CT_LAYOUT_NONE, ct_tensor_device(tensor), NULL,
			   &range));
	OK(ct_reshape(range, ct_tensor_shape(tensor), ct_tensor_dim(tensor), &result));
	ct_tensor_free(range);
	return result;
}

static void backward_from(const ct_tensor *result)
{
	ct_tensor *gradient = numbered(result);

	OK(ct_tensor_backward_with(result, gradient, NULL, false, CT_NO_TENSORS));
	ct_tensor_free(gradient);
}

static void assert_grad(const ct_tensor *tensor, const json_t *of_case, const char *key,
			const char *what)
{
	ct_tensor *grad = NULL;

	OK(ct_tensor_grad(tensor, &grad));
	if (grad == NULL)
		OK(ct_zeros_like(tensor, CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
				 CT_MEMORY_FORMAT_NONE, &grad));
	assert_expected_tensor(grad, of_case, key, 0, what);
	ct_tensor_free(grad);
}

static void check_get_grad(const json_t *of_case, const struct subscript *s, const char *what)
{
	ct_tensor *self = base_of(of_case), *result = NULL;

	OK(ct_tensor_set_requires_grad(self, true));
	assert_succeeds(subscript_get(s, self, &result), what);
	backward_from(result);
	assert_grad(self, of_case, "grad", what);
	ct_tensor_free(result);
	ct_tensor_free(self);
}

static void check_put_grad(const json_t *of_case, const struct subscript *s, const char *what)
{
	ct_tensor *leaf = base_of(of_case), *value = value_of_case(of_case), *self = NULL;
	bool value_learns = json_object_get(of_case, "value_grad") != NULL;
	ct_error error;

	OK(ct_tensor_set_requires_grad(leaf, true));
	if (value_learns)
		OK(ct_tensor_set_requires_grad(value, true));
	OK(ct_mul_Scalar(leaf, ct_scalar_int(2), &self));
	error = subscript_put(s, self, of_case, value);
	if (is_refused(of_case)) {
		assert_refused(error, of_case, what);
	} else {
		assert_succeeds(error, what);
		backward_from(self);
		assert_expected_tensor(self, of_case, "after", 0, what);
		assert_grad(leaf, of_case, "grad", what);
		if (value_learns)
			assert_grad(value, of_case, "value_grad", what);
	}
	ct_tensor_free(self);
	ct_tensor_free(value);
	ct_tensor_free(leaf);
}

static void check_put_leaf(const json_t *of_case, const struct subscript *s, const char *what)
{
	ct_tensor *self = base_of(of_case);

	OK(ct_tensor_set_requires_grad(self, true));
	assert_refused(subscript_put(s, self, of_case, NULL), of_case, what);
	ct_tensor_free(self);
}

static void check_chained(const json_t *of_case, const struct subscript *s, const char *what)
{
	struct subscript *first = subscript_of(json_object_get(of_case, "first"), s->by_text);
	ct_tensor *self = base_of(of_case), *view = NULL, *value = value_of_case(of_case);

	assert_succeeds(subscript_get(first, self, &view), what);
	assert_succeeds(subscript_put(s, view, of_case, value), what);
	assert_expected_tensor(self, of_case, "after", 0, what);
	ct_tensor_free(value);
	ct_tensor_free(view);
	ct_tensor_free(self);
	subscript_free(first);
}

static void check_accumulate(const json_t *of_case, const struct subscript *s, const char *what)
{
	ct_tensor *self = base_of(of_case), *value = value_of_case(of_case);
	ct_error error = ct_tensor_index_accumulate(self, s->parts, s->n, value);

	assert_written(error, self, of_case, what);
	ct_tensor_free(value);
	ct_tensor_free(self);
}

static const struct {
	const char *what;
	void (*check)(const json_t *of_case, const struct subscript *s, const char *what);
	bool has_text;
} checks[] = {
	{ "get", check_get, true },
	{ "put", check_put, true },
	{ "get_grad", check_get_grad, true },
	{ "put_grad", check_put_grad, true },
	{ "put_leaf", check_put_leaf, true },
	{ "chained", check_chained, true },
	{ "accumulate", check_accumulate, false },
};

enum { CHECKS = sizeof checks / sizeof *checks };

static size_t check_of(const json_t *of_case)
{
	size_t i;

	for (i = 0; i < CHECKS; i++)
		if (strcmp(checks[i].what, expected_text(of_case, "what")) == 0)
			break;
	return i;
}

int64_t index_check_count(void)
{
	return 2 * (int64_t)json_array_size(index_cases());
}

void check_index_case(int64_t number)
{
	const json_t *of_case = json_array_get(index_cases(), (size_t)number / 2);
	bool by_text = number % 2;
	size_t check = check_of(of_case);
	struct subscript *s;

	if (check == CHECKS || (by_text && !checks[check].has_text))
		return;
	s = subscript_of(of_case, by_text);
	if (by_text || s->parts != NULL)
		checks[check].check(of_case, s, called(of_case, by_text));
	subscript_free(s);
}

START_TEST(case_of_the_table)
{
	check_index_case(_i);
}
END_TEST

/* Otherwise a truncated table would go unnoticed. */
START_TEST(table_has_cases_of_all_kinds)
{
	static const size_t least[CHECKS] = { 400, 180, 15, 15, 4, 10, 10 };
	size_t found[CHECKS + 1] = { 0 }, i;
	const json_t *of_case;

	json_array_foreach (index_cases(), i, of_case)
		found[check_of(of_case)]++;
	for (i = 0; i < CHECKS; i++)
		ck_assert_msg(found[i] + expected_left_out("index") >= least[i], "%s: %zu cases",
			      checks[i].what, found[i]);
}
END_TEST

Suite *index_cases_suite(void)
{
	Suite *suite = suite_create("index, as Python does it");
	TCase *tests = tests_of("cases");

	tcase_add_test(tests, table_has_cases_of_all_kinds);
	tcase_add_loop_test(tests, case_of_the_table, 0, (int)index_check_count());
	suite_add_tcase(suite, tests);
	return suite;
}
