/*
 * The hook for making room (ctorch/core/memory.h) on CUDA: an allocator in front of libtorch's, which
 * calls the hook when that has no memory, and tries again. libtorch's own code asks for memory here,
 * not at c10::GetAllocator(), so nothing less than the whole interface will do.
 *
 * Everything else is passed on. KEEP THE SAME: the functions of CUDAAllocator, also those with a body,
 * which would otherwise be called instead of libtorch's; the test cuda_allocator_interface compares.
 */
#include <mutex>

#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAFunctions.h>

#include <ctorch/core/memory.h>

#include "core/base/compat.hpp"

namespace {

namespace allocators = c10::cuda::CUDACachingAllocator;

using allocators::CUDAAllocator;
using c10::DeviceIndex;
using c10::MempoolId_t;

/* Whether it is worth trying again. */
bool make_room(size_t nbytes)
{
	const ct_device device = { CT_DEVICE_TYPE_CUDA, c10::cuda::current_device() };

	return ct_memory_make_room_(device, static_cast<int64_t>(nbytes));
}

class allocator_in_front final : public CUDAAllocator {
	CUDAAllocator &next;

	template <class Allocate> auto retry(size_t nbytes, Allocate allocate)
	{
		try {
			return allocate();
		} catch (const c10::OutOfMemoryError &) {
			if (!make_room(nbytes))
				throw;
		}
		return allocate();
	}

public:
	explicit allocator_in_front(CUDAAllocator &of) : next(of) {}

	c10::DataPtr allocate(size_t n) override
	{
		return retry(n, [&] { return next.allocate(n); });
	}
	void *raw_alloc(size_t n) override
	{
		return retry(n, [&] { return next.raw_alloc(n); });
	}
	void *raw_alloc_with_stream(size_t n, cudaStream_t stream) override
	{
		return retry(n, [&] { return next.raw_alloc_with_stream(n, stream); });
	}
#if CT_TORCH_AT_LEAST(2, 13)
	c10::DataPtr allocateWithAddress(size_t n, void *address) override
	{
		return retry(n, [&] { return next.allocateWithAddress(n, address); });
	}
#endif

	/* --- of every allocator -------------------------------------------------------------- */

	c10::DeleterFnPtr raw_deleter() const override
	{
		return next.raw_deleter();
	}
	bool is_simple_data_ptr(const c10::DataPtr &memory) const override
	{
		return next.is_simple_data_ptr(memory);
	}
	void copy_data(void *to, const void *from, size_t n) const override
	{
		next.copy_data(to, from, n);
	}
	bool initialized() override
	{
		return next.initialized();
	}
	void emptyCache(MempoolId_t pool) override
	{
		next.emptyCache(pool);
	}
	c10::CachingDeviceAllocator::DeviceStats getDeviceStats(DeviceIndex device) override
	{
		return next.getDeviceStats(device);
	}
	void resetAccumulatedStats(DeviceIndex device) override
	{
		next.resetAccumulatedStats(device);
	}
	void resetPeakStats(DeviceIndex device) override
	{
		next.resetPeakStats(device);
	}
	std::pair<size_t, size_t> getMemoryInfo(DeviceIndex device) override
	{
		return next.getMemoryInfo(device);
	}

	/* --- of CUDA's ------------------------------------------------------------------------ */

