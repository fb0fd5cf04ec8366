/*
 * Optimizers and schedulers as Python's cases describe them.
 */
#include <math.h>
#include <stdlib.h>

#include <ctorch/ops/all.h>

#include "scheduler_cases.h"

/* --- functions: ORDER, FUNCTIONS in tests/fixtures/expected/optim_schedulers.py --------------- */

static double decay(double x, void *context)
{
	(void)context;
	return pow(0.95, x);
}

static double third(double x, void *context)
{
	(void)context;
	return 1 / (1 + x / 3);
}

static double alternate(double x, void *context)
{
	(void)context;
	return fmod(x, 2) != 0 ? 0.5 : 1.75;
}

static ct_lr_lambda function_called(const char *name)
{
	static const struct {
		const char *name;
		ct_lr_function call;
	} all[] = { { "decay", decay }, { "third", third }, { "alternate", alternate } };

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (!strcmp(all[i].name, name))
			return (ct_lr_lambda){ all[i].call, NULL };
	ck_abort_msg("no function %s", name);
}

/* --- making ----------------------------------------------------------------------------------- */

/* A dict, to be freed. */
static ct_value decode_arguments(const json_t *arguments)
{
	ct_value result = ct_value_dict_new();
	const char *name;
	json_t *value;

	json_object_foreach ((json_t *)arguments, name, value) {
		ct_value decoded = decode(value);

		OK(ct_value_dict_move(&result, ct_value_string(name), &decoded));
	}
	return result;
}

static ct_tensor *new_parameter(void)
{
	const int64_t shape[] = { 1 };
	ct_tensor *parameter;

	OK(ct_zeros(shape, 1, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &parameter));
	OK(ct_tensor_set_requires_grad(parameter, true));
	return parameter;
}

static void set_options(ct_optimizer *optimizer, const ct_value *options)
{
	ct_value key, value;
	const char *name;

	for (int64_t i = 0; i < ct_value_count(options); i++) {
		OK(ct_value_dict_item(options, i, &key, &value));
		OK(ct_value_as_string(&key, &name, NULL));
		OK(ct_optimizer_set(optimizer, 0, name, value));
	}
}

static void add_groups(ct_optimizer *optimizer, const json_t *groups)
{
	const json_t *group;
	size_t i;

	json_array_foreach (groups, i, group) {
		ct_value options = decode(group);
		ct_tensor *parameter = i ? new_parameter() : NULL;

		if (i == 0)
			set_options(optimizer, &options);
		else
			OK(ct_optimizer_add_param_group(optimizer, CT_PARAMETERS_OF(&parameter, 1),
							&options));
		ct_value_free(&options);
	}
}

bool is_known_optimizer(const json_t *of_case)
{
	const char *wanted = expected_text(json_object_get(of_case, "optimizer"), "class");
	ct_value classes, one, name;
	const char *text;
	bool found = false;

	OK(ct_optimizer_list_classes(&classes));
	for (int64_t i = 0; i < ct_value_count(&classes); i++) {
		OK(ct_value_item(&classes, i, &one));
		OK(ct_value_dict_get(&one, ct_value_string("name"), &name));
		OK(ct_value_as_string(&name, &text, NULL));
		found = found || !strcmp(text, wanted);
	}
	ct_value_free(&classes);
	return found;
}

ct_optimizer *make_optimizer(const json_t *of_case)
{
	const json_t *described = json_object_get(of_case, "optimizer");
	ct_value kwargs = decode_arguments(json_object_get(described, "kwargs"));
	ct_tensor *parameter = new_parameter();
	ct_optimizer *optimizer;

	OK(ct_optimizer_new(expected_text(described, "class"), CT_PARAMETERS_OF(&parameter, 1),
			    NULL, &kwargs, &optimizer));
	ct_value_free(&kwargs);
	add_groups(optimizer, json_object_get(described, "groups"));
	if (json_is_true(json_object_get(of_case, "too_early")))
		OK(ct_optimizer_step(optimizer));
	return optimizer;
}

enum { MOST = 4 };

static int64_t make_parts(ct_optimizer *optimizer, const json_t *specs,
			  ct_lr_scheduler *parts[MOST])
{
	const json_t *spec;
	size_t i;

	json_array_foreach (specs, i, spec)
		OK(make_scheduler(optimizer, spec, &parts[i]));
	return (int64_t)json_array_size(specs);
}

static int64_t find_functions(const json_t *names, ct_lr_lambda functions[MOST])
{
	const json_t *name;
	size_t i;

	json_array_foreach (names, i, name)
		functions[i] = function_called(json_string_value(name));
	return (int64_t)json_array_size(names);
}

