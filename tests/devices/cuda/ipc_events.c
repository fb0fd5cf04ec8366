/*
 * An event that two processes share: each sees when work is done that the other one has recorded it
 * after, and waits for it.
 */
#include <string.h>
#include <sys/wait.h>

#include <ctorch/cuda.h>

#include <fake_cuda.h>

#include "fixture.h"
#include "pipes.h"

enum { SECONDS = 60 };

#define DEVICE CT_DEVICE_CUDA(1)

/* What the other process may do now. */
static void tell(int to)
{
	send_bytes(to, "", 1);
}

static void hear(int from)
{
	char byte;

	receive_bytes(from, &byte, 1);
}

/* Records the event after work that is unfinished until fake_cuda_hold(false). */
static ct_error record_after_work(ct_event *event)
{
	ct_stream stream;

	CT_SCOPE;
	CT_TRY(ct_stream_current(DEVICE, &stream));
	fake_cuda_hold(true);
	CT_E(zeros, CT_L(100), .device = DEVICE);
	CT_TRY(CT_DONE());
	return ct_event_record(event, &stream);
}

static ct_error check_reached(const ct_event *event, bool wanted)
{
	bool is_reached;

	CT_TRY(ct_event_query(event, &is_reached));
	MUST(is_reached == wanted);
	return NULL;
}

static void must_fail(ct_error error, ct_error_class wanted, const char *text)
{
	MUST(error);
	MUST(ct_error_class_of(error) == wanted);
	MUST(strstr(error, text));
	ct_error_free(error);
}

static void check_errors(const ct_event *event, const char *bytes, int64_t nbytes)
{
	ct_event *plain, *same;

	must_fail(ct_cuda_event_ipc_decode(bytes, nbytes - 1, &same), CT_ERROR_VALUE,
		  "are not those of ct_cuda_event_ipc_encode()");
	must_fail(ct_cuda_event_ipc_decode(NULL, nbytes, &same), CT_ERROR_ARGUMENT,
		  "argument 1 (bytes)");
	/* CUDA opens events of other processes only. */
	must_fail(ct_cuda_event_ipc_decode(bytes, nbytes, &same), CT_ERROR_ACCELERATOR, "");
	must_fail(ct_cuda_event_new_interprocess(CT_DEVICE_CPU, &same), CT_ERROR_ARGUMENT,
		  "argument 1 (device)");
	must_fail(ct_event_elapsed_time(event, event, &(double){ 0 }), CT_ERROR_VALUE, "timing");
	CT_CHECK(ct_event_new(CT_DEVICE_TYPE_CUDA, NULL, &plain));
	for (int recorded = 0; recorded < 2; recorded++) {
		must_fail(ct_cuda_event_ipc_encode(plain, &(char *){ NULL }, &nbytes),
			  CT_ERROR_VALUE, "ct_cuda_event_new_interprocess()");
		CT_CHECK(ct_event_record(plain, NULL));
	}
	ct_event_free(plain);
}

static ct_error run_first(int from, int to)
{
	ct_event *event;
	int64_t nbytes;
	char *bytes;

	CT_SCOPE;
	CT_TRY(ct_cuda_event_new_interprocess(DEVICE, &event));
	MUST(ct_event_device(event).index == 1);
	CT_TRY(check_reached(event, true)); /* never recorded */
	CT_TRY(ct_cuda_event_ipc_encode(event, &bytes, &nbytes));
	check_errors(event, bytes, nbytes);
	send_bytes(to, &nbytes, sizeof nbytes);
	send_bytes(to, bytes, (size_t)nbytes);
	CT_TRY(record_after_work(event));
	CT_TRY(check_reached(event, false));
	tell(to);
	hear(from); /* it has seen that the event is not reached, and waits */
	fake_cuda_hold(false);
	hear(from); /* it has recorded the event */
	CT_TRY(check_reached(event, false));
	tell(to);
	CT_TRY(ct_event_synchronize(event));
	return check_reached(event, true);
}

static ct_error run_second(int from, int to)
{
	char bytes[4096];
	ct_event *event;
	ct_stream stream;
	int64_t nbytes;

	CT_SCOPE;
	receive_bytes(from, &nbytes, sizeof nbytes);
	receive_bytes(from, bytes, (size_t)nbytes);
	CT_TRY(ct_cuda_event_ipc_decode(bytes, nbytes, &event));
	MUST(ct_event_device(event).index == 1);
	hear(from); /* it has recorded the event */
	CT_TRY(check_reached(event, false));
	CT_TRY(ct_stream_new(DEVICE, 0, &stream));
	fake_cuda_reset();
	CT_TRY(ct_stream_wait_event(stream, event));
	MUST(fake_cuda_count(fake_cuda_stream_waits) == 1);
	tell(to);
	CT_TRY(ct_event_synchronize(event));
	CT_TRY(check_reached(event, true));
	CT_TRY(record_after_work(event));
	tell(to);
	hear(from); /* it has seen that the event is not reached */
	fake_cuda_hold(false);
	return NULL;
}

int main(void)
{
	int there[2], back[2], status;
	pid_t child;

	fake_cuda_set_device_count(2);
	alarm(SECONDS); /* instead of hanging */
	MUST(pipe(there) == 0 && pipe(back) == 0);
	/* Before either uses CUDA. */
	child = fork();
	if (child == 0) {
		CT_CHECK(run_second(there[0], back[1]));
		return 0;
	}
	MUST(child > 0);
	CT_CHECK(run_first(back[0], there[1]));
	MUST(waitpid(child, &status, 0) == child);
	MUST(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	return 0;
}
