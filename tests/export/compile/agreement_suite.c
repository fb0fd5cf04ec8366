/*
 * Compiled programs beside libtorch: memory that repeats, what is written in place, strides.
 */
#include "support.h"

enum { OUTPUTS = 4 };

/* A few units in the last place of numbers around 1. */
static const double bound = 1e-5;

static void assert_same_strides(const ct_tensor *wanted, const ct_tensor *got, int64_t output)
{
	ck_assert_int_eq(ct_tensor_dim(wanted), ct_tensor_dim(got));
	for (int64_t i = 0; i < ct_tensor_dim(wanted); i++)
		ck_assert_msg(ct_tensor_size(wanted, i) == ct_tensor_size(got, i) &&
				      (ct_tensor_size(wanted, i) == 1 ||
				       ct_tensor_strides(wanted)[i] == ct_tensor_strides(got)[i]),
			      "output %lld has another shape or stride in dimension %lld",
			      (long long)output, (long long)i);
}

/* What the function computes, compiled, is what it computes when it is called. */
static void assert_computes(ct_export_record_function function, ct_module *module,
			    ct_tensors inputs, int64_t outputs_len, bool exact)
{
	CT_NO_GRAD_SCOPE;
	const ct_export_record_options record = { .module = module };
	ct_tensor *wanted[OUTPUTS], **got;
	ct_export *program;
	int64_t got_len;

	OK(CT_DONE());
	OK(function((ct_tensor *const *)inputs.at, inputs.len, module, wanted, outputs_len));
	OK(ct_export_record(function, module, inputs, outputs_len, &record, &program));
	OK(ct_export_compile(program,
			     &(ct_compile_options){ .no_fallback = true, .exact = exact }));
	OK(ct_export_run(program, inputs, &got, &got_len));
	ck_assert_int_eq(got_len, outputs_len);
	for (int64_t i = 0; i < got_len; i++) {
		assert_same_strides(wanted[i], got[i], i);
		ck_assert_msg(
			exact ? equal(wanted[i], got[i]) : difference(wanted[i], got[i]) <= bound,
			"output %lld differs by %g", (long long)i, difference(wanted[i], got[i]));
	}
	ct_free(got);
	ct_export_free(program);
}

/* --- Products --------------------------------------------------------------------------------- */

/* The batches of both are repeated; the rows of a matrix, or its columns, are one piece of memory. */
static ct_error multiply(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			 ct_tensor **outputs, int64_t outputs_len)
{
	const ct_tensor *row = inputs[2], *weight = inputs[3];

	(void)inputs_len, (void)context, (void)outputs_len;
	outputs[0] = CT_E(matmul, inputs[0], inputs[1]);
	outputs[1] = CT_E(linear, CT_E(expand, row, CT_L(5, 16)), weight);
	outputs[2] = CT_E(mm, weight, CT_E(expand, CT_E(t, row), CT_L(16, 5)));
	outputs[3] = CT_E(bmm, CT_E(transpose, CT_E(expand, inputs[4], CT_L(2, 6, 3)), 1, 2),
			  CT_E(expand, inputs[5], CT_L(2, 6, 4)));
	return CT_DONE();
}

START_TEST(products_repeat_matrices_and_rows)
{
	CT_SCOPE;
	assert_computes(multiply, NULL,
			CT_TENSORS(CT_E(randn, CT_L(2, 1, 3, 4)), CT_E(randn, CT_L(1, 2, 4, 5)),
				   CT_E(randn, CT_L(1, 16)), CT_E(randn, CT_L(8, 16)),
				   CT_E(randn, CT_L(2, 1, 3)), CT_E(randn, CT_L(1, 6, 4))),
			4, false);
}
END_TEST

/* The elements of a row are not next to each other; a part of a weight. */
static ct_error apply_to_row(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			     ct_tensor **outputs, int64_t outputs_len)
{
	const ct_tensor *row = CT_E(t, CT_E(narrow, inputs[0], 1, 1, 1));
	ct_tensor *weight;

	(void)inputs_len, (void)outputs_len;
	CT_TRY(ct_module_get_parameter(context, "weight", &weight));
	outputs[0] = CT_E(linear, row, weight);
	outputs[1] = CT_E(linear, inputs[1], CT_E(narrow, weight, 0, 0, 3));
	return CT_DONE();
}

START_TEST(one_row_times_a_weight)
{
	CT_SCOPE;
	assert_computes(apply_to_row, CT_NN(Linear, 16, 8),
			CT_TENSORS(CT_E(randn, CT_L(16, 4)), CT_E(randn, CT_L(1, 16))), 2, false);
}
END_TEST

/* --- Attention -------------------------------------------------------------------------------- */

/* One head for all heads, one row for all rows: fewer values in memory than the sizes say. */
static ct_error attend(ct_tensor *const *inputs, int64_t inputs_len, void *context,
		       ct_tensor **outputs, int64_t outputs_len)
{
	const ct_tensor *query = inputs[0], *head = inputs[1];
	const ct_tensor *row = CT_E(expand, inputs[2], CT_L(2, 3, 4, 8));

	(void)inputs_len, (void)context, (void)outputs_len;
	outputs[0] = CT_E(scaled_dot_product_attention, query, head, head);
	outputs[1] = CT_E(scaled_dot_product_attention, query, row, query);
	outputs[2] = CT_E(scaled_dot_product_attention, row, query, query);
	return CT_DONE();
}

