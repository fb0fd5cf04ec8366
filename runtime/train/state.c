/*
 * Checkpoints of a run.
 */
#include <stdio.h>
#include <string.h>

#include <ctorch/files/save.h>
#include <ctorch/tensor/device.h>
#include <ctorch/tensor/generator.h>
#include <ctorch/train/train.h>

#include "core/base/name_of.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "optim/optimizer/class.h"
#include "optim/schedulers/scheduler.h"

static const char rng_key[] = "rng_state";

/* The devices whose states are in a checkpoint, and where: "cuda_rng_states". */
struct accelerator {
	ct_device_type type;
	int64_t count;
	char key[64];
};

/* A process has one type of accelerator at most. */
static struct accelerator find_accelerator(void)
{
	struct accelerator self = { .type = ct_device_accelerator().type };

	if (self.type == CT_DEVICE_TYPE_NONE)
		return self;
	self.count = ct_device_count(self.type);
	snprintf(self.key, sizeof self.key, "%s_rng_states", ct_device_type_name(self.type));
	return self;
}

/* --- Saving ----------------------------------------------------------------------------------- */

/* Moves a value into the dict. */
static ct_error put(ct_value *dict, const char *key, ct_value *value)
{
	const ct_error error = ct_value_dict_move(dict, ct_value_string(key), value);

	ct_value_free(value);
	return error;
}

static ct_error put_int(ct_value *dict, const char *key, int64_t number)
{
	return ct_value_dict_set(dict, ct_value_string(key), ct_value_int(number));
}

static ct_error put_parts(const ct_train_state *self, ct_value *dict)
{
	ct_value state;

	if (self->model) {
		CT_TRY(ct_module_state_dict(self->model, NULL, &state));
		CT_TRY(put(dict, "model_state_dict", &state));
	}
	if (self->optimizer) {
		CT_TRY(ct_optimizer_state_dict(self->optimizer, &state));
		CT_TRY(put(dict, "optimizer_state_dict", &state));
	}
	if (self->scheduler) {
		CT_TRY(ct_lr_scheduler_state_dict(self->scheduler, &state));
		CT_TRY(put(dict, "scheduler_state_dict", &state));
	}
	if (self->scaler) {
		CT_TRY(ct_grad_scaler_state_dict(self->scaler, &state));
		CT_TRY(put(dict, "scaler_state_dict", &state));
	}
	if (self->curves) {
		CT_TRY(ct_curves_state_dict(self->curves, &state));
		CT_TRY(put(dict, "curves", &state));
	}
	if (self->stopping) {
		CT_TRY(ct_early_stopping_state_dict(self->stopping, &state));
		CT_TRY(put(dict, "early_stopping", &state));
	}
	return NULL;
}

static ct_error random_state(ct_device device, ct_tensor **result)
{
	ct_generator *generator;

	CT_TRY(ct_generator_default(device, &generator));
	return ct_generator_state(generator, result);
}

static ct_error put_random(ct_value *dict)
{
	const struct accelerator devices = find_accelerator();
	ct_value list = ct_value_list_new();
	ct_error error = NULL;
	ct_tensor *state;

	CT_TRY(random_state(CT_DEVICE_CPU, &state));
	CT_TRY(ct_value_dict_set(dict, ct_value_string(rng_key), ct_value_tensor(state)));
	if (devices.count == 0)
		return NULL;
	for (int32_t i = 0; i < devices.count && error == NULL; i++) {
		error = random_state(CT_DEVICE(devices.type, i), &state);
		if (error == NULL)
			error = ct_value_list_append(&list, ct_value_tensor(state));
	}
	if (error == NULL)
		return put(dict, devices.key, &list);
	ct_value_free(&list);
	return error;
}

