/*
 * Events, through libtorch's interface for device types.
 */
#include <ctorch/device/event.h>
#include <ctorch/macros/literals.h>

#include "core/base/impl.h"
#include "device/streams/guard.hpp"

namespace {

/* libtorch's own class has no references, and takes no event that a device's library has made. */
struct event : c10::intrusive_ptr_target {
	event(at::Device of_device, c10::EventFlag with_flag) : device(of_device), flag(with_flag)
	{
	}
	~event() override
	{
		if (native)
			ct::guard_of(device.type()).destroyEvent(native, device.index());
	}

	const c10::impl::DeviceGuardImplInterface &guard() const
	{
		return ct::guard_of(device.type());
	}

	at::Device device; /* without an index until it is recorded */
	c10::EventFlag flag;
	void *native = nullptr;
	bool is_recorded = false; /* or may be, by another process */
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

event &needed(const ct_event *handle, int position, const char *name)
{
	if (handle == nullptr)
		ct::refuse_null(position, name);
	return *event_of(handle);
}

/* The stream in which the current device of the event's type works. */
at::Stream current_stream(const event &of)
{
	return of.guard().getStream(of.guard().getDevice());
}

void check_type(const event &of, const at::Stream &stream, int position)
{
	if (stream.device_type() != of.device.type())
		ct::refuse("argument %d (stream): its devices are %s, those of the event %s",
			   position, c10::DeviceTypeName(stream.device_type(), true).c_str(),
			   c10::DeviceTypeName(of.device.type(), true).c_str());
}

/* libtorch's text has the numbers of the devices as characters. */
void check_device(const event &of, const at::Stream &stream)
{
	TORCH_CHECK(!of.device.has_index() || of.device == stream.device(),
		    "argument 2 (stream): its device is ", stream.device(), ", that of the event ",
		    of.device, ", where it was recorded first");
}

void record(event &of, const at::Stream &stream)
{
	check_type(of, stream, 2);
	check_device(of, stream);
	of.guard().record(&of.native, stream, of.device.index(), of.flag);
	of.device = stream.device();
	of.is_recorded = true;
}

bool is_reached(const event &of)
{
	return !of.is_recorded || of.guard().queryEvent(of.native);
}

#if CT_HAS_EVENT_TIMES
double elapsed_time(const event &begin, const event &end)
{
	if (end.device.type() != begin.device.type())
		ct::refuse("argument 2 (end): its devices are %s, those of the first event %s",
			   c10::DeviceTypeName(end.device.type(), true).c_str(),
			   c10::DeviceTypeName(begin.device.type(), true).c_str());
	TORCH_CHECK_VALUE(begin.flag == c10::EventFlag::BACKEND_DEFAULT && end.flag == begin.flag,
			  "both events must be created with .timing");
	TORCH_CHECK_VALUE(begin.is_recorded && end.is_recorded,
			  "both events must be recorded before their time is asked for");
	TORCH_CHECK(is_reached(begin) && is_reached(end),
		    "both events must be reached before their time is asked for");
	return begin.guard().elapsedTime(begin.native, end.native, begin.device.index());
}
#endif

} // namespace

ct_error ct_event_new(ct_device_type device_type, const ct_event_options *options,
		      ct_event **result) noexcept
try {
	const at::Device device = ct::device({ device_type, -1 }, 1, "device_type");
	const bool has_time = options && options->timing;

	ct::guard_of(device.type());
	if (result)
		*result = new_handle(c10::make_intrusive<event>(
			device, has_time ? c10::EventFlag::BACKEND_DEFAULT
					 : c10::EventFlag::PYTORCH_DEFAULT));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_event_from_native(void *native, ct_device device, ct_event **result) noexcept
try {
	const at::Device of_device = ct::device(device, 2, "device");

	if (native == nullptr)
		ct::refuse_null(1, "native");
	ct::guard_of(of_device.type());
	ct_event *handle = new_handle(c10::make_intrusive<event>(ct::with_index(of_device),
								 c10::EventFlag::PYTORCH_DEFAULT));

	/* Taken now that nothing can fail. */
	event_of(handle)->native = native;
	event_of(handle)->is_recorded = true;
	if (result)
		*result = handle;
	else
		ct_event_free(handle);
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
	return self ? ct::from_device(event_of(self)->device) : CT_DEVICE_NONE;
}

ct_error ct_event_record(ct_event *self, const ct_stream *stream) noexcept
try {
	event &of = needed(self, 1, "self");

	record(of, stream ? ct::indexed_stream(*stream, 2, "stream") : current_stream(of));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_stream_wait_event(ct_stream stream, const ct_event *event) noexcept
try {
	const auto &of = needed(event, 2, "event");
	const at::Stream waiting = ct::indexed_stream(stream, 1, "stream");

	check_type(of, waiting, 1);
	if (of.is_recorded)
		of.guard().block(of.native, waiting);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_event_query(const ct_event *self, bool *result) noexcept
try {
	ct::give_value(is_reached(needed(self, 1, "self")), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_event_synchronize(const ct_event *self) noexcept
try {
	const event &of = needed(self, 1, "self");

#if CT_HAS_EVENT_TIMES
	if (of.is_recorded)
		of.guard().synchronizeEvent(of.native);
	return nullptr;
#else
	(void)of;
	ct::refuse_release("waiting for an event needs", "2.4");
#endif
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_event_elapsed_time(const ct_event *self, const ct_event *end, double *result) noexcept
try {
	const event &begin = needed(self, 1, "self"), &after = needed(end, 2, "end");

#if CT_HAS_EVENT_TIMES
	ct::give_value(elapsed_time(begin, after), result);
	return nullptr;
#else
	(void)begin;
	(void)after;
	(void)result;
	ct::refuse_release("the time between events needs", "2.4");
#endif
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_event_native_handle(const ct_event *self, void **result) noexcept
try {
	ct::give_value(needed(self, 1, "self").native, result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}
