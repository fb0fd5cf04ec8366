/*
 * BatchNorm1d to BatchNorm3d, and SyncBatchNorm, which is the same in a single process.
 */
#include <ctorch/nn/functions.h>

#include "core/base/name_of.h"
#include "nn/functional/give.h"
#include "nn/layers/norm_base.h"
#include "tensor/tensor/sizes.h"

/* One more batch: the factor of its statistics. The count itself is written by count_batch(), when
 * the batch has been normalized. */
static ct_error choose_factor(const struct ct_norm *norm, bool tracks, double *factor)
{
	int64_t before;

	*factor = ct_norm_momentum(norm);
	if (!tracks || ct_given_float_(&norm->options.momentum))
		return NULL;
	CT_TRY(ct_tensor_item_int64(norm->num_batches_tracked, &before));
	*factor = 1 / (double)(before + 1);
	return NULL;
}

static ct_error count_batch(const struct ct_norm *norm, ct_tensor *y, ct_tensor **result)
{
	ct_error error = CT(add__Scalar, norm->num_batches_tracked, 1);

	if (error)
		ct_tensor_free(y);
	else
		*result = y;
	return error;
}

static ct_error batch_norm_normalize(const struct ct_norm *norm, const ct_tensor *x,
				     ct_tensor **result)
{
	const bool is_training = ct_module_is_training(ct_module_of(norm));
	const bool has_statistics = norm->running_mean || norm->running_var;
	const bool tracks = is_training && norm->num_batches_tracked;
	double factor;
	ct_tensor *y;

	CT_TRY(choose_factor(norm, tracks, &factor));
	CT_TRY(CT(nn_batch_norm, &y, x, norm->running_mean, norm->running_var, norm->weight,
		  norm->bias, is_training || !has_statistics, factor, norm->options.eps));
	if (tracks)
		return count_batch(norm, y, result);
	*result = y;
	return NULL;
}

/* A class for inputs of `least` or `most` dimensions. */
#define BATCH_NORM(class_name, least, most)                                                      \
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
		CT_TRY(ct_norm_check_dim(self, x, least, most));                                 \
		return batch_norm_normalize(self, x, result);                                    \
	}                                                                                        \
                                                                                                 \
	CT_NN_CLASS(class_name, struct ct_norm, class_name##_init, class_name##_forward,         \
		    .module.reset_parameters = ct_norm_reset, CT_NORM_VERSION(ct_norm_upgrade))

BATCH_NORM(BatchNorm1d, 2, 3);
BATCH_NORM(BatchNorm2d, 4, 4);
BATCH_NORM(BatchNorm3d, 5, 5);

CT_LAZY_NORM(BatchNorm1d, ct_norm_upgrade);
CT_LAZY_NORM(BatchNorm2d, ct_norm_upgrade);
CT_LAZY_NORM(BatchNorm3d, ct_norm_upgrade);

/* --- SyncBatchNorm ---------------------------------------------------------------------------- */

static ct_error sync_init(void *self)
{
	struct ct_norm *norm = self;
	const struct ct_args_nn_SyncBatchNorm_ *a = norm->head.args;

	return ct_norm_init(norm, CT_NORM_OPTIONS(a));
}

static ct_error sync_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const int64_t dim = ct_tensor_dim(x);

	if (dim < 2)
		return CT_RAISED(CT_ERROR_VALUE, "expected at least 2D input (got %lldD input)",
				 (long long)dim);
	CT_TRY(ct_check_sizes(x));
	if (ct_size_of(x, 1) == 0)
		return CT_RAISED(CT_ERROR_VALUE,
				 "SyncBatchNorm number of input channels should be non-zero");
	return batch_norm_normalize(self, x, result);
}

CT_NN_CLASS(SyncBatchNorm, struct ct_norm, sync_init, sync_forward,
	    .module.reset_parameters = ct_norm_reset, CT_NORM_VERSION(ct_norm_upgrade));

/* --- all of them ------------------------------------------------------------------------------ */

struct ct_norm *ct_batch_norm_of(const ct_module *module)
{
	static const struct ct_nn_code *const all[] = {
		&ct_nn_BatchNorm1d_code,     &ct_nn_BatchNorm2d_code,
		&ct_nn_BatchNorm3d_code,     &ct_nn_LazyBatchNorm1d_code,
		&ct_nn_LazyBatchNorm2d_code, &ct_nn_LazyBatchNorm3d_code,
		&ct_nn_SyncBatchNorm_code,
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (ct_module_class_of(module) == &all[i]->module)
			return ct_module_data(module);
	return NULL;
}
