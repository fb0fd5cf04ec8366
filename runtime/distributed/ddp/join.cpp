/*
 * Uneven inputs: Python's Join with DDP's hook. A rank whose inputs have ended makes the same calls
 * as the others, with gradients of zero, until all have ended.
 */
#include <ATen/core/grad_mode.h>
#include <ATen/ops/full.h>
#include <ATen/ops/scalar_tensor.h>

#include "distributed/ddp/ddp.hpp"

namespace ct::dist {

namespace {

c10::intrusive_ptr<c10d::Work> all_reduce(const ddp &of, at::Tensor number,
					  c10d::ReduceOp::RedOpType op)
{
	std::vector<at::Tensor> tensors{ std::move(number) };
	c10d::AllreduceOptions options;

	options.reduceOp = op;
	return of.group->allreduce(tensors, options);
}

at::Tensor number_on(const ddp &of, double number, at::ScalarType dtype)
{
	return at::full({ 1 }, number, at::TensorOptions(of.device).dtype(dtype));
}

/* The copying of buffers in a forward of the ranks that have not joined. */
void shadow_buffers(ddp &of)
{
	if (of.syncs_buffers_next && of.broadcasts_buffers && !buffers_of(of.module).empty())
		broadcast_buffers(of, common_rank(of, false));
}

/* As Python, which numbers them so. */
bool is_used(const at::Tensor &used, const std::vector<at::Tensor> &numbered,
	     const at::Tensor &parameter)
{
	for (size_t i = 0; i < numbered.size(); i++)
		if (numbered[i].is_same(parameter))
			return used[static_cast<int64_t>(i)].item<int>() != 0;
	return false;
}

void set_gradient(const at::Tensor &parameter, const at::Tensor &gradient)
{
	at::Tensor &own = parameter.mutable_grad();

	if (own.defined())
		own.copy_(gradient);
	else
		own = gradient;
}

/* The gradients that the other ranks have after their backward. `used` counts the ranks that use a
 * parameter, if that is known. */
void take_gradients(const ddp &of, const std::vector<c10d::GradBucket> &buckets,
		    const std::vector<at::Tensor> &used)
{
	const at::NoGradGuard no_grad;
	const auto numbered = used.empty() ? std::vector<at::Tensor>()
					   : trained(parameters_of(of.module));

	for (const auto &bucket : buckets) {
		const auto gradients = bucket.getGradients();
		const auto &parameters = bucket.getParameters();

		for (size_t i = 0; i < gradients.size(); i++)
			if (used.empty() || is_used(used[0], numbered, parameters[i]))
				set_gradient(parameters[i], gradients[i]);
	}
}

void shadow_backward(ddp &of)
{
	std::vector<c10::intrusive_ptr<c10::ivalue::Future>> running;
	auto buckets = of.reducer->get_grad_buckets(true);
	std::vector<at::Tensor> used;

	for (auto &bucket : buckets)
		running.push_back(of.reducer->run_comm_hook(bucket));
	for (const auto &one : running)
		one->waitAndThrow();
	if (of.finds_unused) {
		used = { of.reducer->get_local_used_map_on_device() };
		of.group->allreduce(used)->wait();
	}
	of.reducer->push_rebuilt_params_for_all_indices();
	if (of.join.optimizer == nullptr)
		return;
	take_gradients(of, buckets, used);
	check(ct_optimizer_step(of.join.optimizer));
}

void shadow_step(ddp &of)
{
	of.reducer->rebuild_buckets();
	shadow_buffers(of);
	of.syncs_buffers_next = sum_over_ranks(of, 0) != 0;
	if (of.syncs_buffers_next)
		shadow_backward(of);
}

/* The join ends on all ranks, as Python's block does, and the group lives on. */
[[noreturn]] void end_early(ddp &of, const std::string &text)
{
	of.join = {};
	TORCH_CHECK(false, text);
}

void leave_join(ddp &of)
{
	bool is_last = true;

	while (sum_over_ranks(of, 0) != 0) { /* those that have not joined add 1 */
		if (of.join.throws) {
			sum_over_ranks(of, 1);
			end_early(of, "Rank " + std::to_string(of.group->getRank()) +
					      " exhausted all inputs.");
		}
		shadow_step(of);
		is_last = false;
	}
	broadcast_states(of, common_rank(of, is_last), of.broadcasts_buffers);
}

} // namespace

double sum_over_ranks(const ddp &of, double number)
{
	const at::Tensor sum = number_on(of, number, at::kFloat);

	all_reduce(of, sum, c10d::ReduceOp::SUM)->wait();
	return sum.item<double>();
}

int common_rank(const ddp &of, bool is_candidate)
{
	const at::Tensor rank = number_on(of, is_candidate ? of.group->getRank() : -1, at::kLong);

	all_reduce(of, rank, c10d::ReduceOp::MAX)->wait();
	return rank.item<int>();
}

void notify_join(ddp &of)
{
	if (!of.join.is_open)
		return;
	const auto work = all_reduce(of, number_on(of, 1, at::kFloat), c10d::ReduceOp::SUM);

	if (of.join.throws && sum_over_ranks(of, 0) != 0)
		end_early(of, "Detected at least one rank that exhausted inputs. "
			      "Throwing across all ranks.");
	of.reducer->set_forward_pass_work_handle(work, !of.join.divides_by_remaining);
}

} // namespace ct::dist

using namespace ct::dist;

ct_error ct_ddp_enter_join(ct_module *ddp, const ct_ddp_join_options *options) noexcept
try {
	auto &join = ddp_of(ddp, 1).join;

	TORCH_CHECK(!join.is_open, "there is an open join already: call ct_ddp_leave_join() first");
	join.is_open = true;
	join.divides_by_remaining = options && options->divide_by_remaining;
	join.throws = options && options->throw_on_early_termination;
	join.optimizer = options ? options->optimizer : nullptr;
	return nullptr;
} catch (...) {
	return caught(__func__);
}

ct_error ct_ddp_leave_join(ct_module *ddp) noexcept
{
	struct ddp *found = find_ddp(ddp);

	try {
		auto &of = ddp_of(ddp, 1);

		TORCH_CHECK(of.join.is_open,
			    "there is no open join: call ct_ddp_enter_join() first");
		leave_join(of);
		of.join = {};
		return nullptr;
	} catch (...) {
		return caught(__func__, found);
	}
}
