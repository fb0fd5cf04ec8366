/*
 * Functional collectives: arguments and results.
 */
#include <numeric>

#include <ctorch/distributed/functional.h>
#include <ctorch/libtorch.hpp>

#include "distributed/collective.hpp"
#include "distributed/functional/functional.hpp"

namespace ct::dist {

namespace {

/* Makes a call: `start(call, functional_call)` returns its results, and `give` gives them to the
 * caller. */
template <class Start, class Give>
ct_error run_functional(const char *function, const ct_dist_functional_options *options,
			functional_call made, Start start, Give give) noexcept
{
	const ct_dist_functional_options chosen = options ? *options : ct_dist_functional_options{};
	call of{ function };

	try {
		of.options.group = chosen.group;
		of.begin();
		made.group = of.group->name;
		made.group_size = of.group->size();
		made.op = chosen.op;
		reduce_op(chosen.op); /* checks it */
		const std::vector<at::Tensor> results = start(of, made);

		if (!chosen.no_wait)
			wait_functional(results);
		give(results);
		return nullptr;
	} catch (...) {
		return caught(function, of.group ? of.what() : std::string());
	}
}

/* One tensor from one. `prepare(call, functional_call, tensor)` throws for one that does not fit, and
 * completes the call. */
template <class Prepare>
ct_error run_single(const char *function, const ct_tensor *input,
		    const ct_dist_functional_options *options, functional_call made,
		    ct_tensor **result, Prepare prepare) noexcept
{
	return run_functional(
		function, options, std::move(made),
		[&](call &of, functional_call &complete) {
			const at::Tensor tensor = tensor_of(input, 1, "input");

			prepare(of, complete, tensor);
			return functional(complete, { tensor.contiguous() });
		},
		[&](const std::vector<at::Tensor> &results) {
			if (result)
				*result = ct::to_handle(results[0]);
		});
}

/* A list from a list. */
template <class Prepare>
ct_error run_coalesced(const char *function, ct_tensors inputs,
		       const ct_dist_functional_options *options, functional_kind kind,
		       ct_tensor ***result, int64_t *result_len, Prepare prepare) noexcept
{
	return run_functional(
		function, options, { kind, true },
		[&](call &of, functional_call &complete) {
			auto tensors = tensors_of(inputs, 1, "inputs");

			needed(result, 3, "result");
			needed(result_len, 4, "result_len");
			TORCH_CHECK_VALUE(!tensors.empty(), "the list of inputs is empty");
			check_same_dtypes(tensors, tensors[0]);
			for (auto &tensor : tensors) {
				prepare(of, complete, tensor);
				tensor = tensor.contiguous();
			}
			return functional(complete, tensors);
		},
		[&](const std::vector<at::Tensor> &results) {
			give_tensors(results, *result, *result_len);
		});
}

void check_rows(const at::Tensor &tensor)
{
	TORCH_CHECK_VALUE(tensor.dim() > 0, "a tensor without dimensions has no rows");
}

void check_even(const functional_call &of, const at::Tensor &tensor)
{
	check_rows(tensor);
	TORCH_CHECK_VALUE(tensor.size(0) % of.group_size == 0, "the ", tensor.size(0),
			  " rows cannot be divided by the ", of.group_size, " ranks");
}

void prepare_all_reduce(call &, functional_call &of, const at::Tensor &tensor)
{
	check_can_reduce(of.op, tensor);
}

void prepare_all_gather(call &, functional_call &, const at::Tensor &tensor)
{
	check_rows(tensor);
}

void prepare_reduce_scatter(call &, functional_call &of, const at::Tensor &tensor)
{
	check_can_reduce(of.op, tensor);
	check_even(of, tensor);
}

/* As many rows for each rank as the list says. */
std::vector<int64_t> splits_of(const functional_call &of, ct_ints list, int position,
			       const char *name)
{
	check_list(list, position, name);
	TORCH_CHECK_VALUE(list.len == of.group_size, name, " has ", list.len,
			  " numbers, expected one for each of ", of.group_size, " ranks");
	for (int64_t i = 0; i < list.len; i++)
		TORCH_CHECK_VALUE(list.at[i] >= 0, name, "[", i, "] is ", list.at[i]);
	return std::vector<int64_t>(list.at, list.at + list.len);
}

void set_splits(functional_call &of, const at::Tensor &tensor, ct_ints outputs, ct_ints inputs)
{
	if (outputs.len == 0 && inputs.len == 0) {
		check_even(of, tensor);
		of.output_splits.assign(static_cast<size_t>(of.group_size),
					tensor.size(0) / of.group_size);
		of.input_splits = of.output_splits;
		return;
	}
	check_rows(tensor);
	of.output_splits = splits_of(of, outputs, 2, "output_splits");
	of.input_splits = splits_of(of, inputs, 3, "input_splits");
	const int64_t sum = std::accumulate(of.input_splits.begin(), of.input_splits.end(),
					    int64_t{ 0 });

	TORCH_CHECK_VALUE(sum == tensor.size(0), "input_splits has ", sum, " rows, but the input ",
			  tensor.size(0));
}

} // namespace

} // namespace ct::dist

