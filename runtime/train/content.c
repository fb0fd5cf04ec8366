/*
 * What a checkpoint has: the parts of a run, and the states of random number generators. Built on the
 * public functions alone: libctorch_distributed has it, too.
 */
#include "train/content.h"

#include <stdio.h>
#include <string.h>

#include <ctorch/macros/literals.h>
#include <ctorch/macros/try.h>
#include <ctorch/tensor/device.h>
#include <ctorch/tensor/generator.h>

#include "core/base/name_of.h"

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

ct_error ct_train_put_random(ct_value *dict)
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

ct_error ct_train_put_all(const ct_train_state *self, ct_value *dict)
{
	CT_TRY(put_int(dict, "epoch", self->epoch));
	CT_TRY(put_int(dict, "step", self->step));
	CT_TRY(put_parts(self, dict));
	if (self->values)
		CT_TRY(ct_value_dict_set(dict, ct_value_string("values"), *self->values));
	return self->no_random ? NULL : ct_train_put_random(dict);
}

/* --- Loading ---------------------------------------------------------------------------------- */

bool ct_train_has(const ct_value *dict, const char *key, ct_value *value)
{
	return ct_value_dict_has(dict, ct_value_string(key)) &&
	       ct_value_dict_get(dict, ct_value_string(key), value) == NULL;
}

ct_error ct_train_at_key(const char *path, const char *key, ct_error error)
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

/* Sets the state of the device's default generator, or only of a copy of it: a trial. */
static ct_error set_random(ct_device device, const ct_value *state, bool is_trial)
{
	ct_generator *generator;
	ct_tensor *bytes;

	CT_TRY(ct_value_as_tensor(state, &bytes));
	CT_TRY(ct_generator_default(device, &generator));
	if (is_trial)
		CT_TRY(ct_generator_clone_state(generator, &generator));
	return ct_generator_set_state(generator, bytes);
}

ct_error ct_train_load_random(const ct_value *dict, const char *path, bool is_trial)
{
	const struct accelerator devices = find_accelerator();
	ct_value state, list;

	if (ct_train_has(dict, rng_key, &state))
		CT_TRAIN_TRY_AT(rng_key, set_random(CT_DEVICE_CPU, &state, is_trial));
	if (devices.count == 0 || !ct_train_has(dict, devices.key, &list))
		return NULL;
	for (int32_t i = 0; i < devices.count && i < ct_value_count(&list); i++) {
		CT_TRAIN_TRY_AT(devices.key, ct_value_item(&list, i, &state));
		CT_TRAIN_TRY_AT(devices.key,
				set_random(CT_DEVICE(devices.type, i), &state, is_trial));
	}
	return NULL;
}
