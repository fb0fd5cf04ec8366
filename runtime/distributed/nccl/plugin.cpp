/*
 * libctorch_nccl: libtorch's backends for NCCL. Their options have a structure of NCCL's in them, so
 * nccl.h must be of the version with which libtorch was built.
 */
#include "distributed/nccl_plugin.hpp"

#define USE_C10D_NCCL 1
#include <torch/csrc/cuda/nccl.h>
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>
#if CT_DIST_HAS_NCCL2
#include <torch/csrc/distributed/c10d/nccl2/ProcessGroupNCCL.hpp>
#endif

#include "distributed/nccl/color.hpp"

namespace ct::dist {

namespace {

using legacy = c10d::ProcessGroupNCCL;
using options_of_nccl = c10d::ProcessGroupNCCL::Options;

c10::intrusive_ptr<options_of_nccl> options_of(const nccl_plan &plan)
{
	auto options = options_of_nccl::create(plan.is_high_priority_stream);

	options->timeout = plan.common.timeout;
	options->group_name = plan.common.group_name;
	for (const int64_t rank : plan.common.ranks)
		options->global_ranks_in_group.push_back(static_cast<uint64_t>(rank));
	return options;
}

/* --- The class of Python's "nccl-legacy" ------------------------------------------------------ */

c10::intrusive_ptr<c10d::Backend> make_legacy(const nccl_plan &plan)
{
	const auto options = options_of(plan);

	if (plan.parent) {
		options->split_from = c10::dynamic_intrusive_pointer_cast<legacy>(plan.parent);
		options->split_color = color_of(plan.common.ranks);
	}
	return c10::make_intrusive<legacy>(plan.common.store, plan.common.rank, plan.common.size,
					   options);
}

/* --- The class of Python's "nccl" ------------------------------------------------------------- */

#if CT_DIST_HAS_NCCL2

using current = c10d::nccl2::ProcessGroupNCCL;

c10::intrusive_ptr<c10d::Backend> make(const nccl_plan &plan)
{
	const auto options = options_of(plan);

	if (plan.parent)
		return plan.parent->split(
			plan.common.store,
			std::vector<int>(plan.common.ranks.begin(), plan.common.ranks.end()),
			options);
	auto backend = c10::make_intrusive<current>(plan.common.store, plan.common.rank,
						    plan.common.size, options);

	backend->setBoundDeviceId(plan.device);
	return backend;
}

#endif

void leave_out(c10d::Backend &parent, c10::Device device)
{
	if (auto *old = dynamic_cast<legacy *>(&parent))
		old->performNocolorSplit(device);
#if CT_DIST_HAS_NCCL2
	if (auto *backend = dynamic_cast<current *>(&parent))
		backend->performNocolorSplit(device);
#endif
}

constexpr nccl_functions functions
{
#if CT_DIST_HAS_NCCL2
	make,
#else
	make_legacy,
#endif
		make_legacy, leave_out
};

} // namespace

} // namespace ct::dist

const ct::dist::nccl_functions *ct_nccl_functions(const char **reason) noexcept
{
	const uint64_t version = torch::cuda::nccl::version();

	if (version >> 32 == NCCL_MAJOR && (version >> 16 & 0xffff) == NCCL_MINOR)
		return &ct::dist::functions;
	*reason = "it was built with nccl.h of another version of NCCL than this libtorch";
	return nullptr;
}
