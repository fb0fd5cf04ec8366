/*
 * Scaling gradients.
 *
 * For each optimizer of an iteration the scaler keeps how far it is and, for each device, a tensor
 * that is 1 if a gradient there is infinite or nan. update() reads and drops them all.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/autograd.h>
#include <ctorch/device.h>
#include <ctorch/dtype.h>
#include <ctorch/grad_scaler.h>
#include <ctorch/scope.h>
#include <ctorch/tensor.h>

#include "memory/expression.h"
#include "memory/own_scope.h"
#include "memory/scopes.h"
#include "memory/threads.h"
#include "module/module.h"
#include "optim/class.h"
#include "settings/warn.h"

#define LIVES UINT64_C(0x6374677261647363)
#define RELEASED UINT64_C(0x72656c6772616473)

enum stage { READY, UNSCALED, STEPPED };

/* What is known of an optimizer since the last update(). */
struct seen {
	ct_optimizer *optimizer; /* a reference, so that no other one gets its address */
	enum stage stage;
	ct_tensor **found_inf; /* one for each device */
	int64_t len, room;
	struct seen *next;
};

struct ct_grad_scaler {
	ct_device_type device_type;
	bool enabled;
	double init_scale, growth_factor, backoff_factor;
	int64_t growth_interval, init_growth_tracker;
	ct_tensor *scale, *growth_tracker; /* made when the first output is scaled; no scope's */
	struct seen *seen;
	uint64_t magic;
};

static ct_error check(const ct_grad_scaler *self, const char *function)
{
	if (self == NULL)
		return ct_missing_argument(function, 1, "self");
	if (self->magic == LIVES)
		return NULL;
	return ct_error_new(CT_ERROR_ARGUMENT, function, "argument 1 (self): %s",
			    self->magic == RELEASED ? "it was already released"
						    : "this is not a scaler");
}
#define CHECK(self) CT_TRY(check((self), __func__))

static ct_error assertion(const char *text)
{
	return ct_error_new(CT_ERROR_ASSERTION, NULL, "%s", text);
}

static ct_error no_memory(const char *function)
{
	return ct_error_new(CT_ERROR_OUT_OF_MEMORY, function, "no memory for a scaler");
}

/* --- what is known of the optimizers ---------------------------------------------------------- */

static void free_seen(struct seen *self)
{
	for (int64_t i = 0; i < self->len; i++)
		ct_tensor_free_unscoped(self->found_inf[i]);
	free(self->found_inf);
	ct_counted_drop(self->optimizer);
	free(self);
}

static void forget_all(ct_grad_scaler *self)
{
	while (self->seen) {
		struct seen *first = self->seen;

		self->seen = first->next;
		free_seen(first);
	}
}

static struct seen *find_seen(const ct_grad_scaler *self, const ct_optimizer *optimizer)
{
	struct seen *seen = self->seen;

	while (seen && seen->optimizer != optimizer)
		seen = seen->next;
	return seen;
}

/* Found or new, in the order of the first calls. */
static ct_error see(ct_grad_scaler *self, const ct_optimizer *optimizer, struct seen **result)
{
	struct seen **end = &self->seen;

	*result = find_seen(self, optimizer);
	if (*result)
		return NULL;
	while (*end)
		end = &(*end)->next;
	*result = calloc(1, sizeof **result);
	if (*result == NULL)
		return no_memory(NULL);
	(*result)->optimizer = ct_counted_share(optimizer);
	*end = *result;
	return NULL;
}

static void forget_found(struct seen *seen)
{
	while (seen->len)
		ct_tensor_free_unscoped(seen->found_inf[--seen->len]);
}

static bool is_on(const ct_tensor *tensor, ct_device device)
{
	const ct_device its = ct_tensor_device(tensor);

	return its.type == device.type && its.index == device.index;
}

