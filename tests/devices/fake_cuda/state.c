/* state.c: counters, settings, the log, errors. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

pthread_mutex_t fake_lock = PTHREAD_MUTEX_INITIALIZER;

static _Atomic int64_t counts[fake_cuda_kind_count];
static _Atomic(FILE *) log_stream;
static _Atomic int device_count = 1;
static _Atomic int64_t memory = INT64_C(1) << 30;
static _Atomic(const char *) last_refused = "";
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;

/* CUDA's contexts do not survive a fork(). */
static atomic_bool is_used, is_forked;
/* fake_cuda_fault_after() */
static _Atomic int64_t launches_to_fault = -1;
static _Atomic int planned_fault, pending_fault, shown_fault;

static _Thread_local cudaError_t last_error;

/* --- settings --------------------------------------------------------------------------------- */

/* In the child. Another thread of the parent may have held a lock. */
static void note_fork(void)
{
	is_forked = is_used;
	fake_lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	log_lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
}

static int driver = CUDART_VERSION;
static const char *faulty_kernel; /* FAKE_CUDA_FAULT */

__attribute__((constructor)) static void read_environment(void)
{
	const char *text;

	if ((text = getenv("FAKE_CUDA_DEVICES")))
		fake_cuda_set_device_count(atoi(text));
	if ((text = getenv("FAKE_CUDA_MEMORY")))
		fake_cuda_set_memory(atoll(text));
	if ((text = getenv("FAKE_CUDA_DRIVER")))
		driver = atoi(text);
	faulty_kernel = getenv("FAKE_CUDA_FAULT");
	if ((text = getenv("FAKE_CUDA_LOG")))
		log_stream = fopen(text, "a");
	pthread_atfork(NULL, NULL, note_fork);
}

void fake_cuda_set_device_count(int count)
{
	device_count = count < 0 ? 0 : count > MAX_DEVICES ? MAX_DEVICES : count;
}

int fake_driver_version(void)
{
	return driver;
}

int fake_device_count(void)
{
	return device_count;
}

void fake_cuda_set_memory(int64_t nbytes)
{
	memory = nbytes;
}

size_t fake_memory_limit(void)
{
	return (size_t)memory;
}

/* --- counters --------------------------------------------------------------------------------- */

void fake_add(fake_cuda_kind kind)
{
	counts[kind]++;
}

int64_t fake_cuda_count(fake_cuda_kind kind)
{
	return counts[kind];
}

const char *fake_cuda_kind_name(int kind)
{
	static const char *const names[] = {
#define X(name) #name,
		FAKE_CUDA_KINDS(X)
#undef X
	};

	return kind < 0 || kind >= fake_cuda_kind_count ? NULL : names[kind];
}

int64_t fake_cuda_copies(void)
{
	int64_t sum = 0;

	for (int kind = fake_cuda_copies_to_device; kind <= fake_cuda_copies_on_host; kind++)
		sum += counts[kind];
	return sum;
}

int64_t fake_cuda_synchronizations(void)
{
	int64_t sum = 0;

	for (int kind = fake_cuda_stream_synchronizations; kind <= fake_cuda_blocking_copies;
	     kind++)
		sum += counts[kind];
	return sum;
}

void fake_cuda_reset(void)
{
	for (int kind = 0; kind < fake_cuda_kind_count; kind++)
		counts[kind] = 0;
}

/* --- the log ---------------------------------------------------------------------------------- */

void fake_cuda_log_to(FILE *stream)
{
	FILE *before = log_stream;

	log_stream = stream;
	if (before)
		fflush(before);
}

bool fake_is_logging(void)
{
	return log_stream != NULL;
}

void fake_log(const char *format, ...)
{
	FILE *stream = log_stream;
	va_list arguments;

	if (!stream)
		return;
	pthread_mutex_lock(&log_lock);
	va_start(arguments, format);
	vfprintf(stream, format, arguments);
	va_end(arguments);
	fputc('\n', stream);
	fflush(stream);
	pthread_mutex_unlock(&log_lock);
}

