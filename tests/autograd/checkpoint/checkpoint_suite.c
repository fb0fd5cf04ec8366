/*
 * Checkpointing: when the function is called, and what goes wrong in it.
 */
#include "checkpoint_samples.h"

static ct_tensor *x;

static void make_leaf(void)
{
	x = ones_leaf();
}

static void free_leaf(void)
{
	ct_tensor_free(x);
}

static ct_tensor *sum_under_checkpoint(struct calls *calls, const ct_checkpoint_options *options)
{
	ct_tensor *y, *sum;

	OK(under_checkpoint(sines, calls, x, options, &y));
	OK(ct_sum(y, CT_DTYPE_NONE, &sum));
	ct_tensor_free(y);
	return sum;
}

START_TEST(backward_calls_the_function_once_more)
{
	struct calls calls = { 0 };
	ct_tensor *sum = sum_under_checkpoint(&calls, NULL);

	ck_assert_int_eq(calls.calls, 1);
	OK(ct_tensor_backward(sum));
	ck_assert_int_eq(calls.calls, 2);
	ct_tensor_free(sum);
}
END_TEST

START_TEST(each_backward_of_a_retained_graph_calls_it)
{
	struct calls calls = { 0 };
	ct_tensor *sum = sum_under_checkpoint(&calls, NULL);
	bool retain = true;

	for (int i = 0; i < 3; i++)
		OK(ct_tensor_backward_with(sum, NULL, &retain, false, CT_NO_TENSORS));
	ck_assert_int_eq(calls.calls, 4);
	ck_assert_int_eq(calls.released, 0);
	ct_tensor_free(sum);
	ck_assert_int_eq(calls.released, 1);
}
END_TEST

START_TEST(unrecorded_call_keeps_nothing)
{
	struct calls calls = { 0 };
	ct_tensor *y;

	CT_NO_GRAD
	{
		OK(under_checkpoint(sines, &calls, x, NULL, &y));
	}
	ck_assert(!ct_tensor_requires_grad(y));
	ck_assert_int_eq(calls.released, 1);
	ct_tensor_free(y);
}
END_TEST

/* --- Early stop ------------------------------------------------------------------------------- */

/* Counts the calls that reach its end. */
static ct_error count_to_the_end(ct_tensor *const *inputs, int64_t inputs_len, void *context,
				 ct_tensor **outputs, int64_t outputs_len)
{
	struct calls *calls = context;

	CT_TRY(sines(inputs, inputs_len, NULL, outputs, outputs_len));
	calls->calls++;
	return NULL;
}

static int ends_reached(bool early_stop)
{
	ct_checkpoint_options options = { 0 };
	struct calls calls = { 0 };
	ct_tensor *y;

	options.no_early_stop = !early_stop;
	OK(under_checkpoint(count_to_the_end, &calls, x, &options, &y));
	OK(go_back(y));
	ct_tensor_free(y);
	return calls.calls;
}

START_TEST(function_is_stopped_once_all_is_computed)
{
	ck_assert_int_eq(ends_reached(true), 1);
	ck_assert_int_eq(ends_reached(false), 2);
}
END_TEST

/* It is stopped while a scope and a mode are open. */
static ct_error leave_much_open(ct_tensor *const *inputs, int64_t inputs_len, void *context,
				ct_tensor **outputs, int64_t outputs_len)
{
	bool was = ct_autograd_is_grad_enabled();
	ct_scope *scope;

	ct_autograd_set_grad_enabled(true);
	scope = open_scope();
	CT_TRY(sines(inputs, inputs_len, context, outputs, outputs_len));
	ct_scope_move_up(*outputs);
	ct_autograd_set_grad_enabled(was);
	return ct_scope_close(scope);
}

START_TEST(what_a_stopped_function_leaves_open_is_closed)
{
	ct_tensor *y, *sum;
	bool was;
	ct_error err;

	OK(under_checkpoint(leave_much_open, NULL, x, NULL, &y));
	OK(ct_sum(y, CT_DTYPE_NONE, &sum));
	was = ct_autograd_is_grad_enabled();
	ct_autograd_set_grad_enabled(false);
	err = ct_tensor_backward(sum);
	ck_assert(!ct_autograd_is_grad_enabled());
	ct_autograd_set_grad_enabled(was);
	OK(err);
	ck_assert_int_eq(ct_saved_tensors_depth(), 0);
	ct_tensor_free(sum);
	ct_tensor_free(y);
}
END_TEST

/* --- Errors ---------------------------------------------------------------------------------- */

static ct_error fail_always(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			    ct_tensor **outputs, int64_t outputs_len)
{
	(void)inputs, (void)inputs_len, (void)context, (void)outputs, (void)outputs_len;
	return ct_error_new_text(CT_ERROR_VALUE, NULL, "no more");
}

START_TEST(error_of_the_first_call_is_returned)
{
	struct calls calls = { 0 };
	ct_tensor *y = UNTOUCHED;

	FAILS(under_checkpoint(fail_always, &calls, x, NULL, &y), "ValueError: no more");
	ck_assert_ptr_eq(y, UNTOUCHED);
	ck_assert_int_eq(calls.released, 0);
	ck_assert_int_eq(ct_saved_tensors_depth(), 0);
}
END_TEST

START_TEST(error_of_the_second_call_is_backwards)
{
	struct calls calls = { 0, sines, fail_always, 0, NULL };
	ct_tensor *y;

	OK(under_checkpoint(changing, &calls, x, NULL, &y));
	FAILS(go_back(y), "ValueError: no more");
	ct_tensor_free(y);
	ck_assert_int_eq(calls.released, 1);
}
END_TEST

