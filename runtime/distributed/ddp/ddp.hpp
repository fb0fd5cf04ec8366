/*
 * DistributedDataParallel: what its files share. Python's class is torch/nn/parallel/distributed.py,
 * and libtorch's part of it c10d::Reducer.
 */
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <torch/csrc/distributed/c10d/logger.hpp>
#include <torch/csrc/distributed/c10d/reducer.hpp>

#include <ctorch/distributed/ddp.h>

#include "distributed/common.hpp"
#include "distributed/group.hpp"

namespace ct::dist {

/* The block between ct_ddp_enter_join() and ct_ddp_leave_join(). */
struct ddp_join {
	bool is_open = false;
	bool divides_by_remaining = false;
	bool throws = false; /* on early termination */
	ct_optimizer *optimizer = nullptr; /* whose steps all ranks make */
};

struct ddp {
	ct_module *module = nullptr; /* the wrapped one */
	c10::intrusive_ptr<c10d::ProcessGroup> group;
	std::string shown; /* "DistributedDataParallel on rank 1 of 4 (group 0)" */
	std::shared_ptr<c10d::Reducer> reducer;
	std::shared_ptr<c10d::Logger> logger; /* where the reducer writes what it has seen */
	at::Device device{ at::kCPU };
	bool finds_unused = false;
	bool is_static = false;
	bool broadcasts_buffers = true;
	bool syncs_buffers_next = true; /* Python's require_forward_param_sync */
	bool has_delayed = false;       /* a static graph's first backward has begun */
	int64_t no_sync_depth = 0;
	ddp_join join;

	bool syncs() const { return no_sync_depth == 0; }
	/* Its search is needed in each step. */
	bool searches() const { return finds_unused && !is_static; }
};

/* The data of a DDP module. A recorded graph may outlive it. */
struct ddp_data {
	std::shared_ptr<ddp> own;
	ct_module *module; /* the child, which a program may replace */
};

/* NULL if the module is none of ct_ddp_new(). */
ddp *find_ddp(const ct_module *module) noexcept;
/* The same; throws. */
ddp &ddp_of(const ct_module *module, int position);

/* As caught(); an error that libtorch has checked for keeps its class. */
ct_error caught(const char *function, const ddp *of) noexcept;

/* --- Parts of the module ---------------------------------------------------------------------- */

struct named_parameter {
	std::string name;
	at::Tensor tensor;
	bool has_sparse_gradient;
};

/* The parameters, each once. */
std::vector<named_parameter> parameters_of(const ct_module *module);
std::vector<at::Tensor> buffers_of(const ct_module *module);
/* Those that require a gradient, as the reducer numbers them. */
std::vector<at::Tensor> trained(const std::vector<named_parameter> &parameters);

/* Copies parameters, and buffers if `with_buffers`, from a rank of the group to the others. */
void broadcast_states(const ddp &of, int from, bool with_buffers);
/* Copies the buffers in place; what autograd has saved of them stays valid, as in Python. */
void broadcast_buffers(const ddp &of, int from);

/* --- The reducer ------------------------------------------------------------------------------ */

/* Makes it for the parameters that require a gradient. */
void make_reducer(ddp &of, const std::vector<named_parameter> &parameters,
		  const ct_ddp_options &options);

/* Adds up one number of each rank. */
double sum_over_ranks(const ddp &of, double number);
/* The last rank that is a candidate: all take over its state. */
int common_rank(const ddp &of, bool is_candidate);

/* --- The forward function --------------------------------------------------------------------- */

extern const ct_module_class ddp_class;

/* Tells the ranks that have joined that this one has not. */
void notify_join(ddp &of);

} // namespace ct::dist
