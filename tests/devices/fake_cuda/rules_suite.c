/*
 * The rules of CUDA that the fake keeps, by calls of the run time itself; without libtorch.
 */
#define _GNU_SOURCE
#include <check.h>
#include <cuda_runtime_api.h>
#include <fake_cuda.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LIMIT = 1 << 20 };

#define OK(call) ck_assert_str_eq(cudaGetErrorName(call), "cudaSuccess")
#define FAILS(call, error) ck_assert_str_eq(cudaGetErrorName(call), #error)

/* --- Memory ----------------------------------------------------------------------------------- */

START_TEST(memory_of_a_device_has_a_limit)
{
	void *half, *more = NULL;
	size_t available, total;

	OK(cudaMalloc(&half, LIMIT / 2));
	FAILS(cudaMalloc(&more, LIMIT / 2 + 1), cudaErrorMemoryAllocation);
	FAILS(cudaGetLastError(), cudaErrorMemoryAllocation);
	OK(cudaGetLastError());
	ck_assert_ptr_null(more);
	OK(cudaMemGetInfo(&available, &total));
	ck_assert_uint_eq(available, LIMIT / 2);
	ck_assert_uint_eq(total, LIMIT);
	/* The other device has its own. */
	OK(cudaSetDevice(1));
	OK(cudaMalloc(&more, LIMIT));
	OK(cudaFree(more));
	OK(cudaSetDevice(0));
	OK(cudaFree(half));
	FAILS(cudaFree(half), cudaErrorInvalidValue);
	ck_assert_int_eq(fake_cuda_allocated(0), 0);
}
END_TEST

