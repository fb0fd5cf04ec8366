/* What profilers see, calls that wait, and streams of other libraries. */
#define _GNU_SOURCE /* open_memstream() */

#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime_api.h>

#include <ctorch/cuda.h>

#include "nvtx.h"
#include "support.h"

START_TEST(ranges_and_marks_reach_the_profiler)
{
	const char *calls;

	OK(ct_cuda_nvtx_range_push("outer"));
	OK(ct_cuda_nvtx_mark("here"));
	OK(ct_cuda_nvtx_range_pop());
	calls = nvtx_calls();
	ck_assert_str_eq(calls, "push outer\nmark here\npop\n");
	FAILS_WITH(ct_cuda_nvtx_mark(NULL), CT_ERROR_ARGUMENT, "argument 1 (name)");
}
END_TEST

START_TEST(the_profiler_is_started_and_stopped)
{
	char *log = NULL;
	size_t n = 0;
	FILE *stream = open_memstream(&log, &n);

	fake_cuda_log_to(stream);
	OK(ct_cuda_profiler_start());
	OK(ct_cuda_profiler_stop());
	fake_cuda_log_to(NULL);
	fclose(stream);
	ck_assert_str_eq(log, "profiler start\nprofiler stop\n");
	free(log);
}
END_TEST

START_TEST(a_call_that_waits_can_be_an_error)
{
	json_t *cases = expected_cases("cuda_library");
	ct_tensor *x;
	double value;
	ct_error error;

	CT_SCOPE;
	x = CT_E(ones, CT_L(1), .device = CT_DEVICE_CUDA(0));
	OK(CT_DONE());
	ck_assert_int_eq(ct_cuda_sync_debug_mode(), CT_CUDA_SYNC_DEBUG_OFF);
	OK(ct_cuda_set_sync_debug_mode(CT_CUDA_SYNC_DEBUG_ERROR));
	ck_assert_int_eq(ct_cuda_sync_debug_mode(), CT_CUDA_SYNC_DEBUG_ERROR);
	error = ct_tensor_item_double(x, &value);
	OK(ct_cuda_set_sync_debug_mode(CT_CUDA_SYNC_DEBUG_OFF));
	assert_expected_error(error, json_array_get(cases, 3), "item() that waits");
	ct_error_free(error);
	OK(ct_tensor_item_double(x, &value));
	FAILS_WITH(ct_cuda_set_sync_debug_mode(3), CT_ERROR_ARGUMENT,
		   "3 is not a ct_cuda_sync_debug");
	json_decref(cases);
}
END_TEST

START_TEST(operators_work_in_a_stream_of_the_program)
{
	const ct_device device = CT_DEVICE_CUDA(0);
	cudaStream_t native;
	ct_stream before, stream;
	void *handle;
	ct_tensor *x;
	bool done;

	CT_SCOPE;
	ck_assert_int_eq(cudaStreamCreate(&native), cudaSuccess);
	OK(ct_stream_current(device, &before));
	OK(ct_cuda_stream_from_native(native, device, &stream));
	ck_assert(!ct_stream_equal(stream, before));
	OK(ct_stream_native_handle(stream, &handle));
	ck_assert_ptr_eq(handle, native);
	OK(ct_stream_set_current(stream));
	x = CT_E(ones, CT_L(10), .device = device);
	fake_cuda_hold(true);
	CT_E(add, x, 1);
	OK(CT_DONE());
	/* CUDA's own view of the stream that the program made. */
	ck_assert_int_eq(cudaStreamQuery(native), cudaErrorNotReady);
	ck_assert_int_eq(cudaStreamSynchronize(native), cudaSuccess);
	fake_cuda_hold(false);
	OK(ct_stream_query(stream, &done));
	ck_assert(done);
	OK(ct_stream_set_current(before));
	FAILS_WITH(ct_cuda_stream_from_native(native, CT_DEVICE_CPU, &stream), CT_ERROR_ARGUMENT,
		   "argument 2 (device) must be a CUDA device");
}
END_TEST

Suite *profile_suite(void)
{
	Suite *suite = suite_create("profile");
	TCase *tests = tests_of("profile");

	tcase_add_test(tests, ranges_and_marks_reach_the_profiler);
	tcase_add_test(tests, the_profiler_is_started_and_stopped);
	tcase_add_test(tests, a_call_that_waits_can_be_an_error);
	tcase_add_test(tests, operators_work_in_a_stream_of_the_program);
	suite_add_tcase(suite, tests);
	return suite;
}
