/*
 * Schedulers that consist of others: SequentialLR, ChainedScheduler.
 */
#include <ctorch/tensor/tensor.h>

#include "core/base/name_of.h"
#include "core/memory/own_scope.h"
#include "optim/schedulers/scheduler.h"

/* --- their parts ------------------------------------------------------------------------------ */

static ct_error other_optimizer(const ct_lr_scheduler *self, int64_t i)
{
	const ct_lr_scheduler *part = self->parts[i];
	char *text;
	ct_error error;

	CT_TRY(ct_optimizer_to_string(part->optimizer, &text));
	error = ct_error_new(CT_ERROR_VALUE, self->klass->of.name,
			     "%s expects all schedulers to belong to the same optimizer, but got "
			     "scheduler %s at index %lld has %s, which is different from %s.",
			     self->klass->of.name, part->klass->of.name, (long long)i, text,
			     ct_optimizer_class_name(self->optimizer));
	ct_free(text);
	return error;
}

static ct_error check_part(const ct_lr_scheduler *self, int64_t i)
{
	const ct_lr_scheduler *part = self->parts[i];

	if (part->klass->code->step_metric)
		return ct_error_new(
			CT_ERROR_VALUE, self->klass->of.name,
			"%s does not support `ReduceLROnPlateau` scheduler as it requires "
			"additional kwargs to be specified when calling `step`, but got "
			"one at index %lld in the given schedulers sequence.",
			self->klass->of.name, (long long)i);
	return part->optimizer == self->optimizer ? NULL : other_optimizer(self, i);
}

static ct_error check_parts(const ct_lr_scheduler *self)
{
	for (int64_t i = 0; i < self->parts_len; i++)
		CT_TRY(check_part(self, i));
	return NULL;
}

static ct_error save_all(const ct_lr_scheduler *self, ct_value *list)
{
	for (int64_t i = 0; i < self->parts_len; i++) {
		ct_value part = ct_value_none();
		ct_error error = ct_lr_scheduler_state_dict(self->parts[i], &part);

		if (error == NULL)
			error = ct_value_list_move(list, &part);
		ct_value_free(&part);
		if (error)
			return error;
	}
	return NULL;
}

static ct_error composed_save(const ct_lr_scheduler *self, ct_value *state)
{
	ct_value list = ct_value_list_new();
	ct_error error = save_all(self, &list);

	if (error == NULL)
		error = ct_value_dict_move(state, ct_value_string("_schedulers"), &list);
	ct_value_free(&list);
	return error;
}

static ct_error no_epoch(const ct_lr_scheduler *self)
{
	return ct_error_new(CT_ERROR_TYPE, CT_NAME_OF(ct_lr_scheduler_step_epoch),
			    "%s.step() takes 1 positional argument but 2 were given",
			    self->klass->of.name);
}

/* --- SequentialLR ----------------------------------------------------------------------------- */

static ct_error sequential_begin(ct_lr_scheduler *self)
{
	const ct_value milestones = ct_lr_argument(self, "milestones");
	const int64_t n = ct_value_count(&milestones);

	if (self->parts_len < 1)
		return ct_error_new(CT_ERROR_VALUE, self->klass->of.name,
				    "SequentialLR expects at least one scheduler, but got no "
				    "scheduler.");
	CT_TRY(check_parts(self));
	if (n != self->parts_len - 1)
		return ct_error_new(
			CT_ERROR_VALUE, self->klass->of.name,
			"Sequential Schedulers expects number of schedulers provided to "
			"be one more than the number of milestone points, but got number "
			"of schedulers %lld and the number of milestones to be equal to "
			"%lld",
			(long long)self->parts_len, (long long)n);
	ct_lr_set(self, "_milestones", milestones);
	ct_lr_set(self, "last_epoch", CT_PLUS(ct_lr_argument(self, "last_epoch"), 1));
	return CT_DONE();
}