	void raw_delete(void *memory) override
	{
		next.raw_delete(memory);
	}
	void init(int device_count) override
	{
		next.init(device_count);
	}
	double getMemoryFraction(DeviceIndex device) override
	{
		return next.getMemoryFraction(device);
	}
	void setMemoryFraction(double fraction, DeviceIndex device) override
	{
		next.setMemoryFraction(fraction, device);
	}
	std::vector<allocators::StreamSegmentSize> getExpandableSegmentSizes(
		DeviceIndex device) override
	{
		return next.getExpandableSegmentSizes(device);
	}
	void enable(bool value) override
	{
		next.enable(value);
	}
	bool isEnabled() const override
	{
		return next.isEnabled();
	}
	void cacheInfo(DeviceIndex device, size_t *largest) override
	{
		next.cacheInfo(device, largest);
	}
	void *getBaseAllocation(void *memory, size_t *size) override
	{
		return next.getBaseAllocation(memory, size);
	}
	void recordStream(const c10::DataPtr &memory, c10::cuda::CUDAStream stream) override
	{
		next.recordStream(memory, stream);
	}
	void recordStream(const c10::DataPtr &memory, c10::Stream stream) override
	{
		next.recordStream(memory, stream);
	}
	c10::cuda::CUDACachingAllocator::SnapshotInfo snapshot(MempoolId_t pool,
							       bool include_traces) override
	{
		return next.snapshot(pool, include_traces);
	}
	void beginAllocateToPool(DeviceIndex device, MempoolId_t pool,
				 std::function<bool(cudaStream_t)> filter) override
	{
		next.beginAllocateToPool(device, pool, std::move(filter));
	}
	void endAllocateToPool(DeviceIndex device, MempoolId_t pool) override
	{
		next.endAllocateToPool(device, pool);
	}
	void releasePool(DeviceIndex device, MempoolId_t pool) override
	{
		next.releasePool(device, pool);
	}
	int getPoolUseCount(DeviceIndex device, MempoolId_t pool) override
	{
		return next.getPoolUseCount(device, pool);
	}
	void createOrIncrefPool(DeviceIndex device, MempoolId_t pool,
				std::shared_ptr<CUDAAllocator> allocator) override
	{
		next.createOrIncrefPool(device, pool, std::move(allocator));
	}
	void setUseOnOOM(DeviceIndex device, MempoolId_t pool, bool use) override
	{
		next.setUseOnOOM(device, pool, use);
	}
	void setNoSplit(DeviceIndex device, MempoolId_t pool) override
	{
		next.setNoSplit(device, pool);
	}
	bool checkPoolLiveAllocations(DeviceIndex device, MempoolId_t pool,
				      const std::unordered_set<void *> &expected) override
	{
		return next.checkPoolLiveAllocations(device, pool, expected);
	}
	allocators::ShareableHandle shareIpcHandle(void *memory) override
	{
		return next.shareIpcHandle(memory);
	}
	std::shared_ptr<void> getIpcDevPtr(std::string handle) override
	{
		return next.getIpcDevPtr(std::move(handle));
	}
	bool isHistoryEnabled() override
	{
		return next.isHistoryEnabled();
	}
	void recordHistory(bool enabled, allocators::CreateContextFn recorder, size_t most,
			   allocators::RecordContext when, bool clear,
			   const std::vector<std::string> &skipped) override
	{
		next.recordHistory(enabled, recorder, most, when, clear, skipped);
	}
	void recordAnnotation(
		const std::vector<std::pair<std::string, std::string>> &annotation) override
	{
		next.recordAnnotation(annotation);
	}
	void pushCompileContext(std::string &context) override
	{
		next.pushCompileContext(context);
	}
	void popCompileContext() override
	{
		next.popCompileContext();
	}
	void setUserMetadata(const std::string &metadata) override
	{
		next.setUserMetadata(metadata);
	}
	std::string getUserMetadata() override
	{
		return next.getUserMetadata();
	}
	void attachOutOfMemoryObserver(allocators::OutOfMemoryObserver observer) override
	{
		next.attachOutOfMemoryObserver(std::move(observer));
	}
	void attachAllocatorTraceTracker(allocators::AllocatorTraceTracker tracker) override
	{
		next.attachAllocatorTraceTracker(std::move(tracker));
	}
	void enablePeerAccess(DeviceIndex device, DeviceIndex peer) override
	{
		next.enablePeerAccess(device, peer);
	}
	cudaError_t memcpyAsync(void *to, int to_device, const void *from, int from_device,
				size_t n, cudaStream_t stream, bool has_peer_access) override
	{
		return next.memcpyAsync(to, to_device, from, from_device, n, stream,
					has_peer_access);
	}
	std::shared_ptr<allocators::AllocatorState> getCheckpointState(DeviceIndex device,
								       MempoolId_t pool) override
	{
		return next.getCheckpointState(device, pool);
	}
	allocators::CheckpointDelta setCheckpointPoolState(
		DeviceIndex device, std::shared_ptr<allocators::AllocatorState> state) override
	{
		return next.setCheckpointPoolState(device, std::move(state));
	}
	std::string name() override
	{
		return next.name();
	}

	/* --- of later releases ---------------------------------------------------------------- */

#if CT_TORCH_AT_LEAST(2, 12)
	std::shared_ptr<c10::GatheredContext> getContextForPointer(const void *memory) override
	{
		return next.getContextForPointer(memory);
	}
	void attachOomRejectionObserver(allocators::OomRejectionObserver observer) override
	{
		next.attachOomRejectionObserver(std::move(observer));
	}
#endif
#if CT_TORCH_AT_LEAST(2, 13)
	void markCaptureBegin(DeviceIndex device) override
	{
		next.markCaptureBegin(device);
	}
	void markCaptureEnd(DeviceIndex device) override
	{
		next.markCaptureEnd(device);
	}
#endif
#if CT_TORCH_AT_LEAST(2, 14)
	bool supportsUserMetadata() override
	{
		return next.supportsUserMetadata();
	}
	void annotateMemory(const void *memory, const std::string &metadata) override
	{
		next.annotateMemory(memory, metadata);
	}
#endif
};

/* Never destroyed: libtorch asks it until the process ends. A program's allocator that is installed
 * later takes its place. */
void install()
{
	static std::once_flag once;

	try {
		std::call_once(once, [] {
			auto *front = new allocator_in_front(*allocators::get());

			allocators::allocator.store(front);
			c10::SetAllocator(c10::DeviceType::CUDA, front, UINT8_MAX);
		});
	} catch (...) {
		/* Without memory for it the hook is not called. */
	}
}

[[gnu::constructor]] void offer()
{
	ct_memory_on_hook_(install);
}

} // namespace
