/*
 * Statistics and lines for logs, compared with what PyTorch computes.
 */
#include <math.h>

#include "print_support.h"

/* --- As PyTorch ------------------------------------------------------------------------------ */

static json_t *cases;

static void load_cases(void)
{
	cases = expected_cases("describe");
}

static void drop_cases(void)
{
	json_decref(cases);
}

/* Both in double precision, but not in the same order. */
static void assert_number(const json_t *wanted, const char *key, double got, const char *name)
{
	const double number = expected_double(wanted, key);
	const double tolerance = 1e-12 * fmax(1, fabs(number));

	ck_assert_msg(got == number ||
			      (isnan(number) ? isnan(got) : fabs(got - number) <= tolerance),
		      "%s: %s: expected %.17g, got %.17g", name, key, number, got);
}

static void assert_count(const json_t *wanted, const char *key, int64_t got, const char *name)
{
	ck_assert_msg(got == expected_int(wanted, key), "%s: %s: expected %lld, got %lld", name,
		      key, (long long)expected_int(wanted, key), (long long)got);
}

static void assert_statistics(const json_t *of_case, const ct_tensor_statistics *got)
{
	const json_t *wanted = json_object_get(of_case, "wanted");
	const char *name = expected_text(of_case, "name");

	assert_count(wanted, "count", got->count, name);
	assert_count(wanted, "nans", got->nans, name);
	assert_count(wanted, "infs", got->infs, name);
	assert_count(wanted, "zeros", got->zeros, name);
	assert_number(wanted, "mean", got->mean, name);
	assert_number(wanted, "std", got->std, name);
	assert_number(wanted, "min", got->min, name);
	assert_number(wanted, "lower_quartile", got->lower_quartile, name);
	assert_number(wanted, "median", got->median, name);
	assert_number(wanted, "upper_quartile", got->upper_quartile, name);
	assert_number(wanted, "max", got->max, name);
}

START_TEST(statistics_are_pytorchs)
{
	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *of_case = json_array_get(cases, i);
		ct_tensor *tensor = expected_tensor(of_case, "base");
		ct_tensor_statistics got;

		OK(ct_tensor_describe(tensor, &got));
		assert_statistics(of_case, &got);
		ct_tensor_free(tensor);
	}
}
END_TEST

START_TEST(summaries_have_pytorchs_numbers)
{
	char line[CT_SUMMARY_SIZE];

	for (size_t i = 0; i < json_array_size(cases); i++) {
		const json_t *of_case = json_array_get(cases, i);
		ct_tensor *tensor = expected_tensor(of_case, "base");

		ck_assert_str_eq(ct_tensor_summary_into(tensor, line, sizeof line),
				 expected_text(of_case, "line"));
		ct_tensor_free(tensor);
	}
}
END_TEST

/* --- Pieces ---------------------------------------------------------------------------------- */

static void assert_close(double got, double wanted)
{
	ck_assert_msg(fabs(got - wanted) <= 1e-12 * fmax(1, fabs(wanted)),
		      "expected %.17g, got %.17g", wanted, got);
}

/* The integers from 0 to n - 1, in many pieces and in another order: their statistics are known. */
START_TEST(large_tensors_are_measured_in_pieces)
{
	const int64_t n = 3000 * 1001;
	ct_tensor *ints = NULL, *matrix = NULL, *turned = NULL;
	ct_tensor_statistics got;

	OK(ct_arange(ct_scalar_int(n), CT_INT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &ints));
	OK(ct_reshape(ints, (const int64_t[]){ 3000, 1001 }, 2, &matrix));
	OK(ct_t(matrix, &turned));
	OK(ct_tensor_describe(turned, &got));
	ck_assert_int_eq(got.count, n);
	ck_assert_int_eq(got.zeros, 1);
	assert_close(got.mean, (double)(n - 1) / 2);
	assert_close(got.std, sqrt((double)n * (double)(n + 1) / 12));
	assert_close(got.min, 0);
	assert_close(got.max, (double)(n - 1));
	assert_close(got.lower_quartile, (double)(n - 1) / 4);
	assert_close(got.median, (double)(n - 1) / 2);
	assert_close(got.upper_quartile, (double)(n - 1) * 3 / 4);
	ct_tensor_free(turned);
	ct_tensor_free(matrix);
	ct_tensor_free(ints);
}
END_TEST

/* Floats are measured in place: eighths from -6250 on, whose statistics are known. Then one end
 * becomes NaN, and the other infinite. */
