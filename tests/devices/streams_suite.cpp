/*
 * Streams and events of the devices, through libtorch's interface for all of them.
 */
#include <ATen/ATen.h>
#include <c10/core/Event.h>
#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include "support.h"

namespace {

constexpr int64_t elements = 5000;

c10::impl::VirtualGuardImpl interface()
{
	return c10::impl::VirtualGuardImpl(c10::DeviceType::PrivateUse1);
}

c10::Device device(c10::DeviceIndex index)
{
	return c10::Device(c10::DeviceType::PrivateUse1, index);
}

c10::Stream stream_of_pool(c10::DeviceIndex index = 0)
{
	return interface().getStreamFromGlobalPool(device(index));
}

[[maybe_unused]] void wait_for(c10::Stream stream)
{
	interface().synchronizeStream(stream);
}

/* --- Streams ---------------------------------------------------------------------------------- */

START_TEST(each_thread_begins_with_the_default_stream)
{
	const c10::Stream at_first = interface().getStream(device(1));
	const c10::Stream other = stream_of_pool(1);

	ck_assert(at_first == interface().getDefaultStream(device(1)));
	{
		const c10::StreamGuard guard(other);
		bool same = false;

		ck_assert(interface().getStream(device(1)) == other);
		ck_assert_int_eq(interface().getDevice().index(), 1);
		std::thread([&] { same = interface().getStream(device(1)) == at_first; }).join();
		ck_assert(same);
	}
	ck_assert(interface().getStream(device(1)) == at_first);
	ck_assert_int_eq(interface().getDevice().index(), 0);
}
END_TEST

START_TEST(streams_of_the_pool_differ)
{
	ck_assert(stream_of_pool() != stream_of_pool());
	ck_assert(stream_of_pool() != interface().getDefaultStream(device(0)));
#if CT_RELEASE_AT_LEAST(2, 4)
	ck_assert(interface().getNewStream(device(0)) != interface().getNewStream(device(0)));
#endif
}
END_TEST

#if CT_RELEASE_AT_LEAST(2, 6)

at::Tensor pinned_numbers()
{
	return at::arange(elements, at::kFloat).pin_memory();
}

/* The copy is held, so it is the other stream that goes on. */
START_TEST(streams_do_not_wait_for_each_other)
{
	const at::Tensor from = pinned_numbers();
	const c10::Stream busy = stream_of_pool(), idle = stream_of_pool();
	at::Tensor to;

	SIM(hold_copies)(true);
	{
		const c10::StreamGuard guard(busy);

		to = from.to(device(0), true);
	}
	ck_assert(!busy.query());
	ck_assert(idle.query());
	{
		const c10::StreamGuard guard(idle);

		ck_assert(at::ones({ 3 }, device(0)).add(1).sum().item<float>() == 6);
	}
	ck_assert(!busy.query());
	SIM(hold_copies)(false);
	wait_for(busy);
	ck_assert(busy.query());
	ck_assert(to.cpu().equal(from));
}
END_TEST

/* A stream that waits for an event sees what was done before it; one that does not wait reads what
 * was there. */
START_TEST(an_event_orders_two_streams)
{
	const at::Tensor from = pinned_numbers(), to = at::zeros({ elements }, device(0));
	const c10::Stream copying = stream_of_pool(), waiting = stream_of_pool();
	c10::Event copied(c10::DeviceType::PrivateUse1);
	at::Tensor early, late;

	SIM(hold_copies)(true);
	{
		const c10::StreamGuard guard(copying);

		to.copy_(from, true);
		copied.record(copying);
	}
	ck_assert(!copied.query());
	{
		const c10::StreamGuard guard(stream_of_pool());

		early = to.cpu();
	}
	ck_assert(early.equal(at::zeros({ elements })));
	copied.block(waiting);
	SIM(hold_copies)(false);
	{
		const c10::StreamGuard guard(waiting);

		late = to.cpu();
	}
	ck_assert(late.equal(from));
	ck_assert(copied.query());
}
END_TEST

/* Python's Tensor.__dlpack__(stream=...). */
START_TEST(a_receiver_of_dlpack_waits_for_its_exporter)
{
	const ct_stream receiver = { stream_of_pool().id(), CT_DEVICE_TYPE_PRIVATEUSE1, 0 };
	const ct_stream other = { stream_of_pool().id(), CT_DEVICE_TYPE_PRIVATEUSE1, 0 };
	const ct_dlpack_options options = { false, false, &receiver };
	ct_dlpack_versioned *managed;
	ct_tensor *numbers, *pinned, *x;
	bool is_done;

	OK(ct_ones(&elements, 1, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, nullptr, &numbers));
	OK(ct_pin_memory(numbers, CT_DEVICE_NONE, &pinned));
	SIM(hold_copies)(true);
	OK(ct_to_device(pinned, SIM_DEVICE(0), CT_FLOAT32, true, false, CT_MEMORY_FORMAT_NONE, &x));
	OK(ct_tensor_to_dlpack_versioned(x, &options, &managed));
	OK(ct_stream_query(receiver, &is_done));
	ck_assert(!is_done);
	OK(ct_stream_query(other, &is_done));
	ck_assert(is_done);
	SIM(hold_copies)(false);
	OK(ct_stream_synchronize(receiver));
	ct_dlpack_versioned_free(managed);
	/* It cannot read what is on another type of device. */
	FAILS(ct_tensor_to_dlpack_versioned(numbers, &options, &managed),
	      "ArgumentError: ct_tensor_to_dlpack_versioned: argument 2 (options.stream): its "
	      "devices are sim, but the tensor is on cpu");
	ct_tensor_free(x);
	ct_tensor_free(pinned);
	ct_tensor_free(numbers);
}
END_TEST

START_TEST(time_between_two_events)
{
	const at::Tensor from = pinned_numbers();
	const c10::Stream stream = interface().getStream(device(0));
	c10::Event before(c10::DeviceType::PrivateUse1, c10::EventFlag::BACKEND_DEFAULT);
	c10::Event after(c10::DeviceType::PrivateUse1, c10::EventFlag::BACKEND_DEFAULT);

	SIM(set_copy_delay)(20000);
	before.record(stream);
	const at::Tensor to = from.to(device(0), true);
	after.record(stream);
	after.synchronize();
	ck_assert_double_ge(before.elapsedTime(after), 20);
}
END_TEST

/* What another stream reads must not be given to another tensor of the first stream before. */
START_TEST(a_recorded_tensor_may_be_freed)
{
	const at::Tensor from = pinned_numbers();
	const c10::Stream reading = stream_of_pool();
	at::Tensor source = from.to(device(0)), target;

	SIM(hold_copies)(true);
	{
		const c10::StreamGuard guard(reading);

		target = at::empty({ elements }, device(0));
		target.copy_(source, true);
	}
	source.record_stream(reading);
	source.reset();
	const at::Tensor next = at::zeros({ elements }, device(0));
	SIM(hold_copies)(false);
	wait_for(reading);
	ck_assert(target.cpu().equal(from));
	ck_assert(next.cpu().equal(at::zeros({ elements })));
}
END_TEST

START_TEST(waiting_for_a_device_is_for_all_its_streams)
{
	const at::Tensor from = pinned_numbers();
	const c10::Stream streams[] = { stream_of_pool(), stream_of_pool() };

	SIM(set_copy_delay)(2000);
	for (const c10::Stream &stream : streams) {
		const c10::StreamGuard guard(stream);

		for (int i = 0; i < 3; i++)
			from.to(device(0), true);
	}
	OK(ct_device_synchronize(SIM_DEVICE(0)));
	for (const c10::Stream &stream : streams)
		ck_assert(stream.query());
}
END_TEST

#endif

} // namespace

Suite *streams_suite(void)
{
	Suite *suite = suite_create("streams");
	TCase *tests = tests_on_sim("streams");

	tcase_add_test(tests, each_thread_begins_with_the_default_stream);
	tcase_add_test(tests, streams_of_the_pool_differ);
#if CT_RELEASE_AT_LEAST(2, 6)
	tcase_add_test(tests, streams_do_not_wait_for_each_other);
	tcase_add_test(tests, an_event_orders_two_streams);
	tcase_add_test(tests, a_receiver_of_dlpack_waits_for_its_exporter);
	tcase_add_test(tests, time_between_two_events);
	tcase_add_test(tests, a_recorded_tensor_may_be_freed);
	tcase_add_test(tests, waiting_for_a_device_is_for_all_its_streams);
#endif
	suite_add_tcase(suite, tests);
	return suite;
}
