/*
 * The gradient scaler: making, scaling outputs, the new scale, state dicts.
 *
 * For each optimizer of an iteration the scaler keeps how far it is and, for each device, a tensor
 * that is 1 if a gradient there is infinite or nan (grad_scaler_step.c). grad_scaler_update() reads
 * and drops them all.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/core/scope.h>
#include <ctorch/tensor/device.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/base/warn.h"
#include "core/memory/expression.h"
#include "core/memory/own_scope.h"
#include "core/memory/scopes.h"
#include "core/memory/threads.h"
#include "module/module.h"
#include "optim/amp/grad_scaler.h"
#include "optim/optimizer/class.h"

#define LIVES UINT64_C(0x6374677261647363)
#define RELEASED UINT64_C(0x72656c6772616473)

ct_error ct_scaler_check(const ct_grad_scaler *self, const char *function)
{
	if (self == NULL)
		return ct_missing_argument(function, 1, "self");
	if (self->magic == LIVES)
		return NULL;
	return ct_error_new(CT_ERROR_ARGUMENT, function, "argument 1 (self): %s",
			    self->magic == RELEASED ? "it was already released"
						    : "this is not a GradScaler");
}

ct_error ct_scaler_check_scaled(const ct_grad_scaler *self, const char *what)
{
	if (self->scale)
		return NULL;
	return CT_RAISED(CT_ERROR_ASSERTION,
			 "Attempted %s but _scale is None.  This may indicate your script did not "
			 "use scaler.scale(loss or outputs) earlier in the iteration.",
			 what);
}

ct_error ct_scaler_assertion(const char *text)
{
	return CT_RAISED(CT_ERROR_ASSERTION, "%s", text);
}

ct_error ct_scaler_number(double value, ct_dtype dtype, ct_device device, ct_tensor **result)
{
	return CT(full, result, CT_L(), value, .dtype = dtype, .device = device);
}

/* --- making and releasing --------------------------------------------------------------------- */

void ct_scaler_drop_seen(struct ct_scaler_seen *self)
{
	if (--self->references > 0)
		return;
	for (int64_t i = 0; i < self->len; i++)
		ct_tensor_free_unscoped(self->found_inf[i]);
	free(self->found_inf);
	ct_counted_drop(self->optimizer);
	free(self);
}

void ct_scaler_forget(ct_grad_scaler *self)
{
	while (self->seen) {
		struct ct_scaler_seen *first = self->seen;

		self->seen = first->next;
		ct_scaler_drop_seen(first);
	}
}

static void grad_scaler_release(void *scaler)
{
	ct_grad_scaler *self = scaler;

	ct_scaler_forget(self);
	ct_tensor_free_unscoped(self->scale);
	ct_tensor_free_unscoped(self->growth_tracker);
	self->magic = RELEASED;
	free(self);
}

void ct_grad_scaler_free(ct_grad_scaler *self)
{
	if (self == NULL)
		return;
	ct_scope_disown_object(self);
	grad_scaler_release(self);
}

static double or_default(double option, double otherwise)
{
	return option == 0 ? otherwise : option == CT_ZERO ? 0 : option;
}

static int64_t or_default_int(int64_t option, int64_t otherwise)
{
	return option == 0 ? otherwise : option == CT_ZERO ? 0 : option;
}

static bool is_possible(const ct_grad_scaler *self)
{
	if (self->device_type != CT_DEVICE_TYPE_CUDA || ct_device_count(CT_DEVICE_TYPE_CUDA) > 0)
		return true;
	ct_warn("torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling.");
	return false;
}

static void set_options(ct_grad_scaler *self, const ct_grad_scaler_options *options)
{
	static const ct_grad_scaler_options defaults;
	const ct_grad_scaler_options *o = options ? options : &defaults;

	self->magic = LIVES;
	self->device_type = o->device_type ? o->device_type : CT_DEVICE_TYPE_CUDA;
	self->init_scale = or_default(o->init_scale, 65536);
	self->growth_factor = or_default(o->growth_factor, 2);
	self->backoff_factor = or_default(o->backoff_factor, 0.5);
	self->growth_interval = or_default_int(o->growth_interval, 2000);
	self->enabled = !o->disabled && is_possible(self);
}

