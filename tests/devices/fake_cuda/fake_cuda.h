/*
 * fake_cuda.h: CUDA without a GPU, for tests of the host's side.
 *
 * The fake libraries take the place of NVIDIA's: torch's own libtorch_cuda runs on them with its
 * allocator, streams, events and graphs. Device memory is memory of the host that the program
 * cannot touch; copies and fills are done at once; kernels are counted and write nothing.
 *
 * A program that links to the target fake_cuda has them before libtorch, which then finds them
 * loaded; any other program gets them through LD_PRELOAD (docs/testing.md).
 *
 * Settings in the environment, read when the library is loaded: FAKE_CUDA_DEVICES (default 1),
 * FAKE_CUDA_MEMORY (bytes of each device, default 1 GiB), FAKE_CUDA_LOG (a file for the log),
 * FAKE_CUDA_DRIVER (the CUDA release that the driver supports, such as 12040; 0: there is no
 * driver), FAKE_CUDA_FAULT (the name of a kernel that uses a wrong address, as
 * fake_cuda_fault_after() has it).
 */
#ifndef FAKE_CUDA_H
#define FAKE_CUDA_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is counted. Work in a capture counts as captured and not as what it is. */
#define FAKE_CUDA_KINDS(X)                                                                      \
	X(launches)      /* kernels */                                                          \
	X(library_calls) /* of cuBLAS, cuDNN, ...; each launches kernels of its own on a GPU */ \
	X(copies_to_device)                                                                     \
	X(copies_to_host)                                                                       \
	X(copies_on_device)                                                                     \
	X(copies_between_devices)                                                               \
	X(copies_on_host)                                                                       \
	X(fills) /* cudaMemset() */                                                             \
	X(host_functions)                                                                       \
	X(stream_synchronizations) /* those where the host waits */                             \
	X(event_synchronizations)                                                               \
	X(device_synchronizations)                                                              \
	X(blocking_copies) /* cudaMemcpy(), counted as a copy, too */                           \
	X(allocations)     /* of device memory: cudaMalloc() and pools */                       \
	X(frees)                                                                                \
	X(host_allocations) /* pinned, or registered */                                         \
	X(host_frees)                                                                           \
	X(streams) /* created */                                                                \
	X(event_records)                                                                        \
	X(stream_waits) /* of a stream for an event */                                          \
	X(captures_begun)                                                                       \
	X(captures_ended) /* with a graph */                                                    \
	X(captured)       /* kernels, library calls, copies, fills, host functions */           \
	X(graph_launches)                                                                       \
	X(replayed) /* the same in launched graphs */                                           \
	X(refused)  /* calls of what the fake does not have */

typedef enum fake_cuda_kind {
#define X(name) fake_cuda_##name,
	FAKE_CUDA_KINDS(X)
#undef X
		fake_cuda_kind_count
} fake_cuda_kind;

/* The number since the start, or since fake_cuda_reset(). */
int64_t fake_cuda_count(fake_cuda_kind kind);
/* "launches"; NULL for an unknown number. */
const char *fake_cuda_kind_name(int kind);
/* The copies in any direction, and the waits of the host, blocking copies among them. */
int64_t fake_cuda_copies(void);
int64_t fake_cuda_synchronizations(void);
void fake_cuda_reset(void);

/* Before the first use of CUDA: PyTorch asks only once. From 0 to 64. */
void fake_cuda_set_device_count(int count);
/* The bytes of each device. Less than what is allocated makes every later allocation fail. */
void fake_cuda_set_memory(int64_t nbytes);
/* The bytes that are allocated on a device. */
int64_t fake_cuda_allocated(int device);
/* The events that are created and not destroyed. */
int64_t fake_cuda_events(void);

/* Fills the memory of all devices with zeros: kernels write nothing, so new tensors have what was
 * copied to their memory before. */
void fake_cuda_clear_memory(void);

/* While held, work is unfinished until the host waits for it: queries of its stream, and of events
 * after it, answer "not ready". Waiting for a piece of work finishes all earlier work of its
 * device. */
void fake_cuda_hold(bool hold);

/* A device that hangs: work never finishes, and calls that wait for it do not return until the
 * program, in another thread, says that it does not hang any more. */
void fake_cuda_hang(bool hang);

/* The kernel after `launches` others fails like one that uses a wrong address (700) or another
 * cudaError_t: the next call that waits reports it, and so does every call from then on. */
void fake_cuda_fault_after(int64_t launches, int error);

/* Writes a line for each piece of work and each wait to the stream, until it is NULL again:
 * "kernel void at::native::...", "library cublasSgemm_v2", "copies_to_device: 64",
 * "synchronize stream", "refused cudaGraphAddNode". A kernel that is not in the default stream of
 * device 0 says where it is: "kernel scale: device 1, stream 40". */
void fake_cuda_log_to(FILE *stream);
/* The last refused call; "" if there was none. */
const char *fake_cuda_last_refused(void);

#ifdef __cplusplus
}
#endif
#endif