static ct_error new_number(double value, ct_dtype dtype, ct_device device, ct_tensor **result)
{
	return CT(full, result, CT_L(), value, .dtype = dtype, .device = device);
}

/* The tensor of a device, borrowed; the first time it is new and 0. */
static ct_error found_on(struct seen *seen, ct_device device, ct_tensor **result)
{
	for (int64_t i = 0; i < seen->len; i++)
		if (is_on(seen->found_inf[i], device)) {
			*result = seen->found_inf[i];
			return NULL;
		}
	if (seen->len == seen->room) {
		const int64_t room = 2 * seen->room + 2;
		ct_tensor **grown = realloc(seen->found_inf, (size_t)room * sizeof(ct_tensor *));

		if (grown == NULL)
			return no_memory(NULL);
		seen->found_inf = grown;
		seen->room = room;
	}
	CT_TRY(new_number(0, CT_FLOAT32, device, result));
	CT_TRY(ct_module_share_tensor(*result, NULL, &seen->found_inf[seen->len]));
	seen->len++;
	return NULL;
}

/* How many infinities a list has, all together. */
static ct_error sum_found(const struct seen *seen, double *result)
{
	double one;

	*result = 0;
	for (int64_t i = 0; i < seen->len; i++) {
		CT_TRY(ct_tensor_item_double(seen->found_inf[i], &one));
		*result += one;
	}
	return NULL;
}

/* --- making and releasing --------------------------------------------------------------------- */

static void release(void *scaler)
{
	ct_grad_scaler *self = scaler;

	forget_all(self);
	ct_tensor_free_unscoped(self->scale);
	ct_tensor_free_unscoped(self->growth_tracker);
	self->magic = RELEASED;
	free(self);
}

void ct_grad_scaler_free(ct_grad_scaler *self)
{
	if (self == NULL)
		return;
	ct_scope_keep_object(self);
	release(self);
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
		return assertion("The growth factor must be > 1.0.");
	if (self->enabled && self->backoff_factor >= 1)
		return assertion("The backoff factor must be < 1.0.");
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
		return no_memory(__func__);
	set_options(self, options);
	error = check_factors(self);
	if (error == NULL && ct_attended_by(CT_ATTEND_SCOPE) &&
	    !ct_scopes_own_object(release, self))
		error = no_memory(__func__);
	if (error)
		release(self);
	else
		*result = self;
	return error;
}

/* --- scaling ---------------------------------------------------------------------------------- */

static ct_error make_tensors(ct_grad_scaler *self, ct_device device)
{
	ct_tensor *scale, *tracker;

	CT_TRY(new_number(self->init_scale, CT_FLOAT32, device, &scale));
	CT_TRY(new_number((double)self->init_growth_tracker, CT_INT32, device, &tracker));
	CT_TRY(ct_module_share_tensor(tracker, NULL, &self->growth_tracker));
	return ct_module_share_tensor(scale, NULL, &self->scale);
}

static ct_error scale(ct_grad_scaler *self, const ct_tensor *outputs, ct_tensor **result)
{
	ct_tensor *factor, *scaled;

	CT_OWN_SCOPE("ct_grad_scaler_scale");
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
	CHECK(self);
	if (outputs == NULL)
		return ct_missing_argument(__func__, 2, "outputs");
	if (result == NULL)
		return ct_missing_argument(__func__, 3, "result");
	if (self->enabled)
		return scale(self, outputs, result);
	*result = ct_tensor_keep(outputs);
	return *result ? NULL : no_memory(__func__);
}

/* --- unscaling -------------------------------------------------------------------------------- */

static ct_error check_scaled(const ct_grad_scaler *self, const char *what)
{
	if (self->scale)
		return NULL;
	return ct_error_new(
		CT_ERROR_ASSERTION, NULL,
		"Attempted %s but _scale is None.  This may indicate your script did not "
		"use scaler.scale(loss or outputs) earlier in the iteration.",
		what);
}

