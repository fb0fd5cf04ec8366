/*
 * torch.nn.utils: norms of gradients, and clipping them.
 *
 * Tensors are treated in groups of one device and dtype, in PyTorch's order, since the order in
 * which norms are added matters for the last digit.
 */
#include <math.h>
#include <stdlib.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/calls/call.h>
#include <ctorch/nn/functions.h>
#include <ctorch/tensor/device.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "nn/functional/give.h"
#include "nn/functional/raise.h"

/* --- Groups ----------------------------------------------------------------------------------- */

/* Tensors of one device and dtype; each list is in one block of memory with the others. */
struct group {
	ct_device device;
	ct_dtype dtype;
	ct_tensor **at;
	int64_t len;
};

struct groups {
	ct_tensor **tensors; /* of all groups */
	struct group *at;    /* the newest first: PyTorch's order, for two dtypes */
	int64_t len, tensors_len;
};

static void free_groups(struct groups *groups)
{
	free(groups->tensors);
	free(groups->at);
}

static bool is_of(const struct group *group, const ct_tensor *x)
{
	const ct_device device = ct_tensor_device(x);

	return group->dtype == ct_tensor_dtype(x) && group->device.type == device.type &&
	       group->device.index == device.index;
}

/* The list of the groups, with their lengths, and without tensors. */
static void find_groups(struct groups *groups, ct_tensor *const *tensors, int64_t n)
{
	struct group *end = groups->at + n;

	for (int64_t i = 0; i < n; i++) {
		struct group *group = end - groups->len;

		while (group < end && !is_of(group, tensors[i]))
			group++;
		if (group == end) {
			group = end - ++groups->len;
			*group = (struct group){ ct_tensor_device(tensors[i]),
						 ct_tensor_dtype(tensors[i]), NULL, 0 };
		}
		group->len++;
	}
	for (int64_t i = 0; i < groups->len; i++)
		groups->at[i] = end[i - groups->len];
}

static void fill_groups(struct groups *groups, ct_tensor *const *tensors, int64_t n)
{
	ct_tensor **next = groups->tensors;

	for (int64_t i = 0; i < groups->len; i++) {
		groups->at[i].at = next;
		for (int64_t j = 0; j < n; j++)
			if (is_of(&groups->at[i], tensors[j]))
				*next++ = tensors[j];
	}
}

/* The tensors in groups; release them with free_groups(), also after an error. */
static ct_error make_groups(const char *function, ct_tensor *const *tensors, int64_t n,
			    struct groups *groups)
{
	groups->tensors = ct_array_new(n, sizeof *groups->tensors);
	groups->at = ct_array_new(n, sizeof *groups->at);
	if (groups->tensors == NULL || groups->at == NULL)
		return ct_no_memory(function, "for a list of tensors");
	find_groups(groups, tensors, n);
	fill_groups(groups, tensors, n);
	groups->tensors_len = n;
	return NULL;
}

/* Whether to call one operator for all tensors of a group. An error if that is wanted and there is
 * no such operator for the device. */
static ct_error choose_foreach(const struct group *group, const bool *wanted, bool *foreach)
{
	static const ct_device_type supported[] = { CT_DEVICE_TYPE_CPU, CT_DEVICE_TYPE_CUDA,
						    CT_DEVICE_TYPE_XPU, CT_DEVICE_TYPE_MTIA,
						    CT_DEVICE_TYPE_PRIVATEUSE1 };

	*foreach = false;
	if (wanted && !*wanted)
		return NULL;
	for (size_t i = 0; i < sizeof supported / sizeof *supported; i++)
		if (group->device.type == supported[i])
			*foreach = true;
	if (wanted && !*foreach)
		return CT_RAISED(CT_ERROR_RUNTIME,
				 "foreach=True was passed, but can't use the foreach API on %s "
				 "tensors",
				 ct_device_type_name(group->device.type));
	return NULL;
}

static ct_error clip_grad_check_tensors(const char *function, const char *name,
					ct_tensor *const *list, int64_t n)
{
	if (!ct_is_list(list, n))
		return ct_missing_argument(function, 1, name);
	for (int64_t i = 0; i < n; i++)
		if (list[i] == NULL)
			return ct_error_new(CT_ERROR_ARGUMENT, function,
					    "argument 1 (%s): element %lld must not be NULL", name,
					    (long long)i);
	return NULL;
}

/* The gradients of the parameters that have one, in groups, which are then to be released. */
static ct_error group_grads(const char *function, ct_tensor *const *parameters, int64_t n,
			    struct groups *groups)
{
	ct_tensor **grads = ct_array_new(n, sizeof *grads);
	ct_error error = grads ? clip_grad_check_tensors(function, "parameters", parameters, n)
			       : ct_no_memory(function, "for a list of tensors");
	int64_t found = 0;

