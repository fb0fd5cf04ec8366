/*
 * The modes: how they are entered, left with every way out of a block, and what they do.
 */
#include "support.h"

static ct_tensor *x;

static void make_leaf(void)
{
	x = leaf(1, 2, 3);
}

/* Also resets the modes that a failing test left switched. */
static void restore(void)
{
	ct_tensor_free(x);
	ct_autograd_set_grad_enabled(true);
	ct_autograd_set_multithreading_enabled(true);
	ct_autograd_set_anomaly_enabled(false, true);
}

/* Whether operations on a leaf are recorded now. */
static bool records(void)
{
	ct_tensor *result = times(x, 2);
	const bool recorded = ct_tensor_requires_grad(result);

	ct_tensor_free(result);
	return recorded;
}

static bool makes_inference_tensors(void)
{
	ct_tensor *result = times(x, 2);
	const bool inference = ct_tensor_is_inference(result);

	ct_tensor_free(result);
	return inference;
}

START_TEST(mode_tells_what_it_was)
{
	ck_assert(ct_autograd_is_grad_enabled());
	ck_assert(ct_autograd_is_grad_enabled());
	ct_autograd_set_grad_enabled(false);
	ck_assert(!ct_autograd_is_grad_enabled());
	ck_assert(!ct_autograd_is_grad_enabled());
	ct_autograd_set_grad_enabled(true);
	ck_assert(ct_autograd_is_grad_enabled());
}
END_TEST

/* The formatter does not know that CT_NO_GRAD begins a block. */
/* clang-format off */
START_TEST(nothing_is_recorded_in_a_no_grad_block)
{
	ct_tensor *sum = NULL;
	int runs = 0;

	CT_NO_GRAD {
		sum = sum_of_squares(x);
		runs++;
	}
	ck_assert_int_eq(runs, 1);
	ck_assert(!ct_tensor_requires_grad(sum));
	ck_assert(ct_autograd_is_grad_enabled());
	ct_tensor_free(sum);
}
END_TEST

static ct_error fail_in_block(void)
{
	CT_NO_GRAD
		CT_TRY(ct_error_new_text(CT_ERROR_VALUE, NULL, "inside"));
	return NULL;
}

static void leave_by_goto(void)
{
	CT_NO_GRAD {
		goto out;
	}
out:
	ck_assert(ct_autograd_is_grad_enabled());
}

START_TEST(block_restores_the_mode_however_it_is_left)
{
	FAILS(fail_in_block(), "ValueError: inside");
	ck_assert(ct_autograd_is_grad_enabled());
	leave_by_goto();
	CT_NO_GRAD {
		break;
	}
	ck_assert(ct_autograd_is_grad_enabled());
	CT_NO_GRAD {
		continue;
	}
	ck_assert(ct_autograd_is_grad_enabled());
}
END_TEST

START_TEST(blocks_nest)
{
	CT_NO_GRAD {
		CT_NO_GRAD {
			ck_assert(!ct_autograd_is_grad_enabled());
		}
		ck_assert(!ct_autograd_is_grad_enabled());
		ct_autograd_set_grad_enabled(true);
	}
	ck_assert(ct_autograd_is_grad_enabled());
	ct_autograd_set_grad_enabled(false);
	CT_NO_GRAD {
	}
	ck_assert(!ct_autograd_is_grad_enabled());
}
END_TEST

START_TEST(enable_grad_records_inside_of_no_grad)
{
	CT_NO_GRAD {
		CT_ENABLE_GRAD
			ck_assert(records());
		ck_assert(!records());
	}
	ck_assert(records());
}
END_TEST

START_TEST(grad_mode_is_what_it_is_told)
{
	for (int recording = 0; recording < 2; recording++)
		CT_GRAD_MODE(recording == 1)
			ck_assert_int_eq(records(), recording);
	ck_assert(records());
}
END_TEST

START_TEST(inference_mode_makes_inference_tensors)
{
	ck_assert(!ct_autograd_is_inference_mode_enabled());
	CT_INFERENCE_MODE {
		ck_assert(ct_autograd_is_inference_mode_enabled());
		ck_assert(!ct_autograd_is_grad_enabled());
		ck_assert(makes_inference_tensors());
		ck_assert(!records());
	}
	ck_assert(!ct_autograd_is_inference_mode_enabled());
	ck_assert(ct_autograd_is_grad_enabled());
	ck_assert(records());
	ck_assert(!makes_inference_tensors());
	ck_assert(!ct_tensor_is_inference(x));
}
END_TEST

/* As in Python, switching it off enables recording even where recording was off. */
START_TEST(inference_mode_can_be_off_inside)
{
	CT_INFERENCE_MODE {
		CT_AUTOGRAD(CT_AUTOGRAD_INFERENCE, false) {
			ck_assert(!ct_autograd_is_inference_mode_enabled());
			ck_assert(records());
		}
		ck_assert(makes_inference_tensors());
	}
	ct_autograd_set_grad_enabled(false);
	CT_INFERENCE_MODE {
	}
	ck_assert(!ct_autograd_is_grad_enabled());
}
END_TEST

static ct_error leave_two_by_an_error(void)
{
	CT_INFERENCE_MODE
		CT_ENABLE_GRAD
			CT_TRY(ct_error_new_text(CT_ERROR_VALUE, NULL, "inside"));
	return NULL;
}

