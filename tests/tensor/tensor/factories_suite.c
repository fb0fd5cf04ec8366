/*
 * PyTorch's factory functions with their options.
 */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#define SEED 42 /* as in create.py */

static ct_scalar whole(int64_t value)
{
	return ct_scalar_int(value);
}

static ct_scalar real(double value)
{
	return ct_scalar_float(value);
}

/* The call of create.py, in C. */
static ct_error make(const char *call, const ct_tensor *like, ct_tensor **made)
{
#define IS(text, made_by)            \
	if (strcmp(call, text) == 0) \
		return made_by;
#define NO NULL, made
#define OF(dtype) CT_OPTIONS_DTYPE(dtype), made
	IS("zeros((2, 3))", ct_tensor_zeros(CT_L(2, 3), NO))
	IS("zeros(())", ct_tensor_zeros(CT_NO_INTS, NO))
	IS("zeros((2, 0))", ct_tensor_zeros(CT_L(2, 0), NO))
	IS("zeros((2, 3), dtype=int32)", ct_tensor_zeros(CT_L(2, 3), OF(CT_INT32)))
	IS("ones((4,))", ct_tensor_ones(CT_L(4), NO))
	IS("ones((2, 2), dtype=complex64)", ct_tensor_ones(CT_L(2, 2), OF(CT_COMPLEX64)))
	IS("full((2,), 7)", ct_tensor_full(CT_L(2), whole(7), NO))
	IS("full((2,), 2.5)", ct_tensor_full(CT_L(2), real(2.5), NO))
	IS("full((2,), True)", ct_tensor_full(CT_L(2), ct_scalar_bool(true), NO))
	IS("full((2,), 1j)", ct_tensor_full(CT_L(2), ct_scalar_complex(0, 1), NO))
	IS("full((3,), 7, dtype=float16)", ct_tensor_full(CT_L(3), whole(7), OF(CT_FLOAT16)))
	IS("eye(3, 3)", ct_tensor_eye(3, 3, NO))
	IS("eye(2, 4, dtype=int64)", ct_tensor_eye(2, 4, OF(CT_INT64)))
	IS("arange(0, 5, 1)", ct_tensor_arange(whole(0), whole(5), whole(1), NO))
	IS("arange(1, 2, 0.25)", ct_tensor_arange(whole(1), whole(2), real(.25), NO))
	IS("arange(5, 0, -2)", ct_tensor_arange(whole(5), whole(0), whole(-2), NO))
	IS("arange(0, 3, 1, dtype=float64)",
	   ct_tensor_arange(whole(0), whole(3), whole(1), OF(CT_FLOAT64)))
	IS("linspace(0, 1, 5)", ct_tensor_linspace(whole(0), whole(1), 5, NO))
	IS("linspace(-1, 1, 4, dtype=float64)",
	   ct_tensor_linspace(whole(-1), whole(1), 4, OF(CT_FLOAT64)))
	IS("linspace(0, 10, 1)", ct_tensor_linspace(whole(0), whole(10), 1, NO))
	IS("logspace(0, 2, 3, 10.0)", ct_tensor_logspace(whole(0), whole(2), 3, 10, NO))
	IS("logspace(0, 4, 5, 2.0)", ct_tensor_logspace(whole(0), whole(4), 5, 2, NO))
	IS("tril_indices(3, 3, 0)", ct_tensor_tril_indices(3, 3, 0, NO))
	IS("tril_indices(4, 3, -1, dtype=int32)", ct_tensor_tril_indices(4, 3, -1, OF(CT_INT32)))
	IS("triu_indices(3, 4, 1)", ct_tensor_triu_indices(3, 4, 1, NO))
	IS("bartlett_window(6, True)", ct_tensor_bartlett_window(6, true, NO))
	IS("bartlett_window(6, False)", ct_tensor_bartlett_window(6, false, NO))
	IS("blackman_window(7, True)", ct_tensor_blackman_window(7, true, NO))
	IS("hann_window(5, False)", ct_tensor_hann_window(5, false, NO))
	IS("hamming_window(6, True, 0.54, 0.46)", ct_tensor_hamming_window(6, true, .54, .46, NO))
	IS("hamming_window(4, False, 0.5, 0.5)", ct_tensor_hamming_window(4, false, .5, .5, NO))
	IS("kaiser_window(6, True, 12.0)", ct_tensor_kaiser_window(6, true, 12, NO))
	IS("kaiser_window(5, False, 3.0, dtype=float64)",
	   ct_tensor_kaiser_window(5, false, 3, OF(CT_FLOAT64)))
	IS("fft_fftfreq(5, 1.0)", ct_tensor_fft_fftfreq(5, 1, NO))
	IS("fft_rfftfreq(8, 0.5)", ct_tensor_fft_rfftfreq(8, .5, NO))
	IS("rand((3, 4))", ct_tensor_rand(CT_L(3, 4), NO))
	IS("rand((2,), dtype=float64)", ct_tensor_rand(CT_L(2), OF(CT_FLOAT64)))
	IS("randn((20,))", ct_tensor_randn(CT_L(20), NO))
	IS("randn((3,), dtype=complex64)", ct_tensor_randn(CT_L(3), OF(CT_COMPLEX64)))
	IS("normal(3.0, 0.5, (4,))", ct_tensor_normal(3, .5, CT_L(4), NO))
	IS("randint(-5, 5, (10,))", ct_tensor_randint(-5, 5, CT_L(10), NO))
	IS("randint(0, 2, (6,), dtype=int32)", ct_tensor_randint(0, 2, CT_L(6), OF(CT_INT32)))
	IS("randperm(9)", ct_tensor_randperm(9, NO))
	IS("randperm(5, dtype=int32)", ct_tensor_randperm(5, OF(CT_INT32)))
	IS("zeros_like(LIKE)", ct_tensor_zeros_like(like, NO))
	IS("ones_like(LIKE)", ct_tensor_ones_like(like, NO))
	IS("full_like(LIKE, 3)", ct_tensor_full_like(like, whole(3), NO))
	IS("rand_like(LIKE)", ct_tensor_rand_like(like, NO))
	IS("randn_like(LIKE)", ct_tensor_randn_like(like, NO))
	IS("randint_like(LIKE, 3, 9)", ct_tensor_randint_like(like, 3, 9, NO))
	IS("zeros_like(LIKE, dtype=int64)", ct_tensor_zeros_like(like, OF(CT_INT64)))
	IS("new_zeros(LIKE, (2, 2))", ct_tensor_new_zeros(like, CT_L(2, 2), NO))
	IS("new_ones(LIKE, (3,))", ct_tensor_new_ones(like, CT_L(3), NO))
	IS("new_full(LIKE, (2,), 9)", ct_tensor_new_full(like, CT_L(2), whole(9), NO))
	if (strcmp(call, "rand((2, 3, 2, 2), memory_format=channels_last)") == 0) {
		ct_tensor_options options = { 0 };

		options.memory_format = CT_CHANNELS_LAST;
		return ct_tensor_rand(CT_L(2, 3, 2, 2), &options, made);
	}
#undef IS
#undef NO
#undef OF
	ck_abort_msg("make() does not know %s", call);
}

