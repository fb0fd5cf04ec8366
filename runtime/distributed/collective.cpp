/*
 * Collectives.
 */
#include "distributed/collective.hpp"

#include <ctorch/core/release.h>

#include "distributed/release.hpp"

namespace ct::dist {

void check_same_dtype(const at::Tensor &a, const at::Tensor &b)
{
	TORCH_CHECK_VALUE(a.scalar_type() == b.scalar_type(),
			  "the tensors have different dtypes: ", a.scalar_type(), " and ",
			  b.scalar_type());
}

void check_same_dtypes(const std::vector<at::Tensor> &list, const at::Tensor &with)
{
	for (const auto &tensor : list)
		check_same_dtype(tensor, with);
}

namespace {

std::vector<at::Tensor> all_as_real(const call &of, std::vector<at::Tensor> tensors)
{
	for (auto &tensor : tensors)
		tensor = as_real(of, tensor);
	return tensors;
}

/* For tensors that the backends take for one piece of memory, whatever its strides are. */
void check_dense(const std::vector<at::Tensor> &tensors)
{
	for (const auto &tensor : tensors)
		TORCH_CHECK_VALUE(tensor.layout() != at::kStrided ||
					  tensor.is_non_overlapping_and_dense(),
				  "a tensor is not contiguous: pass a copy by ct_contiguous()");
}

at::Tensor to_reduce(const call &of, const at::Tensor &tensor)
{
	check_can_reduce(of.options.op, tensor);
	return as_real(of, tensor);
}

std::vector<at::Tensor> to_reduce(const call &of, std::vector<at::Tensor> tensors)
{
	for (auto &tensor : tensors)
		tensor = to_reduce(of, tensor);
	return tensors;
}

void check_each_rank(const call &of, const std::vector<at::Tensor> &list, const char *name)
{
	TORCH_CHECK_VALUE(static_cast<int64_t>(list.size()) == of.group->size(), name, " has ",
			  list.size(), " tensors, expected one for each of ", of.group->size(),
			  " ranks");
}

void check_pairs(const std::vector<at::Tensor> &outputs, const std::vector<at::Tensor> &inputs)
{
	TORCH_CHECK_VALUE(outputs.size() == inputs.size() && !inputs.empty(), "there are ",
			  outputs.size(), " outputs and ", inputs.size(),
			  " inputs, expected as many, and at least one");
	for (size_t i = 0; i < inputs.size(); i++)
		check_same_dtype(outputs[i], inputs[i]);
}

void check_each_rank_and_input(const call &of, const std::vector<at::Tensor> &outputs,
			       const std::vector<at::Tensor> &inputs)
{
	const size_t wanted = static_cast<size_t>(of.group->size()) * inputs.size();

	TORCH_CHECK_VALUE(!inputs.empty(), "the list of inputs is empty");
	TORCH_CHECK_VALUE(outputs.size() == wanted, "outputs has ", outputs.size(),
			  " tensors, expected ", wanted, ": one for each of ", inputs.size(),
			  " inputs of each of ", of.group->size(), " ranks");
	check_same_dtypes(inputs, inputs[0]);
	check_same_dtypes(outputs, inputs[0]);
}

/* A list of `n` tensors for each rank. */
std::vector<std::vector<at::Tensor>> by_rank(const std::vector<at::Tensor> &list, size_t n)
{
	std::vector<std::vector<at::Tensor>> result;

	for (auto at = list.begin(); at != list.end(); at += static_cast<std::ptrdiff_t>(n))
		result.emplace_back(at, at + static_cast<std::ptrdiff_t>(n));
	return result;
}

/* The list on the rank that has it, none on the others. */
std::vector<std::vector<at::Tensor>> on_root(const call &of, int root,
					     const std::vector<at::Tensor> &list, const char *name)
{
	if (of.group->rank == root) {
		check_each_rank(of, list, name);
		return { list };
	}
	TORCH_CHECK_VALUE(list.empty(), name, " must be empty on this rank");
	return {};
}

std::vector<int64_t> splits_of(ct_ints splits, int position, const char *name)
{
	check_list(splits, position, name);
	return std::vector<int64_t>(splits.at, splits.at + splits.len);
}

} // namespace

} // namespace ct::dist

