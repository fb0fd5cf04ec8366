/*
 * Calls between two ranks, and barriers.
 */
#include "distributed/collective.hpp"

using namespace ct::dist;

namespace {

int tag_of(const call &of)
{
	TORCH_CHECK_VALUE(of.options.tag >= 0 && of.options.tag <= INT32_MAX, "the tag is ",
			  of.options.tag);
	return static_cast<int>(of.options.tag);
}

void check_other(const call &of, int rank)
{
	TORCH_CHECK_VALUE(rank != of.group->rank, "a rank cannot send to itself");
}

} // namespace

ct_error ct_dist_send(const ct_tensor *tensor, int64_t destination, const ct_dist_options *options,
		      ct_dist_work **work) noexcept
{
	return run(__func__, options, work, [&](call &of) {
		auto &group = of.begin();
		const int rank = of.peer_rank("to", destination);
		std::vector<at::Tensor> tensors{ as_real(tensor_of(tensor, 1, "tensor")) };

		check_other(of, rank);
		of.is_on_device = tensors[0].is_cuda();
		return group.send(tensors, rank, tag_of(of));
	});
}

ct_error ct_dist_recv(ct_tensor *tensor, int64_t source, const ct_dist_options *options,
		      ct_dist_work **work) noexcept
{
	return run(__func__, options, work, [&](call &of) {
		auto &group = of.begin();

		of.changed = { tensor_of(tensor, 1, "tensor") };
		std::vector<at::Tensor> tensors{ as_real(of.changed[0]) };

		if (source == -1)
			return group.recvAnysource(tensors, tag_of(of));
		const int rank = of.peer_rank("from", source);

		check_other(of, rank);
		return group.recv(tensors, rank, tag_of(of));
	});
}

ct_error ct_dist_barrier(const ct_dist_options *options, ct_dist_work **work) noexcept
{
	return run(__func__, options, work, [&](call &of) {
		auto &group = of.begin();
		auto passed = of.common<c10d::BarrierOptions>();

		/* Python's choice. */
		passed.device = group.getBoundDeviceId().value_or(of.group->device());
		of.is_on_device = passed.device->is_cuda();
		return group.barrier(passed);
	});
}

ct_error ct_dist_monitored_barrier(bool wait_all_ranks, const ct_dist_options *options) noexcept
{
	return run(__func__, options, nullptr, [&](call &of) {
		auto &group = of.begin();

		group.monitoredBarrier(of.common<c10d::BarrierOptions>(), wait_all_ranks);
		return c10::intrusive_ptr<c10d::Work>();
	});
}