START_TEST(a_copy_stays_within_an_allocation)
{
	char *device, host[64] = "text", back[64] = "";

	OK(cudaMalloc((void **)&device, 64));
	OK(cudaMemcpy(device, host, 64, cudaMemcpyHostToDevice));
	OK(cudaMemcpyAsync(back, device, 64, cudaMemcpyDeviceToHost, NULL));
	ck_assert_str_eq(back, "text");
	FAILS(cudaMemcpy(device + 1, host, 64, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
	OK(cudaMemset(device, 'x', 3));
	OK(cudaMemcpy(back, device, 64, cudaMemcpyDefault));
	ck_assert_str_eq(back, "xxxt");
	OK(cudaFree(device));
}
END_TEST

START_TEST(memory_can_be_cleared)
{
	char *device, back[4] = "";

	OK(cudaMalloc((void **)&device, 4));
	OK(cudaMemcpy(device, "abc", 4, cudaMemcpyHostToDevice));
	OK(cudaMemcpy(back, device, 4, cudaMemcpyDeviceToHost));
	ck_assert_str_eq(back, "abc");
	fake_cuda_clear_memory();
	OK(cudaMemcpy(back, device, 4, cudaMemcpyDeviceToHost));
	ck_assert_mem_eq(back, "\0\0\0\0", 4);
	OK(cudaFree(device));
}
END_TEST

/* Ends by the signal. */
static void read_from_host(const void *address)
{
	signal(SIGSEGV, SIG_DFL);
	_exit(*(const volatile char *)address);
}

START_TEST(the_host_cannot_read_memory_of_a_device)
{
	void *device;
	pid_t child;
	int status;

	OK(cudaMalloc(&device, 64));
	child = fork();
	if (child == 0)
		read_from_host(device);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFSIGNALED(status));
	ck_assert_int_eq(WTERMSIG(status), SIGSEGV);
	OK(cudaFree(device));
}
END_TEST

START_TEST(pinned_memory_is_known_as_such)
{
	struct cudaPointerAttributes attributes;
	char own[100];
	void *pinned, *device;

	OK(cudaHostAlloc(&pinned, 100, 0));
	OK(cudaMalloc(&device, 100));
	OK(cudaPointerGetAttributes(&attributes, (char *)pinned + 99));
	ck_assert_int_eq(attributes.type, cudaMemoryTypeHost);
	OK(cudaPointerGetAttributes(&attributes, device));
	ck_assert_int_eq(attributes.type, cudaMemoryTypeDevice);
	OK(cudaPointerGetAttributes(&attributes, own));
	ck_assert_int_eq(attributes.type, cudaMemoryTypeUnregistered);
	OK(cudaHostRegister(own, sizeof own, 0));
	FAILS(cudaHostRegister(own + 50, 10, 0), cudaErrorHostMemoryAlreadyRegistered);
	OK(cudaPointerGetAttributes(&attributes, own + 50));
	ck_assert_int_eq(attributes.type, cudaMemoryTypeHost);
	OK(cudaHostUnregister(own));
	FAILS(cudaHostUnregister(own), cudaErrorHostMemoryNotRegistered);
	FAILS(cudaFree(pinned), cudaErrorInvalidValue);
	OK(cudaFreeHost(pinned));
	OK(cudaFree(device));
}
END_TEST

/* --- Streams ---------------------------------------------------------------------------------- */

START_TEST(held_work_is_unfinished_until_the_host_waits)
{
	cudaStream_t stream;
	cudaEvent_t before, after;
	void *device;

	cudaGetLastError(); /* of another test */
	OK(cudaStreamCreate(&stream));
	OK(cudaEventCreate(&before));
	OK(cudaEventCreate(&after));
	OK(cudaMalloc(&device, 64));
	fake_cuda_hold(true);
	OK(cudaEventRecord(before, stream));
	OK(cudaMemsetAsync(device, 0, 64, stream));
	OK(cudaEventRecord(after, stream));
	OK(cudaEventQuery(before));
	FAILS(cudaEventQuery(after), cudaErrorNotReady);
	FAILS(cudaStreamQuery(stream), cudaErrorNotReady);
	OK(cudaPeekAtLastError()); /* "not ready" is no error */
	OK(cudaEventSynchronize(after));
	OK(cudaEventQuery(after));
	OK(cudaStreamQuery(stream));
	fake_cuda_hold(false);
	OK(cudaEventDestroy(before));
	OK(cudaEventDestroy(after));
	OK(cudaStreamDestroy(stream));
	OK(cudaFree(device));
}
END_TEST

static atomic_bool hangs;

static void *end_hang(void *context)
{
	enum { MICROSECONDS = 50000 };

	(void)context;
	usleep(MICROSECONDS);
	hangs = false;
	fake_cuda_hang(false);
	return NULL;
}

START_TEST(the_host_waits_for_a_hung_device)
{
	pthread_t thread;
	void *memory;

	OK(cudaMalloc(&memory, 64));
	hangs = true;
	fake_cuda_hang(true);
	OK(cudaMemsetAsync(memory, 0, 64, NULL));
	FAILS(cudaStreamQuery(NULL), cudaErrorNotReady);
	ck_assert_int_eq(pthread_create(&thread, NULL, end_hang, NULL), 0);
	OK(cudaStreamSynchronize(NULL));
	ck_assert(!hangs);
	OK(cudaStreamQuery(NULL));
	ck_assert_int_eq(pthread_join(thread, NULL), 0);
	OK(cudaFree(memory));
}
END_TEST

START_TEST(events_of_processes_have_no_time)
{
	cudaIpcEventHandle_t handle;
	cudaEvent_t shared, plain;

	FAILS(cudaEventCreateWithFlags(&shared, cudaEventInterprocess), cudaErrorInvalidValue);
	OK(cudaEventCreateWithFlags(&shared, cudaEventInterprocess | cudaEventDisableTiming));
	OK(cudaIpcGetEventHandle(&handle, shared));
	FAILS(cudaIpcOpenEventHandle(&plain, handle), cudaErrorDeviceUninitialized);
	OK(cudaEventCreate(&plain));
	FAILS(cudaIpcGetEventHandle(&handle, plain), cudaErrorInvalidResourceHandle);
	OK(cudaEventDestroy(shared));
	OK(cudaEventDestroy(plain));
	cudaGetLastError();
}
END_TEST

START_TEST(an_event_without_timing_has_no_time)
{
	cudaEvent_t timed, plain;
	float milliseconds = -1;

	OK(cudaEventCreate(&timed));
	OK(cudaEventCreateWithFlags(&plain, cudaEventDisableTiming));
	OK(cudaEventRecord(timed, NULL));
	OK(cudaEventRecord(plain, NULL));
	OK(cudaEventElapsedTime(&milliseconds, timed, timed));
	ck_assert_float_eq(milliseconds, 0);
	FAILS(cudaEventElapsedTime(&milliseconds, timed, plain), cudaErrorInvalidResourceHandle);
	OK(cudaEventDestroy(timed));
	OK(cudaEventDestroy(plain));
}
END_TEST

/* --- Captures --------------------------------------------------------------------------------- */

static cudaStream_t stream, other;
static cudaEvent_t event;
static char *device;

static void open_streams(void)
{
	OK(cudaStreamCreate(&stream));
	OK(cudaStreamCreate(&other));
	OK(cudaEventCreate(&event));
	OK(cudaMalloc((void **)&device, 64));
	fake_cuda_reset();
}

static void close_streams(void)
{
	OK(cudaFree(device));
	OK(cudaEventDestroy(event));
	OK(cudaStreamDestroy(stream));
	OK(cudaStreamDestroy(other));
}

static void begin(void)
{
	OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
}

START_TEST(captured_work_is_done_when_the_graph_is_launched)
{
	cudaGraph_t graph;
	cudaGraphExec_t instance;
	char back[64] = "";

	OK(cudaMemset(device, 0, 64));
	begin();
	OK(cudaMemsetAsync(device, 'y', 3, stream));
	OK(cudaStreamEndCapture(stream, &graph));
	OK(cudaMemcpy(back, device, 64, cudaMemcpyDefault));
	ck_assert_str_eq(back, "");
	OK(cudaGraphInstantiate(&instance, graph, 0));
	OK(cudaGraphDestroy(graph));
	OK(cudaGraphLaunch(instance, other));
	OK(cudaMemcpy(back, device, 64, cudaMemcpyDefault));
	ck_assert_str_eq(back, "yyy");
	OK(cudaGraphExecDestroy(instance));
	ck_assert_int_eq(fake_cuda_count(fake_cuda_captured), 1);
	ck_assert_int_eq(fake_cuda_count(fake_cuda_replayed), 1);
	ck_assert_int_eq(fake_cuda_count(fake_cuda_fills), 1); /* the first one */
}
END_TEST

START_TEST(a_stream_joins_a_capture_by_an_event)
{
	cudaGraph_t graph;
	size_t count;

	begin();
	OK(cudaEventRecord(event, stream));
	OK(cudaStreamWaitEvent(other, event, 0));
	OK(cudaMemsetAsync(device, 0, 1, other));
	OK(cudaEventRecord(event, other));
	OK(cudaStreamWaitEvent(stream, event, 0));
	FAILS(cudaEventQuery(event), cudaErrorCapturedEvent);
	OK(cudaStreamEndCapture(stream, &graph));
	OK(cudaGraphGetNodes(graph, NULL, &count));
	ck_assert_uint_eq(count, 1);
	OK(cudaGraphDestroy(graph));
}
END_TEST

START_TEST(a_capture_with_unjoined_work_fails)
{
	cudaGraph_t graph;

	begin();
	OK(cudaEventRecord(event, stream));
	OK(cudaStreamWaitEvent(other, event, 0));
	OK(cudaMemsetAsync(device, 0, 1, other));
	FAILS(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureUnjoined);
	ck_assert_ptr_null(graph);
	/* Both streams are as before. */
	OK(cudaStreamSynchronize(stream));
	OK(cudaStreamSynchronize(other));
}
END_TEST

static void assert_spoiled_by(cudaError_t error)
{
	cudaGraph_t graph;

	FAILS(error, cudaErrorStreamCaptureUnsupported);
	FAILS(cudaMemsetAsync(device, 0, 1, stream), cudaErrorStreamCaptureInvalidated);
	FAILS(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);
	ck_assert_ptr_null(graph);
}

START_TEST(waiting_and_allocating_spoil_a_capture)
{
	enum cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
	cudaGraph_t graph;
	void *more;

	begin();
	assert_spoiled_by(cudaStreamSynchronize(stream));
	begin();
	assert_spoiled_by(cudaDeviceSynchronize());
	begin();
	assert_spoiled_by(cudaMalloc(&more, 64));
	/* Unless the thread says that it knows what it does, as PyTorch's allocator. */
	begin();
	OK(cudaThreadExchangeStreamCaptureMode(&mode));
	OK(cudaMalloc(&more, 64));
	OK(cudaFree(more));
	OK(cudaThreadExchangeStreamCaptureMode(&mode));
	OK(cudaStreamEndCapture(stream, &graph));
	OK(cudaGraphDestroy(graph));
	FAILS(cudaStreamBeginCapture(NULL, cudaStreamCaptureModeGlobal),
	      cudaErrorStreamCaptureUnsupported);
}
END_TEST

/* --- Other processes -------------------------------------------------------------------------- */

/* A process of its own, from before the first use of CUDA. */
static int to_child[2], from_child[2];
static pid_t child;

static void serve(void)
{
	cudaIpcMemHandle_t handle;
	char *memory, text[64];

	alarm(60);
	if (read(to_child[0], &handle, sizeof handle) != sizeof handle ||
	    cudaIpcOpenMemHandle((void **)&memory, handle, 0) ||
	    cudaMemcpy(text, memory, sizeof text, cudaMemcpyDefault) ||
	    cudaMemset(memory, 'z', 2) || cudaIpcCloseMemHandle(memory) ||
	    write(from_child[1], text, sizeof text) != sizeof text)
		_exit(1);
	_exit(0);
}

START_TEST(another_process_shares_memory)
{
	cudaIpcMemHandle_t handle;
	char text[64] = "shared";
	int status;

	OK(cudaMalloc((void **)&device, 64));
	OK(cudaMemcpy(device, text, 64, cudaMemcpyDefault));
	OK(cudaIpcGetMemHandle(&handle, device));
	ck_assert_int_eq(write(to_child[1], &handle, sizeof handle), sizeof handle);
	memset(text, 0, sizeof text);
	ck_assert_int_eq(read(from_child[0], text, sizeof text), sizeof text);
	ck_assert_str_eq(text, "shared");
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
	OK(cudaMemcpy(text, device, 64, cudaMemcpyDefault));
	ck_assert_str_eq(text, "zzared");
	OK(cudaFree(device));
}
END_TEST

static Suite *rules_suite(void)
{
	Suite *suite = suite_create("rules");
	TCase *memory = tcase_create("memory"), *streams = tcase_create("streams");
	TCase *captures = tcase_create("captures");

	tcase_add_test(memory, memory_of_a_device_has_a_limit);
	tcase_add_test(memory, a_copy_stays_within_an_allocation);
	tcase_add_test(memory, memory_can_be_cleared);
	tcase_add_test(memory, the_host_cannot_read_memory_of_a_device);
	tcase_add_test(memory, pinned_memory_is_known_as_such);
	tcase_add_test(memory, another_process_shares_memory);
	tcase_add_test(streams, held_work_is_unfinished_until_the_host_waits);
	tcase_add_test(streams, the_host_waits_for_a_hung_device);
	tcase_add_test(streams, an_event_without_timing_has_no_time);
	tcase_add_test(streams, events_of_processes_have_no_time);
	tcase_add_checked_fixture(captures, open_streams, close_streams);
	tcase_add_test(captures, captured_work_is_done_when_the_graph_is_launched);
	tcase_add_test(captures, a_stream_joins_a_capture_by_an_event);
	tcase_add_test(captures, a_capture_with_unjoined_work_fails);
	tcase_add_test(captures, waiting_and_allocating_spoil_a_capture);
	suite_add_tcase(suite, memory);
	suite_add_tcase(suite, streams);
	suite_add_tcase(suite, captures);
	return suite;
}

int main(void)
{
	SRunner *runner;
	int failed;

	if (pipe(to_child) != 0 || pipe(from_child) != 0)
		return 1;
	fake_cuda_set_device_count(2);
	fake_cuda_set_memory(LIMIT);
	child = fork();
	if (child == 0)
		serve();
	runner = srunner_create(rules_suite());
	srunner_run_all(runner, CK_NORMAL);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