	for (int64_t i = 0; i < n && error == NULL; i++) {
		error = ct_tensor_grad(parameters[i], &grads[found]);
		found += grads[found] != NULL;
	}
	if (error == NULL)
		error = make_groups(function, grads, found, groups);
	free(grads);
	return error;
}

/* --- Norms ------------------------------------------------------------------------------------ */

static ct_error move_to(const ct_tensor *x, ct_device device, ct_tensor **result)
{
	return CT(to_dtype_layout, result, x, .device = device);
}

/* The norms of a group's tensors, as handles of the scope. */
static ct_error find_norms(const struct group *group, double norm_type, const bool *wanted,
			   ct_tensor **norms)
{
	ct_tensor **list;
	int64_t n;
	bool foreach;

	CT_TRY(choose_foreach(group, wanted, &foreach));
	if (foreach) {
		CT_TRY(CT(_foreach_norm, &list, &n, CT_TENSORS_OF(group->at, group->len),
			  CT_S(norm_type)));
		for (int64_t i = 0; i < group->len; i++)
			norms[i] = list[i];
		return NULL;
	}
	for (int64_t i = 0; i < group->len; i++)
		CT_TRY(CT(linalg_vector_norm, &norms[i], group->at[i], .ord = CT_S(norm_type)));
	return NULL;
}

static ct_error not_finite(double norm_type)
{
	return CT_RAISED(CT_ERROR_RUNTIME,
			 "The total norm of order %s for gradients from `parameters` is "
			 "non-finite, so it cannot be clipped. To disable this error and scale "
			 "the gradients by the non-finite norm anyway, set "
			 "`error_if_nonfinite=False`",
			 ct_nn_float_text(norm_type).at);
}

static ct_error check_finite(const ct_tensor *norm, double norm_type)
{
	double value;

	CT_TRY(ct_tensor_item_double(norm, &value));
	return isfinite(value) ? NULL : not_finite(norm_type);
}

/* `norms` has room for all tensors. */
static ct_error norm_of_norms(const struct groups *groups, ct_device device, double norm_type,
			      const bool *foreach, ct_tensor **norms, ct_tensor **result)
{
	ct_tensor *stacked;
	int64_t n = 0;

	for (int64_t i = 0; i < groups->len; n += groups->at[i++].len)
		CT_TRY(find_norms(&groups->at[i], norm_type, foreach, norms + n));
	for (int64_t i = 0; i < n; i++)
		CT_TRY(move_to(norms[i], device, &norms[i]));
	CT_TRY(CT(stack, &stacked, CT_TENSORS_OF(norms, n)));
	return CT(linalg_vector_norm, result, stacked, .ord = CT_S(norm_type));
}

/* The device of the first tensor has the result, a handle of the scope. */
static ct_error total_norm_of(const char *function, const struct groups *groups, ct_device device,
			      double norm_type, bool error_if_nonfinite, const bool *foreach,
			      ct_tensor **result)
{
	ct_tensor **norms;
	ct_error error;

	if (groups->tensors_len == 0)
		return CT(zeros, result, CT_INTS_OF(NULL, 0));
	norms = ct_array_new(groups->tensors_len, sizeof(ct_tensor *));
	if (norms == NULL)
		return ct_no_memory(function, "for a list of tensors");
	error = norm_of_norms(groups, device, norm_type, foreach, norms, result);
	free(norms);
	if (error == NULL && error_if_nonfinite)
		error = check_finite(*result, norm_type);
	return error;
}

ct_error ct_nn_utils_get_total_norm(ct_tensor *const *tensors, int64_t tensors_len,
				    double norm_type, bool error_if_nonfinite, const bool *foreach,
				    ct_tensor **result)
{
	CT_OWN_SCOPE(__func__);
	CT_NO_GRAD_SCOPE;
	struct groups groups = { 0 };
	ct_tensor *norm = NULL;
	ct_error error = clip_grad_check_tensors(__func__, "tensors", tensors, tensors_len);

	if (error == NULL)
		error = make_groups(__func__, tensors, tensors_len, &groups);
	if (error == NULL)
		error = total_norm_of(__func__, &groups,
				      tensors_len ? ct_tensor_device(tensors[0]) : CT_DEVICE_CPU,
				      norm_type, error_if_nonfinite, foreach, &norm);
	free_groups(&groups);
	return error ? error : ct_nn_give(norm, result);
}

/* --- Clipping --------------------------------------------------------------------------------- */