static ct_error check_factors(const ct_grad_scaler *self)
{
	if (self->enabled && self->growth_factor <= 1)
		return ct_scaler_assertion("The growth factor must be > 1.0.");
	if (self->enabled && self->backoff_factor >= 1)
		return ct_scaler_assertion("The backoff factor must be < 1.0.");
	return NULL;
}

ct_error ct_grad_scaler_new(const ct_grad_scaler_options *options, ct_grad_scaler **result)
{
	ct_grad_scaler *self;
	ct_error error;

	if (result == NULL)
		return ct_missing_argument(__func__, 2, "result");
	self = calloc(1, sizeof *self);
	if (self == NULL)
		return ct_no_memory(__func__, "for a scaler");
	set_options(self, options);
	error = check_factors(self);
	if (error == NULL && ct_attended_by(CT_ATTEND_SCOPE) &&
	    !ct_scopes_own_object(grad_scaler_release, self))
		error = ct_no_memory(__func__, "for a scaler");
	if (error)
		grad_scaler_release(self);
	else
		*result = self;
	return error;
}

/* --- scaling ---------------------------------------------------------------------------------- */

static ct_error make_tensors(ct_grad_scaler *self, ct_device device)
{
	ct_tensor *scale, *tracker;

	CT_TRY(ct_scaler_number(self->init_scale, CT_FLOAT32, device, &scale));
	CT_TRY(ct_scaler_number((double)self->init_growth_tracker, CT_INT32, device, &tracker));
	CT_TRY(ct_module_share_tensor(tracker, NULL, &self->growth_tracker));
	return ct_module_share_tensor(scale, NULL, &self->scale);
}

static ct_error grad_scaler_scale(ct_grad_scaler *self, const ct_tensor *outputs,
				  ct_tensor **result)
{
	ct_tensor *factor, *scaled;

	CT_OWN_SCOPE(CT_NAME_OF(ct_grad_scaler_scale));
	if (self->scale == NULL)
		CT_TRY(make_tensors(self, ct_tensor_device(outputs)));
	CT_TRY(CT(to_device, &factor, self->scale, ct_tensor_device(outputs), CT_FLOAT32,
		  .non_blocking = true));
	CT_TRY(CT(mul, &scaled, outputs, factor));
	ct_scope_move_up(scaled);
	*result = scaled;
	return NULL;
}

ct_error ct_grad_scaler_scale(ct_grad_scaler *self, const ct_tensor *outputs, ct_tensor **result)
{
	CT_SCALER_CHECK(self);
	if (outputs == NULL)
		return ct_missing_argument(__func__, 2, "outputs");
	if (result == NULL)
		return ct_missing_argument(__func__, 3, "result");
	if (self->enabled)
		return grad_scaler_scale(self, outputs, result);
	*result = ct_tensor_retain(outputs);
	return *result ? NULL : ct_no_memory(__func__, "for a scaler");
}

/* --- updates ---------------------------------------------------------------------------------- */

/* The sum over all optimizers and devices, which may write to the first of them. */
static ct_error combine(const ct_grad_scaler *self, ct_tensor **combined)
{
	ct_tensor *one;

	*combined = NULL;
	for (const struct ct_scaler_seen *seen = self->seen; seen; seen = seen->next)
		for (int64_t i = 0; i < seen->len; i++) {
			CT_TRY(CT(to_device, &one, seen->found_inf[i],
				  ct_tensor_device(self->scale), CT_FLOAT32, .non_blocking = true));
			if (*combined == NULL)
				*combined = one;
			else
				CT_TRY(CT(add__Tensor, *combined, one));
		}
	if (*combined == NULL)
		return ct_scaler_assertion("No inf checks were recorded prior to update.");
	return NULL;
}

