/*
 * Sizes that vary: expressions of them, and their ranges.
 */
#include <math.h>

#include "support.h"

#define RECORDED(name)                                                                    \
	static ct_error name(ct_tensor *const *inputs, int64_t inputs_len, void *context, \
			     ct_tensor **outputs, int64_t outputs_len)
#define UNUSED (void)inputs_len, (void)context, (void)outputs_len

/* The number of rows after an expression of them. */
static void assert_rows(ct_export *program, int64_t rows, int64_t wanted)
{
	CT_SCOPE;
	ct_tensor *y = output_of(program, CT_TENSORS(CT_E(ones, CT_L(rows, 2))));

	ck_assert_int_eq(ct_tensor_size(y, 0), wanted);
}

RECORDED(affine)
{
	UNUSED;
	return CT(zeros, outputs, CT_L(3 * ct_tensor_size(inputs[0], 0) - 2));
}

START_TEST(a_multiple_plus_a_constant)
{
	CT_SCOPE;
	ct_export *program;

	OK(record_rows(affine, CT_E(ones, CT_L(4, 2)), &program));
	assert_rows(program, 1, 1);
	assert_rows(program, 100, 298);
	ct_export_free(program);
}
END_TEST

RECORDED(squares)
{
	const int64_t n = ct_tensor_size(inputs[0], 0);

	UNUSED;
	return CT(zeros, outputs, CT_L(n * n + n));
}

START_TEST(a_sum_of_products_has_no_solution)
{
	CT_SCOPE;
	ct_export *program;

	FAILS_WITH(record_rows(squares, CT_E(ones, CT_L(4, 2)), &program), CT_ERROR_VALUE,
		   "aten.zeros.default: the argument 'size' is 20, 30, 56, which is not a sum, a "
		   "product or a quotient of the sizes; sizes: rows 4, 5, 7");
}
END_TEST

RECORDED(four_rows)
{
	UNUSED;
	return CT(view, outputs, inputs[0], CT_L(4, 2));
}

START_TEST(an_error_with_other_sizes_names_them)
{
	CT_SCOPE;
	ct_export *program;

	FAILS_WITH(record_rows(four_rows, CT_E(ones, CT_L(4, 2)), &program), CT_ERROR_RUNTIME,
		   "recorded again with rows 5: shape '[4, 2]' is invalid for input of size 10");
}
END_TEST

RECORDED(rounded_up)
{
	UNUSED;
	return CT(zeros, outputs, CT_L((ct_tensor_size(inputs[0], 0) + 2) / 3));
}

START_TEST(a_quotient)
{
	CT_SCOPE;
	ct_export *program;

	OK(record_rows(rounded_up, CT_E(ones, CT_L(4, 2)), &program));
	for (int64_t rows = 1; rows < 30; rows++)
		assert_rows(program, rows, (rows + 2) / 3);
	ct_export_free(program);
}
END_TEST

/* --- Several sizes ---------------------------------------------------------------------------- */

/* The first dimensions of three inputs. */
struct sizes {
	int64_t a, b, c;
};

static int64_t size_of(ct_tensor *const *inputs, int i)
{
	return ct_tensor_size(inputs[i], 0);
}

RECORDED(a_and_c)
{
	UNUSED;
	return CT(zeros, outputs, CT_L(size_of(inputs, 0) + size_of(inputs, 2)));
}

RECORDED(all_three)
{
	ct_tensor *all = CT_E(cat, CT_TENSORS_OF(inputs, inputs_len), 0);

	UNUSED;
	return CT(view, outputs, all, CT_L(ct_tensor_size(all, 0), 1));
}

RECORDED(weighted)
{
	UNUSED;
	return CT(zeros, outputs, CT_L(3 * size_of(inputs, 1) - size_of(inputs, 2) + 40));
}

RECORDED(product)
{
	UNUSED;
	return CT(zeros, outputs, CT_L(size_of(inputs, 0) * size_of(inputs, 2) - 1));
}

