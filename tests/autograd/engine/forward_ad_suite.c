/*
 * Levels and dual tensors: how a level is left, who sees it, what a dual tensor shares with the
 * tensors that it is made of.
 */
#include "derivatives_support.h"

static ct_tensor *x, *direction;

/* The values 3 and 4, with the direction 1 and 10. */
static void make_tensors(void)
{
	x = numbers(2, (const double[]){ 3, 4 });
	direction = numbers(2, (const double[]){ 1, 10 });
}

/* Also closes what a failing test left open. */
static void drop_tensors(void)
{
	ct_tensor_free(x);
	ct_tensor_free(direction);
	ct_error_free(ct_forward_ad_leave_dual_level(NULL));
	ct_forward_ad_set_enabled(true);
}

ct_tensor *numbers(int64_t n, const double *values)
{
	ct_tensor *result;

	OK(ct_tensor_from_data(values, CT_FLOAT64, CT_L(n), &result));
	return result;
}

static bool is_open(void)
{
	return ct_forward_ad_current_level() >= 0;
}

/* The tangent must have these two values. */
static void assert_tangent(const ct_tensor *dual, double first, double second)
{
	CT_SCOPE;
	ct_tensor *tangent;

	OK(ct_forward_ad_unpack_dual(dual, NULL, &tangent));
	ck_assert_msg(tangent != NULL, "there is no tangent");
	assert_floats(tangent, (const int64_t[]){ 2, -1 }, (const double[]){ first, second });
}

static bool has_tangent(const ct_tensor *tensor)
{
	CT_SCOPE;
	ct_tensor *tangent;

	OK(ct_forward_ad_unpack_dual(tensor, NULL, &tangent));
	return tangent != NULL;
}

/* The formatter does not know that CT_DUAL_LEVEL begins a block. */
/* clang-format off */

/* --- Leaving a block -------------------------------------------------------------------------- */

static ct_error to_its_end(void)
{
	CT_DUAL_LEVEL {
		ck_assert_int_eq(ct_forward_ad_current_level(), 0);
	}
	ck_assert(!is_open());
	return NULL;
}

static ct_error by_return(void)
{
	CT_DUAL_LEVEL {
		return NULL;
	}
	ck_abort_msg("the block did not run");
	return NULL;
}

static ct_error by_try(void)
{
	CT_DUAL_LEVEL {
		CT_TRY(ct_error_new(CT_ERROR_VALUE, __func__, "enough"));
	}
	ck_abort_msg("the block did not run");
	return NULL;
}

static ct_error by_goto(void)
{
	CT_DUAL_LEVEL {
		goto out;
	}
	ck_abort_msg("the block did not run");
out:
	return NULL;
}

static ct_error by_break(void)
{
	int runs = 0;

	CT_DUAL_LEVEL {
		runs++;
		if (runs)
			break;
		ck_abort_msg("break leaves the block");
	}
	ck_assert_int_eq(runs, 1);
	return NULL;
}

static ct_error by_continue(void)
{
	int runs = 0;

	CT_DUAL_LEVEL {
		runs++;
		if (runs)
			continue;
		ck_abort_msg("continue leaves the block");
	}
	ck_assert_int_eq(runs, 1);
	return NULL;
}

static ct_error closed_by_hand(void)
{
	CT_DUAL_LEVEL {
		OK(ct_forward_ad_leave_dual_level(NULL));
		ck_assert(!is_open());
	}
	return NULL;
}

/* clang-format on */

START_TEST(level_is_closed_however_its_block_is_left)
{
	OK(to_its_end());
	ck_assert(!is_open());
	OK(by_return());
	ck_assert(!is_open());
	FAILS(by_try(), "ValueError: enough");
	ck_assert(!is_open());
	OK(by_goto());
	ck_assert(!is_open());
	OK(by_break());
	ck_assert(!is_open());
	OK(by_continue());
	ck_assert(!is_open());
	OK(closed_by_hand());
	ck_assert(!is_open());
}
END_TEST

/* clang-format off */
static ct_error within_another(int *runs)
{
	CT_DUAL_LEVEL {
		(*runs)++;
		CT_DUAL_LEVEL
			(*runs)++;
		(*runs)++;
	}
	return NULL;
}
/* clang-format on */

