/*
 * What libctorch_distributed and libctorch_nccl say to each other. The second one is loaded when a
 * group has the backend "nccl": it needs libtorch's CUDA part, and NCCL's header to be built.
 */
#pragma once

#include <optional>

#include "distributed/backend.hpp"
#include "distributed/release.hpp"

namespace ct::dist {

struct nccl_plan {
	backend_plan common;
	/* Of this process; its communicator is made at once. None: that of the first tensor. */
	std::optional<c10::Device> device;
	bool is_high_priority_stream;
	/* The backend of the default group, if its communicator is to be divided. */
	c10::intrusive_ptr<c10d::Backend> parent;
};

struct nccl_functions {
	/* The classes of Python's "nccl" and "nccl-legacy"; before libtorch 2.15, "nccl" is the
	 * second one. */
	c10::intrusive_ptr<c10d::Backend> (*make)(const nccl_plan &plan);
	c10::intrusive_ptr<c10d::Backend> (*make_legacy)(const nccl_plan &plan);
	/* This process is not in a group for which the others divide the communicator: NCCL wants
	 * to be told. */
	void (*leave_out)(c10d::Backend &parent, c10::Device device);
};

} // namespace ct::dist

/* The only function that libctorch_nccl exports; NULL, with a reason, if it does not fit libtorch. */
extern "C" [[gnu::visibility("default")]] const ct::dist::nccl_functions *ct_nccl_functions(
	const char **reason) noexcept;
