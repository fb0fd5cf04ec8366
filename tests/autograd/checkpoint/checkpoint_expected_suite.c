/*
 * Checkpointing compared with Python's: values, gradients, random numbers and error texts.
 */
#include "checkpoint_samples.h"
#include "expected.h"

struct way {
	const char *name;
	bool is_checkpoint, use_reentrant, early_stop;
};

/* Draws the same numbers as the Python side. */
static ct_tensor *drawn_leaf(void)
{
	ct_tensor_options options = { 0 };
	ct_tensor *leaf;

	options.requires_grad = true;
	OK(ct_tensor_randn(CT_L(4, 4), &options, &leaf));
	return leaf;
}

static ct_error call(const struct way *way, ct_checkpoint_function function, ct_tensor **inputs,
		     ct_tensor **y)
{
	static ct_checkpoint_options options; /* also the context, which the graph keeps using */

	if (!way->is_checkpoint)
		return function(inputs, 2, NULL, y, 1);
	options = (ct_checkpoint_options){ 0 };
	options.use_reentrant = way->use_reentrant;
	options.no_early_stop = !way->early_stop;
	/* Inside a reentrant checkpoint, recording is off. */
	return ct_checkpoint(function, way->use_reentrant ? NULL : &options, NULL,
			     CT_TENSORS_OF(inputs, 2), &options, y, 1);
}

static void compare_gradient(ct_tensor *leaf, const json_t *of_case, const char *key,
			     const struct way *way)
{
	ct_tensor *grad;

	OK(ct_tensor_grad(leaf, &grad));
	assert_expected_tensor(grad, of_case, key, 1e-5, way->name);
	ct_tensor_free(grad);
}

static void compare_second(ct_tensor *x, const json_t *of_case, const struct way *way)
{
	ct_scope *scope = open_scope();
	ct_tensor *t;

	OK(ct_tensor_grad(x, &t));
	OK(ct_mul_Tensor(t, t, &t));
	OK(ct_sum(t, CT_DTYPE_NONE, &t));
	OK(ct_autograd_grad(CT_TENSORS(t), CT_TENSORS(x), NULL, &t));
	assert_expected_tensor(t, of_case, "ddx", 1e-5, way->name);
	/* The gradients have a graph that leads back to them. */
	OK(ct_tensor_set_grad(x, NULL));
	OK(ct_scope_close(scope));
}

static void compare(const json_t *of_case, const struct way *way)
{
	ct_scope *scope = open_scope();
	ct_tensor *inputs[2], *y, *sum, *drawn;
	bool twice = !way->use_reentrant;

	OK(ct_manual_seed((uint64_t)expected_int(of_case, "seed")));
	inputs[0] = drawn_leaf();
	inputs[1] = drawn_leaf();
	OK(call(way, sample_named(expected_text(of_case, "function")), inputs, &y));
	OK(ct_sum(y, CT_DTYPE_NONE, &sum));
	OK(ct_tensor_backward_with(sum, NULL, NULL, twice, CT_NO_TENSORS));
	OK(ct_tensor_rand(CT_L(2), NULL, &drawn));
	assert_expected_tensor(y, of_case, "y", 1e-5, way->name);
	assert_expected_tensor(drawn, of_case, "drawn", 0, way->name);
	compare_gradient(inputs[0], of_case, "dx", way);
	compare_gradient(inputs[1], of_case, "dw", way);
	if (twice)
		compare_second(inputs[0], of_case, way);
	OK(ct_tensor_set_grad(inputs[1], NULL));
	OK(ct_scope_close(scope));
}

START_TEST(values_and_gradients_are_pythons)
{
	static const struct way ways[] = {
		{ "plain", false, false, false },
		{ "checkpoint", true, false, true },
		{ "to its end", true, false, false },
		{ "reentrant", true, true, true },
	};
	json_t *cases = expected_cases("checkpoint"), *of_case;
	size_t i, compared = 0;

	json_array_foreach (cases, i, of_case) {
		if (strcmp(expected_text(of_case, "kind"), "values") != 0)
			continue;
		for (size_t way = 0; way < sizeof ways / sizeof *ways; way++)
			compare(of_case, &ways[way]);
		compared++;
	}
	ck_assert_uint_ge(compared + expected_left_out("checkpoint"), 8);
	json_decref(cases);
}
END_TEST

/* --- Errors ---------------------------------------------------------------------------------- */

static ct_error times_two(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			  ct_tensor **outputs, int64_t outputs_len)
{
	(void)inputs_len, (void)context, (void)outputs_len;
	return ct_mul_Scalar(inputs[0], ct_scalar_int(2), outputs);
}

static ct_error sine(ct_tensor *const *inputs, int64_t inputs_len, void *context,
		     ct_tensor **outputs, int64_t outputs_len)
{
	(void)inputs_len, (void)context, (void)outputs_len;
	return ct_sin(inputs[0], outputs);
}

static ct_error sines_of_a_part(ct_tensor *const *inputs, int64_t inputs_len, void *context,
				ct_tensor **outputs, int64_t outputs_len)
{
	ct_tensor *t;

	CT_TRY(ct_narrow(inputs[0], 0, 0, 2, &t));
	CT_TRY(ct_to_dtype(t, CT_FLOAT64, false, false, CT_MEMORY_FORMAT_NONE, &t));
	return sines(&t, inputs_len, context, outputs, outputs_len);
}

