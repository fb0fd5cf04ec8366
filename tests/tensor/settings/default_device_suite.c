/*
 * The default device: where tensors are created if no device is given.
 */
#include "expected.h"
#include "releases.h"
#include "support.h"

#define META CT_DEVICE(CT_DEVICE_TYPE_META, -1)

static ct_tensor *on_cpu;

static void make_tensor(void)
{
	on_cpu = vector(2, (const float[]){ 1, 1 });
}

static void free_tensor(void)
{
	OK(ct_set_default_device(CT_DEVICE_NONE));
	ct_tensor_free(on_cpu);
}

static ct_error sparse(ct_tensor **result)
{
	ct_tensor_options options = { 0 };
	ct_tensor *indices;
	ct_error err;

	options.device = CT_DEVICE_CPU;
	CT_TRY(ct_tensor_from_rows(CT_ROWS(CT_INT_ROW(0, 1)), &options, &indices));
	err = ct_tensor_sparse_coo(indices, on_cpu, CT_L(2), NULL, result);
	ct_tensor_free(indices);
	return err;
}

static ct_error zeros_by_name(ct_tensor **result)
{
	const int64_t size[] = { 2 };
	ct_value value;
	ct_tensor *zeros;

	CT_TRY(ct_call("aten::zeros", (ct_value[]){ ct_value_ints(CT_INTS_OF(size, 1)) }, 1, &value,
		       1));
	CT_TRY(ct_value_as_tensor(&value, &zeros));
	*result = ct_tensor_retain(zeros);
	ct_value_free(&value);
	return NULL;
}

static ct_error zeros_on_cpu(ct_tensor **result)
{
	ct_tensor_options options = { 0 };

	options.device = CT_DEVICE_CPU;
	return ct_tensor_zeros(CT_L(2), &options, result);
}

#define NO_OPTIONS CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL

/* One of tests/fixtures/expected/default_device.py, as an operator or, with `by_maker`, of
 * create.h. */
static ct_error make(const char *name, bool by_maker, ct_tensor **result)
{
	static const float data[] = { 1, 1 };
	const int64_t size[] = { 2 };
	const ct_scalar three = ct_scalar_int(3), half = ct_scalar_float(1.5);

#define CASE(case_name, operator, maker)  \
	if (strcmp(name, case_name) == 0) \
	return by_maker ? (maker) : (operator)
	CASE("zeros", ct_zeros(size, 1, NO_OPTIONS, result),
	     ct_tensor_zeros(CT_INTS_OF(size, 1), NULL, result));
	CASE("rand", ct_rand(size, 1, NO_OPTIONS, result),
	     ct_tensor_rand(CT_INTS_OF(size, 1), NULL, result));
	CASE("eye", ct_eye(2, NO_OPTIONS, result), ct_tensor_eye(2, 2, NULL, result));
	CASE("arange", ct_arange(three, NO_OPTIONS, result),
	     ct_tensor_arange(ct_scalar_int(0), three, ct_scalar_int(1), NULL, result));
	CASE("full", ct_full(size, 1, half, NO_OPTIONS, result),
	     ct_tensor_full(CT_INTS_OF(size, 1), half, NULL, result));
	CASE("hann_window", ct_hann_window(3, NO_OPTIONS, result),
	     ct_tensor_hann_window(3, true, NULL, result));
	CASE("linspace", ct_linspace(half, three, 3, NO_OPTIONS, result),
	     ct_tensor_linspace(half, three, 3, NULL, result));
#if HAS_EMPTY_PERMUTED
	const int64_t sizes[] = { 2, 3 }, order[] = { 1, 0 };

	CASE("empty_permuted", ct_empty_permuted(sizes, 2, order, 2, NO_OPTIONS, result),
	     ct_tensor_empty_permuted(CT_INTS_OF(sizes, 2), CT_INTS_OF(order, 2), NULL, result));
#endif
	CASE("zeros_on_cpu",
	     ct_zeros(size, 1, CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_CPU, NULL, result),
	     zeros_on_cpu(result));
	CASE("zeros_like", ct_zeros_like(on_cpu, NO_OPTIONS, CT_MEMORY_FORMAT_NONE, result),
	     ct_tensor_zeros_like(on_cpu, NULL, result));
	CASE("new_zeros", ct_new_zeros(on_cpu, size, 1, NO_OPTIONS, result),
	     ct_tensor_new_zeros(on_cpu, CT_INTS_OF(size, 1), NULL, result));
	CASE("normal", ct_normal_float_float(0, 1, size, 1, NULL, NO_OPTIONS, result),
	     ct_tensor_normal(0, 1, CT_INTS_OF(size, 1), NULL, result));
	CASE("from_numbers", ct_tensor_from_text("[1, 2]", NULL, result),
	     ct_tensor_from_rows(CT_INT_ROW(1, 2), NULL, result));
	CASE("from_array",
	     ct_tensor_from_data_with(data, CT_FLOAT32, CT_INTS_OF(size, 1), NULL, result),
	     ct_tensor_from_data_with(data, CT_FLOAT32, CT_INTS_OF(size, 1), NULL, result));
	CASE("from_blob",
	     ct_tensor_from_blob((void *)(uintptr_t)data, CT_FLOAT32, CT_INTS_OF(size, 1),
				 CT_NO_INTS, NULL, NULL, result),
	     ct_tensor_from_data(data, CT_FLOAT32, CT_INTS_OF(size, 1), result));
	CASE("sparse_coo", sparse(result), sparse(result));
	CASE("by_name", zeros_by_name(result), zeros_by_name(result));
#undef CASE
	ck_abort_msg("no call is named %s", name);
	return NULL;
}

