/*
 * AveragedModel of torch.optim.swa_utils.
 */
#include <stdlib.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/dtype.h>
#include <ctorch/core/scope.h>
#include <ctorch/nn/nn.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/base/option.h"
#include "core/memory/expression.h"
#include "core/memory/given.h"
#include "core/memory/own_scope.h"
#include "module/module.h"
#include "optim/averages/averages.h"

struct averaged_model {
	ct_module *module;
	ct_tensor *n_averaged;
	struct ct_averages *averages;
};

/* --- the class -------------------------------------------------------------------------------- */

static ct_error forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const struct averaged_model *m = self;

	return ct_module_forward(m->module, x, result);
}

static ct_error forward_all(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
			    ct_tensor **outputs, int64_t outputs_len)
{
	const struct averaged_model *m = self;

	return ct_module_forward_all(m->module, CT_TENSORS_OF(inputs, inputs_len), outputs,
				     outputs_len);
}

static ct_error copy(void *self, const void *other)
{
	struct averaged_model *m = self;

	(void)other;
	atomic_fetch_add_explicit(&m->averages->references, 1, memory_order_relaxed);
	return NULL;
}

static void averaged_model_release(void *self)
{
	struct averaged_model *m = self;
	struct ct_averages *averages = m->averages;

	if (averages == NULL ||
	    atomic_fetch_sub_explicit(&averages->references, 1, memory_order_acq_rel) != 1)
		return;
	if (averages->options.release)
		averages->options.release(averages->options.context);
	free(averages);
}

static const ct_module_class averaged_class = {
	.name = "AveragedModel",
	.size = sizeof(struct averaged_model),
	.forward = forward,
	.forward_all = forward_all,
	.inputs_max = INT32_MAX,
	.outputs_max = INT32_MAX,
	.copy = copy,
	.release = averaged_model_release,
};

/* --- making ----------------------------------------------------------------------------------- */

static ct_error check_options(const ct_averaged_model_options *options, const char *function)
{
	ct_value decay = ct_value_float(options->decay);
	char *text;
	ct_error error;

	if (options->avg_fn && options->multi_avg_fn)
		return ct_error_new(CT_ERROR_ASSERTION, function,
				    "Only one of avg_fn and multi_avg_fn should be provided");
	if (options->averaging < CT_AVERAGING_EQUAL || options->averaging > CT_AVERAGING_EMA_MULTI)
		return ct_error_new(CT_ERROR_ARGUMENT, function, "unknown averaging %d",
				    (int)options->averaging);
	if (options->decay >= 0 && options->decay <= 1)
		return NULL;
	CT_TRY(ct_value_to_string(&decay, &text));
	error = ct_error_new(CT_ERROR_VALUE, function,
			     "Invalid decay value %s provided. Please provide a value in [0,1] "
			     "range.",
			     text);
	ct_free(text);
	return error;
}

static struct ct_averages *averages_new(const ct_averaged_model_options *options)
{
	struct ct_averages *averages = malloc(sizeof *averages);

	if (averages == NULL)
		return NULL;
	averages->options = *options;
	averages->options.release = NULL; /* until nothing can fail */
	atomic_init(&averages->references, 1);
	return averages;
}

static bool averaged_model_is_given(ct_device device)
{
	return device.type != CT_DEVICE_TYPE_NONE && device.type != 0;
}

static ct_error add_parts(struct averaged_model *m, const ct_module *model, ct_device device)
{
	const ct_module_to_options to = { .device = device };
	ct_module *copied;

	CT_TRY(ct_module_deepcopy(model, &copied));
	if (averaged_model_is_given(device))
		CT_TRY(ct_module_to(copied, &to));
	CT_CHILD(m, module, copied);
	CT_BUFFER(m, n_averaged,
		  CT_E(zeros, CT_INTS_OF(NULL, 0), .dtype = CT_INT64,
		       .device = averaged_model_is_given(device) ? device : CT_DEVICE_NONE));
	return CT_DONE();
}

static ct_error averaged_model_make(const ct_module *model,
				    const ct_averaged_model_options *options, ct_module **result)
{
	struct averaged_model *m;
	ct_module *self;

	CT_OWN_SCOPE(CT_NAME_OF(ct_averaged_model_new));
	CT_TRY(ct_module_new(&averaged_class, &self));
	m = ct_module_data(self);
	m->averages = averages_new(options);
	if (m->averages == NULL)
		return ct_no_memory(CT_NAME_OF(ct_averaged_model_new), "for a module");
	CT_TRY(add_parts(m, model, options->device));
	m->averages->options.release = options->release;
	ct_scope_move_object_up(self);
	*result = self;
	return NULL;
}

ct_error ct_averaged_model_new(const ct_module *model, const ct_averaged_model_options *options,
			       ct_module **result)
{
	ct_averaged_model_options chosen = { .averaging = CT_AVERAGING_EQUAL };

	CT_TRY(ct_module_check(model, __func__, 1, "model"));
	if (result == NULL)
		return ct_missing_argument(__func__, 3, "result");
	if (options)
		chosen = *options;
	chosen.decay = ct_float_option(chosen.decay, 0.999);
	CT_TRY(check_options(&chosen, __func__));
	return averaged_model_make(model, &chosen, result);
}