static double milestone(const ct_lr_scheduler *self, int64_t i)
{
	const ct_value list = ct_lr_get(self, "_milestones");
	ct_value item = ct_value_int(0);

	CT_DO(ct_value_item(&list, i, &item));
	return ct_lr_double(item);
}

/* Python's bisect_right(): which scheduler has this epoch. */
static int64_t find_part(const ct_lr_scheduler *self, double epoch)
{
	const ct_value list = ct_lr_get(self, "_milestones");
	int64_t low = 0, high = ct_value_count(&list);

	while (low < high) {
		const int64_t middle = low + (high - low) / 2;

		if (epoch < milestone(self, middle))
			high = middle;
		else
			low = middle + 1;
	}
	return low < self->parts_len ? low : self->parts_len - 1;
}

/* Takes the steps back that making the schedulers did. */
static void undo(ct_lr_scheduler *self)
{
	for (int64_t i = 0; i < self->parts_len; i++)
		undo(self->parts[i]);
	if (self->parts_len == 0)
		ct_lr_set(self, "last_epoch", CT_MINUS(ct_lr_get(self, "last_epoch"), 1));
}

static ct_error copy_last(ct_lr_scheduler *self, const ct_lr_scheduler *part)
{
	ct_lr_set(self, "_last_lr", ct_lr_get(part, "_last_lr"));
	return CT_DONE();
}

static ct_error sequential_init(ct_lr_scheduler *self)
{
	ct_lr_scheduler *first = self->parts[find_part(self, 0)];

	for (int64_t i = 0; i < ct_lr_groups(self); i++)
		ct_lr_update_group(self, i, "lr", ct_lr_group(self, i, "initial_lr"));
	undo(self);
	CT_TRY(CT_DONE());
	CT_TRY(ct_lr_scheduler_initial_step(first));
	return copy_last(self, first);
}

static ct_error sequential_step(ct_lr_scheduler *self, const double *epoch)
{
	const double zero = 0;
	ct_lr_scheduler *part;
	double now;
	int64_t i;
	bool begins;

	if (epoch)
		return no_epoch(self);
	ct_lr_set(self, "last_epoch", CT_PLUS(ct_lr_get(self, "last_epoch"), 1));
	now = ct_lr_float(self, "last_epoch");
	i = find_part(self, now);
	begins = i > 0 && milestone(self, i - 1) == now;
	part = self->parts[i];
	CT_TRY(CT_DONE());
	CT_TRY(begins ? ct_lr_scheduler_update(part, &zero) : ct_lr_scheduler_step_to(part, NULL));
	return copy_last(self, part);
}

const struct ct_lr_scheduler_code ct_lr_scheduler_SequentialLR_code = {
	.begin = sequential_begin,
	.init = sequential_init,
	.step = sequential_step,
	.save = composed_save,
	.required_key = "_schedulers"
};

/* --- ChainedScheduler ------------------------------------------------------------------------- */

static ct_error chained_begin(ct_lr_scheduler *self)
{
	if (self->parts_len < 1)
		return ct_error_new(
			CT_ERROR_VALUE, self->klass->of.name,
			"ChainedScheduler expects at least one scheduler to be chained, "
			"but got no scheduler.");
	return check_parts(self);
}

static ct_error chained_init(ct_lr_scheduler *self)
{
	return ct_lr_list_groups(self, "lr", "_last_lr");
}

static ct_error chained_step(ct_lr_scheduler *self, const double *epoch)
{
	if (epoch)
		return no_epoch(self);
	for (int64_t i = 0; i < self->parts_len; i++)
		CT_TRY(ct_lr_scheduler_step_to(self->parts[i], NULL));
	return ct_lr_list_groups(self, "lr", "_last_lr");
}

const struct ct_lr_scheduler_code ct_lr_scheduler_ChainedScheduler_code = {
	.begin = chained_begin,
	.init = chained_init,
	.step = chained_step,
	.save = composed_save,
	.required_key = "_schedulers"
};