static void compare(const json_t *of_case)
{
	ct_device wanted;

	OK(ct_device_from_string(expected_text(of_case, "device"), &wanted));
	for (int by_maker = 0; by_maker < 2; by_maker++) {
		const char *name = expected_text(of_case, "name");
		ct_error err = NULL;
		ct_tensor *made;

		CT_DEFAULT_DEVICE(err, META)
		{
			OK(make(name, by_maker, &made));
		}
		OK(err);
		ck_assert_msg(ct_tensor_device(made).type == wanted.type, "%s (%d)", name,
			      by_maker);
		ct_tensor_free(made);
	}
}

START_TEST(tensors_are_made_where_pythons_are)
{
	json_t *cases = expected_cases("default_device"), *of_case;
	size_t i, compared = 0;

	json_array_foreach (cases, i, of_case)
		if (strcmp(expected_text(of_case, "about"), "call") == 0) {
			compare(of_case);
			compared++;
		}
	ck_assert_uint_ge(compared + expected_left_out("default_device"), 17);
	json_decref(cases);
}
END_TEST

static ct_device_type zeros_are_on(void)
{
	ct_tensor *zeros;
	ct_device_type type;

	OK(ct_zeros((const int64_t[]){ 2 }, 1, NO_OPTIONS, &zeros));
	type = ct_tensor_device(zeros).type;
	ct_tensor_free(zeros);
	return type;
}

START_TEST(blocks_bring_back_what_was_before)
{
	ct_error err = NULL, err_inside = NULL;

	OK(ct_set_default_device(META));
	CT_DEFAULT_DEVICE(err, CT_DEVICE_CPU)
	{
		ck_assert_int_eq(zeros_are_on(), CT_DEVICE_TYPE_CPU);
		CT_DEFAULT_DEVICE(err_inside, META)
		{
			ck_assert_int_eq(zeros_are_on(), CT_DEVICE_TYPE_META);
			break;
		}
		ck_assert_int_eq(zeros_are_on(), CT_DEVICE_TYPE_CPU);
	}
	OK(err);
	OK(err_inside);
	ck_assert_int_eq(zeros_are_on(), CT_DEVICE_TYPE_META);
	ck_assert_int_eq(ct_default_device().type, CT_DEVICE_TYPE_META);
}
END_TEST

static ct_error scope_on_meta(ct_device_type *inside)
{
	CT_DEFAULT_DEVICE_SCOPE(META);
	*inside = zeros_are_on();
	return ct_error_new(CT_ERROR_VALUE, NULL, "left");
}
START_TEST(rest_of_a_scope_brings_back_what_was_before)
{
	ct_device_type inside = CT_DEVICE_TYPE_NONE;
	FAILS(scope_on_meta(&inside), "ValueError: left");
	ck_assert_int_eq(inside, CT_DEVICE_TYPE_META);
	ck_assert_int_eq(zeros_are_on(), CT_DEVICE_TYPE_CPU);
}
END_TEST START_TEST(device_is_what_was_set)
{
	ck_assert_int_eq(ct_default_device().type, CT_DEVICE_TYPE_CPU);
	OK(ct_set_default_device(META));
	ck_assert_int_eq(ct_default_device().type, CT_DEVICE_TYPE_META);
	OK(ct_set_default_device(CT_DEVICE_NONE));
	ck_assert_int_eq(ct_default_device().type, CT_DEVICE_TYPE_CPU);
	ck_assert_int_eq(zeros_are_on(), CT_DEVICE_TYPE_CPU);
}
END_TEST

START_TEST(device_that_is_none_is_refused)
{
	ct_error err = NULL;
	int runs = 0;

	FAILS_WITH(ct_set_default_device(CT_DEVICE(99, -1)), CT_ERROR_ARGUMENT,
		   "ct_set_default_device: argument 1 (device)");
	CT_DEFAULT_DEVICE(err, CT_DEVICE(99, -1))
	{
		runs++;
	}
	FAILS_WITH(err, CT_ERROR_ARGUMENT, "argument 1 (device)");
	ck_assert_int_eq(runs, 0);
}
END_TEST

static void *find_default(void *type)
{
	*(ct_device_type *)type = zeros_are_on();
	return NULL;
}

START_TEST(threads_have_their_own)
{
	ct_device_type there = CT_DEVICE_TYPE_META;

	OK(ct_set_default_device(META));
	run_in_thread(find_default, &there);
	ck_assert_int_eq(there, CT_DEVICE_TYPE_CPU);
	ck_assert_int_eq(zeros_are_on(), CT_DEVICE_TYPE_META);
}
END_TEST

Suite *default_device_suite(void)
{
	Suite *suite = suite_create("default_device");
	TCase *tests = tests_of("default_device");

	tcase_add_checked_fixture(tests, make_tensor, free_tensor);
	tcase_add_test(tests, tensors_are_made_where_pythons_are);
	tcase_add_test(tests, blocks_bring_back_what_was_before);
	tcase_add_test(tests, rest_of_a_scope_brings_back_what_was_before);
	tcase_add_test(tests, device_is_what_was_set);
	tcase_add_test(tests, device_that_is_none_is_refused);
	tcase_add_test(tests, threads_have_their_own);
	suite_add_tcase(suite, tests);
	return suite;
}