/* Releases before 2.1 multiply lists by numbers alone. */
static void scale_together(const struct group *group, const ct_tensor *factor)
{
#ifdef CT_OP__foreach_mul__Tensor_
	CT_DO(CT(_foreach_mul__Tensor, CT_TENSORS_OF(group->at, group->len), factor));
#else
	for (int64_t i = 0; i < group->len; i++)
		CT_E(mul_, group->at[i], factor);
#endif
}

static ct_error scale_group(const struct group *group, const ct_tensor *factor, const bool *wanted)
{
	bool foreach;

	CT_TRY(choose_foreach(group, wanted, &foreach));
	factor = CT_F(move_to, factor, group->device);
	if (foreach)
		scale_together(group, factor);
	for (int64_t i = 0; i < group->len && !foreach; i++)
		CT_E(mul_, group->at[i], factor);
	return CT_DONE();
}

/* Python's max_norm / (total_norm + 1e-6), at most 1. */
static ct_error scale_groups(const struct groups *groups, double max_norm,
			     const ct_tensor *total_norm, const bool *foreach)
{
	ct_tensor *factor;

	if (groups->len == 0)
		return NULL;
	factor = CT_E(reciprocal, CT_E(add, total_norm, 1e-6));
	factor = CT_E(clamp, CT_E(mul, factor, max_norm), .max = CT_S(1.0));
	CT_TRY(CT_DONE());
	for (int64_t i = 0; i < groups->len; i++)
		CT_TRY(scale_group(&groups->at[i], factor, foreach));
	return NULL;
}

ct_error ct_nn_utils_clip_grads_with_norm_(ct_tensor *const *parameters, int64_t parameters_len,
					   double max_norm, const ct_tensor *total_norm,
					   const bool *foreach)
{
	CT_NN_NEEDS(total_norm, 3);
	CT_OWN_SCOPE(__func__);
	CT_NO_GRAD_SCOPE;
	struct groups groups = { 0 };
	ct_error error = group_grads(__func__, parameters, parameters_len, &groups);

	if (error == NULL)
		error = scale_groups(&groups, max_norm, total_norm, foreach);
	free_groups(&groups);
	return error;
}

/* The device of the first gradient. */
static ct_device first_device(ct_tensor *const *parameters, int64_t n)
{
	for (int64_t i = 0; i < n; i++) {
		ct_tensor *grad = NULL;
		ct_error error = ct_tensor_grad(parameters[i], &grad);

		ct_error_free(error);
		if (grad)
			return ct_tensor_device(grad);
	}
	return CT_DEVICE_CPU;
}

ct_error ct_nn_utils_clip_grad_norm_(ct_tensor *const *parameters, int64_t parameters_len,
				     double max_norm, double norm_type, bool error_if_nonfinite,
				     const bool *foreach, ct_tensor **result)
{
	CT_OWN_SCOPE(__func__);
	CT_NO_GRAD_SCOPE;
	struct groups groups = { 0 };
	ct_tensor *norm = NULL;
	ct_error error = group_grads(__func__, parameters, parameters_len, &groups);

	if (error == NULL)
		error = total_norm_of(__func__, &groups, first_device(parameters, parameters_len),
				      norm_type, error_if_nonfinite, foreach, &norm);
	if (error == NULL)
		error = scale_groups(&groups, max_norm, norm, foreach);
	free_groups(&groups);
	return error ? error : ct_nn_give_if_wanted(norm, result);
}

static ct_error limit_each(const struct group *group, double limit)
{
	for (int64_t i = 0; i < group->len; i++)
		CT_TRY(CT(clamp_, group->at[i], .min = CT_S(-limit), .max = CT_S(limit)));
	return NULL;
}

#ifdef CT_OP__foreach_clamp_min__
static ct_error limit_together(const struct group *group, double limit)
{
	const ct_tensors grads = CT_TENSORS_OF(group->at, group->len);

	CT_TRY(CT(_foreach_clamp_min_, grads, -limit));
	return CT(_foreach_clamp_max_, grads, limit);
}
#else
/* A release before 2.0. */
#define limit_together limit_each
#endif

static ct_error limit_group(const struct group *group, double limit, const bool *wanted)
{
	bool foreach;

	CT_TRY(choose_foreach(group, wanted, &foreach));
	return foreach ? limit_together(group, limit) : limit_each(group, limit);
}

ct_error ct_nn_utils_clip_grad_value_(ct_tensor *const *parameters, int64_t parameters_len,
				      double clip_value, const bool *foreach)
{
	CT_OWN_SCOPE(__func__);
	CT_NO_GRAD_SCOPE;
	struct groups groups = { 0 };
	ct_error error = group_grads(__func__, parameters, parameters_len, &groups);

	for (int64_t i = 0; i < groups.len && error == NULL; i++)
		error = limit_group(&groups.at[i], clip_value, foreach);
	free_groups(&groups);
	return error;
}
