/*
 * Checkpoints of a run.
 */
#include <ctorch/files/file.h>
#include <ctorch/files/save.h>
#include <ctorch/train/train.h>

#include "core/base/name_of.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "optim/optimizer/class.h"
#include "optim/schedulers/scheduler.h"
#include "train/content.h"

/* --- Saving ----------------------------------------------------------------------------------- */

static ct_error fill(const ct_train_state *self, ct_value *dict)
{
	CT_OWN_SCOPE(CT_NAME_OF(ct_train_save));
	return ct_train_put_all(self, dict);
}

ct_error ct_train_save(const ct_train_state *state, const char *path)
{
	ct_value dict = ct_value_dict_new();
	ct_error error;

	if (state == NULL || path == NULL)
		return ct_missing_argument(__func__, state ? 2 : 1, state ? "path" : "state");
	error = fill(state, &dict);
	if (error == NULL)
		error = ct_save(&dict, path);
	ct_value_free(&dict);
	return error;
}

/* --- Loading ---------------------------------------------------------------------------------- */

/* A part of the run that the checkpoint must have. */
static ct_error check_has(const ct_value *dict, const void *part, const char *key, const char *path)
{
	if (part == NULL || ct_value_dict_has(dict, ct_value_string(key)))
		return NULL;
	return ct_error_new(CT_ERROR_KEY, CT_NAME_OF(ct_train_load), "%s: it has no '%s'", path,
			    key);
}

static ct_error check_parts(const ct_train_state *self, const ct_value *dict, const char *path)
{
	CT_TRY(check_has(dict, self->model, "model_state_dict", path));
	CT_TRY(check_has(dict, self->optimizer, "optimizer_state_dict", path));
	CT_TRY(check_has(dict, self->scheduler, "scheduler_state_dict", path));
	return check_has(dict, self->scaler, "scaler_state_dict", path);
}

/* Load into objects of their own, to see whether it works. */
static ct_error try_scaler(const ct_grad_scaler *self, const ct_value *state)
{
	const ct_grad_scaler_options options = { .device_type = CT_DEVICE_TYPE_CPU,
						 .disabled = !ct_grad_scaler_is_enabled(self) };
	ct_grad_scaler *trial;

	CT_TRY(ct_grad_scaler_new(&options, &trial));
	return ct_grad_scaler_load_state_dict(trial, state);
}

static ct_error try_curves(const ct_value *state)
{
	ct_curves *trial;
	ct_error error;

	CT_TRY(ct_curves_new(&trial));
	error = ct_curves_load_state_dict(trial, state);
	ct_curves_free(trial);
	return error;
}

static ct_error try_stopping(const ct_value *state)
{
	ct_early_stopping trial = { 0 };

	return ct_early_stopping_load_state_dict(&trial, state);
}

/* The parts that are small, without a change. */
static ct_error try_parts(const ct_train_state *self, const ct_value *dict, const char *path)
{
	ct_value state;

	if (self->scheduler && ct_train_has(dict, "scheduler_state_dict", &state))
		CT_TRAIN_TRY_AT("scheduler_state_dict",
				ct_lr_scheduler_load(self->scheduler, &state, true));
	if (self->scaler && ct_train_has(dict, "scaler_state_dict", &state))
		CT_TRAIN_TRY_AT("scaler_state_dict", try_scaler(self->scaler, &state));
	if (self->curves && ct_train_has(dict, "curves", &state))
		CT_TRAIN_TRY_AT("curves", try_curves(&state));
	if (self->stopping && ct_train_has(dict, "early_stopping", &state))
		CT_TRAIN_TRY_AT("early_stopping", try_stopping(&state));
	return NULL;
}

static ct_error load_model_and_optimizer(ct_train_state *self, const ct_value *dict,
					 const char *path, struct ct_optim_content *old)
{
	ct_value state;

	if (self->optimizer && ct_train_has(dict, "optimizer_state_dict", &state))
		CT_TRAIN_TRY_AT("optimizer_state_dict",
				ct_optim_load(self->optimizer, &state, old));
	if (self->model && ct_train_has(dict, "model_state_dict", &state))
		CT_TRAIN_TRY_AT("model_state_dict",
				ct_module_load_state_dict(self->model, &state, NULL, NULL));
	return NULL;
}

