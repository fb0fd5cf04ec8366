/*
 * LBFGS beside Python's: optim_lbfgs.json.
 */
#include <math.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/calls/all.h>

#include "support.h"

enum { LBFGS_STEPS = 6, POINTS = 8 };

static json_t *cases;

static void set_up(void)
{
	cases = expected_cases("optim_lbfgs");
}

static void tear_down(void)
{
	json_decref(cases);
}

/* --- functions: ORDER, tests/fixtures/expected/optim_lbfgs.py --------------------------------- */

struct problem {
	const char *function;
	ct_tensor *params[PARAMETERS];
	ct_tensor *x, *y;
	ct_optimizer *optimizer;
	/* Of a closure that loads a state dict: which one, and in calls of which numbers. */
	ct_value saved;
	const json_t *loads;
	int calls;
};

static ct_tensor *value_at(const struct problem *p)
{
	ct_tensor *a = p->params[0], *b = p->params[1], *line, *left, *right;

	if (!strcmp(p->function, "distances")) {
		line = CT_E(sub, CT_E(add, CT_E(mul, p->x, a), b), p->y);
		return CT_E(sum, CT_E(square, CT_E(abs, line)));
	}
	if (!strcmp(p->function, "squares")) {
		line = CT_E(sub, CT_E(add, CT_E(mul, p->x, a), b), p->y);
		return CT_E(sum, CT_E(square, line));
	}
	if (!strcmp(p->function, "rosenbrock")) {
		left = CT_E(square, CT_E(rsub, a, 1));
		right = CT_E(mul, CT_E(square, CT_E(sub, b, CT_E(mul, a, a))), 100);
		return CT_E(sum, CT_E(add, left, right));
	}
	if (!strcmp(p->function, "plain"))
		return CT_E(sum, CT_E(mul, CT_E(add, CT_E(square, a), CT_E(square, b)), 0.01));
	if (!strcmp(p->function, "roots"))
		return CT_E(sum, CT_E(add, CT_E(sqrt, a), CT_E(square, b)));
	right = CT_E(mul, CT_E(square, CT_E(sub, b, 1)), 3);
	return CT_E(neg, CT_E(sum, CT_E(add, CT_E(square, a), right)));
}

static bool loads_now(const struct problem *p)
{
	const json_t *number;
	size_t i;

	json_array_foreach (p->loads, i, number)
		if (json_integer_value(number) == p->calls)
			return !ct_value_is_none(&p->saved);
	return false;
}

static ct_error closure(void *context, ct_tensor **loss)
{
	struct problem *p = context;

	CT_TRY(ct_optimizer_zero_grad(p->optimizer));
	CT_TRY(CT_FINISH(value_at(p), loss));
	CT_TRY(ct_tensor_backward(*loss));
	if (loads_now(p))
		CT_TRY(ct_optimizer_load_state_dict(p->optimizer, &p->saved));
	p->calls++;
	return NULL;
}

static void begin(struct problem *p, const json_t *of_case)
{
	const ct_dtype dtype = expected_dtype(expected_text(of_case, "dtype"));

	p->function = expected_text(of_case, "function");
	p->saved = ct_value_none();
	p->loads = json_object_get(of_case, "loads");
	p->calls = 0;
	OK(ct_manual_seed(28));
	p->x = CT_E(randn, CT_L(POINTS, 1), .dtype = dtype);
	p->y = CT_E(randn, CT_L(POINTS, 1), .dtype = dtype);
	p->params[0] = CT_E(full, CT_L(1), -1.5, .dtype = dtype);
	p->params[1] = CT_E(full, CT_L(1), 2, .dtype = dtype);
	OK(CT_DONE());
	for (int i = 0; i < PARAMETERS; i++)
		OK(ct_tensor_set_requires_grad(p->params[i], true));
	OK(make_case(of_case, p->params, &p->optimizer));
}

/* A copy of the optimizer's state dict, with an option of its group changed. */
static ct_value changed_state(const struct problem *p, const char *name, ct_value value)
{
	ct_value state, copy, groups, group, changed, list = ct_value_list_new();

	OK(ct_optimizer_state_dict(p->optimizer, &state));
	OK(ct_value_deepcopy(&state, &copy));
	OK(ct_value_dict_get(&state, ct_value_string("param_groups"), &groups));
	OK(ct_value_item(&groups, 0, &group));
	OK(ct_value_copy(&group, &changed));
	OK(ct_value_dict_set(&changed, ct_value_string(name), value));
	OK(ct_value_list_move(&list, &changed));
	OK(ct_value_dict_move(&copy, ct_value_string("param_groups"), &list));
	ct_value_free(&state);
	return copy;
}

