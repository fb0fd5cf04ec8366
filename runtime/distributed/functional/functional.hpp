/*
 * Collectives whose results are new tensors.
 */
#pragma once

#include <string>
#include <vector>

#include <ATen/core/Tensor.h>

#include <ctorch/distributed/collective.h>

namespace ct::dist {

/* ORDER FUNCTIONAL KIND: as the names in operators.cpp */
enum class functional_kind { all_reduce, all_gather, reduce_scatter, all_to_all, broadcast };

/* What is called, but for the tensors. Autograd keeps it, so it has the name of the group, as in
 * Python. */
struct functional_call {
	functional_kind kind;
	bool is_coalesced = false;
	std::string group{};
	int64_t group_size = 0;
	ct_dist_op op = CT_DIST_SUM;
	int64_t source = 0; /* in the group */
	std::vector<int64_t> output_splits{}, input_splits{};
};

/* "sum", as the operators call it. */
const char *name_of(ct_dist_op op);

/* Calls the operator, which returns at once; autograd does not see it. One tensor, unless the call is
 * coalesced. */
std::vector<at::Tensor> start_functional(const functional_call &of,
					 const std::vector<at::Tensor> &inputs);

/* Waits until the tensors that the operator has returned have their values. */
void wait_functional(const std::vector<at::Tensor> &tensors);

/* The same as start_functional(), with a gradient. */
std::vector<at::Tensor> functional(const functional_call &of,
				   const std::vector<at::Tensor> &inputs);

} // namespace ct::dist