ct_error make_scheduler(ct_optimizer *optimizer, const json_t *spec, ct_lr_scheduler **result)
{
	ct_lr_scheduler *parts[MOST];
	ct_lr_lambda functions[MOST];
	const int64_t parts_len = make_parts(optimizer, json_object_get(spec, "schedulers"), parts);
	const int64_t functions_len = find_functions(json_object_get(spec, "functions"), functions);
	ct_value kwargs = decode_arguments(json_object_get(spec, "kwargs"));
	ct_error error = ct_lr_scheduler_new_from(expected_text(spec, "class"), optimizer,
						  (ct_lr_lambdas){ functions, functions_len },
						  (ct_lr_schedulers){ parts, parts_len }, NULL,
						  &kwargs, result);

	ct_value_free(&kwargs);
	return error;
}

/* --- running ---------------------------------------------------------------------------------- */

static bool takes_metric(const ct_lr_scheduler *scheduler)
{
	return !strcmp(ct_lr_scheduler_class_name(scheduler), "ReduceLROnPlateau");
}

ct_error step_both(ct_optimizer *optimizer, ct_lr_scheduler *scheduler, const json_t *of_case,
		   int step)
{
	const json_t *arguments = expected_list(of_case, "arguments");
	const char *text = json_string_value(json_array_get(arguments, (size_t)step));
	double argument;

	if (!json_is_true(json_object_get(of_case, "too_early")))
		OK(ct_optimizer_step(optimizer));
	if (text == NULL)
		return ct_lr_scheduler_step(scheduler);
	argument = strtod(text, NULL);
	return takes_metric(scheduler) ? ct_lr_scheduler_step_metric(scheduler, argument)
				       : ct_lr_scheduler_step_epoch(scheduler, argument);
}

void run_scheduler(ct_optimizer *optimizer, ct_lr_scheduler *scheduler, const json_t *of_case,
		   int first, int last)
{
	for (int step = first; step < last; step++) {
		OK(step_both(optimizer, scheduler, of_case, step));
		assert_rates(optimizer, of_case, step + 1);
	}
}

/* --- comparing -------------------------------------------------------------------------------- */

const char *scheduler_text(const json_t *of_case)
{
	static char text[500];
	char *spec = json_dumps(json_object_get(of_case, "scheduler"), JSON_COMPACT);
	char *optimizer = json_dumps(json_object_get(of_case, "optimizer"), JSON_COMPACT);

	snprintf(text, sizeof text, "%.300s of %.150s", spec, optimizer);
	free(spec);
	free(optimizer);
	return text;
}

/* A float is written as its digits alone. */
static void assert_rate(const ct_value *got, const json_t *wanted, const char *what)
{
	double number;

	if (!json_is_string(wanted)) {
		assert_encoded(got, wanted, 0, what);
		return;
	}
	ck_assert_msg(got->kind == CT_VALUE_FLOAT, "%s: a %s", what, ct_value_type_name(got));
	OK(ct_value_as_float(got, &number));
	ck_assert_msg(!memcmp(&number, &(double){ strtod(json_string_value(wanted), NULL) },
			      sizeof number),
		      "%s: expected %.17g, got %.17g", what,
		      strtod(json_string_value(wanted), NULL), number);
}

static void read_momentum(const ct_optimizer *optimizer, int64_t group, ct_value *result)
{
	ct_error error = ct_optimizer_get(optimizer, group, "betas", result);

	if (error == NULL)
		OK(ct_value_item(result, 0, result));
	else
		OK(ct_optimizer_get(optimizer, group, "momentum", result));
	ct_error_free(error);
}

void assert_rates(const ct_optimizer *optimizer, const json_t *of_case, int steps)
{
	const json_t *wanted = json_array_get(expected_list(of_case, "rates"), (size_t)steps);
	const int64_t n = ct_optimizer_group_count(optimizer);
	char what[600];
	ct_value value;

	ck_assert_int_ge((int64_t)json_array_size(wanted), n);
	for (int64_t i = 0; i < (int64_t)json_array_size(wanted); i++) {
		snprintf(what, sizeof what, "%s of group %lld after %d steps of %s",
			 i < n ? "rate" : "momentum", (long long)(i % n), steps,
			 scheduler_text(of_case));
		if (i < n)
			OK(ct_optimizer_get(optimizer, i, "lr", &value));
		else
			read_momentum(optimizer, i - n, &value);
		assert_rate(&value, json_array_get(wanted, (size_t)i), what);
	}
}

void assert_states(const ct_optimizer *optimizer, const ct_lr_scheduler *scheduler,
		   const json_t *states, const char *what)
{
	ct_value state, groups;

	OK(ct_optimizer_state_dict(optimizer, &state));
	OK(ct_value_dict_get(&state, ct_value_string("param_groups"), &groups));
	assert_encoded(&groups, json_object_get(states, "optimizer"), 0, what);
	ct_value_free(&state);
	OK(ct_lr_scheduler_state_dict(scheduler, &state));
	assert_encoded(&state, json_object_get(states, "scheduler"), 0, what);
	ct_value_free(&state);
}
