/*
 * Calls between two ranks, and barriers.
 */
#include "distributed/collective.hpp"

using namespace ct::dist;

namespace {

int tag_of(int64_t tag)
{
	TORCH_CHECK_VALUE(tag >= 0 && tag <= INT32_MAX, "the tag is ", tag);
	return static_cast<int>(tag);
}

void check_other(const call &of, int rank)
{
	TORCH_CHECK_VALUE(rank != of.group->rank, "a rank cannot send to itself");
}

at::Tensor to_pass(const call &of, const at::Tensor &tensor)
{
	TORCH_CHECK_VALUE(tensor.layout() == at::kStrided && tensor.is_contiguous(),
			  "the tensor is not contiguous: pass a copy by ct_contiguous()");
	return as_real(of, tensor);
}

/* An operation of a batch, which can begin. */
struct ready_op {
	bool sends;
	std::vector<at::Tensor> tensors;
	int rank, tag;
	std::string peer;
};

ready_op check_op(call &of, const ct_dist_p2p_op &op, int64_t i)
{
	const bool sends = op.kind == CT_DIST_P2P_ISEND;

	of.peer.clear();
	TORCH_CHECK_VALUE(sends || op.kind == CT_DIST_P2P_IRECV, "ops[", i, "]: kind ", op.kind,
			  " is not a ct_dist_p2p_kind");
	if (op.tensor == nullptr)
		refuse("argument 1 (ops): element %lld: the tensor must not be NULL",
		       static_cast<long long>(i));
	const int rank = of.peer_rank(sends ? "to" : "from", op.peer);

	check_other(of, rank);
	at::Tensor tensor = tensor_of(op.tensor, 1, "ops");

	if (!sends)
		of.changed.push_back(tensor);
	return { sends, { to_pass(of, tensor) }, rank, tag_of(op.tag), of.peer };
}

std::vector<ready_op> check_ops(call &of, const ct_dist_p2p_op *ops, int64_t ops_len)
{
	std::vector<ready_op> ready;

	TORCH_CHECK_VALUE(ops_len > 0, "the list of operations is empty");
	needed(ops, 1, "ops");
	for (int64_t i = 0; i < ops_len; i++)
		ready.push_back(check_op(of, ops[i], i));
	return ready;
}

std::vector<started_part> start_each(call &of, c10d::ProcessGroup &group,
				     std::vector<ready_op> &ready)
{
	std::vector<started_part> started;

	for (auto &op : ready) {
		of.peer = op.peer;
		started.push_back({ op.sends ? group.send(op.tensors, op.rank, op.tag)
					     : group.recv(op.tensors, op.rank, op.tag),
				    op.peer });
	}
	return started;
}

} // namespace

ct_error ct_dist_send(const ct_tensor *tensor, int64_t destination, const ct_dist_options *options,
		      ct_dist_work **work) noexcept
{
	return run(__func__, options, work, [&](call &of) {
		auto &group = of.begin();
		const int rank = of.peer_rank("to", destination);
		std::vector<at::Tensor> tensors{ to_pass(of, tensor_of(tensor, 1, "tensor")) };

		check_other(of, rank);
		of.is_on_device = tensors[0].is_cuda();
		return group.send(tensors, rank, tag_of(of.options.tag));
	});
}

ct_error ct_dist_recv(ct_tensor *tensor, int64_t source, const ct_dist_options *options,
		      ct_dist_work **work) noexcept
{
	return run(__func__, options, work, [&](call &of) {
		auto &group = of.begin();

		of.changed = { tensor_of(tensor, 1, "tensor") };
		std::vector<at::Tensor> tensors{ to_pass(of, of.changed[0]) };

		if (source == -1)
			return group.recvAnysource(tensors, tag_of(of.options.tag));
		const int rank = of.peer_rank("from", source);

		check_other(of, rank);
		return group.recv(tensors, rank, tag_of(of.options.tag));
	});
}

ct_error ct_dist_batch_isend_irecv(const ct_dist_p2p_op *ops, int64_t ops_len,
				   const ct_dist_options *options, ct_dist_work **work) noexcept
{
	return run(__func__, options, work, [&](call &of) {
		auto &group = of.begin();
		auto ready = check_ops(of, ops, ops_len);
		const auto device = ready[0].tensors[0].device().type();

		of.is_on_device = device == c10::kCUDA;
		if (!group.getBackend(device)->supportsCoalescing())
			return start_each(of, group, ready);
		/* NCCL runs them at once, or two ranks that send first would wait for each other. */
		group.startCoalescing(device);
		start_each(of, group, ready);
		of.peer.clear();
		return std::vector<started_part>{ { group.endCoalescing(device), "" } };
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
