/*
 * A call in a group: its options, and waiting for it or giving it to the caller.
 */
#pragma once

#include <torch/csrc/distributed/c10d/Work.hpp>

#include <ctorch/distributed/collective.h>

#include "distributed/common.hpp"
#include "distributed/group.hpp"

namespace ct::dist {

/* libtorch may have none for a call that is done. */
struct part_of_work {
	c10::intrusive_ptr<c10d::Work> work;
	std::string what; /* "all_reduce on rank 1 of 4 (group 0)" */
};

} // namespace ct::dist

struct ct_dist_work {
	std::vector<ct::dist::part_of_work> parts; /* more than one only of a batch */
	std::vector<int64_t> ranks; /* of the group, in the default group */
	std::vector<at::Tensor> tensors;
	std::chrono::milliseconds timeout; /* of waiting */
};

namespace ct::dist {

/* libtorch's; throws if there is none. */
c10d::ReduceOp::RedOpType reduce_op(ct_dist_op op);

/* Throws for complex numbers without an order: of pairs there are only sums. */
void check_can_reduce(ct_dist_op op, const at::Tensor &tensor);

void check_same_dtype(const at::Tensor &a, const at::Tensor &b);
void check_same_dtypes(const std::vector<at::Tensor> &list, const at::Tensor &with);

/* A call that is being made. */
struct call {
	const char *function; /* "ct_dist_all_reduce" */
	ct_dist_options options{};
	std::string peer{}; /* " to rank 2" */
	const ct_dist_group *group = nullptr;
	std::vector<at::Tensor> changed{}; /* what the call writes to */
	bool is_async = false;
	bool is_on_device = false; /* its work is in a stream; also if it changes a tensor there */

	/* The process group; from then on errors name it. */
	c10d::ProcessGroup &begin();
	/* Notes " from rank 2" for errors, and returns the rank in the group. */
	int peer_rank(const char *preposition, int64_t rank_in_default);
	std::chrono::milliseconds timeout() const;
	/* What waiting is limited to. */
	std::chrono::milliseconds limit() const;
	std::string what() const;

	/* Options of libtorch with what all of them have. */
	template <class Options> Options common() const
	{
		Options result;

		result.timeout = timeout();
		result.asyncOp = is_async;
		return result;
	}
	template <class Options> Options reducing() const
	{
		Options result = common<Options>();

		result.reduceOp = reduce_op(options.op);
		return result;
	}
};

/* As in Python, a complex tensor is passed as real numbers. Throws if the group has no backend for its
 * device. */
at::Tensor as_real(const call &of, const at::Tensor &tensor);

/* One of several calls between two ranks. */
struct started_part {
	c10::intrusive_ptr<c10d::Work> work;
	std::string peer; /* " (to rank 2)", as in struct call */
};

/* Waits, or gives the work to the caller. libtorch may return none. */
void finish(call &of, c10::intrusive_ptr<c10d::Work> started, ct_dist_work **work);
void finish(call &of, std::vector<started_part> started, ct_dist_work **work);

/* Makes a call: `start(call)` begins it. */
template <class Start>
ct_error run(const char *function, const ct_dist_options *options, ct_dist_work **work,
	     Start start) noexcept
{
	call of{ function };

	try {
		if (options)
			of.options = *options;
		of.is_async = work != nullptr;
		finish(of, start(of), work);
		return nullptr;
	} catch (...) {
		return caught(function, of.group ? of.what() : std::string());
	}
}

} // namespace ct::dist
