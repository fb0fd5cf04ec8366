/*
 * What applications of custom functions keep alive, and for how long.
 */
#include "function_samples.h"

static ct_tensor *leaf_of(float value)
{
	ct_tensor *x = number(value);

	OK(ct_tensor_set_requires_grad(x, true));
	return x;
}

/* --- User data ------------------------------------------------------------------------------- */

static int released;
static void *released_last;

static void note_release(void *context)
{
	released++;
	released_last = context;
}

static ct_error data_forward(ct_function_context *context, ct_tensor *const *inputs,
			     ct_tensor **outputs)
{
	const double *factor = ct_function_data(context);

	return ct_mul_Scalar(inputs[0], ct_scalar_float(*factor), &outputs[0]);
}

static ct_error data_backward(ct_function_context *context, ct_tensor *const *grad_outputs,
			      ct_tensor **grad_inputs)
{
	return data_forward(context, grad_outputs, grad_inputs);
}

static const ct_function my_times = {
	.name = "Times", .forward = data_forward, .backward = data_backward, .release = note_release
};

static void forget_releases(void)
{
	released = 0;
	released_last = NULL;
}

START_TEST(data_is_released_with_the_graph)
{
	double factor = 2;
	ct_tensor *x = leaf_of(3), *y;
	const bool retain = true;

	OK(ct_function_apply(&my_times, &factor, CT_TENSORS(x), &y, 1));
	ck_assert_int_eq(released, 0);
	OK(ct_tensor_backward_with(y, NULL, &retain, false, CT_NO_TENSORS));
	OK(ct_tensor_backward(y));
	ck_assert_int_eq(released, 0);
	ct_tensor_free(y);
	ck_assert_int_eq(released, 1);
	ck_assert_ptr_eq(released_last, &factor);
	ct_tensor_free(x);
}
END_TEST

START_TEST(data_is_released_at_once_without_a_graph)
{
	double factor = 2;
	ct_tensor *x = number(3), *y;

	OK(ct_function_apply(&my_times, &factor, CT_TENSORS(x), &y, 1));
	ck_assert_int_eq(released, 1);
	ck_assert_double_eq(value_of(y), 6);
	ct_tensor_free(y);
	ct_tensor_free(x);
}
END_TEST

static ct_error failing(ct_function_context *context, ct_tensor *const *inputs, ct_tensor **outputs)
{
	(void)context;
	(void)inputs;
	(void)outputs;
	return ct_error_new(CT_ERROR_VALUE, __func__, "no");
}

START_TEST(data_of_a_failed_application_is_still_the_callers)
{
	static const ct_function fails = { .name = "Fails",
					   .forward = failing,
					   .release = note_release };
	double factor = 2;
	ct_tensor *x = leaf_of(3), *y = UNTOUCHED;

	FAILS(ct_function_apply(&fails, &factor, CT_TENSORS(x), &y, 1), "ValueError: no");
	ck_assert_int_eq(released, 0);
	ck_assert_ptr_eq(y, UNTOUCHED);
	ct_tensor_free(x);
}
END_TEST

START_TEST(data_of_a_size_is_copied)
{
	static const ct_function copying = { .name = "Times",
					     .forward = data_forward,
					     .backward = data_backward,
					     .data_size = sizeof(double),
					     .release = note_release };
	double factor = 2;
	ct_tensor *x = leaf_of(3), *y, *grad;

	OK(ct_function_apply(&copying, &factor, CT_TENSORS(x), &y, 1));
	factor = 100;
	OK(ct_tensor_backward(y));
	OK(ct_tensor_grad(x, &grad));
	ck_assert_double_eq(value_of(grad), 2);
	ct_tensor_free(grad);
	ct_tensor_free(y);
	ck_assert_int_eq(released, 1);
	ck_assert_ptr_ne(released_last, &factor);
	ct_tensor_free(x);
}
END_TEST

START_TEST(the_description_is_copied)
{
	char name[] = "Short lived";
	double factor = 2;
	ct_function function = my_times;
	ct_tensor *x = leaf_of(3), *y, *grad;

	function.name = name;
	OK(ct_function_apply(&function, &factor, CT_TENSORS(x), &y, 1));
	memset(&function, 0, sizeof function);
	memset(name, '?', sizeof name);
	OK(ct_tensor_backward(y));
	OK(ct_tensor_grad(x, &grad));
	ck_assert_double_eq(value_of(grad), 2);
	ct_tensor_free(grad);
	ct_tensor_free(y);
	ck_assert_int_eq(released, 1);
	ct_tensor_free(x);
}
END_TEST

/* --- Applications that fail after forward ---------------------------------------------------- */

