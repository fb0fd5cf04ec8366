/* Streams and events by the functions for any device. */
#include <cuda_runtime_api.h>

#include "support.h"

#define FIRST CT_DEVICE_CUDA(0)
#define SECOND CT_DEVICE_CUDA(1)

static ct_stream new_stream(ct_device device)
{
	ct_stream stream;

	OK(ct_stream_new(device, 0, &stream));
	return stream;
}

static ct_stream current_stream(ct_device device)
{
	ct_stream stream;

	OK(ct_stream_current(device, &stream));
	return stream;
}

static int32_t current_device(void)
{
	ct_device device;

	OK(ct_device_current(CT_DEVICE_TYPE_CUDA, &device));
	return device.index;
}

static ct_event *new_event(bool timing)
{
	ct_event *event;

	OK(ct_event_new(CT_DEVICE_TYPE_CUDA, &(ct_event_options){ .timing = timing }, &event));
	return event;
}

/* Puts a kernel into the current stream of the device. */
static void work(ct_device device)
{
	ct_tensor *x;

	OK(CT(ones, &x, CT_L(8), .device = device));
	ct_tensor_free(x);
}

/* --- Streams ---------------------------------------------------------------------------------- */

START_TEST(streams_are_of_a_device)
{
	const ct_stream one = new_stream(SECOND), other = new_stream(SECOND);
	ct_stream first;

	ck_assert_int_eq(one.device_index, 1);
	ck_assert(!ct_stream_equal(one, other));
	ck_assert(ct_stream_equal(one, one));
	OK(ct_stream_default(SECOND, &first));
	ck_assert_int_eq(first.id, 0);
	ck_assert(ct_stream_equal(first, current_stream(SECOND)));
	/* -1 is the current device. */
	ck_assert(ct_stream_equal(current_stream(CT_DEVICE_CUDA(-1)), current_stream(FIRST)));
}
END_TEST

START_TEST(priorities_are_those_of_cuda)
{
	ct_stream high, low;

	OK(ct_stream_new(FIRST, -1, &high));
	OK(ct_stream_new(FIRST, 0, &low));
	ck_assert(!ct_stream_equal(high, low));
	FAILS_WITH(ct_stream_new(FIRST, INT64_C(1) << 40, &high), CT_ERROR_ARGUMENT,
		   "argument 2 (priority)");
}
END_TEST

static ct_error use(ct_stream stream)
{
	CT_STREAM_SCOPE(stream);
	ck_assert(ct_stream_equal(current_stream(SECOND), stream));
	ck_assert_int_eq(current_device(), 1);
	return NULL;
}

START_TEST(scope_restores_stream_and_device)
{
	const ct_stream stream = new_stream(SECOND), before = current_stream(SECOND);
	ct_error err = NULL;
	bool ran = false;

	OK(ct_device_set_current(FIRST));
	OK(use(stream));
	ck_assert(ct_stream_equal(current_stream(SECOND), before));
	ck_assert_int_eq(current_device(), 0);
	CT_STREAM(err, stream)
	{
		ran = ct_stream_equal(current_stream(SECOND), stream);
	}
	OK(err);
	ck_assert(ran);
	ck_assert(ct_stream_equal(current_stream(SECOND), before));
	ck_assert_int_eq(current_device(), 0);
}
END_TEST

START_TEST(block_of_a_stream_that_does_not_exist_does_not_run)
{
	ct_error err = NULL;
	bool ran = false;

	CT_STREAM(err, ((ct_stream){ 0, CT_DEVICE_TYPE_XPU, 0 }))
	{
		ran = true;
	}
	FAILS_WITH(err, CT_ERROR_RUNTIME, "xpu");
	ck_assert(!ran);
}
END_TEST

START_TEST(query_sees_unfinished_work)
{
	const ct_stream stream = new_stream(FIRST);
	bool is_done;

	fake_cuda_hold(true);
	CT_CHECK(ct_stream_set_current(stream));
	work(FIRST);
	OK(ct_stream_query(stream, &is_done));
	ck_assert(!is_done);
	OK(ct_stream_synchronize(stream));
	OK(ct_stream_query(stream, &is_done));
	ck_assert(is_done);
	fake_cuda_hold(false);
	OK(ct_stream_default(FIRST, &(ct_stream){ 0 }));
	OK(ct_stream_set_current((ct_stream){ 0, CT_DEVICE_TYPE_CUDA, 0 }));
}
END_TEST

START_TEST(stream_waits_for_another)
{
	const ct_stream one = new_stream(FIRST), other = new_stream(SECOND);

	fake_cuda_reset();
	OK(ct_stream_wait_stream(one, other));
	ck_assert_int_eq(fake_cuda_count(fake_cuda_event_records), 1);
	ck_assert_int_eq(fake_cuda_count(fake_cuda_stream_waits), 1);
	ck_assert_int_eq(fake_cuda_synchronizations(), 0);
	FAILS_WITH(ct_stream_wait_stream(one, (ct_stream){ 0, CT_DEVICE_TYPE_META, 0 }),
		   CT_ERROR_ARGUMENT, "argument 2 (other)");
}
END_TEST

