/**
 * @file
 * Events: marks in a device's streams, to wait for, and to measure time between.
 *
 *     ct_event *begin, *end;
 *     double ms;
 *
 *     CT_TRY(ct_event_new(CT_DEVICE_TYPE_CUDA, &(ct_event_options){ .timing = true }, &begin));
 *     CT_TRY(ct_event_new(CT_DEVICE_TYPE_CUDA, &(ct_event_options){ .timing = true }, &end));
 *     CT_TRY(ct_event_record(begin, NULL));
 *     ...
 *     CT_TRY(ct_event_record(end, NULL));
 *     CT_TRY(ct_event_synchronize(end));
 *     CT_TRY(ct_event_elapsed_time(begin, end, &ms));
 *
 * The functions use libtorch's generic interface, so they serve every device whose library is
 * loaded and that has events. One thread at a time may use an event.
 */
#ifndef CTORCH_DEVICE_EVENT_H
#define CTORCH_DEVICE_EVENT_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A mark in a stream: Python's torch.Event. A handle owns one reference: ct_event_free(). */
typedef struct ct_event ct_event;

/** Options of ct_event_new(); zeros are PyTorch's defaults. */
typedef struct ct_event_options {
	bool timing; /**< the event knows when it was reached, for ct_event_elapsed_time() */
} ct_event_options;

/**
 * Creates an event for devices of a type (torch.Event()). Recording it for the first time decides
 * on the device. `*result` is new: ct_event_free().
 *
 * @return RuntimeError if the type's library is not loaded
 */
CT_API ct_error ct_event_new(ct_device_type device_type,
			     const ct_event_options *options CT_NULLABLE,
			     ct_event **result) CT_RETURNS_ERROR;

/**
 * Wraps an event that the program or another library created by the device's own functions, such as
 * a cudaEvent_t. ct_event_native_handle() returns it. `*result` is new: ct_event_free(), which also
 * destroys the device's event.
 *
 * @param native  of the device; it may have been recorded already. It has no time for
 *                ct_event_elapsed_time()
 */
CT_API ct_error ct_event_from_native(void *native CT_TAKEN, ct_device device,
				     ct_event **result) CT_RETURNS_ERROR;

/** Returns a new handle on the same event; NULL for NULL, or if the innermost scope has no memory. */
CT_API ct_event *ct_event_retain(const ct_event *self) CT_NOEXCEPT CT_NEW(ct_event_free);

/** Releases a handle. If a scope of this thread owns it, the handle is removed from the scope
 * first. */
CT_API void ct_event_free(ct_event *self) CT_LOOKS_IN_SCOPES CT_BRIEF CT_NOEXCEPT;

/** Returns the device of the event; its index is -1 until the event is recorded. CT_DEVICE_NONE
 * for NULL. */
CT_API ct_device ct_event_device(const ct_event *self) CT_NOEXCEPT;

/**
 * Puts the event behind all work that a stream has at this moment (Event.record()). An event that
 * was recorded before is moved; it stays on its device.
 *
 * @param stream  NULL: the calling thread's current stream of the current device
 * @return RuntimeError for a stream of another device than the first one
 */
CT_API ct_error ct_event_record(ct_event *self,
				const ct_stream *stream CT_NULLABLE) CT_RETURNS_ERROR;

/** Makes later work of a stream wait until the event is reached (Stream.wait_event()). Returns at
 * once; an event that was never recorded holds up nothing. */
CT_API ct_error ct_stream_wait_event(ct_stream stream, const ct_event *event) CT_RETURNS_ERROR;

/** Returns whether the event is reached (Event.query()); true if it was never recorded. */
CT_API ct_error ct_event_query(const ct_event *self, bool *result) CT_BRIEF CT_RETURNS_ERROR;

/** Waits until the event is reached (Event.synchronize()). Needs libtorch 2.4. */
CT_API ct_error ct_event_synchronize(const ct_event *self) CT_WAITS_FOR(devices) CT_RETURNS_ERROR;

/** Returns the time from one event to a later one in milliseconds (Event.elapsed_time()). Both were
 * created with `.timing` and are reached. Needs libtorch 2.4. */
CT_API ct_error ct_event_elapsed_time(const ct_event *self, const ct_event *end,
				      double *result) CT_RETURNS_ERROR;

/** Returns what the device's own library calls the event: a cudaEvent_t. NULL until it is recorded;
 * borrowed. */
CT_API ct_error ct_event_native_handle(const ct_event *self,
				       void **result) CT_BRIEF CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
