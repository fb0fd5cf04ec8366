/*
 * C arrays of one dtype to tensors of another, and tensors around memory, where tensors_suite.c
 * does not test them.
 */
#include <pthread.h>

#include "support.h"

/* --- From an array --------------------------------------------------------------------------- */

static void convert(const json_t *of_case)
{
	ct_tensor *from = expected_tensor(of_case, "from"), *to = expected_tensor(of_case, "to");
	const ct_dtype dtype = ct_tensor_dtype(to);
	ct_tensor *made = NULL;
	char what[64];

	snprintf(what, sizeof what, "dtype %d to dtype %d", ct_tensor_dtype(from), dtype);
	OK(ct_tensor_from_data_with(ct_tensor_data(from), ct_tensor_dtype(from),
				    CT_INTS_OF(ct_tensor_shape(from), 1), CT_OPTIONS_DTYPE(dtype),
				    &made));
	assert_expected_tensor(made, of_case, "to", 0, what);
	ct_tensor_free(made);
	ct_tensor_free(from);
	ct_tensor_free(to);
}

/* Exact values, ties, one bit off ties, subnormals, overflow, infinity and NaN. */
START_TEST(floats_are_rounded_as_pytorch_rounds)
{
	for_each_case("rounding", 7, convert);
}
END_TEST

START_TEST(every_dtype_becomes_every_other)
{
	for_each_case("conversion", 400, convert);
}
END_TEST

/* Copies to a C array, and over the elements of a tensor. */
static void convert_back(const json_t *of_case)
{
	ct_tensor *from = expected_tensor(of_case, "from"), *to = expected_tensor(of_case, "to");
	const size_t nbytes = (size_t)(ct_tensor_numel(to) * ct_tensor_element_size(to));
	unsigned char *out = malloc(nbytes);

	MUST(out != NULL);
	OK(ct_tensor_copy_to(from, ct_tensor_dtype(to), out, ct_tensor_numel(from)));
	ck_assert_mem_eq(out, ct_tensor_data(to), nbytes);
	OK(ct_zero_(to, NULL));
	OK(ct_tensor_copy_from(to, ct_tensor_dtype(from), ct_tensor_data(from),
			       ct_tensor_numel(from)));
	assert_expected_tensor(to, of_case, "to", 0, "copy_from");
	free(out);
	ct_tensor_free(from);
	ct_tensor_free(to);
}

START_TEST(arrays_are_copied_out_and_in_with_the_same_conversion)
{
	for_each_case("conversion", 400, convert_back);
	for_each_case("rounding", 7, convert_back);
}
END_TEST

