/*
 * Calls that run.
 */
#include <algorithm>
#include <cstring>

#include <ATen/ops/view_as_real.h>

#include "distributed/collective.hpp"

namespace ct::dist {

c10d::ProcessGroup &call::begin()
{
	group = &group_with_me(options.group);
	timeout(); /* checks it, before anything is sent */
	return *group->group;
}

int call::peer_rank(const char *preposition, int64_t rank_in_default)
{
	const int rank = group->rank_of(rank_in_default, "the other rank");

	peer = std::string(" ") + preposition + " rank " + std::to_string(rank_in_default);
	return rank;
}

c10d::ReduceOp::RedOpType reduce_op(ct_dist_op op)
{
	TORCH_CHECK_VALUE(op >= CT_DIST_SUM && op <= CT_DIST_BXOR, "op ", op,
			  " is not a ct_dist_op");
	return static_cast<c10d::ReduceOp::RedOpType>(op);
}

void check_can_reduce(ct_dist_op op, const at::Tensor &tensor)
{
	TORCH_CHECK_VALUE(!tensor.is_complex() || op <= CT_DIST_AVG,
			  "a complex tensor has only CT_DIST_SUM and CT_DIST_AVG");
}

at::Tensor as_real(const call &of, const at::Tensor &tensor)
{
	const auto devices = of.group->group->getDeviceTypes();

	TORCH_CHECK_VALUE(std::any_of(devices.begin(), devices.end(),
				      [&](const c10::Device &device) {
					      return device.type() == tensor.device().type();
				      }),
			  "a tensor is on ", tensor.device().str(), ", for which the group (",
			  of.group->backend, ") has no backend");
	return tensor.is_complex() ? at::view_as_real(tensor) : tensor;
}

std::chrono::milliseconds call::timeout() const
{
	return options.timeout == 0 ? group->timeout
				    : milliseconds_of(options.timeout, "options: timeout");
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

namespace {

using steady_clock = std::chrono::steady_clock;

/* What is left of a limit since a time. 0 is none, for libtorch, too. */
std::chrono::milliseconds left_of(std::chrono::milliseconds limit, steady_clock::time_point begin)
{
	const auto left =
		std::chrono::ceil<std::chrono::milliseconds>(begin + limit - steady_clock::now());

	return limit == ::kNoTimeout ? limit : std::max(left, std::chrono::milliseconds(1));
}

} // namespace

void finish(call &of, c10::intrusive_ptr<c10d::Work> started, ct_dist_work **work)
{
	const auto limit = of.limit();

	if (work)
		*work = new ct_dist_work{ { { std::move(started), of.what() } },
					  of.group->ranks,
					  std::move(of.changed),
					  limit };
	else if (started)
		started->wait(limit);
}

void finish(call &of, std::vector<started_part> started, ct_dist_work **work)
{
	const auto begin = steady_clock::now();
	const auto limit = of.limit();
	std::vector<part_of_work> parts;

	for (auto &part : started) {
		of.peer = std::move(part.peer);
		if (work)
			parts.push_back({ std::move(part.work), of.what() });
		else if (part.work)
			part.work->wait(left_of(limit, begin));
	}
	if (work)
		*work = new ct_dist_work{ std::move(parts), of.group->ranks, std::move(of.changed),
					  limit };
}

} // namespace ct::dist

using namespace ct::dist;

ct_error ct_dist_work_wait(ct_dist_work *self, double timeout) noexcept
{
	std::string what;

	try {
		needed(self, 1, "self");
		const auto limit = timeout == 0 ? self->timeout
						: milliseconds_of(timeout, "argument 2 (timeout)");
		const auto begin = steady_clock::now();

		for (const auto &part : self->parts) {
			what = part.what;
			if (part.work)
				part.work->wait(left_of(limit, begin));
		}
		return nullptr;
	} catch (...) {
		return caught(__func__, what);
	}
}

bool ct_dist_work_is_done(const ct_dist_work *self) noexcept
try {
	if (self)
		for (const auto &part : self->parts)
			if (part.work && !part.work->isCompleted())
				return false;
	return true;
} catch (...) {
	return false;
}

ct_error ct_dist_work_source(const ct_dist_work *self, int64_t *result) noexcept
try {
	const auto &parts = needed(self, 1, "self").parts;

	TORCH_CHECK(parts.size() == 1, "a batch has received from the ranks that it names");
	const int rank = parts[0].work ? parts[0].work->sourceRank() : -1;

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
	give_tensors(needed(self, 1, "self").tensors, needed(result, 2, "result"),
		     needed(result_len, 3, "result_len"));
	return nullptr;
} catch (...) {
	return caught(__func__);
}

void ct_dist_work_free(ct_dist_work *self) noexcept
{
	delete self;
}
