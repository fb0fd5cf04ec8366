/*
 * Calls that run.
 */
#include <algorithm>
#include <cstring>

#include <ctorch/core/scope.h>
#include <ctorch/libtorch.hpp>

#include "distributed/collective.hpp"

namespace ct::dist {

c10d::ProcessGroup &call::begin()
{
	group = &group_with_me(options.group);
	return *group->group;
}

int call::peer_rank(const char *preposition, int64_t rank_in_default)
{
	const int rank = group->rank_of(rank_in_default, "the other rank");

	peer = std::string(" ") + preposition + " rank " + std::to_string(rank_in_default);
	return rank;
}

c10d::ReduceOp call::op() const
{
	TORCH_CHECK_VALUE(options.op >= CT_DIST_SUM && options.op <= CT_DIST_BXOR, "op ",
			  options.op, " is not a ct_dist_op");
	return static_cast<c10d::ReduceOp::RedOpType>(options.op);
}

std::chrono::milliseconds call::timeout() const
{
	return options.timeout == 0 ? group->timeout
				    : milliseconds_of(options.timeout, 2, "options: timeout");
}

/* Without one, waiting for work of NCCL does not hold up the host: the stream waits, as in Python. Its
 * own timeout is watched in another thread. */
std::chrono::milliseconds call::limit() const
{
	const bool waits_in_stream = is_on_device || std::any_of(changed.begin(), changed.end(),
								 [](const at::Tensor &tensor) {
									 return tensor.is_cuda();
								 });

	return waits_in_stream && options.timeout == 0 ? ::kNoTimeout : timeout();
}

std::string call::what() const
{
	/* "all_reduce": without the prefix of all functions of this library. */
	const char *name = std::strchr(std::strchr(function, '_') + 1, '_') + 1;

	return name + peer + " on " + group->shown();
}

void finish(call &of, c10::intrusive_ptr<c10d::Work> started, ct_dist_work **work)
{
	const auto limit = of.limit();

	if (work)
		*work = new ct_dist_work{ std::move(started), of.what(), of.group->ranks,
					  std::move(of.changed), limit };
	else if (started)
		started->wait(limit);
}

} // namespace ct::dist

using namespace ct::dist;

ct_error ct_dist_work_wait(ct_dist_work *self, double timeout) noexcept
{
	std::string what;

	try {
		needed(self, 1, "self");
		const auto limit = timeout == 0 ? self->timeout
						: milliseconds_of(timeout, 2, "timeout");

		what = self->what;
		if (self->work)
			self->work->wait(limit);
		return nullptr;
	} catch (...) {
		return caught(__func__, what);
	}
}

bool ct_dist_work_is_done(const ct_dist_work *self) noexcept
try {
	return self == nullptr || !self->work || self->work->isCompleted();
} catch (...) {
	return false;
}

ct_error ct_dist_work_source(const ct_dist_work *self, int64_t *result) noexcept
try {
	const int rank = needed(self, 1, "self").work ? self->work->sourceRank() : -1;

	TORCH_CHECK(rank >= 0 && static_cast<size_t>(rank) < self->ranks.size(),
		    "nothing was received yet: call ct_dist_work_wait() first");
	give(self->ranks[static_cast<size_t>(rank)], result);
	return nullptr;
} catch (...) {
	return caught(__func__);
}

ct_error ct_dist_work_results(const ct_dist_work *self, ct_tensor ***result,
			      int64_t *result_len) noexcept
try {
	const auto &tensors = needed(self, 1, "self").tensors;

	needed(result, 2, "result");
	needed(result_len, 3, "result_len");
	const std::vector<ct_tensor *> none(tensors.size(), nullptr);
	auto **list = reinterpret_cast<ct_tensor **>(
		give_bytes(none.data(), none.size() * sizeof(ct_tensor *)));

	for (size_t i = 0; i < tensors.size(); i++)
		list[i] = ct::to_handle(tensors[i]);
	*result = list;
	*result_len = static_cast<int64_t>(tensors.size());
	return nullptr;
} catch (...) {
	return caught(__func__);
}

void ct_dist_work_free(ct_dist_work *self) noexcept
{
	delete self;
}
