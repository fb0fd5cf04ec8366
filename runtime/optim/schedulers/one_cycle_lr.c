/*
 * OneCycleLR.
 */
#include <math.h>
#include <string.h>

#include <ctorch/tensor/tensor.h>

#include "optim/schedulers/scheduler.h"

/* --- arguments -------------------------------------------------------------------------------- */

static ct_error check_positive(const ct_lr_scheduler *self, const char *name)
{
	const int64_t value = ct_lr_int_argument(self, name);

	CT_TRY(CT_DONE());
	if (value > 0)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, self->klass->of.name,
			    "Expected positive integer %s, but got %lld", name, (long long)value);
}

static bool one_cycle_lr_is_given(const ct_lr_scheduler *self, const char *name)
{
	const ct_value value = ct_lr_argument(self, name);

	return !ct_value_is_none(&value);
}

static ct_error keep_total_steps(ct_lr_scheduler *self)
{
	if (one_cycle_lr_is_given(self, "total_steps")) {
		CT_TRY(check_positive(self, "total_steps"));
		ct_lr_keep_argument(self, "total_steps");
		return CT_DONE();
	}
	if (!one_cycle_lr_is_given(self, "epochs") ||
	    !one_cycle_lr_is_given(self, "steps_per_epoch"))
		return ct_error_new(CT_ERROR_VALUE, self->klass->of.name,
				    "You must define either total_steps OR (epochs AND "
				    "steps_per_epoch)");
	CT_TRY(check_positive(self, "epochs"));
	CT_TRY(check_positive(self, "steps_per_epoch"));
	ct_lr_set(
		self, "total_steps",
		CT_TIMES(ct_lr_argument(self, "epochs"), ct_lr_argument(self, "steps_per_epoch")));
	return CT_DONE();
}

static ct_error check_pct_start(const ct_lr_scheduler *self)
{
	const ct_value pct_start = ct_lr_argument(self, "pct_start");
	const double number = ct_lr_double(pct_start);
	char *text;
	ct_error error;

	CT_TRY(CT_DONE());
	if (pct_start.kind == CT_VALUE_FLOAT && number >= 0 && number <= 1)
		return NULL;
	CT_TRY(ct_value_to_string(&pct_start, &text));
	error = ct_error_new(CT_ERROR_VALUE, self->klass->of.name,
			     "Expected float between 0 and 1 pct_start, but got %s", text);
	ct_free(text);
	return error;
}

static ct_error keep_strategy(ct_lr_scheduler *self)
{
	const char *strategy = ct_lr_text_argument(self, "anneal_strategy");

	CT_TRY(CT_DONE());
	if (strcmp(strategy, "cos") != 0 && strcmp(strategy, "linear") != 0)
		return ct_error_new(
			CT_ERROR_VALUE, self->klass->of.name,
			"anneal_strategy must be one of 'cos' or 'linear', instead got %s",
			strategy);
	ct_lr_set(self, "_anneal_func_type", ct_value_string(strategy));
	return CT_DONE();
}

/* --- phases ----------------------------------------------------------------------------------- */

/* From one option of the group to another. */
struct phase {
	const char *start_lr, *end_lr, *start_momentum, *end_momentum;
};

static const struct phase up = { "initial_lr", "max_lr", "max_momentum", "base_momentum" };
static const struct phase down = { "max_lr", "initial_lr", "base_momentum", "max_momentum" };
static const struct phase out = { "initial_lr", "min_lr", "max_momentum", "max_momentum" };
static const struct phase all_down = { "max_lr", "min_lr", "base_momentum", "max_momentum" };

static ct_error add_phase(ct_value *phases, ct_value end_step, const struct phase *phase)
{
	const ct_value pairs[] = {
		ct_value_string("end_step"),       end_step,
		ct_value_string("start_lr"),       ct_value_string(phase->start_lr),
		ct_value_string("end_lr"),         ct_value_string(phase->end_lr),
		ct_value_string("start_momentum"), ct_value_string(phase->start_momentum),
		ct_value_string("end_momentum"),   ct_value_string(phase->end_momentum),
	};

	return ct_value_list_append(phases, ct_value_dict(pairs, 5));
}

static ct_error add_phases(const ct_lr_scheduler *self, ct_value *phases)
{
	const double pct_start = ct_lr_float_argument(self, "pct_start");
	const ct_value total = ct_lr_get(self, "total_steps");
	const double steps = ct_lr_double(total);
	const bool three = ct_lr_bool_argument(self, "three_phase");

	CT_TRY(add_phase(phases, ct_value_float(pct_start * steps - 1), &up));
	if (three)
		CT_TRY(add_phase(phases, ct_value_float(2 * pct_start * steps - 2), &down));
	return add_phase(phases, CT_MINUS(total, 1), three ? &out : &all_down);
}

static void keep_phases(ct_lr_scheduler *self)
{
	ct_value phases = ct_value_list_new();

	CT_DO(add_phases(self, &phases));
	ct_lr_move(self, "_schedule_phases", &phases);
}

/* --- making ----------------------------------------------------------------------------------- */

/* What a group is given, for each of them. */
struct limits {
	ct_value max_lrs, max_momentums, base_momentums;
};

