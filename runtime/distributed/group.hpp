/*
 * Handles on groups, and the default group.
 */
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>
#include <torch/csrc/distributed/c10d/Store.hpp>

#include <ctorch/distributed/group.h>

struct ct_dist_group {
	c10::intrusive_ptr<c10d::ProcessGroup> group; /* NULL: this process is not in it */
	c10::intrusive_ptr<c10d::Store> store;        /* with the prefix of the group */
	std::string name, backend;
	bool has_cpu = false, has_nccl = false; /* what `backend` says */
	std::vector<int64_t> ranks; /* in the default group */
	int64_t rank = -1;          /* of this process in this group */
	std::chrono::milliseconds timeout{};
	std::atomic<bool> is_aborted{ false }; /* maybe by another thread */

	ct_dist_group() = default;
	ct_dist_group(const ct_dist_group &) = delete;
	ct_dist_group &operator=(const ct_dist_group &) = delete;
	~ct_dist_group();

	int64_t size() const { return static_cast<int64_t>(ranks.size()); }
	/* The rank in this group of a rank of the default group; throws if it is not in it. */
	int rank_of(int64_t rank_in_default, const char *name) const;
	/* "rank 1 of 4 (group 0)" */
	std::string shown() const;
	/* The backend "nccl", without the one around it that compares; NULL if there is none. */
	c10::intrusive_ptr<c10d::Backend> nccl() const;
	/* The device for what a call exchanges beside the tensors of the program, as in Python. */
	c10::Device device() const;
};

namespace ct::dist {

/* The default group for NULL; throws if there is none. */
const ct_dist_group &group_of(const ct_dist_group *group);
/* The same; throws if this process is not in it. */
const ct_dist_group &group_with_me(const ct_dist_group *group);
/* The same; NULL if there is none. */
const ct_dist_group *find_group(const ct_dist_group *group) noexcept;

struct group_plan {
	c10::intrusive_ptr<c10d::Store> store; /* without the prefix of the group */
	std::string name, backend, description;
	std::vector<int64_t> ranks;
	int64_t rank; /* in the new group */
	std::chrono::milliseconds timeout;
	/* For nccl. */
	std::optional<c10::Device> device;
	bool is_high_priority_stream;
	const ct_dist_group *parent; /* the default group, if there is one */
};

/* Makes a group as Python does, with the same prefixes of keys. */
ct_dist_group *make_group(const group_plan &plan);

/* The backend of a type of device: "cpu", "gloo". */
struct backend_of_device {
	std::string device, name;
};

/* In the order of the text, since the keys of a backend have the prefix of a device. Throws for a text
 * that is none. */
std::vector<backend_of_device> backends_by_device(const std::string &text);
/* Throws if one of them cannot be used here. */
void need_backends(const std::string &text);

/* --- The environment -------------------------------------------------------------------------- */

struct place {
	int64_t rank = -1, world_size = -1;
};

/* From the variables of torchrun, Slurm or Open MPI; throws if there are none. */
place place_in_environment();
int64_t local_rank_in_environment(int64_t otherwise) noexcept;

/* The store of "env://", "tcp://HOST:PORT" or "file:///PATH". */
c10::intrusive_ptr<c10d::Store> store_by_method(const std::string &method, const place &where,
						std::chrono::milliseconds timeout);

} // namespace ct::dist