/* Writes to all inputs, and saves the first one. */
static ct_error doubling_forward(ct_function_context *context, ct_tensor *const *inputs,
				 ct_tensor **outputs)
{
	int64_t n = ct_function_input_count(context);

	for (int64_t i = 0; i < n; i++) {
		CT_TRY(ct_mul__Scalar(inputs[i], ct_scalar_int(2), NULL));
		outputs[i] = inputs[i];
	}
	CT_TRY(ct_function_save_for_backward(context, CT_TENSORS_OF(inputs, 1)));
	return ct_function_mark_dirty(context, CT_TENSORS_OF(inputs, n));
}

static ct_error doubling_backward(ct_function_context *context, ct_tensor *const *grad_outputs,
				  ct_tensor **grad_inputs)
{
	const double *factor = ct_function_data(context);

	for (int64_t i = 0; i < ct_function_input_count(context); i++)
		CT_TRY(ct_mul_Scalar(grad_outputs[i], ct_scalar_float(*factor), &grad_inputs[i]));
	return NULL;
}

static const ct_function twice = { .name = "Twice_",
				   .forward = doubling_forward,
				   .backward = doubling_backward,
				   .release = note_release };

#define NO_WAY_BACK                                                                           \
	"RuntimeError: Twice_ failed after it wrote to its inputs, so backward through them " \
	"is not possible"

START_TEST(after_a_leaf_is_refused_there_is_no_way_back_through_the_other)
{
	CT_SCOPE;
	double *factor = malloc(sizeof *factor);
	ct_tensor *x = leaf_of(3), *h, *outputs[2];

	*factor = 2;
	OK(ct_mul_Scalar(x, ct_scalar_int(1), &h));
	FAILS(ct_function_apply(&twice, factor, CT_TENSORS(h, x), outputs, 2),
	      "RuntimeError: a leaf Variable that requires grad has been used in an in-place "
	      "operation.");
	free(factor); /* the caller still owns it */
	ck_assert_int_eq(released, 0);
	FAILS(sum_backward(h), NO_WAY_BACK);
	FAILS(sum_backward(h), NO_WAY_BACK);
	ck_assert_int_eq(released, 0);
}
END_TEST

static ct_error pack_fails(const ct_tensor *tensor, void *context, void **packed)
{
	(void)tensor, (void)context, (void)packed;
	return ct_error_new(CT_ERROR_VALUE, __func__, "disk is full");
}

static ct_error unpack_nothing(void *packed, void *context, ct_tensor **tensor)
{
	(void)packed, (void)context, (void)tensor;
	return NULL;
}

START_TEST(after_a_tensor_could_not_be_saved_there_is_no_way_back)
{
	CT_SCOPE;
	double *factor = malloc(sizeof *factor);
	ct_tensor *x = leaf_of(3), *h, *y = UNTOUCHED;

	*factor = 2;
	OK(ct_mul_Scalar(x, ct_scalar_int(1), &h));
	OK(ct_saved_tensors_push(pack_fails, unpack_nothing, NULL, NULL, NULL));
	FAILS(ct_function_apply(&twice, factor, CT_TENSORS(h), &y, 1), "ValueError: disk is full");
	OK(ct_saved_tensors_pop());
	ck_assert_ptr_eq(y, UNTOUCHED);
	free(factor);
	FAILS(sum_backward(h), NO_WAY_BACK);
	ck_assert_int_eq(released, 0);
}
END_TEST

/* --- Tensors --------------------------------------------------------------------------------- */

static int deleted;

/* Which tensor is saved. A saved tensor has memory that counts its release. */
enum saved_what { SAVED_INPUT, SAVED_OUTPUT, SAVED_BETWEEN };

static ct_error saving_forward(ct_function_context *context, ct_tensor *const *inputs,
			       ct_tensor **outputs)
{
	const enum saved_what *what = ct_function_data(context);
	ct_tensor *made = counted(&deleted);

	CT_TRY(ct_function_save_for_backward(
		context, CT_TENSORS_OF(*what == SAVED_INPUT ? inputs : &made, 1)));
	if (*what == SAVED_OUTPUT)
		outputs[0] = made;
	else
		CT_TRY(ct_clone(inputs[0], CT_MEMORY_FORMAT_NONE, &outputs[0]));
	return NULL;
}

static ct_error saving_backward(ct_function_context *context, ct_tensor *const *grad_outputs,
				ct_tensor **grad_inputs)
{
	ct_tensor *saved;

	CT_TRY(ct_function_saved_tensors(context, &saved, 1));
	ck_assert_int_eq(deleted, 0);
	grad_inputs[0] = grad_outputs[0];
	return NULL;
}