static ct_error grad_scaler_update(ct_grad_scaler *self)
{
	ct_tensor *combined;

	CT_OWN_SCOPE(CT_NAME_OF(ct_grad_scaler_update));
	CT_TRY(combine(self, &combined));
	return CT(_amp_update_scale_, self->scale, self->growth_tracker, combined,
		  self->growth_factor, self->backoff_factor, self->growth_interval);
}

ct_error ct_grad_scaler_update(ct_grad_scaler *self)
{
	CT_SCALER_CHECK(self);
	if (!self->enabled)
		return NULL;
	CT_TRY(ct_scaler_check_scaled(self, "update"));
	CT_TRY(grad_scaler_update(self));
	ct_scaler_forget(self);
	return NULL;
}

ct_error ct_grad_scaler_update_to(ct_grad_scaler *self, double new_scale)
{
	CT_SCALER_CHECK(self);
	if (!self->enabled)
		return NULL;
	CT_TRY(ct_scaler_check_scaled(self, "update"));
	CT_TRY(CT(fill__Scalar, self->scale, new_scale));
	ct_scaler_forget(self);
	return NULL;
}

ct_error ct_grad_scaler_update_to_tensor(ct_grad_scaler *self, const ct_tensor *new_scale)
{
	CT_SCALER_CHECK(self);
	if (new_scale == NULL)
		return ct_missing_argument(__func__, 2, "new_scale");
	if (!self->enabled)
		return NULL;
	CT_TRY(ct_scaler_check_scaled(self, "update"));
	if (ct_tensor_device(new_scale).type != self->device_type ||
	    ct_tensor_numel(new_scale) != 1 || ct_tensor_requires_grad(new_scale))
		return ct_scaler_assertion("new_scale should be a float or a 1-element "
					   "torch.cuda.FloatTensor or torch.FloatTensor with "
					   "requires_grad=False.");
	CT_TRY(CT(copy_, self->scale, new_scale));
	ct_scaler_forget(self);
	return NULL;
}

/* --- reading and setting ---------------------------------------------------------------------- */

static ct_error read_scale(const ct_grad_scaler *self, double *result)
{
	*result = self->enabled ? self->init_scale : 1;
	return self->enabled && self->scale ? ct_tensor_item_double(self->scale, result) : NULL;
}

ct_error ct_grad_scaler_scale_factor(const ct_grad_scaler *self, double *result)
{
	double scale;

	CT_SCALER_CHECK(self);
	CT_TRY(read_scale(self, &scale));
	if (result)
		*result = scale;
	return NULL;
}

static ct_error read_tracker(const ct_grad_scaler *self, int64_t *result)
{
	*result = self->init_growth_tracker;
	return self->growth_tracker ? ct_tensor_item_int64(self->growth_tracker, result) : NULL;
}

bool ct_grad_scaler_is_enabled(const ct_grad_scaler *self)
{
	return self && self->enabled;
}

double ct_grad_scaler_growth_factor(const ct_grad_scaler *self)
{
	return self ? self->growth_factor : NAN;
}

ct_error ct_grad_scaler_set_growth_factor(ct_grad_scaler *self, double factor)
{
	CT_SCALER_CHECK(self);
	self->growth_factor = factor;
	return NULL;
}

double ct_grad_scaler_backoff_factor(const ct_grad_scaler *self)
{
	return self ? self->backoff_factor : NAN;
}

ct_error ct_grad_scaler_set_backoff_factor(ct_grad_scaler *self, double factor)
{
	CT_SCALER_CHECK(self);
	self->backoff_factor = factor;
	return NULL;
}

int64_t ct_grad_scaler_growth_interval(const ct_grad_scaler *self)
{
	return self ? self->growth_interval : 0;
}

