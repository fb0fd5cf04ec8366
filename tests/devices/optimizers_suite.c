/*
 * Every optimizer on the device: parameters and states after three steps, and after three more of a
 * run that began on the CPU, are those of the CPU, bit for bit. optim_suite.c has what the CPU
 * refuses.
 */
#include "support.h"

enum { OPTIMIZER_STEPS = 3, PARAMETERS = 3 };

/* An optimizer with Python's keyword arguments. */
struct optimizer_case {
	const char *class_name;
	const char *on;     /* an argument that is true; or NULL */
	const char *option; /* a number; or NULL */
	double value;
};

static const struct optimizer_case cases[] = {
	{ "Adadelta", NULL, NULL, 0 },
	{ "Adadelta", "maximize", "weight_decay", 0.1 },
	{ "Adafactor", NULL, NULL, 0 },
	{ "Adagrad", NULL, NULL, 0 },
	{ "Adagrad", NULL, "lr_decay", 0.1 },
	{ "Adam", NULL, NULL, 0 },
	{ "Adam", "amsgrad", "weight_decay", 0.1 },
	{ "AdamW", NULL, NULL, 0 },
	{ "AdamW", "amsgrad", NULL, 0 },
	{ "Adamax", NULL, NULL, 0 },
	{ "ASGD", NULL, "t0", 1 },
	{ "LBFGS", NULL, NULL, 0 },
	{ "Muon", NULL, NULL, 0 },
	{ "NAdam", NULL, NULL, 0 },
	{ "NAdam", "decoupled_weight_decay", "weight_decay", 0.1 },
	{ "RAdam", NULL, NULL, 0 },
	{ "RMSprop", NULL, NULL, 0 },
	{ "RMSprop", "centered", "momentum", 0.9 },
	{ "Rprop", NULL, NULL, 0 },
	{ "SGD", NULL, NULL, 0 },
	{ "SGD", "nesterov", "momentum", 0.9 },
};

enum { CASES = sizeof cases / sizeof *cases };

/* Those of the library, once. */
static ct_value classes;

static void list_classes(void)
{
	load_sim();
	OK(ct_optimizer_list_classes(&classes));
}

static void free_classes(void)
{
	ct_value_free(&classes);
}

/* "name" or "schema" of a class. */
static const char *text_of(int64_t i, const char *key)
{
	ct_value item, text;
	const char *result;

	OK(ct_value_item(&classes, i, &item));
	OK(ct_value_dict_get(&item, ct_value_string(key), &text));
	OK(ct_value_as_string(&text, &result, NULL));
	return result;
}

/* Whether its constructor has a switch such as "foreach". */
static bool has_switch(const char *class_name, const char *name)
{
	char argument[40];

	snprintf(argument, sizeof argument, "bool? %s=", name);
	for (int64_t i = 0; i < ct_value_count(&classes); i++)
		if (strcmp(text_of(i, "name"), class_name) == 0)
			return strstr(text_of(i, "schema"), argument) != NULL;
	ck_abort_msg("%s: no such class", class_name);
	return false;
}

/* --- Steps ------------------------------------------------------------------------------------ */

/* How the steps are computed: "foreach", "fused" or neither, and whether that is on. */
struct way {
	const char *name;
	bool is_on;
};

struct run {
	ct_tensor *params[PARAMETERS];
	ct_optimizer *optimizer;
};

/* Muon takes matrices only. */
static void make_params(ct_device device, bool only_matrices, ct_tensor *params[PARAMETERS])
{
	const ct_tensor *numbers = on_device(CT_E(linspace, -1, 1.3, 12), device);
	const ct_tensor *last = CT_E(exp, numbers);

	params[0] = CT_E(reshape, CT_E(sin, numbers), CT_L(3, 4));
	params[1] = CT_E(reshape, CT_E(neg, numbers), CT_L(6, 2));
	params[2] = only_matrices ? CT_E(reshape, last, CT_L(2, 6)) : CT_E(clone, last);
	OK(CT_DONE());
	for (int i = 0; i < PARAMETERS; i++)
		OK(ct_tensor_set_requires_grad(params[i], true));
}

static struct run start(const struct optimizer_case *of, struct way way, ct_device device)
{
	ct_value kwargs = ct_value_dict_new();
	struct run run;

	make_params(device, strcmp(of->class_name, "Muon") == 0, run.params);
	if (of->on)
		OK(ct_value_dict_set(&kwargs, ct_value_string(of->on), ct_value_bool(true)));
	if (of->option)
		OK(ct_value_dict_set(&kwargs, ct_value_string(of->option),
				     ct_value_float(of->value)));
	if (way.name)
		OK(ct_value_dict_set(&kwargs, ct_value_string(way.name), ct_value_bool(way.is_on)));
	OK(ct_optimizer_new(of->class_name, CT_PARAMETERS_OF(run.params, PARAMETERS), NULL, &kwargs,
			    &run.optimizer));
	ct_value_free(&kwargs);
	return run;
}

/* A loss with a gradient in each parameter. */
static ct_error compute_loss(void *of_run, ct_tensor **loss)
{
	const struct run *run = of_run;
	const ct_tensor *sum = NULL;

	CT_TRY(ct_optimizer_zero_grad(run->optimizer));
	for (int i = 0; i < PARAMETERS; i++) {
		const ct_tensor *part = CT_E(
			sum, CT_E(mul, CT_E(square, run->params[i]), CT_E(sin, run->params[i])));

		sum = sum ? CT_E(add, sum, part) : part;
	}
	CT_TRY(CT_FINISH(CT_E(square, CT_E(sub, sum, 0.5)), loss));
	return ct_tensor_backward(*loss);
}

