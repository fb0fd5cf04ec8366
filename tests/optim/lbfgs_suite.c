/*
 * LBFGS beside Python's: optim_lbfgs.json.
 */
#include <math.h>

#include <ctorch/autograd.h>
#include <ctorch/calls.h>

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

/* --- functions: ORDER, tests/data/expected/optim_lbfgs.py -------------------------------------- */

struct problem {
	const char *function;
	ct_tensor *params[PARAMETERS];
	ct_tensor *x, *y;
	ct_optimizer *optimizer;
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
	if (!strcmp(p->function, "roots"))
		return CT_E(sum, CT_E(add, CT_E(sqrt, a), CT_E(square, b)));
	right = CT_E(mul, CT_E(square, CT_E(sub, b, 1)), 3);
	return CT_E(neg, CT_E(sum, CT_E(add, CT_E(square, a), right)));
}

static ct_error closure(void *context, ct_tensor **loss)
{
	const struct problem *p = context;

	CT_TRY(ct_optimizer_zero_grad(p->optimizer));
	CT_TRY(CT_FINISH(value_at(p), loss));
	return ct_autograd_backward(*loss);
}

static void begin(struct problem *p, const json_t *of_case)
{
	const ct_dtype dtype = expected_dtype(expected_text(of_case, "dtype"));

	p->function = expected_text(of_case, "function");
	OK(ct_manual_seed(28));
	p->x = CT_E(randn, CT_L(POINTS, 1), .dtype = dtype);
	p->y = CT_E(randn, CT_L(POINTS, 1), .dtype = dtype);
	p->params[0] = CT_E(full, CT_L(1), -1.5, .dtype = dtype);
	p->params[1] = CT_E(full, CT_L(1), 2, .dtype = dtype);
	OK(CT_FINISH(NULL, NULL));
	for (int i = 0; i < PARAMETERS; i++)
		OK(ct_tensor_set_requires_grad(p->params[i], true));
	OK(make_case(of_case, p->params, &p->optimizer));
}

static void run(struct problem *p, const json_t *of_case, int first, int last)
{
	const json_t *losses = expected_list(of_case, "losses");

	for (int step = first; step < last; step++) {
		const char *wanted = json_string_value(json_array_get(losses, (size_t)step));
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
			const json_t *params = expected_list(middle, "params");

			begin(&p, of_case);
			for (int k = 0; k < PARAMETERS; k++) {
				json_t *one = json_pack("{s:O}", "tensor",
							json_array_get(params, (size_t)k));
				ct_tensor *value = expected_tensor(one, "tensor");
				CT_NO_GRAD_SCOPE;

				OK(CT(copy_, p.params[k], value));
				json_decref(one);
			}
			state = decode(json_object_get(middle, "state"));
			OK(ct_optimizer_load_state_dict(p.optimizer, &state));
			ct_value_free(&state);
			run(&p, of_case, LBFGS_STEPS / 2, LBFGS_STEPS);
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
		ck_assert_int_gt(ct_value_len(&value), 0);
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

START_TEST(bad_use_is_an_error)
{
	CT_SCOPE;
	ct_tensor *params[PARAMETERS], *loss;
	ct_optimizer *optimizer;
	struct problem p = { .function = "hill" };

	draw_parameters(CT_FLOAT32, params);
	optimizer = CT_OPTIM(LBFGS, CT_PARAMETERS_OF(params, 1), .line_search_fn = "weak");
	OK(CT_FINISH(NULL, NULL));
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
	ck_assert_ptr_null(CT_OPTIM(LBFGS, CT_PARAMETERS_OF(params, 1), .lr = -1));
	FAILS_AS_EXPECTED(CT_FINISH(NULL, NULL), "ValueError: Invalid learning rate: -1.0");
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
	tcase_add_test(tests, bad_use_is_an_error);
	suite_add_tcase(suite, tests);
	return suite;
}
