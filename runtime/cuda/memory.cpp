/*
 * Memory: limits, snapshots, pools, and allocators of programs.
 */
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include <ATen/cuda/MemPool.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <torch/csrc/cuda/CUDAPluggableAllocator.h>
#include <torch/csrc/cuda/memory_snapshot.h>

#include <ctorch/cuda/memory.h>

#include "cuda/common.hpp"
#include "cuda/save.h"

namespace allocators = c10::cuda::CUDACachingAllocator;

struct ct_cuda_allocator {
	std::shared_ptr<allocators::CUDAAllocator> allocator;
};

struct ct_cuda_mem_pool {
	ct_cuda_mem_pool(std::shared_ptr<allocators::CUDAAllocator> from, bool use_on_oom)
	    : pool(std::move(from), true, use_on_oom)
	{
	}

	at::cuda::MemPool pool;
	std::thread::id user; /* the thread that allocates from it */
	bool is_entered = false;
};

namespace {

using ct::cuda::needed;

/* Of two pools, libtorch would go on with the first. */
class entered_pools {
public:
	/* False if the thread has a pool of that device already. */
	bool add(c10::DeviceIndex device, std::thread::id user)
	{
		const std::lock_guard<std::mutex> guard(lock);

		return entered.emplace(device, user).second;
	}

	void remove(c10::DeviceIndex device, std::thread::id user)
	{
		const std::lock_guard<std::mutex> guard(lock);

		entered.erase({ device, user });
	}

private:
	std::mutex lock;
	std::set<std::pair<c10::DeviceIndex, std::thread::id>> entered;
};

entered_pools all_entered;

} // namespace

/* --- Limits and back ends --------------------------------------------------------------------- */