static void make_steps(struct run *run)
{
	for (int i = 0; i < OPTIMIZER_STEPS; i++) {
		CT_SCOPE;
		OK(ct_optimizer_step_closure(run->optimizer, compute_loss, run, NULL));
	}
}

/* Gives a run the parameters and the state of another one. */
static void resume_from(const struct run *from, struct run *run)
{
	ct_value state;

	CT_NO_GRAD
	{
		for (int i = 0; i < PARAMETERS; i++)
			OK(ct_copy_(run->params[i], from->params[i], false, NULL));
	}
	OK(ct_optimizer_state_dict(from->optimizer, &state));
	OK(ct_optimizer_load_state_dict(run->optimizer, &state));
	ct_value_free(&state);
}

/* --- Comparing -------------------------------------------------------------------------------- */

static void assert_same_values(const ct_value *got, const ct_value *wanted, const char *what);

/* Steps are counted on the CPU, as in Python; everything else is where the parameter is. */
static void assert_same_dicts(const ct_value *got, const ct_value *wanted, const char *what)
{
	ct_value key, ours, theirs;

	ck_assert_int_eq(ct_value_count(got), ct_value_count(wanted));
	for (int64_t i = 0; i < ct_value_count(wanted); i++) {
		OK(ct_value_dict_item(wanted, i, &key, &theirs));
		OK(ct_value_dict_get(got, key, &ours));
		assert_same_values(&ours, &theirs, what);
	}
}

static void assert_same_lists(const ct_value *got, const ct_value *wanted, const char *what)
{
	ct_value ours, theirs;

	ck_assert_int_eq(ct_value_count(got), ct_value_count(wanted));
	for (int64_t i = 0; i < ct_value_count(wanted); i++) {
		OK(ct_value_item(got, i, &ours));
		OK(ct_value_item(wanted, i, &theirs));
		assert_same_values(&ours, &theirs, what);
	}
}

static void assert_same_values(const ct_value *got, const ct_value *wanted, const char *what)
{
	ct_tensor *ours, *theirs;
	bool equal;

	ck_assert_msg(got->kind == wanted->kind, "%s: other kinds of values", what);
	if (wanted->kind == CT_VALUE_TENSOR) {
		OK(ct_value_as_tensor(got, &ours));
		OK(ct_value_as_tensor(wanted, &theirs));
		assert_same(ours, theirs, what);
	} else if (wanted->kind == CT_VALUE_DICT) {
		assert_same_dicts(got, wanted, what);
	} else if (strcmp(ct_value_type_name(wanted), "list") == 0) {
		assert_same_lists(got, wanted, what);
	} else {
		OK(ct_value_equal(got, wanted, &equal));
		ck_assert_msg(equal, "%s: other values in the state", what);
	}
}

static void assert_same_run(const struct run *got, const struct run *wanted, const char *what)
{
	ct_value ours, theirs;

	for (int i = 0; i < PARAMETERS; i++)
		assert_same(got->params[i], wanted->params[i], what);
	OK(ct_optimizer_state_dict(got->optimizer, &ours));
	OK(ct_optimizer_state_dict(wanted->optimizer, &theirs));
	assert_same_values(&ours, &theirs, what);
	ct_value_free(&ours);
	ct_value_free(&theirs);
}

/* Three steps on the device; three more of a run that began on the CPU. */
static void assert_steps_alike(const struct optimizer_case *of, struct way way, ct_device device)
{
	CT_SCOPE;
	struct run got = start(of, way, device), wanted = start(of, way, CT_DEVICE_CPU);
	struct run resumed = start(of, way, device);
	char what[80];

	snprintf(what, sizeof what, "%s, %s %s", of->class_name, way.name ? way.name : "as it is",
		 way.is_on ? "on" : "off");
	make_steps(&got);
	make_steps(&wanted);
	assert_same_run(&got, &wanted, what);
	resume_from(&wanted, &resumed);
	make_steps(&wanted);
	make_steps(&resumed);
	assert_same_run(&resumed, &wanted, what);
	for (int i = 0; i < PARAMETERS; i++)
		ck_assert_int_eq(ct_tensor_device(resumed.params[i]).index, device.index);
}

START_TEST(steps_are_those_of_the_cpu)
{
	static const struct way ways[] = {
		{ "foreach", false },
		{ "foreach", true },
#if CT_RELEASE_AT_LEAST(2, 4)
		{ "fused", true }, /* earlier without kernels for the CPU */
#endif
	};
	const struct optimizer_case *of = &cases[_i];
	bool has_ways = false;

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		if (has_switch(of->class_name, ways[i].name)) {
			assert_steps_alike(of, ways[i], SIM_DEVICE((int)i % 2));
			has_ways = true;
		}
	if (!has_ways)
		assert_steps_alike(of, (struct way){ NULL, false }, SIM_DEVICE(1));
}
END_TEST

/* SparseAdam takes sparse gradients, which need a back end of their own; sim has none. */
START_TEST(every_optimizer_is_here)
{
	for (int64_t i = 0; i < ct_value_count(&classes); i++) {
		const char *name = text_of(i, "name");
		bool is_here = strcmp(name, "SparseAdam") == 0;

		for (int j = 0; j < CASES; j++)
			is_here = is_here || strcmp(name, cases[j].class_name) == 0;
		ck_assert_msg(is_here, "%s is missing in the table", name);
	}
}
END_TEST

Suite *optimizers_suite(void)
{
	Suite *suite = suite_create("optimizers");
	TCase *tests = tests_of("optimizers");

	tcase_add_checked_fixture(tests, list_classes, free_classes);
	tcase_add_loop_test(tests, steps_are_those_of_the_cpu, 0, CASES);
	tcase_add_test(tests, every_optimizer_is_here);
	suite_add_tcase(suite, tests);
	return suite;
}