ct_error ct_grad_scaler_set_growth_interval(ct_grad_scaler *self, int64_t interval)
{
	CT_SCALER_CHECK(self);
	self->growth_interval = interval;
	return NULL;
}

/* --- state dicts ------------------------------------------------------------------------------ */

static ct_error grad_scaler_add_state(const ct_grad_scaler *self, ct_value *dict)
{
	const char *const names[] = { "scale", "growth_factor", "backoff_factor", "growth_interval",
				      "_growth_tracker" };
	double scale;
	int64_t tracker;

	CT_TRY(read_scale(self, &scale));
	CT_TRY(read_tracker(self, &tracker));
	const ct_value values[] = { ct_value_float(scale), ct_value_float(self->growth_factor),
				    ct_value_float(self->backoff_factor),
				    ct_value_int(self->growth_interval), ct_value_int(tracker) };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		CT_TRY(ct_value_dict_set(dict, ct_value_string(names[i]), values[i]));
	return NULL;
}

ct_error ct_grad_scaler_state_dict(const ct_grad_scaler *self, ct_value *result)
{
	ct_value dict = ct_value_dict_new();
	ct_error error;

	CT_SCALER_CHECK(self);
	if (result == NULL)
		return ct_missing_argument(__func__, 2, "result");
	error = self->enabled ? grad_scaler_add_state(self, &dict) : NULL;
	if (error)
		ct_value_free(&dict);
	else
		*result = dict;
	return error;
}

static ct_error read_entry(const ct_value *dict, const char *name, ct_value *result)
{
	if (!ct_value_dict_has(dict, ct_value_string(name)))
		return CT_RAISED(CT_ERROR_KEY, "'%s'", name);
	return ct_value_dict_get(dict, ct_value_string(name), result);
}

static ct_error grad_scaler_read_float(const ct_value *dict, const char *name, double *result)
{
	ct_value value;

	CT_TRY(read_entry(dict, name, &value));
	return ct_value_as_float(&value, result);
}

static ct_error grad_scaler_read_int(const ct_value *dict, const char *name, int64_t *result)
{
	ct_value value;

	CT_TRY(read_entry(dict, name, &value));
	return ct_value_as_int(&value, result);
}

/* Into a copy, which replaces the scaler when all is there. */
static ct_error read_state(ct_grad_scaler *copy, const ct_value *dict)
{
	CT_TRY(grad_scaler_read_float(dict, "scale", &copy->init_scale));
	CT_TRY(grad_scaler_read_float(dict, "growth_factor", &copy->growth_factor));
	CT_TRY(grad_scaler_read_float(dict, "backoff_factor", &copy->backoff_factor));
	CT_TRY(grad_scaler_read_int(dict, "growth_interval", &copy->growth_interval));
	return grad_scaler_read_int(dict, "_growth_tracker", &copy->init_growth_tracker);
}

ct_error ct_grad_scaler_load_state_dict(ct_grad_scaler *self, const ct_value *state_dict)
{
	ct_grad_scaler copy;

	CT_SCALER_CHECK(self);
	if (state_dict == NULL)
		return ct_missing_argument(__func__, 2, "state_dict");
	if (!self->enabled)
		return NULL;
	if (state_dict->kind != CT_VALUE_DICT)
		return ct_error_new(CT_ERROR_TYPE, __func__, "state_dict must be a dict, not %s",
				    ct_value_type_name(state_dict));
	if (ct_value_count(state_dict) == 0)
		return CT_RAISED(CT_ERROR_RUNTIME,
				 "The source state dict is empty, possibly because it was saved "
				 "from a disabled instance of GradScaler.");
	copy = *self;
	CT_TRY(read_state(&copy, state_dict));
	if (self->scale) {
		CT_TRY(CT(fill__Scalar, self->scale, copy.init_scale));
		CT_TRY(CT(fill__Scalar, self->growth_tracker, copy.init_growth_tracker));
	}
	*self = copy;
	return NULL;
}