static void begin_rate(ct_lr_scheduler *self, int64_t i, ct_value max_lr)
{
	const ct_value initial = CT_OVER(max_lr, ct_lr_argument(self, "div_factor"));

	ct_lr_set_group(self, i, "initial_lr", initial);
	ct_lr_set_group(self, i, "max_lr", max_lr);
	ct_lr_set_group(self, i, "min_lr",
			CT_OVER(initial, ct_lr_argument(self, "final_div_factor")));
}

static ct_error one_cycle_lr_begin_groups(ct_lr_scheduler *self, const struct limits *limits)
{
	ct_value max_lr = ct_value_none();

	for (int64_t i = 0; i < ct_lr_groups(self); i++) {
		CT_TRY(ct_value_item(&limits->max_lrs, i, &max_lr));
		begin_rate(self, i, max_lr);
	}
	if (ct_lr_bool(self, "cycle_momentum"))
		ct_lr_begin_momentum(self, &limits->max_momentums, &limits->base_momentums);
	return CT_DONE();
}

static ct_error one_cycle_lr_check_groups(ct_lr_scheduler *self, struct limits *limits)
{
	CT_TRY(ct_lr_for_groups(self, "max_lr", &limits->max_lrs));
	ct_lr_keep_argument(self, "cycle_momentum");
	if (!ct_lr_bool(self, "cycle_momentum"))
		return CT_DONE();
	CT_TRY(ct_lr_check_momentum(self));
	CT_TRY(ct_lr_for_groups(self, "max_momentum", &limits->max_momentums));
	return ct_lr_for_groups(self, "base_momentum", &limits->base_momentums);
}

/* When training is resumed, the groups have their limits already. */
static ct_error limit_groups(ct_lr_scheduler *self)
{
	struct limits limits = { ct_value_none(), ct_value_none(), ct_value_none() };
	ct_error error = one_cycle_lr_check_groups(self, &limits);

	if (error == NULL && ct_lr_int_argument(self, "last_epoch") == -1)
		error = one_cycle_lr_begin_groups(self, &limits);
	ct_value_free(&limits.max_lrs);
	ct_value_free(&limits.max_momentums);
	ct_value_free(&limits.base_momentums);
	return error;
}

static ct_error one_cycle_begin(ct_lr_scheduler *self)
{
	CT_TRY(keep_total_steps(self));
	CT_TRY(check_pct_start(self));
	keep_phases(self);
	CT_TRY(keep_strategy(self));
	return limit_groups(self);
}

/* --- rates ------------------------------------------------------------------------------------ */

static ct_value anneal(const ct_lr_scheduler *self, ct_value start, ct_value end, double pct)
{
	const char *type = ct_lr_text(self, "_anneal_func_type");

	if (!strcmp(type, "cos"))
		return CT_PLUS(
			end, CT_TIMES(CT_OVER(CT_MINUS(start, end), 2.0), cos(CT_LR_PI * pct) + 1));
	if (!strcmp(type, "linear"))
		return CT_PLUS(CT_TIMES(CT_MINUS(end, start), pct), start);
	CT_FAIL(CT_ERROR_VALUE, "Unknown _anneal_func_type: %s", type);
	return ct_value_none();
}

/* A phase at a step, and how much of it is over. */
struct place {
	ct_value phase;
	double pct;
};

static ct_value entry(const struct place *place, const char *key)
{
	ct_value result = ct_value_none();

	CT_DO(ct_value_dict_get(&place->phase, ct_value_string(key), &result));
	return result;
}

static struct place find_place(const ct_lr_scheduler *self, double step)
{
	const ct_value phases = ct_lr_get(self, "_schedule_phases");
	struct place place = { ct_value_none(), 0 };
	double start = 0.0, end = 0;

	for (int64_t i = 0; i < ct_value_count(&phases); i++) {
		start = i ? end : 0.0;
		CT_DO(ct_value_item(&phases, i, &place.phase));
		end = ct_lr_double(entry(&place, "end_step"));
		if (step <= end)
			break;
	}
	place.pct = ct_lr_double(CT_OVER(step - start, end - start));
	return place;
}

/* The option of the group that the phase names. */
static ct_value limit(const ct_lr_scheduler *self, int64_t i, const struct place *place,
		      const char *key)
{
	const ct_value name = entry(place, key);
	const char *text = "";

	CT_DO(ct_value_as_string(&name, &text, NULL));
	return ct_lr_group(self, i, text);
}

static void one_cycle_rates(ct_lr_scheduler *self, ct_value *rates)
{
	const double step = ct_lr_float(self, "last_epoch");
	const double total = ct_lr_float(self, "total_steps");
	struct place place;

	if (step > total) {
		CT_FAIL(CT_ERROR_VALUE,
			"Tried to step %.0f times. The specified number of total steps is %.0f",
			step, total);
		return;
	}
	place = find_place(self, step);
	for (int64_t i = 0; i < ct_lr_groups(self); i++) {
		rates[i] = anneal(self, limit(self, i, &place, "start_lr"),
				  limit(self, i, &place, "end_lr"), place.pct);
		if (ct_lr_bool(self, "cycle_momentum"))
			ct_lr_set_momentum(self, i,
					   anneal(self, limit(self, i, &place, "start_momentum"),
						  limit(self, i, &place, "end_momentum"),
						  place.pct));
	}
}

const struct ct_lr_scheduler_code ct_lr_scheduler_OneCycleLR_code = { .begin = one_cycle_begin,
								      .rates = one_cycle_rates };
