/*
 * InstanceNorm1d to InstanceNorm3d.
 */
#include <stdio.h>

#include <ctorch/nn/functions.h>

#include "core/base/no_memory.h"
#include "core/base/text.h"
#include "core/base/warn.h"
#include "nn/functional/give.h"
#include "nn/layers/norm_base.h"
#include "tensor/tensor/sizes.h"

/* Without weights, another number of channels than the module's does no harm. */
static ct_error check_channels(const struct ct_norm *norm, const ct_tensor *x, int64_t dim)
{
	const int64_t channels = ct_size_of(x, dim);
	char text[256];

	CT_TRY(CT_DONE());
	if (channels == norm->options.num_features)
		return NULL;
	if (norm->options.affine)
		return ct_error_new(CT_ERROR_VALUE, norm->head.klass->of.name,
				    "expected input's size at dim=%lld to match num_features "
				    "(%lld), but got: %lld.",
				    (long long)dim, (long long)norm->options.num_features,
				    (long long)channels);
	snprintf(
		text, sizeof text,
		"input's size at dim=%lld does not match num_features. You can silence this warning "
		"by not passing in num_features, which is not used because affine=False",
		(long long)dim);
	ct_warn(text);
	return NULL;
}

static ct_error instance_norm_normalize(const struct ct_norm *norm, const ct_tensor *x,
					ct_tensor **result)
{
	const bool of_input = ct_module_is_training(ct_module_of(norm)) ||
			      !norm->options.track_running_stats;

	return CT(nn_instance_norm, result, x, norm->running_mean, norm->running_var, norm->weight,
		  norm->bias, of_input, ct_norm_momentum(norm), norm->options.eps);
}

static ct_error normalize_one(const struct ct_norm *norm, const ct_tensor *x, ct_tensor **result)
{
	CT_OWN_SCOPE(norm->head.klass->of.name);

	return ct_nn_give(
		CT_E(squeeze_dim, CT_F(instance_norm_normalize, norm, CT_E(unsqueeze, x, 0)), 0),
		result);
}

/* `unbatched` is the number of dimensions of an input without a batch. */
static ct_error instance_norm_forward(const struct ct_norm *norm, const ct_tensor *x,
				      int64_t unbatched, ct_tensor **result)
{
	const int64_t dim = ct_tensor_dim(x);

	CT_TRY(ct_norm_check_dim(norm, x, unbatched, unbatched + 1));
	CT_TRY(check_channels(norm, x, dim - unbatched));
	return dim == unbatched ? normalize_one(norm, x, result)
				: instance_norm_normalize(norm, x, result);
}

/* --- old states ------------------------------------------------------------------------------- */

/* Removes one of the statistics from the state, and names it in the list of those. */
static ct_error instance_norm_drop(ct_value *state, const char *prefix, const char *name,
				   struct ct_text *names)
{
	struct ct_text key = { 0 };
	ct_error error = NULL;

	ct_text_addf(&key, "%s%s", prefix, name);
	if (!key.failed && ct_value_dict_has(state, ct_value_string(key.data))) {
		ct_text_addf(names, "%s\"%s\"", names->length ? " and " : "", key.data);
		error = ct_value_dict_remove(state, ct_value_string(key.data));
	}
	names->failed = names->failed || key.failed;
	ct_text_release(&key);
	return error;
}

static ct_error unexpected(const struct ct_norm *norm, const struct ct_text *names)
{
	const char *name = norm->head.klass->of.name;

	if (names->failed)
		return ct_no_memory(name, "for a key");
	if (names->length == 0)
		return NULL;
	return ct_error_new(
		CT_ERROR_RUNTIME, name,
		"Unexpected running stats buffer(s) %s for %s with "
		"track_running_stats=False. If state_dict is a checkpoint saved before "
		"0.4.0, this may be expected because %s does not track running stats by "
		"default since 0.4.0. Please remove these keys from state_dict. If the "
		"running stats are actually needed, instead set "
		"track_running_stats=True in %s to enable them. See the documentation "
		"of %s for details.",
		names->data, name, name, name, name);
}

/* Before version 1 all of these classes had statistics. */
static ct_error upgrade(const void *self, ct_value *state, const char *prefix, int64_t version)
{
	const struct ct_norm *norm = self;
	struct ct_text names = { 0 };
	ct_error error = NULL;

	if (version == 0 && !norm->options.track_running_stats) {
		error = instance_norm_drop(state, prefix, "running_mean", &names);
		if (error == NULL)
			error = instance_norm_drop(state, prefix, "running_var", &names);
		if (error == NULL)
			error = unexpected(norm, &names);
		ct_text_release(&names);
	}
	return error ? error : ct_norm_upgrade(self, state, prefix, version);
}

/* --- the classes ------------------------------------------------------------------------------ */

#define INSTANCE_NORM(class_name, unbatched)                                                     \
	static ct_error class_name##_init(void *self)                                            \
	{                                                                                        \
		struct ct_norm *norm = self;                                                     \
		const struct ct_args_nn_##class_name##_ *a = norm->head.args;                    \
                                                                                                 \
		return ct_norm_init(norm, CT_NORM_OPTIONS(a));                                   \
	}                                                                                        \
                                                                                                 \
	static ct_error class_name##_forward(void *self, const ct_tensor *x, ct_tensor **result) \
	{                                                                                        \
		return instance_norm_forward(self, x, unbatched, result);                        \
	}                                                                                        \
                                                                                                 \
	CT_NN_CLASS(class_name, struct ct_norm, class_name##_init, class_name##_forward,         \
		    .module.reset_parameters = ct_norm_reset, CT_NORM_VERSION(upgrade))

INSTANCE_NORM(InstanceNorm1d, 2);
INSTANCE_NORM(InstanceNorm2d, 3);
INSTANCE_NORM(InstanceNorm3d, 4);

CT_LAZY_NORM(InstanceNorm1d, upgrade);
CT_LAZY_NORM(InstanceNorm2d, upgrade);
CT_LAZY_NORM(InstanceNorm3d, upgrade);