RECORDED(product_with_sum)
{
	UNUSED;
	return CT(zeros, outputs,
		  CT_L(size_of(inputs, 0) * (size_of(inputs, 1) + size_of(inputs, 2))));
}

RECORDED(half_of_b)
{
	UNUSED;
	return CT(zeros, outputs, CT_L(size_of(inputs, 1) / 2 + 1));
}

static int64_t rows_of_a_and_c(struct sizes n)
{
	return n.a + n.c;
}

static int64_t rows_of_all_three(struct sizes n)
{
	return n.a + n.b + n.c;
}

static int64_t rows_of_weighted(struct sizes n)
{
	return 3 * n.b - n.c + 40;
}

static int64_t rows_of_product(struct sizes n)
{
	return n.a * n.c - 1;
}

static int64_t rows_of_product_with_sum(struct sizes n)
{
	return n.a * (n.b + n.c);
}

static int64_t rows_of_half_of_b(struct sizes n)
{
	return n.b / 2 + 1;
}

static const struct {
	ct_export_record_function function;
	int64_t (*rows)(struct sizes sizes);
} of_several[] = { { a_and_c, rows_of_a_and_c },
		   { all_three, rows_of_all_three },
		   { weighted, rows_of_weighted },
		   { product, rows_of_product },
		   { product_with_sum, rows_of_product_with_sum },
		   { half_of_b, rows_of_half_of_b } };
enum { OF_SEVERAL = sizeof of_several / sizeof *of_several };

static const ct_export_dynamic three[] = { { .input = 0, .name = "a" },
					   { .input = 1, .name = "b" },
					   { .input = 2, .name = "c" } };

/* The samples are equal, in a row, and neither. */
static const struct sizes samples[] = { { 4, 4, 4 }, { 2, 3, 4 }, { 2, 9, 5 } };
static const struct sizes others[] = { { 10, 3, 20 }, { 1, 1, 1 }, { 7, 50, 2 }, { 31, 5, 6 } };

static void check_several(int i, struct sizes sample)
{
	CT_SCOPE;
	const ct_export_record_options options = { .dynamic = three, .dynamic_len = 3 };
	ct_tensor *x[] = { CT_E(ones, CT_L(sample.a)), CT_E(ones, CT_L(sample.b)),
			   CT_E(ones, CT_L(sample.c)) };
	ct_export *program;

	OK(record_one(of_several[i].function, CT_TENSORS_OF(x, 3), &options, &program));
	for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
		ct_tensor *given[] = { CT_E(ones, CT_L(others[k].a)), CT_E(ones, CT_L(others[k].b)),
				       CT_E(ones, CT_L(others[k].c)) };

		ck_assert_int_eq(ct_tensor_size(output_of(program, CT_TENSORS_OF(given, 3)), 0),
				 of_several[i].rows(others[k]));
	}
	ct_export_free(program);
}

START_TEST(expressions_of_several_sizes)
{
	for (size_t k = 0; k < sizeof samples / sizeof *samples; k++)
		check_several(_i, samples[k]);
}
END_TEST

RECORDED(past_and_new)
{
	UNUSED;
	return CT(zeros, outputs, CT_L(size_of(inputs, 0) + size_of(inputs, 1)));
}

START_TEST(a_sum_of_two_sizes_that_have_no_names)
{
	CT_SCOPE;
	const ct_export_dynamic two[] = { { .input = 0 }, { .input = 1 } };
	const ct_export_record_options options = { .dynamic = two, .dynamic_len = 2 };
	ct_tensor *x = CT_E(ones, CT_L(4));
	ct_export *program;

	OK(record_one(past_and_new, CT_TENSORS(x, x), &options, &program));
	ck_assert_int_eq(ct_tensor_size(output_of(program, CT_TENSORS(CT_E(ones, CT_L(100)),
								      CT_E(ones, CT_L(1)))),
					0),
			 101);
	ct_export_free(program);
}
END_TEST