START_TEST(block_that_cannot_be_entered_returns_the_error)
{
	int runs = 0;

	FAILS_AS_EXPECTED(within_another(&runs),
			  "RuntimeError: Nested forward mode AD is not supported at the moment");
	ck_assert_int_eq(runs, 1);
	ck_assert(!is_open());
}
END_TEST

/* --- Dual tensors ----------------------------------------------------------------------------- */

START_TEST(dual_tensor_has_the_memory_of_both)
{
	CT_SCOPE;
	ct_tensor *dual, *primal, *tangent;

	OK(ct_forward_ad_enter_dual_level(NULL));
	OK(ct_forward_ad_make_dual(x, direction, &dual));
	OK(ct_forward_ad_unpack_dual(dual, &primal, &tangent));
	ck_assert_ptr_ne(dual, x);
	ck_assert_ptr_eq(ct_tensor_data(primal), ct_tensor_data(x));
	ck_assert_ptr_eq(tangent, direction);
	ck_assert(!has_tangent(x));
	ck_assert(!has_tangent(primal));
	OK(ct_forward_ad_leave_dual_level(NULL));
}
END_TEST

START_TEST(tangent_of_another_layout_is_copied)
{
	CT_SCOPE;
	ct_tensor *wide, *spread, *dual, *tangent;
	const int64_t shape[] = { 2, 2 };

	OK(ct_ones(shape, 2, CT_FLOAT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &wide));
	OK(ct_select_int(wide, 1, 0, &spread));
	OK(ct_forward_ad_enter_dual_level(NULL));
	OK(ct_forward_ad_make_dual(x, spread, &dual));
	OK(ct_forward_ad_unpack_dual(dual, NULL, &tangent));
	ck_assert_ptr_ne(ct_tensor_data(tangent), ct_tensor_data(spread));
	assert_tangent(dual, 1, 1);
	OK(ct_forward_ad_leave_dual_level(NULL));
}
END_TEST

START_TEST(tangents_go_with_the_level_and_those_that_were_unpacked_stay)
{
	CT_SCOPE;
	ct_tensor *dual, *square, *kept, *primal, *tangent = UNTOUCHED;

	OK(ct_forward_ad_enter_dual_level(NULL));
	OK(ct_forward_ad_make_dual(x, direction, &dual));
	OK(ct_mul_Tensor(dual, dual, &square));
	OK(ct_forward_ad_unpack_dual(square, NULL, &kept));
	OK(ct_forward_ad_leave_dual_level(NULL));
	assert_floats(kept, (const int64_t[]){ 2, -1 }, (const double[]){ 6, 80 });
	ck_assert(!has_tangent(square));
	OK(ct_forward_ad_unpack_dual(square, &primal, &tangent));
	ck_assert_ptr_eq(primal, square);
	ck_assert_ptr_null(tangent);

	/* The next level is a different one, although it has the same number. */
	OK(ct_forward_ad_enter_dual_level(NULL));
	ck_assert(!has_tangent(square));
	OK(ct_forward_ad_leave_dual_level(NULL));
}
END_TEST

START_TEST(what_is_plain_has_no_tangent)
{
	CT_SCOPE;
	ct_tensor *primal, *tangent = UNTOUCHED;

	OK(ct_forward_ad_enter_dual_level(NULL));
	OK(ct_forward_ad_unpack_dual(x, &primal, &tangent));
	ck_assert_ptr_null(tangent);
	assert_floats(primal, (const int64_t[]){ 2, -1 }, (const double[]){ 3, 4 });
	OK(ct_forward_ad_leave_dual_level(NULL));
}
END_TEST