static ct_error fill(const ct_train_state *self, ct_value *dict)
{
	CT_OWN_SCOPE(CT_NAME_OF(ct_train_save));
	CT_TRY(put_int(dict, "epoch", self->epoch));
	CT_TRY(put_int(dict, "step", self->step));
	CT_TRY(put_parts(self, dict));
	if (self->values)
		CT_TRY(ct_value_dict_set(dict, ct_value_string("values"), *self->values));
	return self->no_random ? NULL : put_random(dict);
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

static bool has(const ct_value *dict, const char *key, ct_value *value)
{
	return ct_value_dict_has(dict, ct_value_string(key)) &&
	       ct_value_dict_get(dict, ct_value_string(key), value) == NULL;
}

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

/* Around an error of what is at a key, which it takes: "PATH: 'epoch': ...". */
static ct_error at_key(const char *path, const char *key, ct_error error)
{
	const ct_error_class kind = ct_error_class_of(error);
	const char *text = strstr(error, ": ");
	ct_error around;

	if (kind == CT_ERROR_OUT_OF_MEMORY || kind == CT_ERROR_ACCELERATOR)
		return error;
	around = ct_error_new(kind, CT_NAME_OF(ct_train_load), "%s: '%s': %s", path, key,
			      text ? text + 2 : error);
	ct_error_free(error);
	return around;
}

/* Returns from the function with an error of what is at `key`. */
#define TRY_AT(key, call)                                   \
	do {                                                \
		const ct_error error_ = (call);             \
		if (error_)                                 \
			return at_key(path, (key), error_); \
	} while (0)

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

	if (self->scheduler && has(dict, "scheduler_state_dict", &state))
		TRY_AT("scheduler_state_dict", ct_lr_scheduler_load(self->scheduler, &state, true));
	if (self->scaler && has(dict, "scaler_state_dict", &state))
		TRY_AT("scaler_state_dict", try_scaler(self->scaler, &state));
	if (self->curves && has(dict, "curves", &state))
		TRY_AT("curves", try_curves(&state));
	if (self->stopping && has(dict, "early_stopping", &state))
		TRY_AT("early_stopping", try_stopping(&state));
	return NULL;
}

static ct_error load_model_and_optimizer(ct_train_state *self, const ct_value *dict,
					 const char *path, struct ct_optim_content *old)
{
	ct_value state;

	if (self->optimizer && has(dict, "optimizer_state_dict", &state))
		TRY_AT("optimizer_state_dict", ct_optim_load(self->optimizer, &state, old));
	if (self->model && has(dict, "model_state_dict", &state))
		TRY_AT("model_state_dict",
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
	if (self->scheduler && has(dict, "scheduler_state_dict", &state))
		TRY_AT("scheduler_state_dict",
		       ct_lr_scheduler_load_state_dict(self->scheduler, &state));
	if (self->scaler && has(dict, "scaler_state_dict", &state))
		TRY_AT("scaler_state_dict", ct_grad_scaler_load_state_dict(self->scaler, &state));
	if (self->curves && has(dict, "curves", &state))
		TRY_AT("curves", ct_curves_load_state_dict(self->curves, &state));
	if (self->stopping && has(dict, "early_stopping", &state))
		TRY_AT("early_stopping", ct_early_stopping_load_state_dict(self->stopping, &state));
	return NULL;
}

/* Sets the state of the device's default generator, or only of a new one: a trial. */
static ct_error set_random(ct_device device, const ct_value *state, bool is_trial)
{
	ct_generator *generator;
	ct_tensor *bytes;

	CT_TRY(ct_value_as_tensor(state, &bytes));
	CT_TRY(is_trial ? ct_generator_new(device, &generator)
			: ct_generator_default(device, &generator));
	return ct_generator_set_state(generator, bytes);
}

/* States of devices that are not here are left. */
static ct_error load_random(const ct_value *dict, const char *path, bool is_trial)
{
	const struct accelerator devices = find_accelerator();
	ct_value state, list;

	if (has(dict, rng_key, &state))
		TRY_AT(rng_key, set_random(CT_DEVICE_CPU, &state, is_trial));
	if (devices.count == 0 || !has(dict, devices.key, &list))
		return NULL;
	for (int32_t i = 0; i < devices.count && i < ct_value_count(&list); i++) {
		TRY_AT(devices.key, ct_value_item(&list, i, &state));
		TRY_AT(devices.key, set_random(CT_DEVICE(devices.type, i), &state, is_trial));
	}
	return NULL;
}

static ct_error read_numbers(const ct_value *dict, const char *path, int64_t *epoch, int64_t *step)
{
	ct_value number;

	if (has(dict, "epoch", &number))
		TRY_AT("epoch", ct_value_as_int(&number, epoch));
	if (has(dict, "step", &number))
		TRY_AT("step", ct_value_as_int(&number, step));
	return NULL;
}

static ct_error load_values(ct_train_state *self, const ct_value *dict)
{
	ct_value values, copy;

	if (self->values == NULL || !has(dict, "values", &values))
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
		CT_TRY(load_random(dict, path, true));
	CT_TRY(load_parts(self, dict, path));
	CT_TRY(load_values(self, dict));
	self->epoch = epoch;
	self->step = step;
	return self->no_random ? NULL : load_random(dict, path, false);
}

ct_error ct_train_load(ct_train_state *state, const char *path)
{
	const ct_load_options to_cpu = { .map_location = CT_DEVICE_CPU };
	ct_value dict;
	ct_error error;

	if (state == NULL || path == NULL)
		return ct_missing_argument(__func__, state ? 2 : 1, state ? "path" : "state");
	CT_TRY(ct_load(path, &to_cpu, &dict));
	error = load_all(state, &dict, path);
	ct_value_free(&dict);
	return error;
}