using namespace ct::dist;

/* --- One tensor ------------------------------------------------------------------------------- */

ct_error ct_dist_broadcast(ct_tensor *tensor, int64_t source, const ct_dist_options *options,
			   ct_dist_work **work) noexcept
{
	return run(__func__, options, work, [&](call &of) {
		auto &group = of.begin();
		const int root = of.peer_rank("from", source);
		auto passed = of.common<c10d::BroadcastOptions>();

		of.changed = { tensor_of(tensor, 1, "tensor") };
		check_dense(of.changed);
		auto tensors = all_as_real(of, of.changed);

		passed.rootRank = root;
		return group.broadcast(tensors, passed);
	});
}

ct_error ct_dist_all_reduce(ct_tensor *tensor, const ct_dist_options *options,
			    ct_dist_work **work) noexcept
{
	return run(__func__, options, work, [&](call &of) {
		auto &group = of.begin();

		of.changed = { tensor_of(tensor, 1, "tensor") };
		check_dense(of.changed);
		auto tensors = to_reduce(of, of.changed);

		return group.allreduce(tensors, of.reducing<c10d::AllreduceOptions>());
	});
}

ct_error ct_dist_reduce(ct_tensor *tensor, int64_t destination, const ct_dist_options *options,
			ct_dist_work **work) noexcept
{
	return run(__func__, options, work, [&](call &of) {
		auto &group = of.begin();
		const int root = of.peer_rank("to", destination);
		auto passed = of.reducing<c10d::ReduceOptions>();

		of.changed = { tensor_of(tensor, 1, "tensor") };
		check_dense(of.changed);
		auto tensors = to_reduce(of, of.changed);

		passed.rootRank = root;
		return group.reduce(tensors, passed);
	});
}

/* --- One tensor to or from each rank ---------------------------------------------------------- */

ct_error ct_dist_all_gather(ct_tensors outputs, const ct_tensor *input,
			    const ct_dist_options *options, ct_dist_work **work) noexcept
{
	return run(__func__, options, work, [&](call &of) {
		auto &group = of.begin();

		of.changed = tensors_of(outputs, 1, "outputs");
		std::vector<at::Tensor> from{ tensor_of(input, 2, "input") };

		check_each_rank(of, of.changed, "outputs");
		check_same_dtypes(of.changed, from[0]);
		std::vector<std::vector<at::Tensor>> to{ all_as_real(of, of.changed) };

		from = all_as_real(of, from);
		return group.allgather(to, from, of.common<c10d::AllgatherOptions>());
	});
}

ct_error ct_dist_all_gather_into_tensor(ct_tensor *output, const ct_tensor *input,
					const ct_dist_options *options,
					ct_dist_work **work) noexcept
{
	return run(__func__, options, work, [&](call &of) {
		auto &group = of.begin();

		of.changed = { tensor_of(output, 1, "output") };
		at::Tensor from = tensor_of(input, 2, "input");

		check_same_dtype(of.changed[0], from);
		at::Tensor to = as_real(of, of.changed[0]);

		from = as_real(of, from);
		const auto passed = of.common<c10d::AllgatherOptions>();
#if CT_DIST_HAS_SINGLE
		return group.all_gather_single(to, from, passed);
#else
		return group._allgather_base(to, from, passed);
#endif
	});
}

ct_error ct_dist_gather(const ct_tensor *input, int64_t destination, ct_tensors outputs,
			const ct_dist_options *options, ct_dist_work **work) noexcept
{
	return run(__func__, options, work, [&](call &of) {
		auto &group = of.begin();
		const int root = of.peer_rank("to", destination);
		auto passed = of.common<c10d::GatherOptions>();
		std::vector<at::Tensor> from{ tensor_of(input, 1, "input") };

		of.changed = tensors_of(outputs, 3, "outputs");
		check_same_dtypes(of.changed, from[0]);
		auto to = on_root(of, root, all_as_real(of, of.changed), "outputs");

		from = all_as_real(of, from);
		passed.rootRank = root;
		return group.gather(to, from, passed);
	});
}