START_TEST(null_is_refused_and_results_may_be_dropped)
{
	CT_SCOPE;
	ct_tensor *dual = UNTOUCHED, *tangent = UNTOUCHED;

	OK(ct_forward_ad_enter_dual_level(NULL));
	FAILS(ct_forward_ad_make_dual(NULL, x, &dual),
	      "ArgumentError: ct_forward_ad_make_dual: argument 1 (primal) must not be NULL");
	FAILS(ct_forward_ad_make_dual(x, NULL, &dual),
	      "ArgumentError: ct_forward_ad_make_dual: argument 2 (tangent) must not be NULL");
	FAILS(ct_forward_ad_unpack_dual(NULL, &dual, &tangent),
	      "ArgumentError: ct_forward_ad_unpack_dual: argument 1 (tensor) must not be NULL");
	ck_assert_ptr_eq(dual, UNTOUCHED);
	ck_assert_ptr_eq(tangent, UNTOUCHED);
	OK(ct_forward_ad_make_dual(x, direction, NULL));
	OK(ct_forward_ad_unpack_dual(x, NULL, NULL));
	OK(ct_forward_ad_leave_dual_level(NULL));
}
END_TEST

START_TEST(dual_tensor_prints_its_tangent)
{
	CT_SCOPE;
	ct_tensor *dual;
	char *text;

	OK(ct_forward_ad_enter_dual_level(NULL));
	OK(ct_forward_ad_make_dual(x, direction, &dual));
	OK(ct_tensor_to_string(dual, &text));
	ck_assert_str_eq(text, "tensor([3., 4.], dtype=torch.float64,\n"
			       "       tangent=tensor([ 1., 10.], dtype=torch.float64))");
	ct_free(text);
	OK(ct_forward_ad_leave_dual_level(NULL));
	OK(ct_tensor_to_string(dual, &text));
	ck_assert_str_eq(text, "tensor([3., 4.], dtype=torch.float64)");
	ct_free(text);
}
END_TEST

/* --- With backward ---------------------------------------------------------------------------- */

START_TEST(tangent_can_be_differentiated_backward)
{
	CT_SCOPE;
	ct_tensor *dual, *cube, *tangent, *sum, *grad;

	OK(ct_tensor_set_requires_grad(x, true));
	OK(ct_forward_ad_enter_dual_level(NULL));
	OK(ct_forward_ad_make_dual(x, direction, &dual));
	OK(ct_pow_Tensor_Scalar(dual, ct_scalar_int(3), &cube));
	OK(ct_forward_ad_unpack_dual(cube, NULL, &tangent));
	OK(ct_forward_ad_leave_dual_level(NULL));
	OK(ct_sum(tangent, CT_DTYPE_NONE, &sum));
	OK(ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS(x), NULL, &grad));
	/* 6 x times the direction */
	assert_floats(grad, (const int64_t[]){ 2, -1 }, (const double[]){ 18, 240 });
}
END_TEST

START_TEST(no_grad_has_no_say_in_tangents)
{
	CT_SCOPE;
	ct_tensor *dual, *square;

	OK(ct_forward_ad_enter_dual_level(NULL));
	OK(ct_forward_ad_make_dual(x, direction, &dual));
	CT_NO_GRAD
	OK(ct_mul_Tensor(dual, dual, &square));
	assert_tangent(square, 6, 80);
	CT_INFERENCE_MODE
	OK(ct_mul_Tensor(dual, dual, &square));
	ck_assert(!has_tangent(square));
	OK(ct_forward_ad_leave_dual_level(NULL));
}
END_TEST

START_TEST(forward_mode_can_be_switched_off)
{
	CT_SCOPE;
	ct_tensor *dual, *square, *made;

	OK(ct_forward_ad_enter_dual_level(NULL));
	OK(ct_forward_ad_make_dual(x, direction, &dual));
	ck_assert(ct_forward_ad_is_enabled());
	CT_AUTOGRAD(CT_AUTOGRAD_FORWARD, false)
	{
		ck_assert(!ct_forward_ad_is_enabled());
		OK(ct_mul_Tensor(dual, dual, &square));
		OK(ct_forward_ad_make_dual(x, direction, &made));
		ck_assert(!has_tangent(dual));
	}
	ck_assert(ct_forward_ad_is_enabled());
	ck_assert(!has_tangent(square));
	assert_tangent(dual, 1, 10);
	assert_tangent(made, 1, 10);
	ck_assert(ct_forward_ad_is_enabled());
	ct_forward_ad_set_enabled(false);
	ck_assert(!ct_forward_ad_is_enabled());
	ct_forward_ad_set_enabled(true);
	OK(ct_mul_Tensor(dual, dual, &square));
	assert_tangent(square, 6, 80);
	OK(ct_forward_ad_leave_dual_level(NULL));
}
END_TEST