/* 0 to 5 as two rows of three, transposed. */
static ct_tensor *like_this(void)
{
	ct_tensor *rows = NULL, *columns = NULL;

	OK(ct_tensor_from_text("[[0, 1, 2], [3, 4, 5]]", CT_OPTIONS_DTYPE(CT_FLOAT64), &rows));
	OK(ct_t(rows, &columns));
	ct_tensor_free(rows);
	return columns;
}

static void compare(const json_t *of_case)
{
	const char *call = expected_text(of_case, "call");
	ct_tensor *like = like_this(), *made = NULL;
	int64_t dim, *strides = expected_ints(of_case, "stride", &dim);

	OK(ct_manual_seed(SEED));
	OK(make(call, like, &made));
	ck_assert_int_eq(ct_tensor_dim(made), dim);
	for (int64_t i = 0; i < dim; i++)
		ck_assert_msg(ct_tensor_strides(made)[i] == strides[i], "%s: stride %lld is %lld",
			      call, (long long)i, (long long)ct_tensor_strides(made)[i]);
	free(strides);
	assert_case(of_case, call, NULL, made);
	ct_tensor_free(like);
}

START_TEST(makers_give_what_python_gets)
{
	for_each_case("factory", 50, compare);
}
END_TEST

START_TEST(numbers_come_from_the_generator_of_the_options)
{
	ct_tensor_options options = { 0 };
	ct_tensor *first = NULL, *second = NULL, *like = NULL;
	bool equal = false;

	OK(ct_generator_new(CT_DEVICE_CPU, &options.generator));
	OK(ct_generator_manual_seed(options.generator, 7));
	OK(ct_tensor_randn(CT_L(5), &options, &first));
	OK(ct_manual_seed(7));
	OK(ct_tensor_randn(CT_L(5), NULL, &second));
	OK(ct_equal(first, second, &equal));
	ck_assert(equal);
	OK(ct_generator_manual_seed(options.generator, 7));
	OK(ct_tensor_randn_like(second, &options, &like));
	OK(ct_equal(first, like, &equal));
	ck_assert(equal);
	ct_tensor_free(first);
	ct_tensor_free(second);
	ct_tensor_free(like);
	ct_generator_free(options.generator);
}
END_TEST