/* The elements of a sparse gradient. Duplicates of float16 are added first, as that may be what
 * makes one infinite. */
static ct_error values_of(const ct_tensor *parameter, ct_tensor **grad)
{
	if (ct_tensor_layout(*grad) != CT_SPARSE_COO)
		return NULL;
	if (ct_tensor_dtype(*grad) == CT_FLOAT16) {
		CT_TRY(CT(coalesce, grad, *grad));
		CT_TRY(ct_tensor_set_grad((ct_tensor *)parameter, *grad));
	}
	return CT(_values, grad, *grad);
}

struct gradients {
	ct_tensor **at;
	int64_t len;
};

static ct_error add_gradient(struct gradients *all, ct_tensor *parameter, bool allow_fp16)
{
	ct_tensor *grad;

	CT_TRY(ct_tensor_grad(parameter, &grad));
	if (grad == NULL)
		return NULL;
	if (!allow_fp16 && ct_tensor_dtype(grad) == CT_FLOAT16)
		return ct_error_new(CT_ERROR_VALUE, NULL, "Attempting to unscale FP16 gradients.");
	CT_TRY(values_of(parameter, &grad));
	all->at[all->len++] = grad;
	return NULL;
}

static ct_error add_gradients(const ct_optimizer *optimizer, bool allow_fp16, struct gradients *all)
{
	for (int64_t g = 0; g < optimizer->groups_len; g++)
		for (int64_t i = 0; i < optimizer->groups[g]->len; i++)
			CT_TRY(add_gradient(all, optimizer->groups[g]->params[i], allow_fp16));
	return NULL;
}

/* Moves those of the first one's device and dtype to the front, in order; returns their number. */
static int64_t gather_alike(struct gradients rest)
{
	const ct_device device = ct_tensor_device(rest.at[0]);
	const ct_dtype dtype = ct_tensor_dtype(rest.at[0]);
	int64_t n = 0;

	for (int64_t i = 0; i < rest.len; i++) {
		ct_tensor *grad = rest.at[i];

		if (!is_on(grad, device) || ct_tensor_dtype(grad) != dtype)
			continue;
		memmove(&rest.at[n + 1], &rest.at[n], (size_t)(i - n) * sizeof(ct_tensor *));
		rest.at[n++] = grad;
	}
	return n;
}

/* Multiplies gradients of one device and dtype. */
static ct_error multiply(struct seen *seen, const ct_tensor *factor, ct_tensor **grads, int64_t n)
{
	const ct_device device = ct_tensor_device(grads[0]);
	ct_tensor *found, *here;

	CT_TRY(found_on(seen, device, &found));
	CT_TRY(CT(to_device, &here, factor, device, CT_FLOAT32, .non_blocking = true));
	return CT(_amp_foreach_non_finite_check_and_unscale_, CT_TENSORS_OF(grads, n), found, here);
}

static ct_error multiply_all(struct seen *seen, const ct_tensor *factor, struct gradients all)
{
	while (all.len) {
		const int64_t n = gather_alike(all);

		CT_TRY(multiply(seen, factor, all.at, n));
		all.at += n;
		all.len -= n;
	}
	return NULL;
}

static int64_t count_parameters(const ct_optimizer *optimizer)
{
	int64_t n = 0;

	for (int64_t g = 0; g < optimizer->groups_len; g++)
		n += optimizer->groups[g]->len;
	return n;
}

/* Python's _unscale_grads_(). */
static ct_error unscale_grads(struct seen *seen, const ct_tensor *factor, bool allow_fp16)
{
	const int64_t n = count_parameters(seen->optimizer);
	struct gradients all = { malloc((size_t)(n + 1) * sizeof(ct_tensor *)), 0 };
	ct_error error;

	if (all.at == NULL)
		return no_memory(NULL);
	forget_found(seen);
	error = add_gradients(seen->optimizer, allow_fp16, &all);
	if (error == NULL)
		error = multiply_all(seen, factor, all);
	free(all.at);
	return error;
}

