/**
 * @file
 * CUDA's streams and memory in common with other code: streams of other libraries, and memory and
 * events of other processes.
 */
#ifndef CTORCH_CUDA_SHARE_H
#define CTORCH_CUDA_SHARE_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/device/event.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The library of these functions. */
#define CT_CUDA_SHARE_LIBRARY "ctorch_cuda"

/**
 * Returns a stream that the program or another library has created
 * (torch.cuda.ExternalStream()), for the functions of device/stream.h. ct_stream_native_handle() is
 * the way back.
 *
 * @param native  a cudaStream_t of the device; the caller destroys it after its last use
 */
CT_API ct_error ct_cuda_stream_from_native(void *native CT_KEPT, ct_device device,
					   ct_stream *result) CT_RETURNS_ERROR;

/**
 * Describes a CUDA tensor for another process on this machine, which gets the same memory from
 * ct_cuda_ipc_decode(); send it there by a pipe or a file. Waits until the current stream has
 * computed the tensor. The tensor must live until the other process has freed its own: what is
 * freed here can be overwritten there.
 *
 * `*bytes` is new: ct_free(). A tensor that is not strided, or not on a CUDA device, is a
 * ValueError.
 */
CT_API ct_error ct_cuda_ipc_encode(const ct_tensor *tensor,
				   char **bytes CT_NOT_NULL CT_LENGTH(nbytes), int64_t *nbytes)
	CT_WAITS_FOR(devices) CT_RETURNS_ERROR;

/**
 * Opens the memory of another process's tensor, on the device with the same UUID. Both see what
 * either writes; the program arranges the order. `*result` is new: ct_tensor_free().
 *
 * @param bytes  of ct_cuda_ipc_encode() in another process; in the same one it is a RuntimeError,
 *               as CUDA has it. Damaged bytes are a ValueError
 */
CT_API ct_error ct_cuda_ipc_decode(const void *bytes CT_LENGTH(nbytes), int64_t nbytes,
				   ct_tensor **result) CT_RETURNS_ERROR;

/**
 * Creates an event that other processes can wait for (torch.cuda.Event(interprocess=True)), for the
 * functions of device/event.h. It records no time. `*result` is new: ct_event_free().
 *
 *     in one process:  CT_TRY(ct_cuda_event_new_interprocess(device, &event));
 *                      CT_TRY(ct_cuda_event_ipc_encode(event, &bytes, &nbytes));
 *                      ... send the bytes, compute
 *                      CT_TRY(ct_event_record(event, NULL));
 *     in another one:  CT_TRY(ct_cuda_event_ipc_decode(bytes, nbytes, &event));
 *                      ... learn that the event is recorded
 *                      CT_TRY(ct_stream_wait_event(stream, event));
 */
CT_API ct_error ct_cuda_event_new_interprocess(ct_device device,
					       ct_event **result) CT_RETURNS_ERROR;

/**
 * Describes an event for another process on this machine, which opens it with
 * ct_cuda_event_ipc_decode() (Event.ipc_handle()). The event must live until the other process has
 * freed its own.
 *
 * `*bytes` is new: ct_free(). It is a ValueError if the event is not of
 * ct_cuda_event_new_interprocess().
 */
CT_API ct_error ct_cuda_event_ipc_encode(const ct_event *event,
					 char **bytes CT_NOT_NULL CT_LENGTH(nbytes),
					 int64_t *nbytes) CT_RETURNS_ERROR;

/**
 * Opens another process's event (Event.from_ipc_handle()), on the device with the same UUID. Either
 * process may record it, wait for it and query it. `*result` is new: ct_event_free().
 *
 * @param bytes  of ct_cuda_event_ipc_encode() in another process. Damaged bytes are a ValueError
 */
CT_API ct_error ct_cuda_event_ipc_decode(const void *bytes CT_LENGTH(nbytes), int64_t nbytes,
					 ct_event **result) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