START_TEST(memory_of_any_value_has_the_shape_asked_for)
{
	ct_tensor *tensor = NULL, *like = NULL;
	ct_tensor_options options = { 0 };

	options.memory_format = CT_CHANNELS_LAST;
	OK(ct_tensor_empty(CT_L(2, 3, 4, 5), &options, &tensor));
	ck_assert_int_eq(ct_tensor_strides(tensor)[1], 1);
	OK(ct_tensor_empty_like(tensor, NULL, &like));
	ck_assert_int_eq(ct_tensor_strides(like)[1], 1);
	ct_tensor_free(like);
	OK(ct_tensor_new_empty(tensor, CT_L(7), NULL, &like));
	ck_assert_int_eq(ct_tensor_size(like, 0), 7);
	ct_tensor_free(like);
	OK(ct_tensor_new_empty_strided(tensor, CT_L(2, 2), CT_L(1, 2), NULL, &like));
	ck_assert_int_eq(ct_tensor_strides(like)[1], 2);
	ct_tensor_free(like);
	ct_tensor_free(tensor);
	OK(ct_tensor_empty_strided(CT_L(2, 3), CT_L(1, 2), CT_OPTIONS_DTYPE(CT_INT16), &tensor));
	ck_assert_int_eq(ct_tensor_strides(tensor)[1], 2);
	ck_assert_int_eq(ct_tensor_dtype(tensor), CT_INT16);
	ct_tensor_free(tensor);
#if HAS_EMPTY_PERMUTED
	OK(ct_tensor_empty_permuted(CT_L(2, 3, 4), CT_L(2, 0, 1), NULL, &tensor));
	ck_assert_int_eq(ct_tensor_strides(tensor)[2], 6);
	ck_assert_int_eq(ct_tensor_strides(tensor)[1], 1);
	ct_tensor_free(tensor);
#else
	FAILS(ct_tensor_empty_permuted(CT_L(2, 3, 4), CT_L(2, 0, 1), NULL, &tensor),
	      "NotImplementedError: this release of libtorch has no empty_permuted; use empty and "
	      "permute");
#endif
}
END_TEST

START_TEST(every_option_is_heeded)
{
	ct_tensor_options options = { 0 };
	ct_tensor *tensor = NULL;

	options.requires_grad = true;
	options.dtype = CT_FLOAT64;
	options.device = CT_DEVICE(CT_DEVICE_TYPE_META, -1);
	OK(ct_tensor_ones(CT_L(2), &options, &tensor));
	ck_assert(ct_tensor_requires_grad(tensor));
	ck_assert(ct_tensor_is_leaf(tensor));
	ck_assert_int_eq(ct_tensor_dtype(tensor), CT_FLOAT64);
	ck_assert_int_eq(ct_tensor_device(tensor).type, CT_DEVICE_TYPE_META);
	ct_tensor_free(tensor);
	options = (ct_tensor_options){ 0 };
	options.layout = CT_SPARSE_COO;
	OK(ct_tensor_zeros(CT_L(2, 3), &options, &tensor));
	ck_assert_int_eq(ct_tensor_layout(tensor), CT_SPARSE_COO);
	ct_tensor_free(tensor);
	OK(ct_tensor_zeros(CT_L(2), NULL, NULL));
}
END_TEST

