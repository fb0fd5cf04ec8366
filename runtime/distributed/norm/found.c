/*
 * Batch normalizations of torch.nn: see found.h.
 */
#include "distributed/norm/found.h"

#include <string.h>

#include <ctorch/macros/try.h>

#include "distributed/nn_class.h"
#include "nn/layers/norm_base.h"

static bool has_name_of_norm(const ct_module *module)
{
	static const char *const names[] = { "BatchNorm1d", "BatchNorm2d", "BatchNorm3d",
					     "SyncBatchNorm" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(ct_module_class_of(module)->name, names[i]) == 0)
			return true;
	return false;
}

ct_error ct_find_batch_norm(const ct_module *module, struct ct_found_norm *result)
{
	const struct ct_norm *norm = ct_module_data(module);

	*result = (struct ct_found_norm){ .is_norm = false };
	if (!has_name_of_norm(module))
		return NULL;
	CT_TRY(ct_dist_is_of_torch(module, 1, &result->is_norm));
	if (!result->is_norm)
		return NULL;
	result->num_features = norm->options.num_features;
	result->eps = norm->options.eps;
	result->momentum = norm->options.momentum;
	result->has_momentum = ct_given_float_(&norm->options.momentum);
	result->affine = norm->options.affine;
	result->track_running_stats = norm->options.track_running_stats;
	return NULL;
}