/* The reciprocal in float64, since it can be imprecise in float32. */
static ct_error unscale(const ct_grad_scaler *self, struct seen *seen)
{
	ct_tensor *inverse;

	CT_OWN_SCOPE("ct_grad_scaler_unscale_");
	CT_NO_GRAD_SCOPE;
	CT_TRY(CT(to_dtype, &inverse, self->scale, CT_FLOAT64));
	CT_TRY(CT(reciprocal, &inverse, inverse));
	CT_TRY(CT(to_dtype, &inverse, inverse, CT_FLOAT32));
	CT_TRY(unscale_grads(seen, inverse, false));
	seen->stage = UNSCALED;
	return NULL;
}

static ct_error unscale_ready(ct_grad_scaler *self, struct seen *seen)
{
	CT_TRY(check_scaled(self, "unscale_"));
	if (seen->stage == UNSCALED)
		return ct_error_new(
			CT_ERROR_RUNTIME, NULL,
			"unscale_() has already been called on this optimizer since the "
			"last update().");
	if (seen->stage == STEPPED)
		return ct_error_new(CT_ERROR_RUNTIME, NULL,
				    "unscale_() is being called after step().");
	return unscale(self, seen);
}

ct_error ct_grad_scaler_unscale_(ct_grad_scaler *self, ct_optimizer *optimizer)
{
	struct seen *seen;

	CHECK(self);
	CT_TRY(ct_optimizer_check(optimizer, __func__, 2, "optimizer"));
	if (!self->enabled)
		return NULL;
	CT_TRY(check_scaled(self, "unscale_"));
	CT_TRY(see(self, optimizer, &seen));
	return unscale_ready(self, seen);
}

ct_error ct_grad_scaler_found_inf(const ct_grad_scaler *self, const ct_optimizer *optimizer,
				  bool *result)
{
	const struct seen *seen;
	double found = 0;

	CHECK(self);
	CT_TRY(ct_optimizer_check(optimizer, __func__, 2, "optimizer"));
	seen = find_seen(self, optimizer);
	if (seen)
		CT_TRY(sum_found(seen, &found));
	if (result)
		*result = found != 0;
	return NULL;
}

/* --- steps ------------------------------------------------------------------------------------ */

/* Python's _check_inf_per_device(): only looks for infinities. */
static ct_error look_for_infinities(const ct_grad_scaler *self, struct seen *seen)
{
	ct_tensor *one;

	CT_NO_GRAD_SCOPE;
	CT_TRY(new_number(1, CT_FLOAT32, ct_tensor_device(self->scale), &one));
	return unscale_grads(seen, one, true);
}

/* One tensor for all devices, beside the scale; NULL if the optimizer has no gradients. */
static ct_error sum_beside_scale(const ct_grad_scaler *self, const struct seen *seen,
				 ct_tensor **sum)
{
	ct_tensor *one;

	*sum = NULL;
	for (int64_t i = 0; i < seen->len; i++) {
		CT_TRY(CT(to_device, &one, seen->found_inf[i], ct_tensor_device(self->scale),
			  CT_FLOAT32, .non_blocking = true));
		if (*sum)
			CT_TRY(CT(add, &one, *sum, one));
		*sum = one;
	}
	return NULL;
}

/* A fused kernel reads both tensors: it divides, and does nothing after an infinity. */
static ct_error step_fused(ct_grad_scaler *self, ct_optimizer *optimizer, struct seen *seen)
{
	ct_tensor *found_inf;
	ct_error error;

	CT_OWN_SCOPE("ct_grad_scaler_step");
	if (seen->stage == READY)
		CT_TRY(look_for_infinities(self, seen));
	CT_TRY(sum_beside_scale(self, seen, &found_inf));
	optimizer->grad_scale = seen->stage == UNSCALED ? NULL : self->scale;
	optimizer->found_inf = found_inf;
	error = ct_optimizer_step(optimizer);
	optimizer->grad_scale = optimizer->found_inf = NULL;
	if (error == NULL)
		seen->stage = STEPPED;
	return error;
}