/* Without a GPU no memory can be pinned, and libtorch reports what is missing. */
START_TEST(pinned_memory_is_asked_for)
{
	ct_tensor_options options = { 0 };
	ct_tensor *tensor = NULL;
	ct_error error;

	options.pin_memory = true;
	error = ct_tensor_zeros(CT_L(2), &options, &tensor);
	ck_assert(error != NULL || tensor != NULL);
	ct_error_free(error);
	if (tensor) {
		bool is_pinned = false;

		OK(ct_is_pinned(tensor, CT_DEVICE_NONE, &is_pinned));
		ck_assert(is_pinned);
	}
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(like_is_not_recorded)
{
	ct_tensor *weight = NULL, *like = NULL;

	OK(ct_tensor_zeros(CT_L(2), CT_OPTIONS_GRAD, &weight));
	OK(ct_tensor_rand_like(weight, NULL, &like));
	ck_assert(!ct_tensor_requires_grad(like));
	ct_tensor_free(like);
	ct_tensor_free(weight);
}
END_TEST

START_TEST(sparse_tensors_are_made_of_their_parts)
{
	ct_tensor *indices = NULL, *values = NULL, *sparse = NULL, *dense = NULL, *crow = NULL,
		  *col = NULL;
	ct_tensor_options options = { 0 };

	OK(ct_tensor_from_text("[[0, 1], [2, 0]]", NULL, &indices));
	OK(ct_tensor_from_text("[3., 4.]", NULL, &values));
	OK(ct_tensor_sparse_coo(indices, values, CT_L(2, 3), CT_OPTIONS_DTYPE(CT_FLOAT64),
				&sparse));
	ck_assert_int_eq(ct_tensor_dtype(sparse), CT_FLOAT64);
	OK(ct_to_dense(sparse, CT_DTYPE_NONE, NULL, &dense));
	assert_floats(dense, (int64_t[]){ 2, 3, -1 }, (double[]){ 0, 0, 3, 4, 0, 0 });
	ct_tensor_free(sparse);
	ct_tensor_free(dense);
	OK(ct_tensor_sparse_coo(indices, values, CT_NO_INTS, NULL, &sparse));
	ck_assert_int_eq(ct_tensor_size(sparse, 1), 3);
	ct_tensor_free(sparse);

	OK(ct_tensor_from_text("[0, 1, 2]", NULL, &crow));
	OK(ct_tensor_from_text("[1, 0]", NULL, &col));
	options.layout = CT_SPARSE_CSR;
	options.dtype = CT_FLOAT64;
	OK(ct_tensor_sparse_compressed(crow, col, values, CT_L(2, 2), &options, &sparse));
	ck_assert_int_eq(ct_tensor_layout(sparse), CT_SPARSE_CSR);
	OK(ct_to_dense(sparse, CT_DTYPE_NONE, NULL, &dense));
	assert_floats(dense, (int64_t[]){ 2, 2, -1 }, (double[]){ 0, 3, 4, 0 });
	FAILS_WITH(ct_tensor_sparse_compressed(crow, col, values, CT_L(2, 2), NULL, NULL),
		   CT_ERROR_RUNTIME, "layout");
	FAILS(ct_tensor_sparse_coo(NULL, values, CT_NO_INTS, NULL, NULL),
	      "ArgumentError: ct_tensor_sparse_coo: argument 1 (indices) must not be NULL");
	ct_tensor_free(indices);
	ct_tensor_free(values);
	ct_tensor_free(crow);
	ct_tensor_free(col);
	ct_tensor_free(sparse);
	ct_tensor_free(dense);
}
END_TEST

START_TEST(errors_name_the_function_that_was_called)
{
	ct_tensor_options options = { 0 };
	ct_tensor *made = UNTOUCHED;
	ct_error error;

	FAILS(ct_tensor_zeros(CT_INTS_OF(NULL, -1), NULL, &made),
	      "ArgumentError: ct_tensor_zeros: argument 1 (size): length is -1, but must not be "
	      "negative");
	FAILS(ct_tensor_full(CT_L(2), (ct_scalar){ .kind = 8 }, NULL, &made),
	      "ArgumentError: ct_tensor_full: argument 2 (fill_value): unknown kind of scalar 8");
	FAILS(ct_tensor_rand_like(NULL, NULL, &made),
	      "ArgumentError: ct_tensor_rand_like: argument 1 (self) must not be NULL");
	options.memory_format = 9;
	FAILS(ct_tensor_zeros(CT_L(2), &options, &made),
	      "ArgumentError: ct_tensor_zeros: argument 2 (options.memory_format): unknown "
	      "memory format 9");
	options = (ct_tensor_options){ 0 };
	options.device = CT_DEVICE(99, 0);
	FAILS_WITH(ct_tensor_arange(whole(0), whole(1), whole(1), &options, &made),
		   CT_ERROR_ARGUMENT, "ct_tensor_arange: argument 4 (options.device)");
	error = ct_tensor_zeros(CT_L(2, -1), NULL, &made);
	ck_assert_str_eq(ct_error_function(error), "ct_tensor_zeros");
	ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_RUNTIME);
	ct_error_free(error);
	ck_assert_ptr_eq(made, UNTOUCHED);
}
END_TEST

