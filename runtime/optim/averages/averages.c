/*
 * The averages of torch.optim.swa_utils: of one tensor, and of all tensors of a dtype and device.
 */
#include <ctorch/core/dtype.h>
#include <ctorch/core/scope.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/device.h>
#include <ctorch/tensor/tensor.h>

#include "core/memory/own_scope.h"
#include "optim/averages/averages.h"
#include "optim/optimizer/class.h"

/* --- of one tensor ---------------------------------------------------------------------------- */

static ct_tensor *swa(const ct_tensor *averaged, const ct_tensor *current,
		      const ct_tensor *n_averaged)
{
	const ct_tensor *difference = CT_E(sub, current, averaged);

	return CT_E(add, averaged, CT_E(div, difference, CT_E(add, n_averaged, 1)));
}

static ct_tensor *ema(double decay, const ct_tensor *averaged, const ct_tensor *current)
{
	return CT_E(add, CT_E(mul, averaged, decay), CT_E(mul, current, 1 - decay));
}

static ct_tensor *own(const ct_averaged_model_options *options, const ct_tensor *averaged,
		      const ct_tensor *current, const ct_tensor *n_averaged)
{
	return CT_F(options->avg_fn, averaged, current, n_averaged, options->context);
}

static ct_error averages_update_one(const ct_averaged_model_options *options, ct_tensor *averaged,
				    const ct_tensor *current, const ct_tensor *n_averaged)
{
	const ct_tensor *n, *updated;

	CT_OWN_SCOPE(NULL);
	n = CT_E(to, n_averaged, .device = ct_tensor_device(averaged));
	if (options->avg_fn)
		updated = own(options, averaged, current, n);
	else if (options->averaging == CT_AVERAGING_EMA)
		updated = ema(options->decay, averaged, current);
	else
		updated = swa(averaged, current, n);
	CT_E(copy_, averaged, updated);
	return CT_DONE();
}

static ct_error update_each(const ct_averaged_model_options *options,
			    const struct ct_averaged_tensors *tensors)
{
	for (int64_t i = 0; i < tensors->len; i++)
		CT_TRY(averages_update_one(options, tensors->averaged[i], tensors->current[i],
					   tensors->n_averaged));
	return NULL;
}

/* --- of a group of tensors -------------------------------------------------------------------- */

static bool can_interpolate(const ct_tensor *tensor)
{
	const ct_dtype dtype = ct_tensor_dtype(tensor);

	return ct_dtype_is_floating_point(dtype) || ct_dtype_is_complex(dtype);
}

static ct_error averages_interpolate(const struct ct_averaged_tensors *group, double weight)
{
	CT_TRY(CT_DONE());
	return ct_optim_lerp(CT_TENSORS_OF(group->averaged, group->len),
			     CT_TENSORS_OF(group->current, group->len), weight);
}

static ct_error add_differences(const struct ct_averaged_tensors *group)
{
	const ct_tensor *count = CT_E(add, group->n_averaged, 1);
	const ct_scalar one = ct_scalar_int(1);
	ct_tensor **differences;
	int64_t n;

	CT_TRY(CT_DONE());
	CT_TRY(ct__foreach_sub_List(group->current, group->len, group->averaged, group->len, one,
				    &differences, &n));
	for (int64_t i = 0; i < n; i++)
		CT_TRY(CT(addcdiv_, group->averaged[i], differences[i], count));
	ct_tensors_free(differences, n);
	return NULL;
}

static ct_error swa_multi(const struct ct_averaged_tensors *group)
{
	if (!can_interpolate(group->averaged[0]))
		return add_differences(group);
	return averages_interpolate(group,
				    CT_ITEM(CT_E(reciprocal, CT_E(add, group->n_averaged, 1))));
}

static ct_error ema_multi(const struct ct_averaged_tensors *group, double decay)
{
	if (can_interpolate(group->averaged[0]))
		return averages_interpolate(group, 1 - decay);
	for (int64_t i = 0; i < group->len; i++)
		CT_E(copy_, group->averaged[i], ema(decay, group->averaged[i], group->current[i]));
	return CT_DONE();
}

static ct_error averages_update_group(const ct_averaged_model_options *options,
				      const struct ct_averaged_tensors *tensors)
{
	struct ct_averaged_tensors group = *tensors;

	CT_OWN_SCOPE(NULL);
	group.n_averaged = CT_E(to, tensors->n_averaged,
				.device = ct_tensor_device(group.averaged[0]));
	CT_TRY(CT_DONE());
	if (options->multi_avg_fn)
		return options->multi_avg_fn(group.averaged, group.current, group.len,
					     group.n_averaged, options->context);
	if (options->averaging == CT_AVERAGING_EMA_MULTI)
		return ema_multi(&group, options->decay);
	return swa_multi(&group);
}

/* --- all -------------------------------------------------------------------------------------- */

static bool are_alike(const ct_tensor *a, const ct_tensor *b)
{
	const ct_device on = ct_tensor_device(a), other = ct_tensor_device(b);

	return ct_tensor_dtype(a) == ct_tensor_dtype(b) && on.type == other.type &&
	       on.index == other.index;
}

static void swap(ct_tensor **a, ct_tensor **b)
{
	ct_tensor *other = *a;

	*a = *b;
	*b = other;
}

/* Moves all that are like the first one behind it; how many there are with it. */
static int64_t averages_gather(struct ct_averaged_tensors *tensors)
{
	int64_t n = 1;

	for (int64_t i = 1; i < tensors->len; i++) {
		if (!are_alike(tensors->averaged[0], tensors->averaged[i]))
			continue;
		swap(&tensors->averaged[i], &tensors->averaged[n]);
		swap(&tensors->current[i], &tensors->current[n]);
		n++;
	}
	return n;
}

/* Python chooses by the device. */
static bool is_multi(const ct_averaged_model_options *options, const ct_tensor *averaged)
{
	const ct_device_type type = ct_tensor_device(averaged).type;

	if (options->avg_fn || options->multi_avg_fn)
		return options->multi_avg_fn != NULL;
	if (options->averaging == CT_AVERAGING_EQUAL)
		return type == CT_DEVICE_TYPE_CUDA || type == CT_DEVICE_TYPE_XPU ||
		       type == CT_DEVICE_TYPE_MTIA || type == CT_DEVICE_TYPE_PRIVATEUSE1;
	return options->averaging == CT_AVERAGING_SWA_MULTI ||
	       options->averaging == CT_AVERAGING_EMA_MULTI;
}

ct_error ct_averages_update(const struct ct_averages *self, struct ct_averaged_tensors *tensors)
{
	struct ct_averaged_tensors rest = *tensors;

	while (rest.len > 0) {
		struct ct_averaged_tensors group = rest;

		group.len = averages_gather(&rest);
		CT_TRY((is_multi(&self->options, group.averaged[0])
				? averages_update_group
				: update_each)(&self->options, &group));
		rest.averaged += group.len;
		rest.current += group.len;
		rest.len -= group.len;
	}
	return NULL;
}