static ct_error step_plain(ct_grad_scaler *self, ct_optimizer *optimizer, struct seen *seen)
{
	double found;

	if (seen->stage == READY)
		CT_TRY(unscale_ready(self, seen));
	if (seen->len == 0)
		return assertion("No inf checks were recorded for this optimizer.");
	CT_TRY(sum_found(seen, &found));
	if (found == 0)
		CT_TRY(ct_optimizer_step(optimizer));
	seen->stage = STEPPED;
	return NULL;
}

ct_error ct_grad_scaler_step(ct_grad_scaler *self, ct_optimizer *optimizer)
{
	struct seen *seen;

	CHECK(self);
	CT_TRY(ct_optimizer_check(optimizer, __func__, 2, "optimizer"));
	if (!self->enabled)
		return ct_optimizer_step(optimizer);
	CT_TRY(check_scaled(self, "step"));
	CT_TRY(see(self, optimizer, &seen));
	if (seen->stage == STEPPED)
		return ct_error_new(CT_ERROR_RUNTIME, NULL,
				    "step() has already been called since the last update().");
	return ct_optim_defaults_to(optimizer, "fused") ? step_fused(self, optimizer, seen)
							: step_plain(self, optimizer, seen);
}

/* --- updates ---------------------------------------------------------------------------------- */

/* The sum over all optimizers and devices, which may write to the first of them. */
static ct_error combine(const ct_grad_scaler *self, ct_tensor **combined)
{
	ct_tensor *one;

	*combined = NULL;
	for (const struct seen *seen = self->seen; seen; seen = seen->next)
		for (int64_t i = 0; i < seen->len; i++) {
			CT_TRY(CT(to_device, &one, seen->found_inf[i],
				  ct_tensor_device(self->scale), CT_FLOAT32, .non_blocking = true));
			if (*combined == NULL)
				*combined = one;
			else
				CT_TRY(CT(add__Tensor, *combined, one));
		}
	if (*combined == NULL)
		return assertion("No inf checks were recorded prior to update.");
	return NULL;
}

static ct_error update(ct_grad_scaler *self)
{
	ct_tensor *combined;

	CT_OWN_SCOPE("ct_grad_scaler_update");
	CT_TRY(combine(self, &combined));
	return CT(_amp_update_scale_, self->scale, self->growth_tracker, combined,
		  self->growth_factor, self->backoff_factor, self->growth_interval);
}

ct_error ct_grad_scaler_update(ct_grad_scaler *self)
{
	CHECK(self);
	if (!self->enabled)
		return NULL;
	CT_TRY(check_scaled(self, "update"));
	CT_TRY(update(self));
	forget_all(self);
	return NULL;
}

ct_error ct_grad_scaler_update_to(ct_grad_scaler *self, double new_scale)
{
	CHECK(self);
	if (!self->enabled)
		return NULL;
	CT_TRY(check_scaled(self, "update"));
	CT_TRY(CT(fill__Scalar, self->scale, new_scale));
	forget_all(self);
	return NULL;
}

ct_error ct_grad_scaler_update_to_tensor(ct_grad_scaler *self, const ct_tensor *new_scale)
{
	CHECK(self);
	if (new_scale == NULL)
		return ct_missing_argument(__func__, 2, "new_scale");
	if (!self->enabled)
		return NULL;
	CT_TRY(check_scaled(self, "update"));
	if (ct_tensor_device(new_scale).type != self->device_type ||
	    ct_tensor_numel(new_scale) != 1 || ct_tensor_requires_grad(new_scale))
		return assertion("new_scale should be a float or a 1-element "
				 "torch.cuda.FloatTensor or torch.FloatTensor with "
				 "requires_grad=False.");
	CT_TRY(CT(copy_, self->scale, new_scale));
	forget_all(self);
	return NULL;
}

