/*
 * The backend "gloo", of libtorch's own.
 */
#pragma once

#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <torch/csrc/distributed/c10d/Store.hpp>

namespace ct::dist {

/* The group's, and with TORCH_DISTRIBUTED_DEBUG=DETAIL one around it that compares what all ranks are
 * about to do. */
struct gloo_plan {
	c10::intrusive_ptr<c10d::Store> store;
	int rank, size;
	std::chrono::milliseconds timeout;
	std::string group_name;
	std::vector<int64_t> ranks;
};

c10::intrusive_ptr<c10d::Backend> make_gloo(const gloo_plan &plan);

} // namespace ct::dist
