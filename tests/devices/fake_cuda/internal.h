/*
 * internal.h: what the files of the fake share. All of it is in libcudart.
 */
#ifndef FAKE_CUDA_INTERNAL_H
#define FAKE_CUDA_INTERNAL_H

#include <cuda_runtime_api.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "fake_cuda.h"
#include "libraries.h"

#define MAX_DEVICES 64

/* --- state.c ---------------------------------------------------------------------------------- */

/* Held while memory, streams or graphs change; never while a function of the program runs. */
extern pthread_mutex_t fake_lock;

void fake_add(fake_cuda_kind kind);
void fake_log(const char *format, ...) __attribute__((format(printf, 1, 2)));
bool fake_is_logging(void);
int fake_device_count(void);
/* The release that the driver supports; less than that of libcudart is an error of every call. */
int fake_driver_version(void);
size_t fake_memory_limit(void);
/* Notes an error for cudaGetLastError(), except cudaErrorNotReady, and returns it. */
cudaError_t fake_result(cudaError_t error);
/* An error if there is no device, in a child of a process that has used CUDA, and after a fault. */
cudaError_t fake_enter(void);
/* Makes the fault of fake_cuda_fault_after() known, which only calls that wait do. */
void fake_show_fault(void);
void fake_count_for_fault(void);
int fake_current_device(void);

/* --- memory.c --------------------------------------------------------------------------------- */

/* Where the fake can read and write the bytes of a pointer, and the device that has them, or -1 for
 * the host. NULL if the bytes are partly outside of an allocation on a device. */
char *fake_storage(const void *pointer, size_t nbytes, int *device);
/* Opens the file that another process has under this number; negative if it cannot be. */
int fake_open_file_of(pid_t process, int file);

/* --- streams.c -------------------------------------------------------------------------------- */

struct CUstream_st {
	int device, priority;
	unsigned flags;
	uint64_t last;           /* the number of its last piece of work */
	struct capture *capture; /* NULL: none */
	/* Within a capture: how much work it got, and for how much of it another stream waited. */
	uint64_t captured, joined;
	struct CUstream_st *next;
};

/* The stream that a handle means; NULL if there is none. */
struct CUstream_st *fake_stream(cudaStream_t handle);
bool fake_is_default_stream(const struct CUstream_st *stream);
/* The list of those that were created. Requires the lock. */
struct CUstream_st *fake_streams(void);

/* --- work.c ----------------------------------------------------------------------------------- */

enum work { KERNEL, LIBRARY, COPY, FILL, HOST_FUNCTION };

/* A piece of work, and in a graph a node. */
struct CUgraphNode_st {
	enum work work;
	const char *name;  /* KERNEL: as registered; LIBRARY */
	char *destination; /* COPY, FILL: storage */
	const char *source;
	size_t nbytes, height, pitch, source_pitch; /* rows of nbytes; one row without pitches */
	int value;
	fake_cuda_kind kind; /* COPY: by its direction */
	cudaHostFn_t function;
	void *data;
};

/* Does a piece of work, or adds it to the graph that the stream captures. */
cudaError_t fake_do(cudaStream_t handle, const struct CUgraphNode_st *work);
void fake_run(const struct CUgraphNode_st *work);
/* The host waits until a device has done its work to this number, or all of it, and whether it has.
 * They require the lock. */
void fake_finish(int device, uint64_t last);
void fake_finish_device(int device);
bool fake_is_finished(int device, uint64_t last);

/* --- captures.c ------------------------------------------------------------------------------- */

struct capture {
	struct CUstream_st *origin;
	enum cudaStreamCaptureMode mode;
	pthread_t thread;
	unsigned long long id;
	bool is_invalid;
	struct CUgraph_st *graph;
	struct capture *next;
};

/* NULL: it has ended. Requires the lock. */
struct capture *fake_capture_numbered(unsigned long long id);
/* Asking or waiting for what is captured spoils the capture; NULL is none. They require the lock. */
cudaError_t fake_spoil(struct capture *capture);
cudaError_t fake_spoil_device(int device);
/* The host may not call this during a capture: cudaMalloc(), for example. */
cudaError_t fake_forbid_in_capture(void);

/* --- events.c --------------------------------------------------------------------------------- */

struct CUevent_st {
	bool is_recorded, has_no_timing;
	int device;
	struct timespec time;
	uint64_t last; /* the work before it */
	/* Of the capture in which it was recorded: its number, the stream, the work there before. */
	unsigned long long capture;
	struct CUstream_st *stream;
	uint64_t captured;
	/* Of an event that processes share: what they see, in a file; and the record that is this
	 * process's. NULL: it is not shared. */
	struct shared_event *shared;
	int file;
	uint64_t record;
	struct CUevent_st *next;
};

/* --- shared_events.c -------------------------------------------------------------------------- */

/* Makes an event known to other processes; `file` is that of an event of another one, -1: none. */
cudaError_t fake_share_event(struct CUevent_st *event, int file);
void fake_unshare_event(struct CUevent_st *event);

/* These require the lock. */

/* An event that is not shared is left as it is. */
void fake_record_shared_event(struct CUevent_st *event);
/* Tells other processes which of the events that this one has recorded are reached. */
void fake_update_shared_events(void);
/* Whether another process was the last to record the event. */
bool fake_is_foreign(const struct CUevent_st *event);
bool fake_foreign_is_reached(const struct CUevent_st *event);
void fake_wait_for_foreign(const struct CUevent_st *event);

/* --- graphs.c --------------------------------------------------------------------------------- */

struct CUgraph_st *fake_graph_new(void);
void fake_graph_add(struct CUgraph_st *graph, const struct CUgraphNode_st *node);

/* --- kernels.c -------------------------------------------------------------------------------- */

/* `name` is NULL for a kernel that was not registered. */
cudaError_t fake_launch(const char *name, dim3 grid, dim3 block, cudaStream_t stream);

#endif