/* --- updating --------------------------------------------------------------------------------- */

static ct_error mismatch(const char *what)
{
	return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_averaged_model_update_parameters),
			    "zip() argument 2 is %s than argument 1", what);
}

static int64_t least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* Detached tensors of both modules side by side, as many as both have; more are added to `tensors`,
 * whose lists have room for them. */
static ct_error add_pairs(const ct_named_tensor *averaged, const ct_named_tensor *current,
			  int64_t n, struct ct_averaged_tensors *tensors)
{
	for (int64_t i = 0; i < n; i++) {
		ct_tensor **to = &tensors->averaged[tensors->len];
		ct_tensor **from = &tensors->current[tensors->len];

		*to = CT_E(detach, averaged[i].tensor);
		*from = CT_E(to, CT_E(detach, current[i].tensor),
			     .device = ct_tensor_device(averaged[i].tensor));
		tensors->len++;
	}
	return CT_DONE();
}

/* The parameters and buffers of a module. */
struct listed {
	ct_named_tensor *parameters, *buffers;
	int64_t parameters_len, buffers_len;
};

static ct_error list_parts(const ct_module *module, struct listed *listed)
{
	CT_TRY(ct_module_named_parameters(module, NULL, &listed->parameters,
					  &listed->parameters_len));
	return ct_module_named_buffers(module, NULL, &listed->buffers, &listed->buffers_len);
}

static ct_error new_pairs(int64_t room, const ct_tensor *n_averaged,
			  struct ct_averaged_tensors *tensors)
{
	*tensors = (struct ct_averaged_tensors){
		.averaged = ct_given_array(room, sizeof(ct_tensor *)),
		.current = ct_given_array(room, sizeof(ct_tensor *)),
		.n_averaged = n_averaged,
	};
	if (tensors->averaged && tensors->current)
		return NULL;
	return ct_no_memory(CT_NAME_OF(ct_averaged_model_update_parameters), "for tensors");
}

/* With `as_one`, parameters and buffers are one list, as Python's chain() of them. */
static ct_error pair_averaged(const struct listed *own, const struct listed *model, bool as_one,
			      struct ct_averaged_tensors *tensors)
{
	const bool fits = own->parameters_len == model->parameters_len;

	CT_TRY(add_pairs(own->parameters, model->parameters,
			 least(own->parameters_len, model->parameters_len), tensors));
	if (!as_one || !fits)
		return NULL;
	return add_pairs(own->buffers, model->buffers, least(own->buffers_len, model->buffers_len),
			 tensors);
}

static ct_error copy_all(const struct ct_averaged_tensors *tensors)
{
	for (int64_t i = 0; i < tensors->len; i++)
		CT_E(copy_, tensors->averaged[i], tensors->current[i]);
	return CT_DONE();
}

static ct_error copy_buffers(const struct listed *own, const struct listed *model,
			     const ct_tensor *n_averaged)
{
	struct ct_averaged_tensors tensors;

	CT_TRY(new_pairs(own->buffers_len, n_averaged, &tensors));
	CT_TRY(add_pairs(own->buffers, model->buffers, least(own->buffers_len, model->buffers_len),
			 &tensors));
	CT_TRY(copy_all(&tensors));
	if (own->buffers_len == model->buffers_len)
		return NULL;
	return mismatch(model->buffers_len < own->buffers_len ? "shorter" : "longer");
}

static ct_error averaged_model_update(struct averaged_model *m, const ct_module *model)
{
	const bool use_buffers = m->averages->options.use_buffers;
	struct ct_averaged_tensors tensors;
	struct listed own, others;
	int64_t n;

	CT_TRY(list_parts(m->module, &own));
	CT_TRY(list_parts(model, &others));
	CT_TRY(new_pairs(own.parameters_len + own.buffers_len, m->n_averaged, &tensors));
	CT_TRY(pair_averaged(&own, &others, use_buffers, &tensors));
	CT_TRY(ct_tensor_item_int64(m->n_averaged, &n));
	CT_TRY(n == 0 ? copy_all(&tensors) : ct_averages_update(m->averages, &tensors));
	if (!use_buffers)
		CT_TRY(copy_buffers(&own, &others, m->n_averaged));
	return CT(add__Scalar, m->n_averaged, 1);
}

ct_error ct_averaged_model_update_parameters(ct_module *averaged, const ct_module *model)
{
	CT_TRY(ct_module_check(averaged, __func__, 1, "averaged"));
	CT_TRY(ct_module_check(model, __func__, 2, "model"));
	if (ct_module_class_of(averaged) != &averaged_class)
		return ct_error_new(CT_ERROR_TYPE, __func__,
				    "argument 1 (averaged) must be an AveragedModel, not %s",
				    ct_module_class_of(averaged)->name);
	CT_OWN_SCOPE(__func__);
	CT_NO_GRAD_SCOPE;
	return averaged_model_update(ct_module_data(averaged), model);
}