int fake_refuse(const char *function, int error)
{
	fake_add(fake_cuda_refused);
	last_refused = function;
	fake_log("refused %s", function);
	return error;
}

const char *fake_cuda_last_refused(void)
{
	return last_refused;
}

/* --- errors ----------------------------------------------------------------------------------- */

cudaError_t fake_result(cudaError_t error)
{
	if (error != cudaSuccess && error != cudaErrorNotReady)
		last_error = error;
	return error;
}

cudaError_t fake_enter(void)
{
	if (driver / 1000 < CUDART_VERSION / 1000)
		return cudaErrorInsufficientDriver;
	if (device_count == 0)
		return cudaErrorNoDevice;
	if (is_forked)
		return cudaErrorInitializationError;
	is_used = true;
	return (cudaError_t)shown_fault;
}

void fake_cuda_fault_after(int64_t launches, int error)
{
	planned_fault = error;
	launches_to_fault = launches;
}

void fake_count_for_fault(const char *name)
{
	if (faulty_kernel && name && strcmp(name, faulty_kernel) == 0)
		fake_cuda_fault_after(0, cudaErrorIllegalAddress);
	if (launches_to_fault >= 0 && launches_to_fault-- == 0)
		pending_fault = planned_fault;
}

void fake_show_fault(void)
{
	if (pending_fault)
		shown_fault = pending_fault;
}

cudaError_t cudaGetLastError(void)
{
	cudaError_t error = last_error;

	last_error = (cudaError_t)shown_fault;
	return error;
}

cudaError_t cudaPeekAtLastError(void)
{
	return last_error;
}

static const struct {
	cudaError_t error;
	const char *name, *text;
} errors[] = {
#define E(error, text) { error, #error, text },
	E(cudaSuccess, "no error") E(cudaErrorInvalidValue, "invalid argument") E(
		cudaErrorMemoryAllocation,
		"out of memory") E(cudaErrorInitializationError,
				   "initialization error") E(cudaErrorInvalidConfiguration,
							     "invalid configuration argument")
		E(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy") E(
			cudaErrorNoDevice,
			"no CUDA-capable device is detected") E(cudaErrorInvalidDevice,
								"invalid device ordinal")
			E(cudaErrorDeviceUninitialized, "invalid device context") E(
				cudaErrorInvalidResourceHandle,
				"invalid resource handle") E(cudaErrorSymbolNotFound,
							     "named symbol not found") E(cudaErrorNotReady,
											 "device not ready")
				E(cudaErrorIllegalAddress, "an illegal memory access was encountered") E(
					cudaErrorPeerAccessAlreadyEnabled,
					"peer access is already enabled") E(cudaErrorAssert,
									    "device-side assert triggered")
					E(cudaErrorHostMemoryAlreadyRegistered, "part or all of the requested memory range is already mapped") E(
						cudaErrorHostMemoryNotRegistered,
						"pointer does not correspond to a registered memory region")
						E(cudaErrorLaunchFailure, "unspecified launch failure") E(
							cudaErrorNotSupported,
							"operation not supported") E(cudaErrorStreamCaptureUnsupported,
										     "operation not permitted when stream is capturing")
							E(cudaErrorStreamCaptureInvalidated,
							  "operation failed due to a previous error during capture")
								E(cudaErrorStreamCaptureMerge,
								  "operation would result in a merge of separate capture sequences")
									E(cudaErrorStreamCaptureUnmatched,
									  "capture was not ended in the same stream as it began")
										E(cudaErrorStreamCaptureUnjoined,
										  "capturing stream has unjoined work")
											E(cudaErrorCapturedEvent,
											  "operation not permitted on an event last recorded in a capturing stream")
												E(cudaErrorStreamCaptureWrongThread,
												  "attempt to terminate a thread-local capture sequence from another thread")
#undef E
};

const char *cudaGetErrorName(cudaError_t error)
{
	for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
		if (errors[i].error == error)
			return errors[i].name;
	return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error)
{
	for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
		if (errors[i].error == error)
			return errors[i].text;
	return "unrecognized error code";
}