/* The model last: an error leaves it as it is, and copying it would need its memory again. */
static ct_error load_large(ct_train_state *self, const ct_value *dict, const char *path)
{
	ct_optimizer *optimizer = self->optimizer;
	struct ct_optim_content old = { 0 };
	ct_error error;

	CT_HOLD(optimizer); /* a hook may release it */
	error = load_model_and_optimizer(self, dict, path, &old);
	if (error && old.groups)
		ct_optim_exchange(optimizer, &old);
	if (old.groups)
		ct_optim_content_free(optimizer, &old);
	return error;
}

static ct_error load_parts(ct_train_state *self, const ct_value *dict, const char *path)
{
	ct_value state;

	CT_TRY(try_parts(self, dict, path));
	CT_TRY(load_large(self, dict, path));
	if (self->scheduler && ct_train_has(dict, "scheduler_state_dict", &state))
		CT_TRAIN_TRY_AT("scheduler_state_dict",
				ct_lr_scheduler_load_state_dict(self->scheduler, &state));
	if (self->scaler && ct_train_has(dict, "scaler_state_dict", &state))
		CT_TRAIN_TRY_AT("scaler_state_dict",
				ct_grad_scaler_load_state_dict(self->scaler, &state));
	if (self->curves && ct_train_has(dict, "curves", &state))
		CT_TRAIN_TRY_AT("curves", ct_curves_load_state_dict(self->curves, &state));
	if (self->stopping && ct_train_has(dict, "early_stopping", &state))
		CT_TRAIN_TRY_AT("early_stopping",
				ct_early_stopping_load_state_dict(self->stopping, &state));
	return NULL;
}

static ct_error read_numbers(const ct_value *dict, const char *path, int64_t *epoch, int64_t *step)
{
	ct_value number;

	if (ct_train_has(dict, "epoch", &number))
		CT_TRAIN_TRY_AT("epoch", ct_value_as_int(&number, epoch));
	if (ct_train_has(dict, "step", &number))
		CT_TRAIN_TRY_AT("step", ct_value_as_int(&number, step));
	return NULL;
}

static ct_error load_values(ct_train_state *self, const ct_value *dict)
{
	ct_value values, copy;

	if (self->values == NULL || !ct_train_has(dict, "values", &values))
		return NULL;
	CT_TRY(ct_value_copy(&values, &copy));
	ct_value_free(self->values);
	*self->values = copy;
	return NULL;
}

static ct_error load_all(ct_train_state *self, const ct_value *dict, const char *path)
{
	int64_t epoch = self->epoch, step = self->step;

	CT_OWN_SCOPE(CT_NAME_OF(ct_train_load));
	if (dict->kind != CT_VALUE_DICT)
		return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_train_load),
				    "%s: not a checkpoint: expected a dict, but got %s", path,
				    ct_value_type_name(dict));
	CT_TRY(check_parts(self, dict, path));
	CT_TRY(read_numbers(dict, path, &epoch, &step));
	if (!self->no_random)
		CT_TRY(ct_train_load_random(dict, path, true));
	CT_TRY(load_parts(self, dict, path));
	CT_TRY(load_values(self, dict));
	self->epoch = epoch;
	self->step = step;
	return self->no_random ? NULL : ct_train_load_random(dict, path, false);
}

static ct_error from_parts(ct_value *dict, const char *path)
{
	ct_file_kind kind;

	CT_TRY(ct_file_find_kind(path, &kind));
	return kind == CT_FILE_DISTRIBUTED ? ct_train_from_parts(dict) : NULL;
}

ct_error ct_train_load(ct_train_state *state, const char *path)
{
	const ct_load_options to_cpu = { .map_location = CT_DEVICE_CPU };
	ct_value dict;
	ct_error error;

	if (state == NULL || path == NULL)
		return ct_missing_argument(__func__, state ? 2 : 1, state ? "path" : "state");
	CT_TRY(ct_load(path, &to_cpu, &dict));
	error = from_parts(&dict, path);
	if (error == NULL)
		error = load_all(state, &dict, path);
	ct_value_free(&dict);
	return error;
}
