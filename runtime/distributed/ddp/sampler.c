/*
 * The share of a dataset that a rank has.
 */
#include <ctorch/data/data.h>
#include <ctorch/distributed/ddp.h>
#include <ctorch/macros/try.h>

ct_error ct_ddp_sampler_new(const ct_dataset *dataset, const ct_dist_group *group,
			    const ct_distributed_sampler_options *options, ct_sampler **result)
{
	int64_t count;

	if (dataset == NULL || result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__,
				    "argument %d (%s) must not be NULL", dataset ? 4 : 1,
				    dataset ? "result" : "dataset");
	if (ct_dist_rank(group) < 0)
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "this process is not in the group: call ct_dist_init() first");
	CT_TRY(ct_dataset_count(dataset, &count));
	return ct_distributed_sampler_new(count, ct_dist_world_size(group), ct_dist_rank(group),
					  options, result);
}
