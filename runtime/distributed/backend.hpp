/*
 * What all backends of a group are made of.
 */
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <torch/csrc/distributed/c10d/Store.hpp>

namespace ct::dist {

struct backend_plan {
	c10::intrusive_ptr<c10d::Store> store; /* with the prefixes of the group and the device */
	int rank, size;
	std::chrono::milliseconds timeout;
	std::string group_name;
	std::vector<int64_t> ranks; /* in the default group */
};

} // namespace ct::dist