START_TEST(native_handles_differ)
{
	void *one = NULL, *other = NULL, *first = &first;
	bool is_capturing = true;

	OK(ct_stream_native_handle(new_stream(FIRST), &one));
	OK(ct_stream_native_handle(new_stream(FIRST), &other));
	OK(ct_stream_native_handle((ct_stream){ 0, CT_DEVICE_TYPE_CUDA, 0 }, &first));
	ck_assert_ptr_nonnull(one);
	ck_assert_ptr_ne(one, other);
	ck_assert_ptr_null(first); /* CUDA's stream 0 */
	OK(ct_stream_is_capturing(new_stream(FIRST), &is_capturing));
	ck_assert(!is_capturing);
}
END_TEST

/* Its work is done when a call returns. */
START_TEST(cpu_has_no_queue)
{
	ct_stream stream;
	bool is_done = false, is_capturing = true;

	OK(ct_stream_current(CT_DEVICE_CPU, &stream));
	OK(ct_stream_query(stream, &is_done));
	ck_assert(is_done);
	OK(ct_stream_synchronize(stream));
	OK(ct_stream_wait_stream(new_stream(FIRST), stream));
	OK(ct_stream_is_capturing(stream, &is_capturing));
	ck_assert(!is_capturing);
}
END_TEST

/* --- Events ----------------------------------------------------------------------------------- */

START_TEST(event_marks_the_current_stream)
{
	ct_event *event = new_event(false), *same = ct_event_retain(event);
	bool is_reached;

	ck_assert_ptr_eq(event, same);
	OK(ct_event_query(event, &is_reached));
	ck_assert(is_reached); /* never recorded */
	fake_cuda_hold(true);
	work(FIRST);
	OK(ct_event_record(event, NULL));
	ck_assert_int_eq(ct_event_device(event).index, 0);
	OK(ct_event_query(event, &is_reached));
	ck_assert(!is_reached);
	OK(ct_event_synchronize(event));
	OK(ct_event_query(event, &is_reached));
	ck_assert(is_reached);
	fake_cuda_hold(false);
	ct_event_free(event);
	ct_event_free(same);
	ct_event_free(NULL);
}
END_TEST

START_TEST(stream_waits_for_an_event)
{
	const ct_stream one = new_stream(FIRST), other = new_stream(FIRST);
	ct_event *event = new_event(false);

	OK(ct_stream_wait_event(one, event)); /* holds up nothing */
	OK(ct_event_record(event, &other));
	fake_cuda_reset();
	OK(ct_stream_wait_event(one, event));
	ck_assert_int_eq(fake_cuda_count(fake_cuda_stream_waits), 1);
	FAILS_WITH(ct_stream_wait_event(one, NULL), CT_ERROR_ARGUMENT, "argument 2 (event)");
	ct_event_free(event);
}
END_TEST

START_TEST(time_between_events)
{
	CT_SCOPE;
	ct_event *begin = new_event(true), *end = new_event(true), *untimed = new_event(false);
	void *handle = NULL;
	double ms = -1;

	OK(ct_event_record(begin, NULL));
	work(FIRST);
	OK(ct_event_record(end, NULL));
	OK(ct_event_synchronize(end));
	OK(ct_event_elapsed_time(begin, end, &ms));
	ck_assert(ms >= 0);
	OK(ct_event_record(untimed, NULL));
	FAILS_WITH(ct_event_elapsed_time(begin, untimed, &ms), CT_ERROR_VALUE, "timing");
	OK(ct_event_native_handle(begin, &handle));
	ck_assert_ptr_nonnull(handle);
}
END_TEST

START_TEST(event_of_another_library_is_taken)
{
	const int64_t before = fake_cuda_events();
	cudaEvent_t native;
	ct_event *event;

	OK(ct_device_set_current(FIRST));
	ck_assert_int_eq(cudaEventCreate(&native), cudaSuccess);
	OK(ct_event_from_native(native, SECOND, &event));
	ck_assert_int_eq(ct_event_device(event).index, 1);
	ck_assert_int_eq(fake_cuda_events(), before + 1);
	ct_event_free(event);
	ck_assert_int_eq(fake_cuda_events(), before);
	/* Without a result it is destroyed at once. */
	ck_assert_int_eq(cudaEventCreate(&native), cudaSuccess);
	OK(ct_event_from_native(native, FIRST, NULL));
	ck_assert_int_eq(fake_cuda_events(), before);
	/* After an error it is still the caller's. */
	ck_assert_int_eq(cudaEventCreate(&native), cudaSuccess);
	FAILS_WITH(ct_event_from_native(native, ((ct_device){ CT_DEVICE_TYPE_XPU, 0 }), &event),
		   CT_ERROR_RUNTIME, "xpu");
	FAILS_WITH(ct_event_from_native(NULL, FIRST, &event), CT_ERROR_ARGUMENT,
		   "argument 1 (native)");
	ck_assert_int_eq(cudaEventDestroy(native), cudaSuccess);
	ck_assert_int_eq(fake_cuda_events(), before);
}
END_TEST