RECORDED(squares_of_two)
{
	const int64_t n = size_of(inputs, 0);

	UNUSED;
	return CT(zeros, outputs, CT_L(n * n * n * n * size_of(inputs, 1)));
}

START_TEST(sizes_without_names_are_told_by_their_inputs)
{
	CT_SCOPE;
	const ct_export_dynamic two[] = { { .input = 0 }, { .input = 1 } };
	const ct_export_record_options options = { .dynamic = two, .dynamic_len = 2 };
	ct_tensor *x = CT_E(ones, CT_L(2));
	ct_export *program;

	FAILS_WITH(record_one(squares_of_two, CT_TENSORS(x, x), &options, &program), CT_ERROR_VALUE,
		   "sizes: dimension 0 of input 0 2, 3, 5, 10; dimension 0 of input 1 2, 4, 3, 7");
}
END_TEST

/* --- Ranges ----------------------------------------------------------------------------------- */

RECORDED(adds)
{
	UNUSED;
	return CT(add, outputs, inputs[0], inputs[1]);
}

START_TEST(equal_sizes_have_both_ranges)
{
	CT_SCOPE;
	const ct_export_dynamic two[] = { { .input = 0, .name = "n", .min = 2, .multiple = 4 },
					  { .input = 1, .name = "n", .max = 48, .multiple = 6 } };
	const ct_export_record_options options = { .dynamic = two, .dynamic_len = 2 };
	static const int64_t refused[] = { 6, 16, 60 };
	ct_tensor *x = CT_E(ones, CT_L(12)), *y = CT_E(ones, CT_L(48)), **none;
	int64_t none_len;
	ct_export *program;

	OK(record_one(adds, CT_TENSORS(x, x), &options, &program));
	ck_assert_int_eq(ct_tensor_size(output_of(program, CT_TENSORS(y, y)), 0), 48);
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		ct_tensor *other = CT_E(ones, CT_L(refused[i]));

		FAILS_WITH(ct_export_run(program, CT_TENSORS(other, other), &none, &none_len),
			   CT_ERROR_ASSERTION, "Guard failed");
	}
	ct_export_free(program);
}
END_TEST

/* --- Multiples -------------------------------------------------------------------------------- */

RECORDED(patches)
{
	UNUSED;
	return CT(reshape, outputs, inputs[0], CT_L(ct_tensor_size(inputs[0], 0) / 4, -1));
}

START_TEST(a_size_that_is_a_multiple)
{
	CT_SCOPE;
	const ct_export_dynamic rows = { .name = "rows", .min = 4, .max = 64, .multiple = 4 };
	const ct_export_record_options options = { .dynamic = &rows, .dynamic_len = 1 };
	ct_tensor **none;
	int64_t none_len;
	ct_export *program;

	OK(record_one(patches, CT_TENSORS(CT_E(ones, CT_L(8, 2))), &options, &program));
	assert_rows(program, 4, 1);
	assert_rows(program, 60, 15);
	FAILS_WITH(ct_export_run(program, CT_TENSORS(CT_E(ones, CT_L(6, 2))), &none, &none_len),
		   CT_ERROR_ASSERTION, "Guard failed");
	FAILS_WITH(ct_export_run(program, CT_TENSORS(CT_E(ones, CT_L(68, 2))), &none, &none_len),
		   CT_ERROR_ASSERTION, "Guard failed");
	ct_export_free(program);
}
END_TEST

/* --- What cannot vary ------------------------------------------------------------------------- */

RECORDED(loop)
{
	UNUSED;
	outputs[0] = inputs[0];
	for (int64_t i = 0; i < ct_tensor_size(inputs[0], 0); i++)
		CT_TRY(CT(mul, outputs, outputs[0], 2));
	return NULL;
}