static void run(struct problem *p, const json_t *of_case, int first, int last)
{
	const json_t *losses = expected_list(of_case, "losses");

	for (int step = first; step < last; step++) {
		const char *wanted = json_string_value(json_array_get(losses, (size_t)step));

		if (p->loads && step == expected_int(of_case, "saved_after")) {
			p->saved = changed_state(p, "lr", ct_value_float(0.25));
			p->calls = 0;
		}
		ct_tensor *loss;
		double value;

		OK(ct_optimizer_step_closure(p->optimizer, closure, p, &loss));
		OK(ct_tensor_item_double(loss, &value));
		ck_assert_msg(is_expected_number(value, strtod(wanted, NULL)),
			      "%s %s: step %d: loss %a, expected %s", p->function,
			      json_dumps(json_object_get(of_case, "kwargs"), 0), step, value,
			      wanted);
	}
}

static void assert_params(const struct problem *p, const json_t *list)
{
	for (int i = 0; i < PARAMETERS; i++) {
		json_t *one = json_pack("{s:O}", "tensor", json_array_get(list, (size_t)i));

		assert_expected_tensor(p->params[i], one, "tensor", 0, p->function);
		json_decref(one);
	}
}

/* Earlier releases, whose last digits differ, search in other steps: see since.json. */
static void assert_searched(const struct problem *p, const json_t *of_case, const json_t *state,
			    const char *what)
{
	if (json_object_get(of_case, "state"))
		assert_state(p->optimizer, state, 0, what);
}

START_TEST(steps_are_pythons)
{
	const json_t *of_case;
	size_t i;

	json_array_foreach (cases, i, of_case) {
		const json_t *middle = json_object_get(of_case, "middle");
		struct problem p;

		if (middle == NULL)
			continue;
		{
			CT_SCOPE;

			begin(&p, of_case);
			run(&p, of_case, 0, LBFGS_STEPS / 2);
			assert_searched(&p, of_case, json_object_get(middle, "state"), "middle");
			run(&p, of_case, LBFGS_STEPS / 2, LBFGS_STEPS);
			assert_params(&p, expected_list(of_case, "params"));
			assert_searched(&p, of_case, json_object_get(of_case, "state"), "end");
		}
	}
}
END_TEST

static const json_t *first_of(const char *dtype)
{
	const json_t *of_case;
	size_t i;

	json_array_foreach (cases, i, of_case)
		if (!strcmp(expected_text(of_case, "dtype"), dtype))
			return of_case;
	ck_abort_msg("no case of %s", dtype);
	return NULL;
}

static const json_t *case_with(const char *key)
{
	const json_t *of_case;
	size_t i;

	json_array_foreach (cases, i, of_case)
		if (json_object_get(of_case, key))
			return of_case;
	ck_abort_msg("no case with %s", key);
	return NULL;
}

static ct_error nesting_closure(void *context, ct_tensor **loss)
{
	struct problem *p = context;
	ct_tensor *inner;

	if (p->calls == 2)
		CT_TRY(ct_optimizer_step_closure(p->optimizer, closure, p, &inner));
	return closure(context, loss);
}

START_TEST(a_closure_may_make_a_step)
{
	struct problem p;
	ct_tensor *loss;

	{
		CT_SCOPE;

		begin(&p, case_with("directions"));
		run(&p, case_with("directions"), 0, 2);
		p.calls = 0;
		OK(ct_optimizer_step_closure(p.optimizer, nesting_closure, &p, &loss));
		ck_assert_int_gt(p.calls, 3);
	}
}
END_TEST

static void set_parameters(const struct problem *p, const json_t *list)
{
	CT_NO_GRAD_SCOPE;

	for (int k = 0; k < PARAMETERS; k++) {
		json_t *one = json_pack("{s:O}", "tensor", json_array_get(list, (size_t)k));
		ct_tensor *value = expected_tensor(one, "tensor");

		OK(CT(copy_, p->params[k], value));
		json_decref(one);
	}
}