START_TEST(large_float_tensors_are_measured_in_pieces)
{
	enum { N = 100000 };
	float *eighths = malloc(N * sizeof *eighths);
	ct_tensor *tensor = NULL;
	char line[CT_SUMMARY_SIZE];

	MUST(eighths != NULL);
	for (int i = 0; i < N; i++)
		eighths[i] = (float)i / 8 - 6250;
	OK(ct_tensor_from_data(eighths, CT_FLOAT32, CT_L(N), &tensor));
	ck_assert_str_eq(ct_tensor_summary_into(tensor, line, sizeof line),
			 "float32[100000] cpu contiguous min -6250 max 6250 mean -0.0625 std "
			 "3608");
	OK(ct_tensor_set_element_double(tensor, CT_L(0), NAN));
	OK(ct_tensor_set_element_double(tensor, CT_L(-1), INFINITY));
	ck_assert_str_eq(ct_tensor_summary_into(tensor, line, sizeof line),
			 "float32[100000] cpu contiguous min -6250 max 6250 mean -0.0625 std 3608 "
			 "1 nan 1 inf");
	ct_tensor_free(tensor);
	free(eighths);
}
END_TEST

/* 3 * 10^15 elements, too many to read. */
START_TEST(expanded_dimensions_count_without_being_read)
{
	ct_tensor *column = floats((const float[]){ 1, 2, 4 }, (const int64_t[]){ 3, 1, -1 });
	ct_tensor *endless = NULL;
	ct_tensor_statistics got;
	char line[CT_SUMMARY_SIZE];

	OK(ct_expand(column, (const int64_t[]){ 3, 1000000000000000 }, 2, false, &endless));
	OK(ct_tensor_describe(endless, &got));
	ck_assert_int_eq(got.count, INT64_C(3000000000000000));
	assert_close(got.mean, 7.0 / 3);
	assert_close(got.std, sqrt(14.0 / 9)); /* the correction is no longer visible */
	assert_close(got.median, 2);
	assert_close(got.lower_quartile, 1);
	assert_close(got.upper_quartile, 4);
	ck_assert_str_eq(ct_tensor_summary_into(endless, line, sizeof line),
			 "float32[3, 1000000000000000] cpu strided min 1 max 4 mean 2.333 std "
			 "1.247");
	ct_tensor_free(endless);
	ct_tensor_free(column);
}
END_TEST

/* --- Kinds of tensors ------------------------------------------------------------------------ */

static void assert_line(const ct_tensor *tensor, const char *wanted)
{
	char line[CT_SUMMARY_SIZE];
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();

	ck_assert_str_eq(ct_tensor_summary_into(tensor, line, sizeof line), wanted);
	ck_assert_int_eq(live_handles(), before);
	OK(ct_scope_close(scope));
}

START_TEST(summaries_say_what_autograd_knows)
{
	ct_tensor *leaf = vector(3, (const float[]){ 1, 2, 3 }), *twice = NULL;

	OK(ct_tensor_set_requires_grad(leaf, true));
	OK(ct_mul_Scalar(leaf, ct_scalar_int(2), &twice));
	assert_line(leaf, "float32[3] cpu contiguous requires_grad min 1 max 3 mean 2 std 1");
	assert_line(twice,
		    "float32[3] cpu contiguous grad_fn MulBackward1 min 2 max 6 mean 4 std 2");
	ck_assert(ct_autograd_is_grad_enabled());
	ct_tensor_free(twice);
	ct_tensor_free(leaf);
}
END_TEST

static ct_tensor *images(ct_memory_format format)
{
	ct_tensor *tensor = NULL;

	OK(ct_empty_memory_format((const int64_t[]){ 2, 3, 4, 5 }, 4, CT_FLOAT32, CT_LAYOUT_NONE,
				  CT_DEVICE_NONE, NULL, format, &tensor));
	OK(ct_fill__Scalar(tensor, ct_scalar_float(0.5), NULL));
	return tensor;
}

START_TEST(summaries_say_how_a_tensor_lies)
{
	ct_tensor *contiguous = images(CT_CONTIGUOUS_FORMAT), *last = images(CT_CHANNELS_LAST);
	ct_tensor *turned = NULL, *part = NULL;

	OK(ct_transpose_int(contiguous, 0, 3, &turned));
	assert_line(contiguous,
		    "float32[2, 3, 4, 5] cpu contiguous min 0.5 max 0.5 mean 0.5 std 0");
	assert_line(last, "float32[2, 3, 4, 5] cpu channels_last min 0.5 max 0.5 mean 0.5 std 0");
	assert_line(turned, "float32[5, 3, 4, 2] cpu strided min 0.5 max 0.5 mean 0.5 std 0");
	OK(ct_narrow(last, 3, 0, 2, &part));
	assert_line(part, "float32[2, 3, 4, 2] cpu strided min 0.5 max 0.5 mean 0.5 std 0");
	ct_tensor_free(part);
	ct_tensor_free(turned);
	ct_tensor_free(last);
	ct_tensor_free(contiguous);
}
END_TEST