START_TEST(options_say_the_rest)
{
	const float values[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	ct_tensor_options options = { 0 };
	ct_tensor *made = NULL;

	options.requires_grad = true;
	options.memory_format = CT_CHANNELS_LAST;
	OK(ct_tensor_from_data_with(values, CT_FLOAT32, CT_L(1, 2, 2, 2), &options, &made));
	ck_assert(ct_tensor_requires_grad(made));
	ck_assert(ct_tensor_is_leaf(made));
	ck_assert_int_eq(ct_tensor_strides(made)[1], 1);
	ck_assert_int_eq(ct_tensor_dtype(made), CT_FLOAT32);
	ct_tensor_free(made);
	OK(ct_tensor_from_data_with(values, CT_FLOAT32, CT_L(8),
				    CT_OPTIONS_DEVICE(CT_DEVICE(CT_DEVICE_TYPE_META, -1)), &made));
	ck_assert_int_eq(ct_tensor_device(made).type, CT_DEVICE_TYPE_META);
	ct_tensor_free(made);
}
END_TEST

START_TEST(impossible_options_are_refused)
{
	const float value = 1;
	ct_tensor_options options = { 0 };
	ct_tensor *made = UNTOUCHED;

	options.dtype = 256;
	FAILS(ct_tensor_from_data_with(&value, CT_FLOAT32, CT_NO_INTS, &options, &made),
	      "ArgumentError: ct_tensor_from_data_with: argument 4 (options.dtype): unknown "
	      "dtype 256");
	options = (ct_tensor_options){ 0 };
	options.layout = CT_SPARSE_COO;
	FAILS(ct_tensor_from_data_with(&value, CT_FLOAT32, CT_NO_INTS, &options, &made),
	      "ArgumentError: ct_tensor_from_data_with: options.layout: a tensor from C data is "
	      "strided; convert it with ct_to_sparse() or a related function");
	FAILS(ct_tensor_from_data_with(&value, CT_FLOAT32, CT_INTS_OF(NULL, -1), NULL, &made),
	      "ArgumentError: ct_tensor_from_data_with: argument 3 (shape): length is -1, but "
	      "must not be negative");
	FAILS_WITH(ct_tensor_from_data_with(&(int64_t){ 1 }, CT_INT64, CT_NO_INTS, CT_OPTIONS_GRAD,
					    &made),
		   CT_ERROR_RUNTIME, "Only Tensors of floating point and complex dtype");
	ck_assert_ptr_eq(made, UNTOUCHED);
}
END_TEST

/* --- Around memory --------------------------------------------------------------------------- */

struct told {
	int times;
	void *data;
	pthread_t thread;
};

static void note(void *data, void *context)
{
	struct told *told = context;

	told->times++;
	told->data = data;
	told->thread = pthread_self();
}

static void *free_it(void *tensor)
{
	ct_tensor_free(tensor);
	return NULL;
}

START_TEST(deleter_runs_once_in_the_thread_of_the_last_reference)
{
	static float values[6];
	struct told told = { 0 };
	ct_tensor *tensor = NULL, *view = NULL;
	pthread_t thread;

	OK(ct_tensor_from_blob(values, CT_FLOAT32, CT_L(2, 2), CT_L(3, 1), note, &told, &tensor));
	OK(ct_select_int(tensor, 0, 1, &view));
	ct_tensor_free(tensor);
	ck_assert_int_eq(told.times, 0);
	ck_assert_int_eq(pthread_create(&thread, NULL, free_it, view), 0);
	pthread_join(thread, NULL);
	ck_assert_int_eq(told.times, 1);
	ck_assert_ptr_eq(told.data, values);
	ck_assert(!pthread_equal(told.thread, pthread_self()));
}
END_TEST

START_TEST(deleter_of_nothing_runs_too)
{
	struct told told = { 0 };
	ct_tensor *tensor = NULL;

	OK(ct_tensor_from_blob(NULL, CT_FLOAT32, CT_L(0, 3), CT_NO_INTS, note, &told, &tensor));
	ck_assert_int_eq(told.times, 0);
	ct_tensor_free(tensor);
	ck_assert_int_eq(told.times, 1);
	OK(ct_tensor_from_blob(NULL, CT_FLOAT32, CT_L(0, 3), CT_NO_INTS, note, &told, NULL));
	ck_assert_int_eq(told.times, 2);
}
END_TEST

START_TEST(deleter_does_not_run_on_an_error)
{
	static _Alignas(16) double values[3];
	struct told told = { 0 };

	FAILS(ct_tensor_from_blob((char *)values + 4, CT_FLOAT64, CT_L(1), CT_NO_INTS, note, &told,
				  NULL),
	      "ArgumentError: ct_tensor_from_blob: argument 1 (data) must be aligned to 8 bytes");
	FAILS(ct_tensor_from_blob(values + 1, CT_COMPLEX128, CT_L(1), CT_NO_INTS, note, &told,
				  NULL),
	      "ArgumentError: ct_tensor_from_blob: argument 1 (data) must be aligned to 16 bytes");
	FAILS(ct_tensor_from_blob(values, CT_FLOAT64, CT_L(2, 3), CT_L(INT64_MAX / 4, 1), note,
				  &told, NULL),
	      "ArgumentError: ct_tensor_from_blob: argument 4 (strides): larger than the address "
	      "space");
	ck_assert_int_eq(told.times, 0);
}
END_TEST

/* libtorch treats it like any other: in place, in backward, and when it is resized away from the
 * memory. */
START_TEST(tensor_around_memory_is_as_any_other)
{
	float values[] = { 1, 2 };
	struct told told = { 0 };
	ct_tensor *tensor = NULL, *product = NULL, *sum = NULL, *grad = NULL;

	OK(ct_tensor_from_blob(values, CT_FLOAT32, CT_L(2), CT_NO_INTS, note, &told, &tensor));
	OK(ct_tensor_set_requires_grad(tensor, true));
	OK(ct_mul_Tensor(tensor, tensor, &product));
	OK(ct_sum(product, CT_DTYPE_NONE, &sum));
	OK(ct_tensor_backward(sum));
	OK(ct_tensor_grad(tensor, &grad));
	assert_floats(grad, (int64_t[]){ 2, -1 }, (double[]){ 2, 4 });
	ct_tensor_free(tensor);
	ct_tensor_free(product);
	ct_tensor_free(sum);
	ct_tensor_free(grad);
	ck_assert_int_eq(told.times, 1);
}
END_TEST

Suite *convert_suite(void)
{
	Suite *suite = suite_create("making tensors of C data");
	TCase *tests = tests_of("making tensors of C data");

	tcase_add_test(tests, floats_are_rounded_as_pytorch_rounds);
	tcase_add_test(tests, every_dtype_becomes_every_other);
	tcase_add_test(tests, arrays_are_copied_out_and_in_with_the_same_conversion);
	tcase_add_test(tests, options_say_the_rest);
	tcase_add_test(tests, impossible_options_are_refused);
	tcase_add_test(tests, deleter_runs_once_in_the_thread_of_the_last_reference);
	tcase_add_test(tests, deleter_of_nothing_runs_too);
	tcase_add_test(tests, deleter_does_not_run_on_an_error);
	tcase_add_test(tests, tensor_around_memory_is_as_any_other);
	suite_add_tcase(suite, tests);
	return suite;
}