START_TEST(runs_go_on_from_pythons_state)
{
	const json_t *of_case;
	size_t i;

	json_array_foreach (cases, i, of_case) {
		const json_t *middle = json_object_get(of_case, "middle");
		struct problem p;
		ct_value state;

		if (middle == NULL)
			continue;
		{
			CT_SCOPE;

			begin(&p, of_case);
			set_parameters(&p, expected_list(middle, "params"));
			state = decode(json_object_get(middle, "state"));
			OK(ct_optimizer_load_state_dict(p.optimizer, &state));
			ct_value_free(&state);
			run(&p, of_case, LBFGS_STEPS / 2, LBFGS_STEPS);
			assert_searched(&p, of_case, json_object_get(of_case, "state"), "end");
		}
	}
}
END_TEST

START_TEST(a_loaded_state_has_the_parameters_dtype)
{
	const json_t *of_double = json_object_get(first_of("float64"), "middle");
	ct_tensor *direction;
	ct_value state, value;
	struct problem p;
	int64_t n;

	{
		CT_SCOPE;

		begin(&p, first_of("float32"));
		FAILS_AS_EXPECTED(ct_optimizer_state(p.optimizer, p.params[0], "d", &value),
				  "KeyError: 'd'");
		state = decode(json_object_get(of_double, "state"));
		OK(ct_optimizer_load_state_dict(p.optimizer, &state));
		ct_value_free(&state);
		OK(ct_optimizer_state(p.optimizer, p.params[0], "d", &value));
		OK(ct_value_as_tensor(&value, &direction));
		ck_assert_int_eq(ct_tensor_dtype(direction), CT_FLOAT32);
		OK(ct_optimizer_state(p.optimizer, p.params[0], "old_dirs", &value));
		ck_assert_int_gt(ct_value_count(&value), 0);
		OK(ct_value_item(&value, 0, &value));
		OK(ct_value_as_tensor(&value, &direction));
		ck_assert_int_eq(ct_tensor_dtype(direction), CT_FLOAT32);
		OK(ct_optimizer_state(p.optimizer, p.params[0], "n_iter", &value));
		OK(ct_value_as_int(&value, &n));
		ck_assert_int_gt(n, 0);
		FAILS_AS_EXPECTED(ct_optimizer_state(p.optimizer, p.params[1], "d", &value),
				  "KeyError: 'd'");
	}
}
END_TEST

START_TEST(a_closure_may_load_a_state_dict)
{
	const json_t *of_case;
	size_t i;

	json_array_foreach (cases, i, of_case) {
		struct problem p;

		if (json_object_get(of_case, "loads") == NULL)
			continue;
		{
			CT_SCOPE;

			begin(&p, of_case);
			run(&p, of_case, 0, LBFGS_STEPS);
			assert_params(&p, expected_list(of_case, "params"));
			assert_searched(&p, of_case, json_object_get(of_case, "state"), "end");
			ct_value_free(&p.saved);
		}
	}
}
END_TEST

/* Steps go on from a state that someone has changed, or fail as Python's. A state that no step can
 * use is refused when it is loaded. */
static void assert_changed(const json_t *of_case)
{
	const char *wrong = json_string_value(json_object_get(of_case, "wrong"));
	ct_value state = decode(json_object_get(of_case, "changed"));
	ct_error error = NULL;
	struct problem p;

	begin(&p, of_case);
	set_parameters(&p, expected_list(of_case, "from"));
	if (wrong) {
		ck_assert_str_ne(expected_text(of_case, "error"), ""); /* Python's, in its step */
		error = ct_optimizer_load_state_dict(p.optimizer, &state);
		ck_assert_msg(error && strstr(error, wrong), "%s: %s", wrong, error);
		ct_error_free(error);
	} else if (json_object_get(of_case, "error")) {
		ct_tensor *loss;

		OK(ct_optimizer_load_state_dict(p.optimizer, &state));
		for (int step = 0; step < LBFGS_STEPS && error == NULL; step++)
			error = ct_optimizer_step_closure(p.optimizer, closure, &p, &loss);
		assert_expected_error(error, of_case, "changed");
		ct_error_free(error);
	} else {
		OK(ct_optimizer_load_state_dict(p.optimizer, &state));
		run(&p, of_case, 0, LBFGS_STEPS / 2);
		assert_params(&p, expected_list(of_case, "params"));
		assert_searched(&p, of_case, json_object_get(of_case, "state"), "changed");
	}
	ct_value_free(&state);
}

START_TEST(a_changed_state_is_pythons_or_refused)
{
	const json_t *of_case;
	size_t i;

	json_array_foreach (cases, i, of_case) {
		if (json_object_get(of_case, "changed") == NULL)
			continue;
		{
			CT_SCOPE;

			assert_changed(of_case);
		}
	}
}
END_TEST