static ct_error set_nothing(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			    ct_tensor **outputs, int64_t outputs_len)
{
	(void)inputs, (void)inputs_len, (void)context, (void)outputs, (void)outputs_len;
	return NULL;
}

START_TEST(arguments_are_refused_by_name)
{
	ct_tensor *y = UNTOUCHED;

	FAILS(ct_checkpoint(NULL, NULL, NULL, CT_TENSORS(x), NULL, &y, 1),
	      "ArgumentError: ct_checkpoint: argument 1 (function) must not be NULL");
	FAILS(ct_checkpoint(sines, NULL, NULL, CT_TENSORS_OF(NULL, 1), NULL, &y, 1),
	      "ArgumentError: ct_checkpoint: argument 4 (inputs) must not be NULL, since its "
	      "length is 1");
	FAILS(ct_checkpoint(sines, NULL, NULL, CT_TENSORS(x), NULL, &y, 0),
	      "ArgumentError: ct_checkpoint: argument 7 (outputs_len) is 0, but must be at least "
	      "1");
	FAILS_WITH(ct_checkpoint(sines, NULL, NULL, CT_TENSORS(x), NULL, &y, INT64_MAX),
		   CT_ERROR_ARGUMENT, "argument 7 (outputs_len) is 9223372036854775807");
	FAILS(ct_checkpoint(set_nothing, NULL, NULL, CT_TENSORS(x), NULL, &y, 1),
	      "ArgumentError: ct_checkpoint: the function did not set output 0");
	ck_assert_ptr_eq(y, UNTOUCHED);
}
END_TEST

/* --- Backward within the function ------------------------------------------------------------- */

/* Rule 6 of PyTorch's notes: cos(x) times the gradient of cos(sin(x)), which is computed here. */
static ct_error go_back_inside(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			       ct_tensor **outputs, int64_t outputs_len)
{
	ct_tensor *input = inputs[0], *t, *grad;

	(void)inputs_len, (void)outputs_len;
	((struct calls *)context)->calls++;
	CT_TRY(ct_sin(input, &t));
	CT_TRY(ct_cos(t, &t));
	CT_TRY(ct_sum(t, CT_DTYPE_NONE, &t));
	CT_TRY(ct_autograd_grad(CT_TENSORS(t), CT_TENSORS(input), NULL, &grad));
	CT_TRY(ct_cos(input, &t));
	return ct_mul_Tensor(t, grad, outputs);
}

static void back_inside(bool early_stop, double *gradient, int *calls_made)
{
	ct_checkpoint_options options = { 0 };
	struct calls calls = { 0 };
	ct_tensor *y, *grad;

	options.no_early_stop = !early_stop;
	OK(ct_tensor_set_grad(x, NULL));
	OK(under_checkpoint(go_back_inside, &calls, x, &options, &y));
	OK(go_back(y));
	OK(ct_tensor_grad(x, &grad));
	OK(ct_tensor_item_double(grad, gradient));
	*calls_made = calls.calls;
	ct_tensor_free(grad);
	ct_tensor_free(y);
}

START_TEST(function_may_go_back_within_itself)
{
	/* -sin(1) * -sin(sin(1)) * cos(1): the inner gradient is a constant */
	const double wanted = 0.338997;
	double gradient;
	int calls;

	ct_tensor_free(x);
	x = number(1);
	OK(ct_tensor_set_requires_grad(x, true));
	for (int early_stop = 0; early_stop < 2; early_stop++) {
		back_inside(early_stop, &gradient, &calls);
		ck_assert_double_eq_tol(gradient, wanted, 1e-5);
		ck_assert_int_eq(calls, 3);
	}
}
END_TEST

/* --- Threads ---------------------------------------------------------------------------------- */

static void *go_back_there(void *sum)
{
	ct_error err = ct_tensor_backward(sum);

	ct_error_free(err);
	return err ? sum : NULL;
}

START_TEST(another_thread_may_go_back)
{
	struct calls calls = { 0 };
	ct_tensor *sum = sum_under_checkpoint(&calls, NULL), *grad;

	run_in_thread(go_back_there, sum);
	ck_assert_int_eq(calls.calls, 2);
	ck_assert_int_eq(calls.released, 1);
	OK(ct_tensor_grad(x, &grad));
	ck_assert_ptr_nonnull(grad);
	ct_tensor_free(grad);
	ct_tensor_free(sum);
}
END_TEST

Suite *checkpoint_suite(void)
{
	Suite *suite = suite_create("checkpoint");
	TCase *tests = tests_of("checkpoint");

	tcase_add_checked_fixture(tests, make_leaf, free_leaf);
	tcase_add_test(tests, backward_calls_the_function_once_more);
	tcase_add_test(tests, each_backward_of_a_retained_graph_calls_it);
	tcase_add_test(tests, unrecorded_call_keeps_nothing);
	tcase_add_test(tests, function_is_stopped_once_all_is_computed);
	tcase_add_test(tests, what_a_stopped_function_leaves_open_is_closed);
	tcase_add_test(tests, error_of_the_first_call_is_returned);
	tcase_add_test(tests, error_of_the_second_call_is_backwards);
	tcase_add_test(tests, arguments_are_refused_by_name);
	tcase_add_test(tests, function_may_go_back_within_itself);
	tcase_add_test(tests, another_thread_may_go_back);
	suite_add_tcase(suite, tests);
	return suite;
}