/* --- reading and setting ---------------------------------------------------------------------- */

static ct_error read_scale(const ct_grad_scaler *self, double *result)
{
	*result = self->enabled ? self->init_scale : 1;
	return self->enabled && self->scale ? ct_tensor_item_double(self->scale, result) : NULL;
}

ct_error ct_grad_scaler_get_scale(const ct_grad_scaler *self, double *result)
{
	double scale;

	CHECK(self);
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

double ct_grad_scaler_get_growth_factor(const ct_grad_scaler *self)
{
	return self ? self->growth_factor : NAN;
}

ct_error ct_grad_scaler_set_growth_factor(ct_grad_scaler *self, double factor)
{
	CHECK(self);
	self->growth_factor = factor;
	return NULL;
}

double ct_grad_scaler_get_backoff_factor(const ct_grad_scaler *self)
{
	return self ? self->backoff_factor : NAN;
}

ct_error ct_grad_scaler_set_backoff_factor(ct_grad_scaler *self, double factor)
{
	CHECK(self);
	self->backoff_factor = factor;
	return NULL;
}

int64_t ct_grad_scaler_get_growth_interval(const ct_grad_scaler *self)
{
	return self ? self->growth_interval : 0;
}

ct_error ct_grad_scaler_set_growth_interval(ct_grad_scaler *self, int64_t interval)
{
	CHECK(self);
	self->growth_interval = interval;
	return NULL;
}

/* --- state dicts ------------------------------------------------------------------------------ */

static ct_error add_state(const ct_grad_scaler *self, ct_value *dict)
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

	CHECK(self);
	if (result == NULL)
		return ct_missing_argument(__func__, 2, "result");
	error = self->enabled ? add_state(self, &dict) : NULL;
	if (error)
		ct_value_free(&dict);
	else
		*result = dict;
	return error;
}

static ct_error read_entry(const ct_value *dict, const char *name, ct_value *result)
{
	if (!ct_value_dict_has(dict, ct_value_string(name)))
		return ct_error_new(CT_ERROR_KEY, NULL, "'%s'", name);
	return ct_value_dict_get(dict, ct_value_string(name), result);
}

static ct_error read_float(const ct_value *dict, const char *name, double *result)
{
	ct_value value;

	CT_TRY(read_entry(dict, name, &value));
	return ct_value_as_float(&value, result);
}

static ct_error read_int(const ct_value *dict, const char *name, int64_t *result)
{
	ct_value value;

	CT_TRY(read_entry(dict, name, &value));
	return ct_value_as_int(&value, result);
}

/* Into a copy, which replaces the scaler when all is there. */
static ct_error read_state(ct_grad_scaler *copy, const ct_value *dict)
{
	CT_TRY(read_float(dict, "scale", &copy->init_scale));
	CT_TRY(read_float(dict, "growth_factor", &copy->growth_factor));
	CT_TRY(read_float(dict, "backoff_factor", &copy->backoff_factor));
	CT_TRY(read_int(dict, "growth_interval", &copy->growth_interval));
	return read_int(dict, "_growth_tracker", &copy->init_growth_tracker);
}

ct_error ct_grad_scaler_load_state_dict(ct_grad_scaler *self, const ct_value *state_dict)
{
	ct_grad_scaler copy;

	CHECK(self);
	if (state_dict == NULL)
		return ct_missing_argument(__func__, 2, "state_dict");
	if (!self->enabled)
		return NULL;
	if (state_dict->kind != CT_VALUE_DICT)
		return ct_error_new(CT_ERROR_TYPE, __func__, "state_dict must be a dict, not %s",
				    ct_value_type_name(state_dict));
	if (ct_value_len(state_dict) == 0)
		return ct_error_new(CT_ERROR_RUNTIME, NULL,
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