static ct_error detached(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			 ct_tensor **outputs, int64_t outputs_len)
{
	(void)inputs_len, (void)context, (void)outputs_len;
	return ct_detach(inputs[0], outputs);
}

static ct_error back_through(ct_checkpoint_function first, ct_checkpoint_function then,
			     const ct_checkpoint_options *options)
{
	struct calls calls = { 0, first, then, 0, NULL };
	ct_tensor *x = ones_leaf(), *y = NULL;
	ct_error err = ct_checkpoint(changing, &calls, NULL, CT_TENSORS(x), options, &y, 1);

	if (err == NULL)
		err = go_back(y);
	ct_tensor_free(y);
	ct_tensor_free(x);
	return err;
}

static ct_error back_twice(const ct_checkpoint_options *options)
{
	ct_tensor *x = ones_leaf(), *y, *sum;
	ct_error err;

	OK(under_checkpoint(sines, NULL, x, options, &y));
	OK(ct_sum(y, CT_DTYPE_NONE, &sum));
	OK(ct_tensor_backward(sum));
	err = ct_tensor_backward(sum);
	ct_tensor_free(sum);
	ct_tensor_free(y);
	ct_tensor_free(x);
	return err;
}

static ct_error back_after_writing(void)
{
	ct_tensor *x = ones_leaf(), *w, *y;
	ct_error err;

	OK(ct_mul_Scalar(x, ct_scalar_int(1), &w));
	OK(under_checkpoint(sines, NULL, w, NULL, &y));
	OK(ct_add__Tensor(w, w, ct_scalar_int(1), NULL));
	err = go_back(y);
	ct_tensor_free(y);
	ct_tensor_free(w);
	ct_tensor_free(x);
	return err;
}

static ct_error grad_through(const ct_checkpoint_options *options)
{
	ct_tensor *x = ones_leaf(), *y, *sum, *grad;
	ct_error err;

	OK(under_checkpoint(sines, NULL, x, options, &y));
	OK(ct_sum(y, CT_DTYPE_NONE, &sum));
	err = ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS(x), NULL, &grad);
	ct_tensor_free(sum);
	ct_tensor_free(y);
	ct_tensor_free(x);
	return err;
}

static ct_error save_meta_on_cpu(void)
{
	ct_tensor_options options = { 0 };
	ct_tensor *x, *y;
	ct_error err = NULL, err_inside = NULL;

	options.device = CT_DEVICE(CT_DEVICE_TYPE_META, -1);
	options.requires_grad = true;
	OK(ct_tensor_ones(CT_L(3), &options, &x));
	CT_SAVE_ON_CPU(err, false)
	{
		err_inside = ct_mul_Tensor(x, x, &y);
	}
	OK(err);
	ct_tensor_free(x);
	return err_inside;
}

static ct_error error_named(const char *name)
{
	ct_checkpoint_options to_the_end = { 0 };
	ct_checkpoint_options unchecked = to_the_end, bad = to_the_end, reentrant = to_the_end;

	to_the_end.no_early_stop = true;
	unchecked.determinism_check = "none";
	bad.determinism_check = "all";
	reentrant.use_reentrant = true;
	if (strcmp(name, "fewer") == 0)
		return back_through(sines, times_two, NULL);
	if (strcmp(name, "more") == 0)
		return back_through(sine, sines, &to_the_end);
	if (strcmp(name, "other") == 0)
		return back_through(sines, sines_of_a_part, NULL);
	if (strcmp(name, "unchecked") == 0)
		return back_through(sines, sines_of_a_part, &unchecked);
	if (strcmp(name, "bad_check") == 0)
		return back_through(sines, sines, &bad);
	if (strcmp(name, "second_backward") == 0)
		return back_twice(NULL);
	if (strcmp(name, "second_backward_reentrant") == 0)
		return back_twice(&reentrant);
	if (strcmp(name, "written_to") == 0)
		return back_after_writing();
	if (strcmp(name, "reentrant_grad") == 0)
		return grad_through(&reentrant);
	if (strcmp(name, "reentrant_detached") == 0)
		return back_through(detached, detached, &reentrant);
	if (strcmp(name, "save_on_cpu_of_meta") == 0)
		return save_meta_on_cpu();
	ck_abort_msg("no error is called %s", name);
	return NULL;
}

START_TEST(errors_are_pythons)
{
	json_t *cases = expected_cases("checkpoint"), *of_case;
	size_t i, compared = 0;

	json_array_foreach (cases, i, of_case) {
		ct_error err;

		if (strcmp(expected_text(of_case, "kind"), "error") != 0)
			continue;
		err = error_named(expected_text(of_case, "name"));
		assert_expected_error(err, of_case, expected_text(of_case, "name"));
		ct_error_free(err);
		compared++;
	}
	ck_assert_uint_ge(compared + expected_left_out("checkpoint"), 11);
	json_decref(cases);
}
END_TEST

Suite *checkpoint_expected_suite(void)
{
	Suite *suite = suite_create("checkpoint_expected");
	TCase *tests = tests_of("checkpoint_expected");

	tcase_add_test(tests, values_and_gradients_are_pythons);
	tcase_add_test(tests, errors_are_pythons);
	suite_add_tcase(suite, tests);
	return suite;
}