START_TEST(summaries_know_every_kind_of_tensor)
{
	ct_scope *scope = open_scope();
	ct_tensor *square = matrix(2, 2, (const float[]){ 1, 0, 0, 3 }), *other = NULL;
	ct_tensor *scales = NULL, *zero_points = NULL;

	assert_line(NULL, "None");
	OK(ct_to_sparse(square, CT_LAYOUT_NONE, NULL, 0, NULL, &other));
	assert_line(other, "float32[2, 2] cpu sparse_coo nnz 2 min 1 max 3 mean 2 std 1.414");
	OK(ct_to_sparse_csr(square, NULL, &other));
	assert_line(other, "float32[2, 2] cpu sparse_csr nnz 2 min 1 max 3 mean 2 std 1.414");
	OK(ct_to_mkldnn(square, CT_DTYPE_NONE, &other));
	assert_line(other, "float32[2, 2] cpu mkldnn min 0 max 3 mean 1 std 1.414");
	OK(ct_quantize_per_tensor(square, 0.5, 3, CT_QUINT8, &other));
	assert_line(other, "quint8[2, 2] cpu contiguous per_tensor_affine scale 0.5 zero_point 3 "
			   "min 0 max 3 mean 1 std 1.414");
	OK(ct_tensor_from_text("[0.5, 0.25]", NULL, &scales));
	OK(ct_tensor_from_text("[1, 2]", NULL, &zero_points));
	OK(ct_quantize_per_channel(square, scales, zero_points, 0, CT_QINT8, &other));
	assert_line(other, "qint8[2, 2] cpu contiguous per_channel_affine min 0 max 3 mean 1 std "
			   "1.414");
	OK(ct__nested_tensor_from_tensor_list((ct_tensor *[]){ square, square }, 2, CT_DTYPE_NONE,
					      CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &other));
	assert_line(other, "float32 nested of 2 cpu min 0 max 3 mean 1 std 1.309");
	OK(ct_to_device(square, CT_DEVICE(CT_DEVICE_TYPE_META, -1), CT_FLOAT32, false, false,
			CT_MEMORY_FORMAT_NONE, &other));
	assert_line(other, "float32[2, 2] meta contiguous");
	OK(ct_zeros((const int64_t[]){ 2 }, 1, CT_UINT8, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
		    &other));
	if (!is_refused_dtype(CT_UINT4)) {
		OK(ct_view_dtype(other, CT_UINT4, &other));
		assert_line(other, "uint4[2] cpu contiguous unreadable");
	}
	OK(ct_scope_close(scope));
}
END_TEST

