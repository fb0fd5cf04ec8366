/*
 * shared_events.c: events of several processes. What all of them see is in a file in memory, which a
 * handle names.
 */
#define _GNU_SOURCE
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "internal.h"

struct shared_event {
	_Atomic pid_t recorder;             /* the process that recorded it last */
	_Atomic uint64_t recorded, reached; /* counts of records; equal: the last one is reached */
};

struct ipc_handle {
	pid_t process;
	int file;
};

_Static_assert(sizeof(struct ipc_handle) <= sizeof(cudaIpcEventHandle_t), "a handle has 64 bytes");

static struct CUevent_st *shared_events;

static int new_file(void)
{
	const int file = memfd_create("fake_cuda_event", MFD_CLOEXEC);

	if (file >= 0 && ftruncate(file, sizeof(struct shared_event)) != 0) {
		close(file);
		return -1;
	}
	return file;
}

cudaError_t fake_share_event(struct CUevent_st *event, int file)
{
	void *memory;

	if (file < 0)
		file = new_file();
	if (file < 0)
		return cudaErrorOperatingSystem;
	memory = mmap(NULL, sizeof *event->shared, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	if (memory == MAP_FAILED) {
		close(file);
		return cudaErrorOperatingSystem;
	}
	event->shared = memory;
	event->file = file;
	pthread_mutex_lock(&fake_lock);
	event->next = shared_events;
	shared_events = event;
	pthread_mutex_unlock(&fake_lock);
	return cudaSuccess;
}

void fake_unshare_event(struct CUevent_st *event)
{
	struct CUevent_st **place = &shared_events;

	if (!event->shared)
		return;
	pthread_mutex_lock(&fake_lock);
	while (*place != event)
		place = &(*place)->next;
	*place = event->next;
	pthread_mutex_unlock(&fake_lock);
	munmap(event->shared, sizeof *event->shared);
	close(event->file);
}

void fake_record_shared_event(struct CUevent_st *event)
{
	if (!event->shared)
		return;
	event->record = ++event->shared->recorded;
	event->shared->recorder = getpid();
	fake_update_shared_events();
}

void fake_update_shared_events(void)
{
	for (struct CUevent_st *event = shared_events; event; event = event->next)
		if (event->shared->recorder == getpid() &&
		    fake_is_finished(event->device, event->last))
			event->shared->reached = event->record;
}

bool fake_is_foreign(const struct CUevent_st *event)
{
	return event->shared && event->shared->recorder && event->shared->recorder != getpid();
}

bool fake_foreign_is_reached(const struct CUevent_st *event)
{
	return event->shared->reached == event->shared->recorded;
}

void fake_wait_for_foreign(const struct CUevent_st *event)
{
	enum { MICROSECONDS = 1000 };

	while (!fake_foreign_is_reached(event)) {
		pthread_mutex_unlock(&fake_lock);
		usleep(MICROSECONDS);
		pthread_mutex_lock(&fake_lock);
	}
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event)
{
	const struct ipc_handle own = { getpid(), event->file };
	cudaError_t error = fake_enter();

	if (!error && !event->shared)
		error = cudaErrorInvalidResourceHandle;
	if (error)
		return fake_result(error);
	memset(handle, 0, sizeof *handle);
	memcpy(handle, &own, sizeof own);
	return cudaSuccess;
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle)
{
	struct ipc_handle other;
	cudaError_t error = fake_enter();
	int file;

	if (error)
		return fake_result(error);
	memcpy(&other, &handle, sizeof other);
	if (other.process == getpid())
		return fake_result(cudaErrorDeviceUninitialized);
	file = fake_open_file_of(other.process, other.file);
	if (file < 0)
		return fake_result(cudaErrorInvalidValue);
	error = cudaEventCreateWithFlags(event, cudaEventDisableTiming);
	if (error)
		close(file);
	return error ? error : fake_result(fake_share_event(*event, file));
}
