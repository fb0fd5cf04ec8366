/*
 * A call in a group: its options, and waiting for it or giving it to the caller.
 */
#pragma once

#include <ATen/ops/view_as_real.h>
#include <torch/csrc/distributed/c10d/Work.hpp>

#include <ctorch/distributed/collective.h>

#include "distributed/common.hpp"
#include "distributed/group.hpp"

struct ct_dist_work {
	c10::intrusive_ptr<c10d::Work> work;
	std::string what;           /* "all_reduce on rank 1 of 4 (group 0)" */
	std::vector<int64_t> ranks; /* of the group, in the default group */
	std::vector<at::Tensor> tensors;
	std::chrono::milliseconds timeout; /* of waiting */
};

namespace ct::dist {

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
	/* " from rank 2" for errors, and the rank in the group. */
	int peer_rank(const char *preposition, int64_t rank_in_default);
	c10d::ReduceOp op() const;
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

		result.reduceOp = op();
		return result;
	}
};

/* As in Python, a complex tensor is passed as real numbers. */
inline at::Tensor as_real(const at::Tensor &tensor)
{
	return tensor.is_complex() ? at::view_as_real(tensor) : tensor;
}

/* Waits, or gives the work to the caller. libtorch may return none. */
void finish(call &of, c10::intrusive_ptr<c10d::Work> started, ct_dist_work **work);

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