static ct_error failing_call(const char *call)
{
	ct_tensor_options options = { 0 };

	if (strcmp(call, "gradient of integers") == 0) {
		options.dtype = CT_INT64;
		options.requires_grad = true;
		return ct_tensor_zeros(CT_L(2), &options, NULL);
	}
	if (strcmp(call, "rand of integers") == 0)
		return ct_tensor_rand(CT_L(2), CT_OPTIONS_DTYPE(CT_INT64), NULL);
	if (strcmp(call, "empty range") == 0)
		return ct_tensor_randint(5, 5, CT_L(2), NULL, NULL);
	if (strcmp(call, "channels_last of a matrix") == 0) {
		options.memory_format = CT_CHANNELS_LAST;
		return ct_tensor_empty(CT_L(2, 3), &options, NULL);
	}
	return NULL; /* tested by another suite */
}

static void compare_error(const json_t *of_case)
{
	ct_error error = failing_call(expected_text(of_case, "call"));

	if (error != NULL)
		assert_expected_error(error, of_case, expected_text(of_case, "call"));
	ct_error_free(error);
}

START_TEST(errors_have_pythons_text)
{
	for_each_case("error", 7, compare_error);
}
END_TEST

/* Only the results belong to the caller's scope, not the intermediate tensors. */
START_TEST(made_tensors_belong_to_the_scope)
{
	ct_scope *scope = open_scope();
	ct_tensor *tensor = NULL;
	const int64_t before = live_handles();

	OK(ct_tensor_from_text("[1, 2]", CT_OPTIONS_DTYPE(CT_FLOAT16), &tensor));
	OK(ct_tensor_rand_like(tensor, NULL, &tensor));
	FAILS_WITH(ct_tensor_from_text("[1]", CT_OPTIONS_GRAD, &tensor), CT_ERROR_RUNTIME, "Only");
	ck_assert_int_eq(live_handles(), before + 2);
	OK(ct_scope_close(scope));
}
END_TEST

/* Not the operators inside them, nor intermediate tensors. */
START_TEST(makers_are_reported_by_their_names)
{
	const bool was = ct_memory_is_tracking_enabled();
	ct_memory_set_tracking_enabled(true);
	char *text = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&text, &size);
	ct_tensor *zeros = NULL, *rows = NULL;

	OK(ct_tensor_zeros(CT_L(2), NULL, &zeros));
	OK(ct_tensor_from_rows(CT_INT_ROW(1, 2, 3), CT_OPTIONS_DTYPE(CT_FLOAT16), &rows));
	MUST(stream != NULL);
	OK(ct_memory_report(stream));
	fclose(stream);
	ck_assert_msg(strstr(text, "ct_tensor_zeros") != NULL, "%s", text);
	ck_assert_msg(strstr(text, "ct_tensor_from_rows") != NULL, "%s", text);
	ck_assert_msg(strstr(text, "ct_zeros") == NULL, "%s", text);
	free(text);
	ct_tensor_free(zeros);
	ct_tensor_free(rows);
	ct_memory_set_tracking_enabled(was);
}
END_TEST

Suite *factories_suite(void)
{
	Suite *suite = suite_create("tensors by PyTorch's makers");
	TCase *tests = tests_of("tensors by PyTorch's makers");

	tcase_add_test(tests, makers_give_what_python_gets);
	tcase_add_test(tests, numbers_come_from_the_generator_of_the_options);
	tcase_add_test(tests, memory_of_any_value_has_the_shape_asked_for);
	tcase_add_test(tests, every_option_is_heeded);
	tcase_add_test(tests, pinned_memory_is_asked_for);
	tcase_add_test(tests, like_is_not_recorded);
	tcase_add_test(tests, sparse_tensors_are_made_of_their_parts);
	tcase_add_test(tests, errors_name_the_function_that_was_called);
	tcase_add_test(tests, errors_have_pythons_text);
	tcase_add_test(tests, made_tensors_belong_to_the_scope);
	tcase_add_test(tests, makers_are_reported_by_their_names);
	suite_add_tcase(suite, tests);
	return suite;
}
