/*
 * Streams, through libtorch's interface for device types.
 */
#include <ctorch/device/stream.h>
#include <ctorch/tensor/device.h>

#include "core/base/name_of.h"
#include "device/streams/guard.hpp"

namespace {

const c10::impl::DeviceGuardImplInterface &guard_of(const at::Stream &stream)
{
	return ct::guard_of(stream.device_type());
}

bool is_cpu(const at::Stream &stream)
{
	return stream.device().is_cpu();
}

at::Stream new_stream(at::Device device, int64_t priority)
{
	const auto &guard = ct::guard_of(device.type());

	if (priority < INT32_MIN || priority > INT32_MAX)
		ct::refuse("argument 2 (priority): %lld is not a priority",
			   static_cast<long long>(priority));
#if CT_HAS_NEW_STREAM
	return guard.getNewStream(ct::with_index(device), static_cast<int>(priority));
#else
	if (priority)
		ct::refuse_release("streams with a priority need", "2.4");
	return guard.getStreamFromGlobalPool(ct::with_index(device));
#endif
}

/* Python's torch.accelerator.set_stream(). */
void set_current(const at::Stream &stream)
{
	const auto &guard = guard_of(stream);

	guard.exchangeStream(stream);
	if (!is_cpu(stream))
		guard.setDevice(stream.device());
}

void wait_stream(const at::Stream &stream, const at::Stream &other)
{
	if (stream.device_type() != other.device_type())
		ct::refuse("argument 2 (other): its devices are %s, those of the stream %s",
			   c10::DeviceTypeName(other.device_type(), true).c_str(),
			   c10::DeviceTypeName(stream.device_type(), true).c_str());
	ct::make_wait(stream, other);
}

} // namespace

ct_error ct_stream_new(ct_device device, int64_t priority, ct_stream *result) noexcept
try {
	ct::give_value(ct::from_stream(new_stream(ct::device(device, 1, "device"), priority)),
		       result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_stream_default(ct_device device, ct_stream *result) noexcept
try {
	const at::Device wanted = ct::with_index(ct::device(device, 1, "device"));
	const at::Stream stream = wanted.is_cpu()
					  ? at::Stream(at::Stream::DEFAULT, wanted)
					  : ct::guard_of(wanted.type()).getDefaultStream(wanted);

	ct::give_value(ct::from_stream(stream), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_stream_current(ct_device device, ct_stream *result) noexcept
try {
	const at::Device wanted = ct::with_index(ct::device(device, 1, "device"));

	ct::give_value(ct::from_stream(ct::guard_of(wanted.type()).getStream(wanted)), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_stream_set_current(ct_stream stream) noexcept
try {
	set_current(ct::indexed_stream(stream, 1, "stream"));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

bool ct_stream_equal(ct_stream stream, ct_stream other) noexcept
{
	return stream.id == other.id && stream.device_type == other.device_type &&
	       stream.device_index == other.device_index;
}

ct_error ct_stream_query(ct_stream stream, bool *result) noexcept
try {
	const at::Stream asked = ct::indexed_stream(stream, 1, "stream");

	ct::give_value(is_cpu(asked) || guard_of(asked).queryStream(asked), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_stream_synchronize(ct_stream stream) noexcept
try {
	const at::Stream wanted = ct::indexed_stream(stream, 1, "stream");

	if (!is_cpu(wanted))
		guard_of(wanted).synchronizeStream(wanted);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_stream_wait_stream(ct_stream stream, ct_stream other) noexcept
try {
	const at::Stream waiting = ct::indexed_stream(stream, 1, "stream");
	const at::Stream working = ct::indexed_stream(other, 2, "other");

	if (!is_cpu(working))
		wait_stream(waiting, working);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_stream_native_handle(ct_stream stream, void **result) noexcept
try {
	const at::Stream asked = ct::indexed_stream(stream, 1, "stream");

#if CT_HAS_STREAM_HANDLE
	ct::give_value(guard_of(asked).getStreamNativeHandle(asked), result);
	return nullptr;
#else
	(void)asked;
	(void)result;
	ct::refuse_release("the native handle of a stream needs", "2.11");
#endif
} catch (...) {
	return ct::caught(__func__);
}

/* --- Blocks ----------------------------------------------------------------------------------- */

ct_error ct_stream_swap_(ct_stream stream, struct ct_stream_was_ *was) noexcept
try {
	const at::Stream wanted = ct::indexed_stream(stream, 1, "stream");
	const auto &guard = guard_of(wanted);
	const at::Device device = guard.getDevice();
	const at::Stream before = guard.getStream(wanted.device());

	set_current(wanted);
	*was = { ct::from_stream(before), ct::from_device(device) };
	return nullptr;
} catch (...) {
	return ct::caught(CT_NAME_OF(ct_stream_set_current));
}

void ct_stream_leave_(struct ct_stream_was_ *was) noexcept
{
	if (was->stream.device_type == CT_DEVICE_TYPE_NONE)
		return;
	ct_error_free(ct_stream_set_current(was->stream));
	ct_error_free(ct_device_set_current(was->device));
}
