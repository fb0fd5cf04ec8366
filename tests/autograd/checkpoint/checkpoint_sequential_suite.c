/*
 * Consecutive steps, checkpointed in segments.
 */
#include "checkpoint_samples.h"
#include "expected.h"

#define STEP(name, call)                                                                  \
	static ct_error name(ct_tensor *const *inputs, int64_t inputs_len, void *context, \
			     ct_tensor **outputs, int64_t outputs_len)                    \
	{                                                                                 \
		(void)inputs, (void)inputs_len, (void)outputs, (void)outputs_len;         \
		if (context)                                                              \
			((struct calls *)context)->calls++;                               \
		return call;                                                              \
	}

STEP(sine, ct_sin(inputs[0], outputs))
STEP(drop, ct_dropout(inputs[0], 0.5, true, outputs))
STEP(exponential, ct_exp(inputs[0], outputs))
STEP(tangent, ct_tanh(inputs[0], outputs))
STEP(cosine, ct_cos(inputs[0], outputs))
STEP(fails, ct_error_new_text(CT_ERROR_VALUE, NULL, "no more"))

/* NULL: this release's random numbers differ. */
static const json_t *sequential_case(json_t *cases)
{
	json_t *of_case;
	size_t i;

	json_array_foreach (cases, i, of_case)
		if (strcmp(expected_text(of_case, "kind"), "sequential") == 0)
			return of_case;
	ck_assert_msg(expected_left_out("checkpoint") > 0, "no case is sequential");
	return NULL;
}

START_TEST(values_and_gradient_are_pythons)
{
	json_t *cases = expected_cases("checkpoint");
	const json_t *wanted = sequential_case(cases);
	struct calls calls = { 0 };
	ct_checkpoint_step steps[] = { { sine, &calls, count_released },
				       { drop, NULL, NULL },
				       { exponential, &calls, count_released },
				       { tangent, NULL, NULL },
				       { cosine, NULL, NULL } };
	ct_tensor_options options = { 0 };
	ct_tensor *x, *y, *grad;

	options.requires_grad = true;
	OK(ct_manual_seed(7));
	OK(ct_tensor_randn(CT_L(4, 4), &options, &x));
	OK(ct_checkpoint_sequential(steps, 5, 2, x, NULL, &y));
	ck_assert_int_eq(calls.calls, 2);
	OK(go_back(y));
	/* Only the first of the two segments is computed again. */
	ck_assert_int_eq(calls.calls, 3);
	ck_assert_int_eq(calls.released, 2);
	OK(ct_tensor_grad(x, &grad));
	if (wanted) {
		assert_expected_tensor(y, wanted, "y", 1e-6, "y");
		assert_expected_tensor(grad, wanted, "dx", 1e-6, "dx");
	}
	ct_tensor_free(grad);
	ct_tensor_free(y);
	ct_tensor_free(x);
	json_decref(cases);
}
END_TEST

START_TEST(failing_step_leaves_all_contexts_to_the_caller)
{
	struct calls calls = { 0 };
	ct_checkpoint_step steps[] = { { sine, &calls, count_released },
				       { fails, &calls, count_released } };
	ct_tensor *x = ones_leaf(), *y = UNTOUCHED;

	FAILS(ct_checkpoint_sequential(steps, 2, 2, x, NULL, &y), "ValueError: no more");
	ck_assert_ptr_eq(y, UNTOUCHED);
	ck_assert_int_eq(calls.released, 0);
	ct_tensor_free(x);
}
END_TEST

START_TEST(segments_are_from_1_to_the_number_of_steps)
{
	ct_checkpoint_step steps[] = { { sine, NULL, NULL }, { cosine, NULL, NULL } };
	ct_tensor *x = ones_leaf(), *y = UNTOUCHED;

	FAILS(ct_checkpoint_sequential(steps, 2, 0, x, NULL, &y),
	      "ArgumentError: ct_checkpoint_sequential: argument 2 (segments) is 0, but must be "
	      "from 1 to the number of steps, 2");
	FAILS(ct_checkpoint_sequential(steps, 2, 3, x, NULL, &y),
	      "ArgumentError: ct_checkpoint_sequential: argument 2 (segments) is 3, but must be "
	      "from 1 to the number of steps, 2");
	ck_assert_ptr_eq(y, UNTOUCHED);
	OK(ct_checkpoint_sequential(NULL, 0, 1, x, NULL, &y));
	ck_assert_ptr_eq(y, x);
	ct_tensor_free(y);
	ct_tensor_free(x);
}
END_TEST

Suite *checkpoint_sequential_suite(void)
{
	Suite *suite = suite_create("checkpoint_sequential");
	TCase *tests = tests_of("checkpoint_sequential");

	tcase_add_test(tests, values_and_gradient_are_pythons);
	tcase_add_test(tests, failing_step_leaves_all_contexts_to_the_caller);
	tcase_add_test(tests, segments_are_from_1_to_the_number_of_steps);
	suite_add_tcase(suite, tests);
	return suite;
}
