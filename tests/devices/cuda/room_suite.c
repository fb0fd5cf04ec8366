/* The hook for making room on CUDA. */
#include "support.h"

enum { PIECE = 100 << 20 };

struct host {
	ct_tensor *kept; /* what the hook frees */
	ct_device device;
	int64_t nbytes;
	int calls;
};

static ct_error take(int64_t nbytes, ct_tensor **result)
{
	return CT(empty, result, CT_L(nbytes), .dtype = CT_UINT8, .device = CT_DEVICE_CUDA(1));
}

/* Whether there was anything to free. */
static bool make_room(ct_device device, int64_t nbytes, void *context)
{
	struct host *host = context;
	const bool frees = host->kept != NULL;

	host->device = device;
	host->nbytes = nbytes;
	host->calls++;
	ct_tensor_free(host->kept);
	host->kept = NULL;
	return frees;
}

static void assert_asked(const struct host *host, int calls, int64_t nbytes)
{
	ck_assert_int_eq(host->calls, calls);
	ck_assert_int_eq(host->device.type, CT_DEVICE_TYPE_CUDA);
	ck_assert_int_eq(host->device.index, 1);
	ck_assert_int_eq(host->nbytes, nbytes);
}

START_TEST(the_hook_makes_room_on_the_device)
{
	struct host host = { 0 };
	ct_tensor *x;

	ct_memory_set_out_of_memory_hook(make_room, &host);
	OK(take(2 * PIECE, &host.kept));
	ck_assert_int_eq(host.calls, 0);
	OK(take(PIECE, &x));
	assert_asked(&host, 1, PIECE);
	ct_tensor_free(x);
	ct_memory_set_out_of_memory_hook(NULL, NULL);
}
END_TEST

START_TEST(without_room_it_is_the_error_of_libtorch)
{
	struct host host = { 0 };
	ct_tensor *x = UNTOUCHED;
	ct_error error;

	ct_memory_set_out_of_memory_hook(make_room, &host);
	error = take(3 * PIECE, &x);
	ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_OUT_OF_MEMORY);
	ck_assert_ptr_nonnull(strstr(error, "CUDA out of memory. Tried to allocate 300.00 MiB."));
	ck_assert_ptr_eq(x, UNTOUCHED);
	assert_asked(&host, 1, 3 * PIECE);
	ct_error_free(error);
	ct_memory_set_out_of_memory_hook(NULL, NULL);
	OK(ct_device_empty_cache(CT_DEVICE_TYPE_CUDA));
}
END_TEST

START_TEST(operators_ask_for_room_for_their_results)
{
	CT_SCOPE;
	struct host host = { 0 };
	const ct_tensor *x = CT_E(empty, CT_L(PIECE), .dtype = CT_UINT8,
				  .device = CT_DEVICE_CUDA(1));

	OK(CT_DONE());
	ct_memory_set_out_of_memory_hook(make_room, &host);
	OK(take(PIECE, &host.kept));
	ck_assert_ptr_nonnull(CT_E(add, x, x));
	OK(CT_DONE());
	assert_asked(&host, 1, PIECE);
	ct_memory_set_out_of_memory_hook(NULL, NULL);
}
END_TEST

Suite *room_suite(void)
{
	Suite *suite = suite_create("room");
	TCase *tests = tests_of("room");

	tcase_add_test(tests, the_hook_makes_room_on_the_device);
	tcase_add_test(tests, without_room_it_is_the_error_of_libtorch);
	tcase_add_test(tests, operators_ask_for_room_for_their_results);
	suite_add_tcase(suite, tests);
	return suite;
}
