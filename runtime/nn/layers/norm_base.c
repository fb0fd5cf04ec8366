/*
 * Python's _NormBase.
 */
#include <stdio.h>

#include <ctorch/nn/functions.h>

#include "core/base/no_memory.h"
#include "core/base/text.h"
#include "nn/functional/give.h"
#include "nn/layers/lazy.h"
#include "nn/layers/norm_base.h"
#include "tensor/tensor/sizes.h"

static bool has_momentum(const struct ct_norm *norm)
{
	return ct_given_float_(&norm->options.momentum) != NULL;
}

double ct_norm_momentum(const struct ct_norm *norm)
{
	return has_momentum(norm) ? norm->options.momentum : 0;
}

/* --- parts ------------------------------------------------------------------------------------ */

static ct_tensor *vector(const struct ct_norm_options *options)
{
	return CT_E(empty, CT_L(options->num_features), .dtype = options->dtype,
		    .device = options->device);
}

ct_error ct_norm_init(struct ct_norm *norm, struct ct_norm_options options)
{
	const bool tracks = options.track_running_stats;

	norm->options = options;
	CT_PARAMETER(norm, weight, options.affine ? vector(&options) : NULL);
	CT_PARAMETER(norm, bias, options.affine && options.bias ? vector(&options) : NULL);
	CT_BUFFER(norm, running_mean, tracks ? vector(&options) : NULL);
	CT_BUFFER(norm, running_var, tracks ? vector(&options) : NULL);
	CT_BUFFER(norm, num_batches_tracked,
		  tracks ? CT_E(zeros, CT_INTS_OF(NULL, 0), .dtype = CT_INT64,
				.device = options.device)
			 : NULL);
	CT_TRY(CT_DONE());
	return ct_norm_reset(norm);
}

static void reset_statistics(const struct ct_norm *norm)
{
	if (norm->running_mean)
		CT_E(zero_, norm->running_mean);
	if (norm->running_var)
		CT_E(fill__Scalar, norm->running_var, 1);
	if (norm->num_batches_tracked)
		CT_E(zero_, norm->num_batches_tracked);
}

ct_error ct_norm_reset_statistics(struct ct_norm *norm)
{
	reset_statistics(norm);
	return CT_DONE();
}

ct_error ct_norm_reset(void *self)
{
	const struct ct_norm *norm = self;

	reset_statistics(norm);
	if (norm->weight)
		CT_E(nn_init_ones_, norm->weight);
	if (norm->bias)
		CT_E(nn_init_zeros_, norm->bias);
	return CT_DONE();
}

/* --- old states ------------------------------------------------------------------------------- */

/* What the module has; on the meta device it has no number. */
static ct_tensor *batches(const struct ct_norm *norm)
{
	ct_tensor *own = norm->num_batches_tracked;

	if (own && ct_tensor_device(own).type != CT_DEVICE_TYPE_META)
		return own;
	return CT_E(zeros, CT_INTS_OF(NULL, 0), .dtype = CT_INT64, .device = CT_DEVICE_CPU);
}

static ct_error set_batches(const struct ct_norm *norm, ct_value *state, ct_value key)
{
	ct_tensor *tracked;

	CT_OWN_SCOPE(norm->head.klass->of.name);
	CT_TRY(CT_FINISH(batches(norm), &tracked));
	return ct_value_dict_set(state, key, ct_value_tensor(tracked));
}

ct_error ct_norm_upgrade(const void *self, ct_value *state, const char *prefix, int64_t version)
{
	const struct ct_norm *norm = self;
	struct ct_text key = { 0 };
	ct_error error = NULL;

	if (version >= 2 || !norm->options.track_running_stats)
		return NULL;
	ct_text_addf(&key, "%snum_batches_tracked", prefix);
	if (key.failed)
		error = ct_no_memory(norm->head.klass->of.name, "for a key");
	else if (!ct_value_dict_has(state, ct_value_string(key.data)))
		error = set_batches(norm, state, ct_value_string(key.data));
	ct_text_release(&key);
	return error;
}

/* --- lazy classes ----------------------------------------------------------------------------- */

static ct_error add_lazy_weights(struct ct_norm *norm)
{
	const struct ct_norm_options *o = &norm->options;
	ct_module *module = ct_module_of(norm);

	CT_TRY(o->affine ? ct_nn_lazy_parameter(norm, "weight", o->dtype, o->device, &norm->weight)
			 : ct_module_register_parameter(module, "weight", NULL, &norm->weight));
	return o->affine && o->bias
		       ? ct_nn_lazy_parameter(norm, "bias", o->dtype, o->device, &norm->bias)
		       : ct_module_register_parameter(module, "bias", NULL, &norm->bias);
}

static ct_error add_lazy_statistics(struct ct_norm *norm)
{
	const struct ct_norm_options *o = &norm->options;

	CT_TRY(ct_nn_lazy_buffer(norm, "running_mean", o->dtype, o->device, &norm->running_mean));
	CT_TRY(ct_nn_lazy_buffer(norm, "running_var", o->dtype, o->device, &norm->running_var));
	CT_BUFFER(norm, num_batches_tracked,
		  CT_E(zeros, CT_INTS_OF(NULL, 0), .dtype = CT_INT64, .device = o->device));
	return CT_DONE();
}

ct_error ct_norm_init_lazy(struct ct_norm *norm, struct ct_norm_options options,
			   ct_error (*infer)(void *self, const ct_tensor *x))
{
	norm->options = options;
	CT_TRY(add_lazy_weights(norm));
	if (options.track_running_stats) {
		CT_TRY(add_lazy_statistics(norm));
	} else {
		CT_BUFFER(norm, running_mean, NULL);
		CT_BUFFER(norm, running_var, NULL);
		CT_BUFFER(norm, num_batches_tracked, NULL);
		CT_TRY(CT_DONE());
	}
	return ct_nn_lazy_begin(norm, infer);
}

ct_error ct_norm_infer(struct ct_norm *norm, const ct_tensor *x)
{
	int64_t features;

	if (!ct_nn_has_lazy(norm))
		return NULL;
	if (ct_tensor_dim(x) < 2)
		return ct_error_new(CT_ERROR_INDEX, norm->head.klass->of.name,
				    "tuple index out of range");
	CT_TRY(ct_check_sizes(x));
	features = ct_size_of(x, 1);
	norm->options.num_features = features;
	CT_TRY(ct_nn_materialize(norm->weight, CT_L(features)));
	CT_TRY(ct_nn_materialize(norm->bias, CT_L(features)));
	CT_TRY(ct_nn_materialize(norm->running_mean, CT_L(features)));
	CT_TRY(ct_nn_materialize(norm->running_var, CT_L(features)));
	return features ? ct_norm_reset(norm) : NULL;
}

/* --- checks ----------------------------------------------------------------------------------- */

ct_error ct_norm_check_dim(const struct ct_norm *norm, const ct_tensor *x, int64_t least,
			   int64_t most)
{
	const int64_t dim = ct_tensor_dim(x);
	char range[64];

	if (dim == least || dim == most)
		return NULL;
	snprintf(range, sizeof range, least == most ? "%lldD" : "%lldD or %lldD", (long long)least,
		 (long long)most);
	return ct_error_new(CT_ERROR_VALUE, norm->head.klass->of.name,
			    "expected %s input (got %lldD input)", range, (long long)dim);
}
