/*
 * torch.nn.utils.weight_norm(), which is older than the parametrization of this name.
 */
#include <ctorch/autograd/autograd.h>
#include <ctorch/nn/utils.h>

#include "core/base/warn.h"
#include "nn/functional/give.h"
#include "nn/functional/raise.h"
#include "nn/layers/class.h"
#include "nn/utils/computed_parts.h"

struct weight_norm {
	int64_t dim; /* -1: all */
};

static const struct ct_computed_part magnitude = { CT_PARAMETERS, "_g", NULL };
static const struct ct_computed_part direction = { CT_PARAMETERS, "_v", NULL };

static ct_error compute_weight_norm(const ct_module *self, const struct ct_computed *how,
				    ct_tensor **result)
{
	const struct weight_norm *options = how->options;
	ct_tensor *g, *v;

	CT_TRY(ct_computed_part(self, how->name, &magnitude, &g));
	CT_TRY(ct_computed_part(self, how->name, &direction, &v));
	return CT(_weight_norm, result, v, g, options->dim);
}

/* The parameter, with Python's errors. */
static ct_error weight_norm_find_weight(const ct_module *module, const char *name,
					ct_tensor **result)
{
	const struct ct_part *part = ct_part_find(module, CT_PARAMETERS, name);

	if (ct_computed_find(module, name, compute_weight_norm))
		CT_NN_RAISE(CT_ERROR_RUNTIME,
			    "Cannot register two weight_norm hooks on the same parameter %s", name);
	if (part == NULL) {
		if (ct_computed_find(module, name, NULL) || ct_part_find(module, CT_BUFFERS, name))
			CT_NN_RAISE(CT_ERROR_KEY, "'%s'", name);
		return ct_no_attribute(module, name);
	}
	if (part->object == NULL)
		CT_NN_RAISE(CT_ERROR_TYPE, "norm_except_dim(): argument 'v' (position 1) must be "
					   "Tensor, not NoneType");
	if (ct_parameter_is_lazy(part->object))
		CT_NN_RAISE(CT_ERROR_VALUE,
			    "The module passed to `WeightNorm` can't have uninitialized "
			    "parameters. Make sure to run the dummy forward before applying weight "
			    "normalization");
	*result = part->object;
	return NULL;
}

/* Parameters of the magnitude and of the direction. */
static ct_error split(const ct_tensor *weight, int64_t dim, ct_tensor **g, ct_tensor **v)
{
	CT_NO_GRAD_SCOPE;

	CT_TRY(CT(norm_except_dim, g, weight, 2, dim));
	CT_TRY(ct_parameter_new(*g, true, g));
	return ct_parameter_new(weight, true, v);
}

ct_error ct_nn_utils_weight_norm(ct_module *module, const char *name, int64_t dim)
{
	const struct weight_norm options = { dim == CT_NO_INT ? -1 : dim };
	struct ct_computed how = { .name = name,
				   .compute = compute_weight_norm,
				   .options = &options,
				   .options_size = sizeof options };
	struct ct_computed_part parts[] = { magnitude, direction };
	ct_tensor *weight = NULL, *g, *v;

	CT_TRY(ct_module_check(module, __func__, 1, "module"));
	CT_NN_NEEDS(name, 2);
	ct_warn("`torch.nn.utils.weight_norm` is deprecated in favor of "
		"`torch.nn.utils.parametrizations.weight_norm`.");
	CT_OWN_SCOPE(__func__);
	CT_TRY(weight_norm_find_weight(module, name, &weight));
	CT_TRY(split(weight, options.dim, &g, &v));
	parts[0].tensor = g;
	parts[1].tensor = v;
	return ct_computed_begin(module, &how, parts, 2);
}

ct_error ct_nn_utils_remove_weight_norm(ct_module *module, const char *name)
{
	const struct ct_computed_part parts[] = { magnitude, direction };
	const struct ct_computed *how;
	ct_tensor *weight;

	CT_TRY(ct_module_check(module, __func__, 1, "module"));
	CT_NN_NEEDS(name, 2);
	CT_OWN_SCOPE(__func__);
	how = ct_computed_find(module, name, compute_weight_norm);
	if (how == NULL)
		return ct_computed_not_found(module, "weight_norm", name);
	CT_NO_GRAD_SCOPE;
	CT_TRY(compute_weight_norm(module, how, &weight));
	CT_TRY(ct_parameter_new(weight, true, &weight));
	return ct_computed_end(module, how, weight, parts, 2);
}
