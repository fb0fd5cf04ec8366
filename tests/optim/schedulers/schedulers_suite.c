/*
 * Every scheduler with every option, beside Python's: optim_schedulers.json.
 */
#include "scheduler_cases.h"
#include "warned.h"

static json_t *cases;

static void set_up(void)
{
	cases = expected_cases("optim_schedulers");
	note_warnings();
}

static void tear_down(void)
{
	forget_warnings();
	json_decref(cases);
}

/* Calls `check` with all cases that have this member, each in a scope of its own. */
static void for_each(const char *member, void (*check)(const json_t *of_case))
{
	const json_t *of_case;
	size_t i, n = 0;

	json_array_foreach (cases, i, of_case) {
		if (!json_object_get(of_case, member) || !is_known_optimizer(of_case))
			continue;
		{
			CT_SCOPE;

			check(of_case);
		}
		n++;
	}
	ck_assert_uint_gt(n, 0);
}

/* Rates after each step, states in the middle and in the end, warnings. */
static void assert_run(const json_t *of_case)
{
	const int n = (int)expected_int(of_case, "steps");
	ct_optimizer *optimizer = make_optimizer(of_case);
	ct_lr_scheduler *scheduler;

	begin_warnings();
	OK(make_scheduler(optimizer, json_object_get(of_case, "scheduler"), &scheduler));
	assert_rates(optimizer, of_case, 0);
	run_scheduler(optimizer, scheduler, of_case, 0, n / 2);
	assert_states(optimizer, scheduler, json_object_get(of_case, "middle"),
		      scheduler_text(of_case));
	run_scheduler(optimizer, scheduler, of_case, n / 2, n);
	assert_states(optimizer, scheduler, json_object_get(of_case, "last"),
		      scheduler_text(of_case));
	assert_warnings(of_case, scheduler_text(of_case));
}

START_TEST(rates_are_pythons)
{
	for_each("last", assert_run);
}
END_TEST

/* The parameters have no state, so that the groups are all. */
static void load_groups(ct_optimizer *optimizer, const json_t *groups)
{
	ct_value state = ct_value_dict_new(), decoded = decode(groups), none = ct_value_dict_new();

	OK(ct_value_dict_move(&state, ct_value_string("state"), &none));
	OK(ct_value_dict_move(&state, ct_value_string("param_groups"), &decoded));
	OK(ct_optimizer_load_state_dict(optimizer, &state));
	ct_value_free(&state);
}

/* A new scheduler goes on from the state that Python's had in the middle. */
static void assert_resumed(const json_t *of_case)
{
	const json_t *middle = json_object_get(of_case, "middle");
	const int n = (int)expected_int(of_case, "steps");
	ct_optimizer *optimizer = make_optimizer(of_case);
	ct_value state = decode(json_object_get(middle, "scheduler"));
	ct_lr_scheduler *scheduler;

	OK(make_scheduler(optimizer, json_object_get(of_case, "scheduler"), &scheduler));
	load_groups(optimizer, json_object_get(middle, "optimizer"));
	OK(ct_lr_scheduler_load_state_dict(scheduler, &state));
	ct_value_free(&state);
	assert_states(optimizer, scheduler, middle, scheduler_text(of_case));
	run_scheduler(optimizer, scheduler, of_case, n / 2, n);
	assert_states(optimizer, scheduler, json_object_get(of_case, "last"),
		      scheduler_text(of_case));
}

START_TEST(runs_go_on_from_pythons_state)
{
	for_each("last", assert_resumed);
}
END_TEST

static void assert_error(ct_error error, const json_t *of_case, const char *member)
{
	const char *wanted = expected_text(of_case, member);

	ck_assert_msg(error != NULL, "no error: %s", scheduler_text(of_case));
	ck_assert_msg(is_expected_error(error, wanted), "%s\nexpected: %s\ngot:      %s",
		      scheduler_text(of_case), wanted, error);
	ct_error_free(error);
}

static void assert_refused(const json_t *of_case)
{
	ct_lr_scheduler *scheduler = NULL;
	ct_error error = make_scheduler(make_optimizer(of_case),
					json_object_get(of_case, "scheduler"), &scheduler);

	assert_error(error, of_case, "refused");
	ck_assert_ptr_null(scheduler);
}

START_TEST(bad_arguments_are_pythons_errors)
{
	for_each("refused", assert_refused);
}
END_TEST

static void assert_broken(const json_t *of_case)
{
	const int n = (int)expected_int(of_case, "steps");
	ct_optimizer *optimizer = make_optimizer(of_case);
	ct_lr_scheduler *scheduler;

	OK(make_scheduler(optimizer, json_object_get(of_case, "scheduler"), &scheduler));
	for (int step = 0; step < n - 1; step++)
		OK(step_both(optimizer, scheduler, of_case, step));
	assert_error(step_both(optimizer, scheduler, of_case, n - 1), of_case, "broken");
}

START_TEST(bad_steps_are_pythons_errors)
{
	for_each("broken", assert_broken);
}
END_TEST

Suite *schedulers_suite(void)
{
	Suite *suite = suite_create("schedulers");
	TCase *tests = tests_of("schedulers");

	tcase_add_unchecked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, rates_are_pythons);
	tcase_add_test(tests, runs_go_on_from_pythons_state);
	tcase_add_test(tests, bad_arguments_are_pythons_errors);
	tcase_add_test(tests, bad_steps_are_pythons_errors);
	suite_add_tcase(suite, tests);
	return suite;
}