using namespace ct::dist;

ct_error ct_dist_functional_wait_tensor(const ct_tensor *tensor) noexcept
try {
	wait_functional({ tensor_of(tensor, 1, "tensor") });
	return nullptr;
} catch (...) {
	return caught(__func__, "functional_wait_tensor");
}

ct_error ct_dist_functional_all_reduce(const ct_tensor *input,
				       const ct_dist_functional_options *options,
				       ct_tensor **result) noexcept
{
	return run_single(__func__, input, options, { functional_kind::all_reduce }, result,
			  prepare_all_reduce);
}

ct_error ct_dist_functional_all_reduce_coalesced(ct_tensors inputs,
						 const ct_dist_functional_options *options,
						 ct_tensor ***result, int64_t *result_len) noexcept
{
	return run_coalesced(__func__, inputs, options, functional_kind::all_reduce, result,
			     result_len, prepare_all_reduce);
}

ct_error ct_dist_functional_all_gather_into_tensor(const ct_tensor *input,
						   const ct_dist_functional_options *options,
						   ct_tensor **result) noexcept
{
	return run_single(__func__, input, options, { functional_kind::all_gather }, result,
			  prepare_all_gather);
}

ct_error ct_dist_functional_all_gather_into_tensor_coalesced(
	ct_tensors inputs, const ct_dist_functional_options *options, ct_tensor ***result,
	int64_t *result_len) noexcept
{
	return run_coalesced(__func__, inputs, options, functional_kind::all_gather, result,
			     result_len, prepare_all_gather);
}

ct_error ct_dist_functional_reduce_scatter_tensor(const ct_tensor *input,
						  const ct_dist_functional_options *options,
						  ct_tensor **result) noexcept
{
	return run_single(__func__, input, options, { functional_kind::reduce_scatter }, result,
			  prepare_reduce_scatter);
}

ct_error ct_dist_functional_reduce_scatter_tensor_coalesced(
	ct_tensors inputs, const ct_dist_functional_options *options, ct_tensor ***result,
	int64_t *result_len) noexcept
{
	return run_coalesced(__func__, inputs, options, functional_kind::reduce_scatter, result,
			     result_len, prepare_reduce_scatter);
}

ct_error ct_dist_functional_all_to_all_single(const ct_tensor *input, ct_ints output_splits,
					      ct_ints input_splits,
					      const ct_dist_functional_options *options,
					      ct_tensor **result) noexcept
{
	return run_single(__func__, input, options, { functional_kind::all_to_all }, result,
			  [&](call &, functional_call &of, const at::Tensor &tensor) {
				  set_splits(of, tensor, output_splits, input_splits);
			  });
}

ct_error ct_dist_functional_broadcast(const ct_tensor *input, int64_t source,
				      const ct_dist_functional_options *options,
				      ct_tensor **result) noexcept
{
	return run_single(__func__, input, options, { functional_kind::broadcast }, result,
			  [&](call &of, functional_call &complete, const at::Tensor &) {
				  complete.source = of.peer_rank("from", source);
			  });
}
