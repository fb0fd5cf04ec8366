/**
 * @file
 * Streams: the queues in which a device does its work, in order.
 *
 * Each thread has a current stream on each device, at first the device's default stream. An operator
 * puts its work into the current stream of its tensors' device and returns; the work of one stream
 * runs in order, and that of two streams at the same time. So a stream that uses what another one
 * computes must wait for it: ct_stream_wait_stream(), or an event (event.h). A tensor that was made
 * on one stream and is used on another is kept until that has happened by ct_record_stream().
 *
 *     ct_stream copies, now;
 *
 *     CT_TRY(ct_stream_new(device, 0, &copies));
 *     CT_TRY(ct_stream_current(device, &now));
 *     {
 *             CT_STREAM_SCOPE(copies);
 *             CT_TRY(ct_tensor_to_device(batch, device, &on_device));
 *     }
 *     CT_TRY(ct_stream_wait_stream(now, copies));
 *
 * The functions use libtorch's generic interface, so they serve every device whose library is
 * loaded (load.h). The CPU has no streams: its work is done when a call returns, and all functions
 * but ct_stream_native_handle() agree with that. A stream is a value; the device's library owns what
 * it stands for, until the process ends. Any thread may use any stream.
 */
#ifndef CTORCH_DEVICE_STREAM_H
#define CTORCH_DEVICE_STREAM_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Returns a stream of the device's pool (torch.Stream(device, priority=priority)). Pools have, for
 * example, 32 streams, which are handed out in turns. A priority other than 0 needs libtorch 2.4.
 *
 * @param device    index -1 is the current device
 * @param priority  lower numbers come first; CUDA has 0 and -1 to -3
 */
CT_API ct_error ct_stream_new(ct_device device, int64_t priority,
			      ct_stream *result) CT_RETURNS_ERROR;

/** Returns the stream in which a device works unless another one is set: CUDA's stream 0. */
CT_API ct_error ct_stream_default(ct_device device, ct_stream *result) CT_BRIEF CT_RETURNS_ERROR;

/** Returns the calling thread's current stream of a device (torch.accelerator.current_stream()). */
CT_API ct_error ct_stream_current(ct_device device,
				  ct_stream *result) CT_THREAD_STATE CT_RETURNS_ERROR;

/** Makes a stream the calling thread's current one on its device, and the device the current one
 * (torch.accelerator.set_stream()). CT_STREAM_SCOPE and CT_STREAM (macros/blocks.h) do so for a
 * block. */
CT_API ct_error ct_stream_set_current(ct_stream stream) CT_THREAD_STATE CT_RETURNS_ERROR;

/** Returns whether the two are the same stream of the same device. */
CT_API bool ct_stream_equal(ct_stream stream, ct_stream other) CT_NOEXCEPT;

/** Returns whether all work that was put into the stream is done (Stream.query()). */
CT_API ct_error ct_stream_query(ct_stream stream, bool *result) CT_BRIEF CT_RETURNS_ERROR;

/** Waits until all work that was put into the stream is done (Stream.synchronize()). */
CT_API ct_error ct_stream_synchronize(ct_stream stream) CT_WAITS_FOR(devices) CT_RETURNS_ERROR;

/** Makes later work of a stream wait until the work that another one has at this moment is done
 * (Stream.wait_stream()). Returns at once. Both may be of different devices of one type. */
CT_API ct_error ct_stream_wait_stream(ct_stream stream, ct_stream other) CT_RETURNS_ERROR;

/** Returns whether the stream records a graph instead of working: between begin and end of a
 * capture. Needs libtorch 2.11 on CUDA, and 2.12 on other devices than the CPU. */
CT_API ct_error ct_stream_is_capturing(ct_stream stream, bool *result) CT_RETURNS_ERROR;

/** Returns what the device's own library calls the stream: a cudaStream_t, a SYCL queue. Borrowed
 * from that library. Needs libtorch 2.11. */
CT_API ct_error ct_stream_native_handle(ct_stream stream, void **result) CT_BRIEF CT_RETURNS_ERROR;

/* For blocks: sets a stream, and what was current before goes back. */
struct ct_stream_was_ {
	ct_stream stream; /* on the device of the new one; type 0: nothing was set */
	ct_device device;
};
CT_API ct_error ct_stream_swap_(ct_stream stream,
				struct ct_stream_was_ *was CT_NOT_NULL) CT_RETURNS_ERROR;
CT_API void ct_stream_leave_(struct ct_stream_was_ *was CT_NOT_NULL) CT_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