ct_error ct_dist_scatter(ct_tensor *output, int64_t source, ct_tensors inputs,
			 const ct_dist_options *options, ct_dist_work **work) noexcept
{
	return run(__func__, options, work, [&](call &of) {
		auto &group = of.begin();
		const int root = of.peer_rank("from", source);
		auto passed = of.common<c10d::ScatterOptions>();
		const auto given = tensors_of(inputs, 3, "inputs");

		of.changed = { tensor_of(output, 1, "output") };
		check_same_dtypes(given, of.changed[0]);
		check_dense(of.changed);
		check_dense(given);
		auto from = on_root(of, root, all_as_real(of, given), "inputs");
		auto to = all_as_real(of, of.changed);

		passed.rootRank = root;
		return group.scatter(to, from, passed);
	});
}

ct_error ct_dist_reduce_scatter(ct_tensor *output, ct_tensors inputs,
				const ct_dist_options *options, ct_dist_work **work) noexcept
{
	return run(__func__, options, work, [&](call &of) {
		auto &group = of.begin();
		const auto given = tensors_of(inputs, 2, "inputs");

		of.changed = { tensor_of(output, 1, "output") };
		check_each_rank(of, given, "inputs");
		check_same_dtypes(given, of.changed[0]);
		check_dense(of.changed);
		std::vector<std::vector<at::Tensor>> from{ to_reduce(of, given) };
		auto to = to_reduce(of, of.changed);

		return group.reduce_scatter(to, from, of.reducing<c10d::ReduceScatterOptions>());
	});
}

ct_error ct_dist_reduce_scatter_tensor(ct_tensor *output, const ct_tensor *input,
				       const ct_dist_options *options, ct_dist_work **work) noexcept
{
	return run(__func__, options, work, [&](call &of) {
		auto &group = of.begin();

		of.changed = { tensor_of(output, 1, "output") };
		at::Tensor from = tensor_of(input, 2, "input");

		check_same_dtype(of.changed[0], from);
		at::Tensor to = to_reduce(of, of.changed[0]);

		from = to_reduce(of, from);
		const auto passed = of.reducing<c10d::ReduceScatterOptions>();
#if CT_DIST_HAS_SINGLE
		return group.reduce_scatter_single(to, from, passed);
#else
		return group._reduce_scatter_base(to, from, passed);
#endif
	});
}

ct_error ct_dist_all_to_all(ct_tensors outputs, ct_tensors inputs, const ct_dist_options *options,
			    ct_dist_work **work) noexcept
{
	return run(__func__, options, work, [&](call &of) {
		auto &group = of.begin();
		auto from = tensors_of(inputs, 2, "inputs");

		of.changed = tensors_of(outputs, 1, "outputs");
		check_each_rank(of, of.changed, "outputs");
		check_each_rank(of, from, "inputs");
		check_same_dtypes(of.changed, from[0]);
		TORCH_CHECK_NOT_IMPLEMENTED(CT_DIST_GLOO_HAS_ALL_TO_ALL || from[0].is_cuda(),
					    "gloo's all_to_all needs ",
					    "libtorch 2.12; this is " CT_LIBTORCH_RELEASE "; call "
					    "ct_dist_all_to_all_single()");
		auto to = all_as_real(of, of.changed);

		from = all_as_real(of, from);
		return group.alltoall(to, from, of.common<c10d::AllToAllOptions>());
	});
}

