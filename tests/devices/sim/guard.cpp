/*
 * The interface by which libtorch changes devices and streams and uses events.
 */
#include <atomic>
#include <chrono>
#include <memory>

#include <c10/core/DeviceGuard.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>

#include "allocator.hpp"
#include "control.hpp"
#include "device.hpp"
#include "release.hpp"
#include "stream.hpp"

namespace sim {

namespace {

/* What libtorch holds by a void *. It may be recorded again, while a stream still has to record what
 * it was before: hence the time is shared with the stream's work. */
struct event {
	moment at;
	bool has_time = false;
	std::shared_ptr<std::atomic<int64_t>> nanoseconds; /* 0 until the stream was there */
};

int64_t nanoseconds_now()
{
	return std::chrono::duration_cast<std::chrono::nanoseconds>(
		       std::chrono::steady_clock::now().time_since_epoch())
		.count();
}

event &event_of(void *pointer)
{
	return *static_cast<event *>(pointer);
}

void record_event(event &event, c10::Stream stream, bool has_time)
{
	const auto nanoseconds = std::make_shared<std::atomic<int64_t>>(0);
	work_queue &queue = queue_of(stream);

	event.at = moment(queue, queue.put([nanoseconds] { *nanoseconds = nanoseconds_now(); }));
	event.has_time = has_time;
	event.nanoseconds = nanoseconds;
}

/* The stream's later work waits; the host does not. */
void let_wait(c10::Stream stream, const event &event)
{
	work_queue &queue = queue_of(stream);

	/* In its own stream it comes earlier anyway. */
	if (!event.at.is_of(queue))
		queue.put([at = event.at] { at.wait(); });
}

double milliseconds_between(const event &first, const event &second)
{
	TORCH_CHECK(first.has_time && second.has_time,
		    "sim: both events must have been recorded with their time");
	TORCH_CHECK(*first.nanoseconds && *second.nanoseconds,
		    "sim: both events must have happened before the time between them is known");
	return static_cast<double>(*second.nanoseconds - *first.nanoseconds) * 1e-6;
}

struct guard final : c10::impl::DeviceGuardImplInterface {
	c10::DeviceType type() const override { return c10::DeviceType::PrivateUse1; }

	/* --- Devices --- */

	c10::DeviceIndex deviceCount() const noexcept override { return device_count; }
	c10::Device getDevice() const override { return device(current_device()); }
	c10::Device exchangeDevice(c10::Device wanted) const override
	{
		const c10::Device before = getDevice();

		setDevice(wanted);
		return before;
	}
	void setDevice(c10::Device wanted) const override
	{
		if (!wanted.has_index())
			return;
		check_device(wanted.index());
		set_current_device(wanted.index());
	}
	void uncheckedSetDevice(c10::Device wanted) const noexcept override
	{
		set_current_device(index_of(wanted));
	}
	void synchronizeDevice(const c10::DeviceIndex index) const SIM_OVERRIDE_2_6
	{
		check_device(index);
		counted.synchronizations++;
		wait_for_device(index);
	}

#if SIM_HAS_DEVICE_ALLOCATOR
	/* What the CPU has, which computes for it, but quantized tensors: it does not create these. */
	c10::DeviceCapability getDeviceCapability(c10::Device) const override
	{
		c10::DeviceCapability all;
		auto &has = all.capability_data.supported_scalar_types;

		has.has_QInt8 = has.has_QUInt8 = has.has_QInt32 = 0;
		has.has_QUInt4x2 = has.has_QUInt2x4 = 0;
		return all;
	}
#endif

	/* --- Streams --- */

	c10::Stream getStream(c10::Device of) const noexcept override
	{
		return current_stream(index_of(of));
	}
	c10::Stream getDefaultStream(c10::Device of) const override
	{
		return default_stream(index_of(of));
	}
	c10::Stream getStreamFromGlobalPool(c10::Device of, bool) const override
	{
		return stream_of_pool(index_of(of));
	}
	c10::Stream getNewStream(c10::Device of, int) const SIM_OVERRIDE_2_4
	{
		return new_stream(index_of(of));
	}
	c10::Stream exchangeStream(c10::Stream wanted) const noexcept override
	{
		const c10::Stream before = current_stream(wanted.device_index());

		set_current_stream(wanted);
		return before;
	}
	bool queryStream(const c10::Stream &stream) const override
	{
		return end_of(stream).has_passed();
	}
	void synchronizeStream(const c10::Stream &stream) const override
	{
		counted.synchronizations++;
		end_of(stream).wait();
	}
	void *getStreamNativeHandle(const c10::Stream stream) const SIM_OVERRIDE_2_11
	{
		return &queue_of(stream);
	}
	void recordDataPtrOnStream(const c10::DataPtr &memory,
				   const c10::Stream &stream) const override
	{
		allocator().record_use(memory, stream);
	}

	/* --- Events --- */

	void record(void **pointer, const c10::Stream &stream, const c10::DeviceIndex,
		    const c10::EventFlag flag) const override
	{
		if (*pointer == nullptr)
			*pointer = new event;
		record_event(event_of(*pointer), stream, flag == c10::EventFlag::BACKEND_DEFAULT);
	}
	void block(void *pointer, const c10::Stream &stream) const override
	{
		if (pointer)
			let_wait(stream, event_of(pointer));
	}
	bool queryEvent(void *pointer) const override
	{
		return pointer == nullptr || event_of(pointer).at.has_passed();
	}
	void synchronizeEvent(void *pointer) const SIM_OVERRIDE_2_4
	{
		if (pointer == nullptr)
			return;
		counted.synchronizations++;
		event_of(pointer).at.wait();
	}
	double elapsedTime(void *first, void *second, const c10::DeviceIndex) const SIM_OVERRIDE_2_4
	{
		TORCH_CHECK(first && second, "sim: both events must have been recorded");
		return milliseconds_between(event_of(first), event_of(second));
	}
	void destroyEvent(void *pointer, const c10::DeviceIndex) const noexcept override
	{
		delete static_cast<event *>(pointer);
	}
};

} // namespace

C10_REGISTER_GUARD_IMPL(PrivateUse1, guard);

} // namespace sim
