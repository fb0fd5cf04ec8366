/*
 * Events, through libtorch's interface for device types.
 */
#include <c10/core/Event.h>

#include <ctorch/device/event.h>
#include <ctorch/macros/literals.h>

#include "core/base/impl.h"
#include "device/streams/guard.hpp"

namespace {

/* libtorch's own class has no references. */
struct event : c10::intrusive_ptr_target {
	event(at::DeviceType type, c10::EventFlag flag) : at_device(type, flag) {}

	c10::Event at_device;
};

using event_pointer = c10::intrusive_ptr<event>;

event *event_of(const ct_event *handle)
{
	return reinterpret_cast<event *>(const_cast<ct_event *>(handle));
}

ct_event *new_handle(event_pointer &&pointer)
{
	ct::give_object(ct_object_release, pointer.get());
	return reinterpret_cast<ct_event *>(pointer.release());
}

c10::Event &needed(const ct_event *handle, int position, const char *name)
{
	if (handle == nullptr)
		ct::refuse_null(position, name);
	return event_of(handle)->at_device;
}

/* The stream in which the current device of the event's type works. */
at::Stream current_stream(const c10::Event &event)
{
	const auto &guard = ct::guard_of(event.device_type());

	return guard.getStream(guard.getDevice());
}

} // namespace

ct_error ct_event_new(ct_device_type device_type, const ct_event_options *options,
		      ct_event **result) noexcept
try {
	const at::Device device = ct::device({ device_type, -1 }, 1, "device_type");
	const bool has_time = options && options->timing;

	ct::guard_of(device.type());
	if (result)
		*result = new_handle(c10::make_intrusive<event>(
			device.type(), has_time ? c10::EventFlag::BACKEND_DEFAULT
						: c10::EventFlag::PYTORCH_DEFAULT));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_event *ct_event_retain(const ct_event *self) noexcept
try {
	return self ? new_handle(event_pointer::reclaim_copy(event_of(self))) : nullptr;
} catch (...) {
	return nullptr;
}

void ct_event_free(ct_event *self) noexcept
{
	if (self == nullptr)
		return;
	ct::take_object_back(self);
	ct_object_release(event_of(self));
}

ct_device ct_event_device(const ct_event *self) noexcept
{
	return self ? ct::from_device(event_of(self)->at_device.device()) : CT_DEVICE_NONE;
}

ct_error ct_event_record(ct_event *self, const ct_stream *stream) noexcept
try {
	c10::Event &event = needed(self, 1, "self");

	event.record(stream ? ct::indexed_stream(*stream, 2, "stream") : current_stream(event));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_stream_wait_event(ct_stream stream, const ct_event *event) noexcept
try {
	needed(event, 2, "event").block(ct::indexed_stream(stream, 1, "stream"));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_event_query(const ct_event *self, bool *result) noexcept
try {
	ct::give_value(needed(self, 1, "self").query(), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_event_synchronize(const ct_event *self) noexcept
try {
	const c10::Event &event = needed(self, 1, "self");

#if CT_HAS_EVENT_TIMES
	event.synchronize();
	return nullptr;
#else
	(void)event;
	ct::refuse_release("waiting for an event needs", "2.4");
#endif
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_event_elapsed_time(const ct_event *self, const ct_event *end, double *result) noexcept
try {
	const c10::Event &begin = needed(self, 1, "self"), &after = needed(end, 2, "end");

#if CT_HAS_EVENT_TIMES
	ct::give_value(begin.elapsedTime(after), result);
	return nullptr;
#else
	(void)begin;
	(void)after;
	ct::refuse_release("the time between events needs", "2.4");
#endif
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_event_native_handle(const ct_event *self, void **result) noexcept
try {
	ct::give_value(needed(self, 1, "self").eventId(), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}