ct_error ct_dist_all_to_all_single(ct_tensor *output, const ct_tensor *input, ct_ints output_splits,
				   ct_ints input_splits, const ct_dist_options *options,
				   ct_dist_work **work) noexcept
{
	return run(__func__, options, work, [&](call &of) {
		auto &group = of.begin();

		of.changed = { tensor_of(output, 1, "output") };
		at::Tensor from = tensor_of(input, 2, "input");
		auto to_splits = splits_of(output_splits, 3, "output_splits");
		auto from_splits = splits_of(input_splits, 4, "input_splits");

		check_same_dtype(of.changed[0], from);
		check_dense({ of.changed[0], from });
		at::Tensor to = as_real(of, of.changed[0]);

		from = as_real(of, from);
		const auto passed = of.common<c10d::AllToAllOptions>();
#if CT_DIST_HAS_SINGLE
		return group.all_to_all_single(to, from, to_splits, from_splits, passed);
#else
		return group.alltoall_base(to, from, to_splits, from_splits, passed);
#endif
	});
}

/* --- Several at once -------------------------------------------------------------------------- */

ct_error ct_dist_all_reduce_coalesced(ct_tensors tensors, const ct_dist_options *options,
				      ct_dist_work **work) noexcept
{
	return run(__func__, options, work, [&](call &of) {
		auto &group = of.begin();

		of.changed = tensors_of(tensors, 1, "tensors");
		TORCH_CHECK_VALUE(!of.changed.empty(), "the list of tensors is empty");
		check_same_dtypes(of.changed, of.changed[0]);
		auto passed = to_reduce(of, of.changed);

		return group.allreduce_coalesced(passed,
						 of.reducing<c10d::AllreduceCoalescedOptions>());
	});
}

ct_error ct_dist_all_gather_coalesced(ct_tensors outputs, ct_tensors inputs,
				      const ct_dist_options *options, ct_dist_work **work) noexcept
{
	return run(__func__, options, work, [&](call &of) {
		auto &group = of.begin();
		auto from = tensors_of(inputs, 2, "inputs");

		of.changed = tensors_of(outputs, 1, "outputs");
		check_each_rank_and_input(of, of.changed, from);
		/* NCCL's classes take the outputs in another order, or not at all. */
		TORCH_CHECK_NOT_IMPLEMENTED(
			!from[0].is_cuda(),
			"only gloo gathers several tensors of any shapes; call ",
			"ct_dist_all_gather_into_tensor_coalesced()");
		auto to = by_rank(all_as_real(of, of.changed), from.size());

		from = all_as_real(of, from);
		return group.allgather_coalesced(to, from, of.common<c10d::AllgatherOptions>());
	});
}

ct_error ct_dist_all_gather_into_tensor_coalesced(ct_tensors outputs, ct_tensors inputs,
						  const ct_dist_options *options,
						  ct_dist_work **work) noexcept
{
	return run(__func__, options, work, [&](call &of) {
		auto &group = of.begin();
		auto from = tensors_of(inputs, 2, "inputs");

		of.changed = tensors_of(outputs, 1, "outputs");
		check_pairs(of.changed, from);
		auto to = all_as_real(of, of.changed);

		from = all_as_real(of, from);
		const auto passed = of.common<c10d::AllgatherOptions>();
#if CT_DIST_HAS_SINGLE
		return group.all_gather_single_coalesced(to, from, passed);
#else
		return group.allgather_into_tensor_coalesced(to, from, passed);
#endif
	});
}

ct_error ct_dist_reduce_scatter_tensor_coalesced(ct_tensors outputs, ct_tensors inputs,
						 const ct_dist_options *options,
						 ct_dist_work **work) noexcept
{
	return run(__func__, options, work, [&](call &of) {
		auto &group = of.begin();
		auto from = tensors_of(inputs, 2, "inputs");

		of.changed = tensors_of(outputs, 1, "outputs");
		check_pairs(of.changed, from);
		auto to = to_reduce(of, of.changed);

		from = to_reduce(of, from);
		const auto passed = of.reducing<c10d::ReduceScatterOptions>();
#if CT_DIST_HAS_SINGLE
		return group.reduce_scatter_single_coalesced(to, from, passed);
#else
		return group.reduce_scatter_tensor_coalesced(to, from, passed);
#endif
	});
}