START_TEST(event_of_another_library_is_used)
{
	cudaEvent_t native;
	ct_event *event;
	void *handle;
	bool is_reached;

	OK(ct_device_set_current(FIRST));
	ck_assert_int_eq(cudaEventCreate(&native), cudaSuccess);
	OK(ct_event_from_native(native, FIRST, &event));
	OK(ct_event_native_handle(event, &handle));
	ck_assert_ptr_eq(handle, native);
	fake_cuda_hold(true);
	work(FIRST);
	OK(ct_event_record(event, NULL));
	ck_assert_int_eq(cudaEventQuery(native), cudaErrorNotReady);
	OK(ct_event_query(event, &is_reached));
	ck_assert(!is_reached);
	fake_cuda_hold(false);
	ct_event_free(event);
}
END_TEST

START_TEST(events_need_a_device)
{
	ct_event *event = (ct_event *)UNTOUCHED;

	FAILS_WITH(ct_event_new(CT_DEVICE_TYPE_XPU, NULL, &event), CT_ERROR_RUNTIME, "xpu");
	ck_assert_ptr_eq(event, (ct_event *)UNTOUCHED);
	FAILS_WITH(ct_event_record(NULL, NULL), CT_ERROR_ARGUMENT, "argument 1 (self)");
	ck_assert_int_eq(ct_event_device(NULL).type, CT_DEVICE_TYPE_NONE);
}
END_TEST

START_TEST(an_event_stays_on_its_device)
{
	const ct_stream first = new_stream(FIRST), second = new_stream(SECOND);
	ct_event *event = new_event(false);

	OK(ct_event_record(event, &second));
	FAILS_WITH(ct_event_record(event, &first), CT_ERROR_RUNTIME,
		   "argument 2 (stream): its device is cuda:0, that of the event cuda:1");
	OK(ct_event_record(event, &second));
	ct_event_free(event);
}
END_TEST

/* --- Tensors on two streams ------------------------------------------------------------------- */

static ct_error allocate_on(ct_stream stream, ct_tensor **result)
{
	CT_STREAM_SCOPE(stream);
	return CT(empty, result, CT_L(1 << 20), .dtype = CT_UINT8, .device = FIRST);
}

/* The allocator gives memory of a freed tensor to the next one of the same stream at once, though
 * another stream may still read it. */
START_TEST(recorded_tensor_is_kept_for_the_other_stream)
{
	for (int recorded = 0; recorded < 2; recorded++) {
		const ct_stream one = new_stream(FIRST), other = new_stream(FIRST);
		ct_tensor *x, *next;
		const void *memory;

		fake_cuda_hold(true);
		OK(allocate_on(one, &x));
		memory = ct_tensor_data(x);
		{
			ct_error err = NULL;

			CT_STREAM(err, other)
			{
				work(FIRST);
			}
			OK(err);
		}
		if (recorded)
			OK(ct_record_stream(x, other));
		ct_tensor_free(x);
		OK(allocate_on(one, &next));
		ck_assert((ct_tensor_data(next) == memory) == !recorded);
		ct_tensor_free(next);
		fake_cuda_hold(false);
		OK(ct_device_synchronize(FIRST));
		OK(ct_device_empty_cache(CT_DEVICE_TYPE_CUDA));
	}
}
END_TEST

START_TEST(a_tensor_of_the_cpu_has_no_streams)
{
	ct_tensor *x;
	ct_error error;

	OK(CT(ones, &x, CT_L(2)));
	error = ct_record_stream(x, new_stream(FIRST));
	ck_assert_ptr_nonnull(error);
	ck_assert_str_eq(ct_error_hint(error),
			 "In C: the tensor is on the CPU, which has no streams: "
			 "record only tensors of devices that have");
	ct_error_free(error);
	ct_tensor_free(x);
}
END_TEST

Suite *streams_suite(void)
{
	Suite *suite = suite_create("streams");
	TCase *tests = tests_of("streams");

	tcase_add_test(tests, streams_are_of_a_device);
	tcase_add_test(tests, priorities_are_those_of_cuda);
	tcase_add_test(tests, scope_restores_stream_and_device);
	tcase_add_test(tests, block_of_a_stream_that_does_not_exist_does_not_run);
	tcase_add_test(tests, query_sees_unfinished_work);
	tcase_add_test(tests, stream_waits_for_another);
	tcase_add_test(tests, native_handles_differ);
	tcase_add_test(tests, cpu_has_no_queue);
	tcase_add_test(tests, event_marks_the_current_stream);
	tcase_add_test(tests, stream_waits_for_an_event);
	tcase_add_test(tests, time_between_events);
	tcase_add_test(tests, event_of_another_library_is_taken);
	tcase_add_test(tests, event_of_another_library_is_used);
	tcase_add_test(tests, events_need_a_device);
	tcase_add_test(tests, an_event_stays_on_its_device);
	tcase_add_test(tests, a_tensor_of_the_cpu_has_no_streams);
	tcase_add_test(tests, recorded_tensor_is_kept_for_the_other_stream);
	suite_add_tcase(suite, tests);
	return suite;
}