/* --- Threads ---------------------------------------------------------------------------------- */

/* In another thread, the level is open and cannot be opened twice, and a dual tensor of the first
 * thread is dual. */
static void *compute_with_its_dual(void *context)
{
	CT_SCOPE;
	ct_tensor *dual = context, *square, *tangent;
	ct_error error = ct_forward_ad_enter_dual_level(NULL);

	MUST(error != NULL);
	ct_error_free(error);
	MUST(ct_forward_ad_current_level() == 0);
	CT_CHECK(ct_mul_Tensor(dual, dual, &square));
	CT_CHECK(ct_forward_ad_unpack_dual(square, NULL, &tangent));
	assert_floats(tangent, (const int64_t[]){ 2, -1 }, (const double[]){ 6, 80 });
	return NULL;
}

START_TEST(level_is_that_of_all_threads)
{
	CT_SCOPE;
	ct_tensor *dual;

	OK(ct_forward_ad_enter_dual_level(NULL));
	OK(ct_forward_ad_make_dual(x, direction, &dual));
	run_in_thread(compute_with_its_dual, dual);
	OK(ct_forward_ad_leave_dual_level(NULL));
}
END_TEST

static void *exit_in_thread(void *context)
{
	(void)context;
	CT_CHECK(ct_forward_ad_leave_dual_level(NULL));
	return NULL;
}

static void *switch_off(void *context)
{
	(void)context;
	MUST(ct_forward_ad_is_enabled());
	ct_forward_ad_set_enabled(false);
	return NULL;
}

START_TEST(any_thread_closes_the_level_and_the_switch_is_each_thread_s_own)
{
	OK(ct_forward_ad_enter_dual_level(NULL));
	run_in_thread(switch_off, NULL);
	ck_assert(ct_forward_ad_is_enabled());
	run_in_thread(exit_in_thread, NULL);
	ck_assert(!is_open());
}
END_TEST

/* --- Levels that others open ------------------------------------------------------------------ */

START_TEST(operators_take_the_level_as_a_number)
{
	CT_SCOPE;
	ct_tensor *dual, *primal, *tangent;
	int64_t level;

	OK(ct_forward_ad_enter_dual_level(&level));
	ck_assert_int_eq(level, ct_forward_ad_current_level());
	OK(ct__make_dual(x, direction, level, &dual));
	assert_tangent(dual, 1, 10);
	OK(ct__unpack_dual(dual, level, &primal, &tangent));
	ck_assert_ptr_eq(tangent, direction);
	OK(ct_forward_ad_leave_dual_level(&level));
}
END_TEST

Suite *forward_ad_suite(void)
{
	Suite *suite = suite_create("forward_ad");
	TCase *tests = tests_of("forward_ad");

	tcase_add_checked_fixture(tests, make_tensors, drop_tensors);
	tcase_add_test(tests, level_is_closed_however_its_block_is_left);
	tcase_add_test(tests, block_that_cannot_be_entered_returns_the_error);
	tcase_add_test(tests, dual_tensor_has_the_memory_of_both);
	tcase_add_test(tests, tangent_of_another_layout_is_copied);
	tcase_add_test(tests, tangents_go_with_the_level_and_those_that_were_unpacked_stay);
	tcase_add_test(tests, what_is_plain_has_no_tangent);
	tcase_add_test(tests, null_is_refused_and_results_may_be_dropped);
	tcase_add_test(tests, dual_tensor_prints_its_tangent);
	tcase_add_test(tests, tangent_can_be_differentiated_backward);
	tcase_add_test(tests, no_grad_has_no_say_in_tangents);
	tcase_add_test(tests, forward_mode_can_be_switched_off);
	tcase_add_test(tests, level_is_that_of_all_threads);
	tcase_add_test(tests, any_thread_closes_the_level_and_the_switch_is_each_thread_s_own);
	tcase_add_test(tests, operators_take_the_level_as_a_number);
	suite_add_tcase(suite, tests);
	return suite;
}