static const ct_function saves = { .name = "Saves",
				   .forward = saving_forward,
				   .backward = saving_backward,
				   .data_size = sizeof(enum saved_what) };

static ct_tensor *apply_saving(enum saved_what what, ct_tensor *x)
{
	ct_tensor *y;

	OK(ct_function_apply(&saves, &what, CT_TENSORS(x), &y, 1));
	return y;
}

static ct_tensor *counted_leaf(void)
{
	ct_tensor *x = counted(&deleted);

	OK(ct_tensor_set_requires_grad(x, true));
	return x;
}

START_TEST(saved_output_does_not_keep_itself_alive)
{
	ct_tensor *x = leaf_of(1), *y = apply_saving(SAVED_OUTPUT, x);

	deleted = 0;
	ct_tensor_free(y);
	ck_assert_int_eq(deleted, 1);
	ct_tensor_free(x);
}
END_TEST

START_TEST(saved_input_lives_as_long_as_the_graph)
{
	ct_tensor *x = counted_leaf(), *y = apply_saving(SAVED_INPUT, x);

	deleted = 0;
	ct_tensor_free(x);
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(y);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

/* Summed, so that the sum keeps the rest of the graph alive. */
START_TEST(backward_releases_what_was_saved)
{
	CT_SCOPE;
	ct_tensor *x = leaf_of(1), *y = apply_saving(SAVED_BETWEEN, x), *sum;
	const bool retain = true;

	deleted = 0;
	OK(ct_sum(y, CT_DTYPE_NONE, &sum));
	OK(ct_tensor_backward_with(sum, NULL, &retain, false, CT_NO_TENSORS));
	ck_assert_int_eq(deleted, 0);
	OK(ct_tensor_backward(sum));
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(nothing_is_saved_without_a_graph)
{
	CT_SCOPE;
	ct_tensor *x = number(1);

	deleted = 0;
	apply_saving(SAVED_BETWEEN, x);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

/* Each output is the next function's input: releasing the chain must not recurse. */
START_TEST(long_chains_are_released)
{
	enum { LINKS = 100000 };
	ct_tensor *x = leaf_of(1), *y = ct_tensor_retain(x);

	for (int i = 0; i < LINKS; i++) {
		ct_tensor *next;

		OK(apply_one(&my_identity, y, &next));
		ct_tensor_free(y);
		y = next;
	}
	ct_tensor_free(y);
	ct_tensor_free(x);
}
END_TEST

/* What callbacks create belongs to their own scope, even if the caller has none. */
START_TEST(callbacks_leave_no_handles)
{
	int64_t before = live_handles();
	ct_tensor *x = matrix(2, 2, (const float[]){ 1, 2, 3, 4 }), *y, *inputs[3];

	OK(ct_tensor_set_requires_grad(x, true));
	inputs[0] = inputs[1] = x;
	inputs[2] = NULL;
	OK(ct_function_apply(&my_linear, NULL, CT_TENSORS_OF(inputs, 3), &y, 1));
	ck_assert_int_eq(live_handles(), before + 2);
	OK(sum_backward(y));
	ck_assert_int_eq(live_handles(), before + 2);
	ct_tensor_free(y);
	ct_tensor_free(x);
}
END_TEST

Suite *function_lifetimes_suite(void)
{
	Suite *suite = suite_create("function_lifetimes");
	TCase *data = tests_of("data");
	TCase *tensors = tests_of("tensors");

	tcase_add_checked_fixture(data, forget_releases, NULL);
	tcase_add_test(data, data_is_released_with_the_graph);
	tcase_add_test(data, data_is_released_at_once_without_a_graph);
	tcase_add_test(data, data_of_a_failed_application_is_still_the_callers);
	tcase_add_test(data, data_of_a_size_is_copied);
	tcase_add_test(data, the_description_is_copied);
	tcase_add_test(data, after_a_leaf_is_refused_there_is_no_way_back_through_the_other);
	tcase_add_test(data, after_a_tensor_could_not_be_saved_there_is_no_way_back);
	tcase_add_test(tensors, saved_output_does_not_keep_itself_alive);
	tcase_add_test(tensors, saved_input_lives_as_long_as_the_graph);
	tcase_add_test(tensors, backward_releases_what_was_saved);
	tcase_add_test(tensors, nothing_is_saved_without_a_graph);
	tcase_add_test(tensors, long_chains_are_released);
	tcase_add_test(tensors, callbacks_leave_no_handles);
	suite_add_tcase(suite, data);
	suite_add_tcase(suite, tensors);
	return suite;
}