START_TEST(brief_summaries_do_not_look_inside)
{
	ct_tensor *tensor = matrix(2, 2, (const float[]){ 1, 0, 0, 3 });
	char line[CT_SUMMARY_SIZE];

	ck_assert_str_eq(ct_tensor_summary_brief_into(tensor, line, sizeof line),
			 "float32[2, 2] cpu contiguous");
	ck_assert_str_eq(ct_tensor_summary_brief_into(NULL, line, sizeof line), "None");
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(summaries_stay_within_their_room)
{
	ct_tensor *tensor = vector(3, (const float[]){ 1, 2, 3 });
	char line[16] = "untouched";

	ck_assert_ptr_eq(ct_tensor_summary_into(tensor, line, sizeof line), line);
	ck_assert_str_eq(line, "float32[3] c...");
	ck_assert_str_eq(ct_tensor_summary_into(tensor, line, 3), "fl");
	ck_assert_str_eq(ct_tensor_summary_into(tensor, line, 1), "");
	ck_assert_str_eq(ct_tensor_summary_into(tensor, line, 0), "");
	ck_assert_str_eq(ct_tensor_summary_into(tensor, NULL, 16), "");
	ct_tensor_free(tensor);
}
END_TEST

/* The longest possible one: many dimensions of large sizes, and every other part. */
START_TEST(the_longest_summary_fits)
{
	int64_t shape[20], strides[20];
	ct_tensor *one = number(1), *large = NULL, *grown = NULL, *view = NULL;
	char line[CT_SUMMARY_SIZE];

	for (int i = 0; i < 20; i++) {
		shape[i] = i < 3 ? 900 : 2;
		strides[i] = 0;
	}
	OK(ct_to_dtype(one, CT_COMPLEX128, false, true, CT_MEMORY_FORMAT_NONE, &large));
	OK(ct_mul_Scalar(large, ct_scalar_float(-1.234567e-200), &grown));
	OK(ct_as_strided(grown, shape, 20, strides, 20, NULL, &view));
	ct_tensor_summary_into(view, line, sizeof line);
	ck_assert_str_eq(line, "complex128[900, 900, 900, 2, ..., 2, 2, 2, 2] of 20 dimensions cpu "
			       "strided abs min 1.235e-200 max 1.235e-200 mean 1.235e-200 std 0");
	ck_assert_uint_lt(strlen(line), sizeof line);
	ct_tensor_free(view);
	ct_tensor_free(grown);
	ct_tensor_free(large);
	ct_tensor_free(one);
}
END_TEST

START_TEST(descriptions_are_a_statistic_a_line)
{
	ct_tensor *tensor = vector(6, (const float[]){ 1, 2, 4, 0, NAN, 1.0f / 3 });
	char *text = NULL;

	OK(ct_tensor_describe_to_string(tensor, &text));
	ck_assert_str_eq(text, "count  6\n"
			       "nan    1\n"
			       "inf    0\n"
			       "zeros  1\n"
			       "mean   1.46667\n"
			       "std    1.609\n"
			       "min    0\n"
			       "25%    0.333333\n"
			       "50%    1\n"
			       "75%    2\n"
			       "max    4");
	ct_free(text);
	OK(ct_tensor_describe_to_string(tensor, NULL));
	OK(ct_tensor_describe(tensor, NULL));
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(what_has_no_elements_to_read_is_not_described)
{
	ct_tensor *one = number(1), *meta = NULL;
	ct_tensor_statistics statistics = { .count = 77 };

	OK(ct_to_device(one, CT_DEVICE(CT_DEVICE_TYPE_META, -1), CT_FLOAT32, false, false,
			CT_MEMORY_FORMAT_NONE, &meta));
	FAILS(ct_tensor_describe(NULL, &statistics),
	      "ArgumentError: ct_tensor_describe: argument 1 (self) must not be NULL");
	FAILS(ct_tensor_describe_to_string(NULL, NULL),
	      "ArgumentError: ct_tensor_describe_to_string: argument 1 (self) must not be NULL");
	FAILS(ct_tensor_describe(meta, &statistics),
	      "ArgumentError: ct_tensor_describe: argument 1 (self): a tensor on the meta device "
	      "has no elements to read");
	ck_assert_int_eq(statistics.count, 77);
	ck_assert(ct_autograd_is_grad_enabled());
	ct_tensor_free(meta);
	ct_tensor_free(one);
}
END_TEST

Suite *describe_suite(void)
{
	Suite *suite = suite_create("describe");
	TCase *pytorch = tests_of("as_pytorch");
	TCase *pieces = tests_of("pieces");
	TCase *kinds = tests_of("kinds");

	tcase_add_unchecked_fixture(pytorch, load_cases, drop_cases);
	tcase_add_test(pytorch, statistics_are_pytorchs);
	tcase_add_test(pytorch, summaries_have_pytorchs_numbers);
	suite_add_tcase(suite, pytorch);
	tcase_add_test(pieces, large_tensors_are_measured_in_pieces);
	tcase_add_test(pieces, large_float_tensors_are_measured_in_pieces);
	tcase_add_test(pieces, expanded_dimensions_count_without_being_read);
	suite_add_tcase(suite, pieces);
	tcase_add_test(kinds, summaries_say_what_autograd_knows);
	tcase_add_test(kinds, summaries_say_how_a_tensor_lies);
	tcase_add_test(kinds, summaries_know_every_kind_of_tensor);
	tcase_add_test(kinds, brief_summaries_do_not_look_inside);
	tcase_add_test(kinds, summaries_stay_within_their_room);
	tcase_add_test(kinds, the_longest_summary_fits);
	tcase_add_test(kinds, descriptions_are_a_statistic_a_line);
	tcase_add_test(kinds, what_has_no_elements_to_read_is_not_described);
	suite_add_tcase(suite, kinds);
	return suite;
}
