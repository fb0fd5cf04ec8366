/*
 * The hook for making room, on the device.
 */
#include "support.h"

#if CT_RELEASE_AT_LEAST(2, 10)

enum { PIECE = 1 << 20, LIMIT = 8 * PIECE };

struct host {
	ct_tensor *kept; /* what the hook frees */
	ct_device device;
	int64_t nbytes;
	int calls;
	bool answer;
};

static ct_error take(int64_t nbytes, ct_tensor **result)
{
	return CT(empty, result, CT_L(nbytes), .dtype = CT_UINT8, .device = SIM_DEVICE(1));
}

static bool make_room(ct_device device, int64_t nbytes, void *context)
{
	struct host *host = context;

	host->device = device;
	host->nbytes = nbytes;
	host->calls++;
	ct_tensor_free(host->kept);
	host->kept = NULL;
	return host->answer;
}

static void assert_asked_once(const struct host *host, int64_t nbytes)
{
	ck_assert_int_eq(host->calls, 1);
	ck_assert_int_eq(host->device.type, CT_DEVICE_TYPE_PRIVATEUSE1);
	ck_assert_int_eq(host->device.index, 1);
	ck_assert_int_eq(host->nbytes, nbytes);
}

START_TEST(the_hook_makes_room_on_the_device)
{
	struct host host = { .answer = true };
	ct_tensor *x;

	SIM(set_byte_limit)(LIMIT);
	ct_memory_set_out_of_memory_hook(make_room, &host);
	OK(take(5 * PIECE, &host.kept));
	ck_assert_int_eq(host.calls, 0);
	OK(take(6 * PIECE, &x));
	assert_asked_once(&host, 6 * PIECE);
	ct_tensor_free(x);
}
END_TEST

START_TEST(a_hook_without_room_ends_in_the_error)
{
	struct host host = { .answer = false };
	ct_tensor *x = NULL;
	ct_error error;

	SIM(set_byte_limit)(LIMIT);
	ct_memory_set_out_of_memory_hook(make_room, &host);
	error = take(9 * PIECE, &x);
	ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_OUT_OF_MEMORY);
	ck_assert_ptr_null(x);
	assert_asked_once(&host, 9 * PIECE);
	ct_error_free(error);
}
END_TEST

START_TEST(what_is_freed_later_makes_room_without_a_hook_that_does)
{
	struct host host = { .answer = false };
	ct_tensor *x, *y;

	SIM(set_byte_limit)(LIMIT);
	ct_memory_set_out_of_memory_hook(make_room, &host);
	OK(take(5 * PIECE, &x));
	ct_tensor_free_later(x);
	OK(take(6 * PIECE, &y));
	ct_tensor_free(y);
}
END_TEST

/* As with a garbage collector: nothing is freed by hand, and the operators themselves ask. */
START_TEST(operators_ask_for_room_for_their_results)
{
	CT_SCOPE;
	struct host host = { .answer = true };
	const ct_tensor *x = CT_E(ones, CT_L(3 * PIECE / 4), .device = SIM_DEVICE(1));

	OK(CT_DONE());
	SIM(set_byte_limit)(LIMIT);
	ct_memory_set_out_of_memory_hook(make_room, &host);
	OK(take(4 * PIECE, &host.kept));
	ck_assert_double_eq(CT_ITEM(CT_E(sum, CT_E(add, x, x))), 2. * 3 * PIECE / 4);
	assert_asked_once(&host, 3 * PIECE);
}
END_TEST

START_TEST(statistics_are_those_of_the_device)
{
	struct host host = { .answer = true };
	ct_tensor *x;
	int64_t now;

	ct_memory_set_out_of_memory_hook(make_room, &host);
	OK(take(PIECE, &x));
	OK(ct_device_memory_allocated(SIM_DEVICE(1), &now, NULL));
	ck_assert_int_eq(now, memory_of(1).allocated);
	ck_assert_int_ge(now, PIECE);
	ct_tensor_free(x);
	ck_assert_int_ge(ct_memory_empty_cache(), PIECE);
}
END_TEST

/* The hook is there before the device. */
START_TEST(the_hook_reaches_devices_that_are_loaded_later)
{
	struct host host = { .answer = true };
	ct_tensor *x;

	ct_memory_set_out_of_memory_hook(make_room, &host);
	load_sim();
	SIM(set_byte_limit)(LIMIT);
	OK(take(5 * PIECE, &host.kept));
	OK(take(6 * PIECE, &x));
	assert_asked_once(&host, 6 * PIECE);
	ct_tensor_free(x);
}
END_TEST

#endif

Suite *room_suite(void)
{
	Suite *suite = suite_create("room");
#if CT_RELEASE_AT_LEAST(2, 10)
	TCase *tests = tests_on_sim("room"), *late = tests_of("late devices");

	tcase_add_test(tests, the_hook_makes_room_on_the_device);
	tcase_add_test(tests, a_hook_without_room_ends_in_the_error);
	tcase_add_test(tests, what_is_freed_later_makes_room_without_a_hook_that_does);
	tcase_add_test(tests, operators_ask_for_room_for_their_results);
	tcase_add_test(tests, statistics_are_those_of_the_device);
	tcase_add_test(late, the_hook_reaches_devices_that_are_loaded_later);
	suite_add_tcase(suite, tests);
	suite_add_tcase(suite, late);
#endif
	return suite;
}