START_TEST(blocks_of_all_kinds_are_left_together)
{
	FAILS(leave_two_by_an_error(), "ValueError: inside");
	ck_assert(records());
	ck_assert(!ct_autograd_is_inference_mode_enabled());
}
END_TEST

#if HAS_MULTITHREADING_MODE
START_TEST(multithreading_is_a_mode_as_well)
{
	ck_assert(ct_autograd_is_multithreading_enabled());
	CT_AUTOGRAD(CT_AUTOGRAD_MULTITHREADING, false)
		ck_assert(!ct_autograd_is_multithreading_enabled());
	ck_assert(ct_autograd_is_multithreading_enabled());
	ct_autograd_set_multithreading_enabled(false);
	ck_assert(!ct_autograd_is_multithreading_enabled());
	ct_autograd_set_multithreading_enabled(true);
}
END_TEST
#endif

START_TEST(anomaly_detection_is_a_mode_as_well)
{
	CT_DETECT_ANOMALY {
		ck_assert(ct_autograd_is_anomaly_enabled());
		ck_assert(ct_autograd_is_anomaly_check_nan_enabled());
		CT_AUTOGRAD(CT_AUTOGRAD_ANOMALY_PLACES, true)
			ck_assert(!ct_autograd_is_anomaly_check_nan_enabled());
		ck_assert(ct_autograd_is_anomaly_check_nan_enabled());
		CT_AUTOGRAD(CT_AUTOGRAD_ANOMALY, false)
			ck_assert(!ct_autograd_is_anomaly_enabled());
	}
	ck_assert(!ct_autograd_is_anomaly_enabled());
}
END_TEST

/* Other languages have no blocks. */
START_TEST(functions_do_what_the_blocks_do)
{
	ct_autograd_was grad, inference, unknown;

	ct_autograd_enter(CT_AUTOGRAD_GRAD, false, &grad);
	ck_assert(!records());
	ct_autograd_enter(CT_AUTOGRAD_INFERENCE, true, &inference);
	ck_assert(makes_inference_tensors());
	ct_autograd_enter(77, true, &unknown);
	ct_autograd_leave(&unknown);
	ct_autograd_leave(&inference);
	ck_assert(!makes_inference_tensors());
	ck_assert(!records());
	ct_autograd_leave(&grad);
	ck_assert(records());
}
END_TEST

static void *ask(void *answer)
{
	*(bool *)answer = ct_autograd_is_grad_enabled() &&
			  !ct_autograd_is_inference_mode_enabled();
	return NULL;
}

START_TEST(modes_are_the_thread_s_own)
{
	bool is_default = false;

	CT_INFERENCE_MODE
		run_in_thread(ask, &is_default);
	ck_assert(is_default);
}
END_TEST

/* clang-format on */

/* Leaves the loop by break; in a block, break would leave only the block's own loop. */
static int loops_until_a_break(void)
{
	int i;

	for (i = 0; i < 10; i++) {
		CT_NO_GRAD_SCOPE;

		if (i == 3 && !records())
			break;
	}
	return i;
}

static ct_error fails_without_recording(void)
{
	CT_NO_GRAD_SCOPE;

	CT_TRY(ct_relu(NULL, NULL));
	return NULL;
}

START_TEST(a_declaration_lasts_until_the_end_of_its_block)
{
	{
		CT_NO_GRAD_SCOPE;
		CT_ENABLE_GRAD_SCOPE;

		ck_assert(records());
	}
	{
		CT_GRAD_MODE_SCOPE(false);

		ck_assert(!records());
	}
	{
		CT_INFERENCE_MODE_SCOPE;
		CT_DETECT_ANOMALY_SCOPE;

		ck_assert(makes_inference_tensors());
		ck_assert(ct_autograd_is_anomaly_enabled());
	}
	ck_assert(records() && !makes_inference_tensors());
	ck_assert(!ct_autograd_is_anomaly_enabled());
	ck_assert_int_eq(loops_until_a_break(), 3);
	FAILS_WITH(fails_without_recording(), CT_ERROR_ARGUMENT, "ct_relu");
	ck_assert(records());
}
END_TEST

Suite *modes_suite(void)
{
	Suite *suite = suite_create("modes");
	TCase *tests = tests_of("modes");

	tcase_add_checked_fixture(tests, make_leaf, restore);
	tcase_add_test(tests, mode_tells_what_it_was);
	tcase_add_test(tests, nothing_is_recorded_in_a_no_grad_block);
	tcase_add_test(tests, block_restores_the_mode_however_it_is_left);
	tcase_add_test(tests, blocks_nest);
	tcase_add_test(tests, enable_grad_records_inside_of_no_grad);
	tcase_add_test(tests, grad_mode_is_what_it_is_told);
	tcase_add_test(tests, inference_mode_makes_inference_tensors);
	tcase_add_test(tests, inference_mode_can_be_off_inside);
	tcase_add_test(tests, blocks_of_all_kinds_are_left_together);
#if HAS_MULTITHREADING_MODE
	tcase_add_test(tests, multithreading_is_a_mode_as_well);
#else
	LEFT_OUT("multithreading_is_a_mode_as_well", "it cannot be switched");
#endif
	tcase_add_test(tests, anomaly_detection_is_a_mode_as_well);
	tcase_add_test(tests, functions_do_what_the_blocks_do);
	tcase_add_test(tests, modes_are_the_thread_s_own);
	tcase_add_test(tests, a_declaration_lasts_until_the_end_of_its_block);
	suite_add_tcase(suite, tests);
	return suite;
}