/* The case whose steps do not reach its history_size, with another one. */
static void assert_history(const json_t *of_case, int64_t size, bool is_loaded)
{
	struct problem p;
	ct_value state, directions;

	begin(&p, of_case);
	if (is_loaded) {
		state = changed_state(&p, "history_size", ct_value_int(size));
		OK(ct_optimizer_load_state_dict(p.optimizer, &state));
		ct_value_free(&state);
	} else {
		OK(ct_optimizer_set(p.optimizer, 0, "history_size", ct_value_int(size)));
	}
	run(&p, of_case, 0, LBFGS_STEPS);
	assert_params(&p, expected_list(of_case, "params"));
	OK(ct_optimizer_state(p.optimizer, p.params[0], "old_dirs", &directions));
	ck_assert_int_eq(ct_value_count(&directions), expected_int(of_case, "directions"));
}

START_TEST(a_large_history_needs_memory_for_what_is_there)
{
	static const int64_t sizes[] = { 1000000000000, INT64_C(1) << 60, INT64_MAX };

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		{
			CT_SCOPE;

			assert_history(case_with("directions"), sizes[i], false);
			assert_history(case_with("directions"), sizes[i], true);
		}
	}
}
END_TEST

START_TEST(max_eval_follows_from_max_iter)
{
	const json_t *of_case;
	int64_t most;
	size_t i;

	json_array_foreach (cases, i, of_case) {
		ct_tensor *params[PARAMETERS];
		ct_value value;

		if (json_object_get(of_case, "max_eval") == NULL)
			continue;
		{
			CT_SCOPE;
			ct_optimizer *optimizer;

			draw_parameters(CT_FLOAT32, params);
			optimizer = CT_OPTIMIZER(LBFGS, CT_PARAMETERS_OF(params, 1),
						 .max_iter = expected_int(of_case, "max_iter"));
			OK(CT_DONE());
			OK(ct_optimizer_get(optimizer, 0, "max_eval", &value));
			OK(ct_value_as_int(&value, &most));
			ck_assert_int_eq(most, expected_int(of_case, "max_eval"));
		}
	}
}
END_TEST

START_TEST(bad_use_is_an_error)
{
	CT_SCOPE;
	ct_tensor *params[PARAMETERS], *loss;
	ct_optimizer *optimizer;
	struct problem p = { .function = "hill" };

	draw_parameters(CT_FLOAT32, params);
	optimizer = CT_OPTIMIZER(LBFGS, CT_PARAMETERS_OF(params, 1), .line_search_fn = "weak");
	OK(CT_DONE());
	FAILS_AS_EXPECTED(ct_optimizer_step(optimizer),
			  "TypeError: LBFGS.step() missing 1 required positional argument: "
			  "'closure'");
	FAILS_AS_EXPECTED(
		ct_optimizer_add_param_group(optimizer, CT_PARAMETERS_OF(&params[1], 1), NULL),
		"ValueError: LBFGS doesn't support per-parameter options (parameter groups)");
	p.params[0] = params[0];
	p.params[1] = params[0];
	p.optimizer = optimizer;
	FAILS_AS_EXPECTED(ct_optimizer_step_closure(optimizer, closure, &p, &loss),
			  "RuntimeError: only 'strong_wolfe' is supported");
	ck_assert_ptr_null(CT_OPTIMIZER(LBFGS, CT_PARAMETERS_OF(params, 1), .lr = -1));
	FAILS_AS_EXPECTED(CT_DONE(), "ValueError: Invalid learning rate: -1.0");
}
END_TEST

Suite *lbfgs_suite(void)
{
	Suite *suite = suite_create("lbfgs");
	TCase *tests = tcase_create("lbfgs");

	tcase_add_unchecked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, steps_are_pythons);
	tcase_add_test(tests, runs_go_on_from_pythons_state);
	tcase_add_test(tests, a_loaded_state_has_the_parameters_dtype);
	tcase_add_test(tests, a_closure_may_make_a_step);
	tcase_add_test(tests, a_closure_may_load_a_state_dict);
	tcase_add_test(tests, a_changed_state_is_pythons_or_refused);
	tcase_add_test(tests, a_large_history_needs_memory_for_what_is_there);
	tcase_add_test(tests, max_eval_follows_from_max_iter);
	tcase_add_test(tests, bad_use_is_an_error);
	suite_add_tcase(suite, tests);
	return suite;
}