START_TEST(a_loop_over_a_size_is_another_graph)
{
	CT_SCOPE;
	ct_export *program;

	FAILS_WITH(record_rows(loop, CT_E(ones, CT_L(4, 2)), &program), CT_ERROR_VALUE,
		   "the function calls other operators with other sizes: it returns, and with "
		   "another size ");
	FAILS_WITH(record_rows(loop, CT_E(ones, CT_L(4, 2)), &program), CT_ERROR_VALUE,
		   "aten.mul.Scalar; loops and conditions in C are recorded as they run; sizes: "
		   "rows 4, 5, 7");
}
END_TEST

RECORDED(mean_in_c)
{
	UNUSED;
	return CT(mul, outputs, inputs[0], 1.0 / (double)ct_tensor_size(inputs[0], 0));
}

START_TEST(a_fraction_cannot_vary)
{
	CT_SCOPE;
	ct_export *program;

	FAILS_WITH(
		record_rows(mean_in_c, CT_E(ones, CT_L(4, 2)), &program), CT_ERROR_VALUE,
		"aten.mul.Scalar: the argument 'other' is 0.25, 0.2, 0.142857143, and only sizes "
		"and indices can change");
}
END_TEST

RECORDED(adds_context)
{
	UNUSED;
	return CT(add, outputs, inputs[0], (ct_tensor *)context);
}

START_TEST(a_constant_may_be_nan)
{
	CT_SCOPE;
	const ct_export_dynamic rows = { .name = "rows" };
	const ct_export_record_options options = { .dynamic = &rows, .dynamic_len = 1 };
	ct_tensor *nan = CT_E(full, CT_L(2), NAN), *y;
	ct_export *program;

	OK(ct_export_record(adds_context, nan, CT_TENSORS(CT_E(ones, CT_L(4, 2))), 1, &options,
			    &program));
	y = output_of(program, CT_TENSORS(CT_E(ones, CT_L(6, 2))));
	ck_assert(value_of(CT_E(sum, CT_E(isnan, y))) == 12);
	ct_export_free(program);
}
END_TEST

RECORDED(table_of_c)
{
	float numbers[64] = { 1 };
	ct_tensor *table;

	UNUSED;
	CT_TRY(ct_tensor_from_data(numbers, CT_FLOAT32, CT_L(ct_tensor_size(inputs[0], 0), 1),
				   &table));
	return CT(add, outputs, inputs[0], table);
}

START_TEST(a_table_of_c_cannot_vary)
{
	CT_SCOPE;
	ct_export *program;

	FAILS_WITH(record_rows(table_of_c, CT_E(ones, CT_L(4, 2)), &program), CT_ERROR_VALUE,
		   "a tensor that no operator has made is another one with other sizes");
}
END_TEST

Suite *sizes_suite(void)
{
	Suite *suite = suite_create("sizes that vary");
	TCase *tests = tests_of("sizes");

	tcase_add_test(tests, a_multiple_plus_a_constant);
	tcase_add_test(tests, a_sum_of_products_has_no_solution);
	tcase_add_test(tests, an_error_with_other_sizes_names_them);
	tcase_add_test(tests, a_quotient);
	tcase_add_loop_test(tests, expressions_of_several_sizes, 0, OF_SEVERAL);
	tcase_add_test(tests, a_sum_of_two_sizes_that_have_no_names);
	tcase_add_test(tests, sizes_without_names_are_told_by_their_inputs);
	tcase_add_test(tests, equal_sizes_have_both_ranges);
	tcase_add_test(tests, a_size_that_is_a_multiple);
	tcase_add_test(tests, a_loop_over_a_size_is_another_graph);
	tcase_add_test(tests, a_fraction_cannot_vary);
	tcase_add_test(tests, a_constant_may_be_nan);
	tcase_add_test(tests, a_table_of_c_cannot_vary);
	suite_add_tcase(suite, tests);
	return suite;
}