START_TEST(attention_repeats_heads_and_rows)
{
	CT_SCOPE;
	assert_computes(attend, NULL,
			CT_TENSORS(CT_E(randn, CT_L(2, 3, 4, 8)), CT_E(randn, CT_L(2, 1, 4, 8)),
				   CT_E(randn, CT_L(2, 3, 1, 8))),
			3, false);
}
END_TEST

/* --- In place --------------------------------------------------------------------------------- */

/* A loop reads what an operator writes to after that. */
static ct_error write_in_place(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			       ct_tensor **outputs, int64_t outputs_len)
{
	ct_tensor *x = CT_E(cumsum, inputs[0], 0), *y = CT_E(cumsum, inputs[0], 1), *before;

	(void)inputs_len, (void)context, (void)outputs_len;
	before = CT_E(mul, x, 2);
	CT_E(mish_, x); /* no loop */
	outputs[0] = CT_E(add, before, x);
	before = CT_E(mul, y, 2);
	CT_E(silu_, y); /* a loop, but no exact one */
	outputs[1] = CT_E(add, before, y);
	before = CT_E(mul, outputs[1], 3);
	outputs[2] = CT_E(add, CT_E(gt_, CT_E(mul, before, 1), 0), before);
	before = CT_E(mul, outputs[2], 2);
	CT_E(add_, CT_E(to_dtype, before, CT_FLOAT32), 1); /* the same memory */
	outputs[3] = CT_E(mul, before, 2);
	return CT_DONE();
}

START_TEST(what_is_written_in_place_has_been_read)
{
	CT_SCOPE;
	ct_tensors inputs = CT_TENSORS(CT_E(randn, CT_L(6, 8)));

	assert_computes(write_in_place, NULL, inputs, 4, false);
	assert_computes(write_in_place, NULL, inputs, 4, true);
}
END_TEST

/* --- Embeddings ------------------------------------------------------------------------------- */

static ct_error look_up(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			ct_tensor **outputs, int64_t outputs_len)
{
	(void)inputs_len, (void)context, (void)outputs_len;
	return CT_FINISH(CT_E(mul, CT_E(embedding, inputs[0], inputs[1]), 2), outputs);
}

START_TEST(indices_have_32_bits)
{
	CT_SCOPE;
	assert_computes(look_up, NULL,
			CT_TENSORS(CT_E(randn, CT_L(5, 4)),
				   CT_E(randint, 5, CT_L(3, 7), .dtype = CT_INT32)),
			1, false);
}
END_TEST

/* --- Convolutions ----------------------------------------------------------------------------- */

/* A call, a view that a call needs, and results of both: in libtorch's order of elements. */
static ct_error convolve(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			 ct_tensor **outputs, int64_t outputs_len)
{
	ct_tensor *x;

	(void)inputs_len, (void)outputs_len;
	CT_TRY(ct_module_forward(context, inputs[0], &outputs[0]));
	x = outputs[1] = CT_E(mish, outputs[0]);
	outputs[2] = CT_E(permute, x, CT_L(0, 2, 3, 1));
	outputs[3] = CT_E(cumsum, CT_E(view, x, CT_L(2, -1)), 1);
	return CT_DONE();
}

START_TEST(convolutions_keep_the_order_of_results)
{
	CT_SCOPE;
	assert_computes(convolve, CT_NN(Conv2d, 3, 4, CT_L(3)),
			CT_TENSORS(CT_E(randn, CT_L(2, 3, 6, 7))), 4, false);
}
END_TEST

/* A view of the result is written to. */
static ct_error convolve_and_write(ct_tensor *const *inputs, int64_t inputs_len, void *context,
				   ct_tensor **outputs, int64_t outputs_len)
{
	ct_tensor *x;

	(void)inputs_len, (void)outputs_len;
	CT_TRY(ct_module_forward(context, inputs[0], &x));
	CT_E(mul_, CT_E(reshape, x, CT_L(2, -1)), 3);
	return CT_FINISH(CT_E(add, x, 1), outputs);
}

START_TEST(a_view_of_a_convolution_is_written_to)
{
	CT_SCOPE;
	assert_computes(convolve_and_write, CT_NN(Conv2d, 3, 4, CT_L(3)),
			CT_TENSORS(CT_E(randn, CT_L(2, 3, 6, 7))), 1, false);
}
END_TEST

Suite *agreement_suite(void)
{
	Suite *suite = suite_create("agreement");
	TCase *tests = tests_of("agreement");

	tcase_add_test(tests, products_repeat_matrices_and_rows);
	tcase_add_test(tests, one_row_times_a_weight);
	tcase_add_test(tests, attention_repeats_heads_and_rows);
	tcase_add_test(tests, what_is_written_in_place_has_been_read);
	tcase_add_test(tests, indices_have_32_bits);
	tcase_add_test(tests, convolutions_keep_the_order_of_results);
	tcase_add_test(tests, a_view_of_a_convolution_is_written_to);
	suite_add_tcase(suite, tests);
	return suite;
}