ct_error ct_cuda_set_memory_fraction(ct_device device, double fraction) noexcept
try {
	const c10::DeviceIndex index = ct::cuda::index_of(device, 1);

	TORCH_CHECK_VALUE(fraction >= 0 && fraction <= 1, "fraction is ", fraction,
			  "; it must be between 0 and 1");
	allocators::setMemoryFraction(fraction, index);
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

ct_error ct_cuda_memory_fraction(ct_device device, double *result) noexcept
try {
	ct::cuda::give(allocators::getMemoryFraction(ct::cuda::index_of(device, 1)), result);
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

ct_error ct_cuda_allocator_backend(char **result) noexcept
try {
	const std::string name = allocators::name();

	if (result)
		*result = ct::cuda::give_bytes(name.data(), name.size());
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

/* --- Snapshots -------------------------------------------------------------------------------- */

ct_error ct_cuda_memory_history_start(const ct_cuda_memory_history_options *options) noexcept
try {
	const ct_cuda_memory_history_options of = options ? *options
							  : ct_cuda_memory_history_options{};

	TORCH_CHECK_VALUE(of.max_entries >= 0, "max_entries is ", of.max_entries);
	ct::cuda::need_cuda();
	torch::cuda::_record_memory_history(
		std::string(of.only_state ? "state" : "all"),
		of.no_stacks ? std::nullopt : std::optional<std::string>("all"), "all",
		of.max_entries ? static_cast<size_t>(of.max_entries) : SIZE_MAX);
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

ct_error ct_cuda_memory_history_stop() noexcept
try {
	ct::cuda::need_cuda();
	torch::cuda::_record_memory_history(std::optional<std::string>(),
					    std::optional<std::string>(), "all", 1);
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

ct_error ct_cuda_memory_snapshot_save(const char *path) noexcept
try {
	needed(path, 1, "path");
	ct::cuda::need_cuda();
	const std::string pickle = torch::cuda::_memory_snapshot_pickled();
	return ct_cuda_save_(__func__, path, pickle.data(), pickle.size());
} catch (...) {
	return ct::cuda::caught(__func__);
}

/* --- Pools ------------------------------------------------------------------------------------ */

ct_error ct_cuda_mem_pool_new(const ct_cuda_mem_pool_options *options,
			      ct_cuda_mem_pool **result) noexcept
try {
	ct::cuda::need_cuda();
	if (result)
		*result = new ct_cuda_mem_pool(
			options && options->allocator ? options->allocator->allocator : nullptr,
			options && options->use_on_oom);
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

void ct_cuda_mem_pool_free(ct_cuda_mem_pool *self) noexcept
try {
	if (self && self->is_entered)
		ct_error_free(ct_cuda_mem_pool_leave(self));
	delete self;
} catch (...) {
	ct_error_free(ct::cuda::caught(__func__));
}

ct_cuda_pool_id ct_cuda_mem_pool_id(const ct_cuda_mem_pool *self) noexcept
{
	if (self == nullptr)
		return { 0, 0 };
	const auto id = const_cast<ct_cuda_mem_pool *>(self)->pool.id();

	return { id.first, id.second };
}

ct_error ct_cuda_mem_pool_enter(ct_cuda_mem_pool *self) noexcept
try {
	ct_cuda_mem_pool &of = needed(self, 1, "self");
	const std::thread::id user = std::this_thread::get_id();

	TORCH_CHECK(!of.is_entered, "the pool is entered already");
	TORCH_CHECK(all_entered.add(of.pool.device(), user),
		    "this thread has entered another pool of cuda:", int{ of.pool.device() },
		    "; pools do not nest: leave that one first");
	try {
		allocators::beginAllocateToPool(
			of.pool.device(), of.pool.id(),
			[user](cudaStream_t) { return std::this_thread::get_id() == user; });
	} catch (...) {
		all_entered.remove(of.pool.device(), user);
		throw;
	}
	of.user = user;
	of.is_entered = true;
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

ct_error ct_cuda_mem_pool_leave(ct_cuda_mem_pool *self) noexcept
try {
	ct_cuda_mem_pool &of = needed(self, 1, "self");

	TORCH_CHECK(of.is_entered, "the pool is not entered");
	of.is_entered = false;
	all_entered.remove(of.pool.device(), of.user);
	allocators::endAllocateToPool(of.pool.device(), of.pool.id());
	/* Entering took a reference. */
	allocators::releasePool(of.pool.device(), of.pool.id());
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

/* --- Allocators of programs ------------------------------------------------------------------- */

namespace {

void *allocate(ct_cuda_allocate_function function, void *context, size_t nbytes, int device,
	       cudaStream_t stream)
{
	void *memory = function(static_cast<int64_t>(nbytes), device, stream, context);

	TORCH_CHECK_WITH(OutOfMemoryError, memory || nbytes == 0, "the program's allocator has no ",
			 nbytes, " bytes on cuda:", device);
	return memory;
}

} // namespace

ct_error ct_cuda_allocator_new(ct_cuda_allocate_function allocate_memory,
			       ct_cuda_free_function free_memory, void *context,
			       ct_cuda_allocator **result) noexcept
try {
	needed(allocate_memory, 1, "allocate");
	needed(free_memory, 2, "free_memory");
	if (result == nullptr)
		return nullptr;
	*result = new ct_cuda_allocator{ torch::cuda::CUDAPluggableAllocator::createCustomAllocator(
		[=](size_t nbytes, int device, cudaStream_t stream) {
			return allocate(allocate_memory, context, nbytes, device, stream);
		},
		[=](void *memory, size_t nbytes, int device, cudaStream_t stream) {
			free_memory(memory, static_cast<int64_t>(nbytes), device, stream, context);
		}) };
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}

void ct_cuda_allocator_free(ct_cuda_allocator *self) noexcept
{
	delete self;
}

ct_error ct_cuda_allocator_install(const ct_cuda_allocator *self) noexcept
try {
	torch::cuda::CUDAPluggableAllocator::changeCurrentAllocator(
		needed(self, 1, "self").allocator);
	return nullptr;
} catch (...) {
	return ct::cuda::caught(__func__);
}
