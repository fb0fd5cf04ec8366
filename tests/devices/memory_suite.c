/*
 * Memory of the devices: what is in use and what is kept, its end, and that the host cannot touch it.
 */
#define _POSIX_C_SOURCE 200809L

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

enum { PAGE = 4096, KIB = 1024 };

static ct_tensor *bytes_on(int device, int64_t nbytes)
{
	ct_tensor *x;

	OK(CT(empty, &x, CT_L(nbytes), .dtype = CT_UINT8, .device = SIM_DEVICE(device)));
	return x;
}

/* --- Statistics ------------------------------------------------------------------------------- */

START_TEST(memory_is_counted_by_device)
{
	CT_SCOPE;

	bytes_on(0, 100);
	bytes_on(1, 2 * PAGE + 1);
	OK(CT_DONE());
	ck_assert_int_eq(memory_of(0).allocated, PAGE);
	ck_assert_int_eq(memory_of(1).allocated, 3 * PAGE);
}
END_TEST

START_TEST(freed_memory_is_kept_and_used_again)
{
	ct_tensor *first = bytes_on(0, PAGE), *second;
	const void *address = ct_tensor_data(first);

	ct_tensor_free(first);
	ck_assert_int_eq(memory_of(0).allocated, 0);
	ck_assert_int_eq(memory_of(0).reserved, PAGE);
	second = bytes_on(0, PAGE);
	ck_assert_ptr_eq(ct_tensor_data(second), address);
	ct_tensor_free(second);
	ck_assert_int_eq(memory_of(0).peak_allocated, PAGE);
	SIM(reset)();
	ck_assert_int_eq(memory_of(0).reserved, 0);
	ck_assert_int_eq(memory_of(0).peak_allocated, 0);
}
END_TEST

#if CT_RELEASE_AT_LEAST(2, 10)

START_TEST(free_memory_is_the_limit_without_what_is_reserved)
{
	int64_t available, total;
	ct_tensor *x;

	SIM(set_byte_limit)(64 * KIB);
	x = bytes_on(1, 16 * KIB);
	OK(ct_device_memory(SIM_DEVICE(1), &available, &total));
	ck_assert_int_eq(available, 48 * KIB);
	ck_assert_int_eq(total, 64 * KIB);
	OK(ct_device_memory(SIM_DEVICE(0), &available, &total));
	ck_assert_int_eq(available, 64 * KIB);
	ct_tensor_free(x);
	OK(ct_device_memory(SIM_DEVICE(1), &available, &total));
	ck_assert_int_eq(available, 48 * KIB);
}
END_TEST

#endif

/* --- Its end ---------------------------------------------------------------------------------- */

START_TEST(memory_that_ends_is_an_error_of_its_kind)
{
	CT_SCOPE;
	ct_tensor *x = UNTOUCHED;

	SIM(set_byte_limit)(64 * KIB);
	bytes_on(0, 40 * KIB);
	FAILS_WITH(
		CT(empty, &x, CT_L(40 * KIB), .dtype = CT_UINT8, .device = SIM_DEVICE(0)),
		CT_ERROR_OUT_OF_MEMORY,
		"sim out of memory. Tried to allocate 40960 bytes. sim:0 has a total capacity of "
		"65536 bytes of which 24576 bytes are free; 40960 bytes are in use by tensors");
	ck_assert_ptr_eq(x, UNTOUCHED);
	ck_assert_int_eq(memory_of(0).out_of_memory, 1);
	ck_assert_int_eq(memory_of(0).allocated, 40 * KIB);
}
END_TEST

/* Whatever fails frees its intermediate results, so the program can go on. */
START_TEST(a_program_goes_on_after_the_error)
{
	CT_SCOPE;
	ct_tensor *x, *y = UNTOUCHED;

	SIM(set_byte_limit)(100 * KIB);
	x = CT_E(zeros, CT_L(10 * KIB), .device = SIM_DEVICE(0));
	OK(CT_DONE());
	for (int i = 0; i < 3; i++) {
		FAILS_WITH(CT(cat, &y, CT_TENSORS(x, x)), CT_ERROR_OUT_OF_MEMORY, "81920 bytes");
		ck_assert_int_eq(memory_of(0).allocated, 40 * KIB);
	}
	OK(CT(add, &y, x, x));
	assert_same(y, CT_E(zeros, CT_L(10 * KIB)), "what fits");
	OK(CT_DONE());
}
END_TEST

START_TEST(kept_memory_is_given_up_for_another_size)
{
	ct_tensor *x;

	SIM(set_byte_limit)(64 * KIB);
	for (int64_t nbytes = PAGE; nbytes <= 60 * KIB; nbytes += PAGE) {
		x = bytes_on(0, nbytes);
		ct_tensor_free(x);
	}
	ck_assert_int_eq(memory_of(0).out_of_memory, 0);
	ck_assert_int_le(memory_of(0).peak_reserved, 64 * KIB);
}
END_TEST

/* --- Streams ---------------------------------------------------------------------------------- */

#if CT_RELEASE_AT_LEAST(2, 6)

/* Frees a tensor that the default stream, whose work is held, still uses. Its size is the only one
 * of its kind. */
static const void *free_while_used(bool is_recorded)
{
	CT_SCOPE;
	const ct_tensor *pinned = CT_E(pin_memory, CT_E(ones, CT_L(KIB)));
	ct_tensor *used = bytes_on(0, 3 * PAGE);
	const void *address = ct_tensor_data(used);

	SIM(hold_copies)(true);
	CT_E(to_device, pinned, SIM_DEVICE(0), CT_FLOAT32, .non_blocking = true);
	OK(CT_DONE());
	if (is_recorded)
		OK(ct_record_stream(used, (ct_stream){ 0, CT_DEVICE_TYPE_PRIVATEUSE1, 0 }));
	ct_tensor_free(used);
	return address;
}

START_TEST(memory_that_a_stream_uses_gets_no_other_use)
{
	const void *address = free_while_used(true);
	ct_tensor *x = bytes_on(0, 3 * PAGE);

	ck_assert_ptr_ne(ct_tensor_data(x), address);
	ct_tensor_free(x);
	SIM(hold_copies)(false);
	OK(ct_device_synchronize(SIM_DEVICE(0)));
	x = bytes_on(0, 3 * PAGE);
	ct_tensor_free(x);
}
END_TEST

START_TEST(memory_of_its_own_stream_is_used_at_once)
{
	const void *address = free_while_used(false);
	ct_tensor *x = bytes_on(0, 3 * PAGE);

	ck_assert_ptr_eq(ct_tensor_data(x), address);
	ct_tensor_free(x);
	SIM(hold_copies)(false);
}
END_TEST

#endif

/* --- The host --------------------------------------------------------------------------------- */

START_TEST(reading_it_on_the_host_is_a_fault)
{
	const ct_tensor *x = bytes_on(0, PAGE);
	volatile float number;

	number = *(const float *)ct_tensor_data(x);
	(void)number;
}
END_TEST

START_TEST(writing_it_on_the_host_is_a_fault)
{
	ct_tensor *x = bytes_on(1, PAGE);

	*(float *)ct_tensor_mutable_data(x) = 1;
}
END_TEST

/* Functions that read elements copy them first, or refuse. */
START_TEST(functions_that_read_elements_do_not_touch_it)
{
	CT_SCOPE;
	ct_tensor *x = on_sim(CT_E(arange, 4));
	const int64_t index = 1;
	ct_scalar element;
	const void *data;
	ct_accessor accessor;
	char *text;

	OK(CT_DONE());
	ck_assert_double_eq(CT_ITEM(CT_E(select, x, 0, 3)), 3);
	OK(ct_tensor_element(x, CT_INTS_OF(&index, 1), &element));
	ck_assert_int_eq(element.i, 1);
	OK(ct_tensor_to_string(x, &text));
	ck_assert_str_eq(text, "tensor([0, 1, 2, 3], device='sim:0')");
	ct_free(text);
	FAILS_WITH(ct_tensor_data_as(x, CT_INT64, &data), CT_ERROR_ARGUMENT, "sim");
	FAILS_WITH(ct_tensor_access(x, CT_INT64, 1, &accessor), CT_ERROR_ARGUMENT, "sim");
}
END_TEST

/* --- Forks ------------------------------------------------------------------------------------ */

/* The streams' threads are not in the child, so waiting for them would never end. */
START_TEST(a_child_of_a_fork_gets_an_error)
{
	ct_tensor *x = bytes_on(0, PAGE), *y = NULL;
	ct_error err;
	pid_t child;
	int status;

	child = fork();
	if (child == 0) {
		alarm(5);
		err = CT(add, &y, x, x);
		_exit(err && strstr(err, "in use when this process was forked") ? 0 : 1);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFEXITED(status));
	ck_assert_int_eq(WEXITSTATUS(status), 0);
	ct_tensor_free(x);
}
END_TEST

Suite *memory_suite(void)
{
	Suite *suite = suite_create("memory");
	TCase *tests = tests_on_sim("memory"), *faults = tcase_create("faults");

	tcase_add_test(tests, memory_is_counted_by_device);
	tcase_add_test(tests, freed_memory_is_kept_and_used_again);
#if CT_RELEASE_AT_LEAST(2, 10)
	tcase_add_test(tests, free_memory_is_the_limit_without_what_is_reserved);
#endif
	tcase_add_test(tests, memory_that_ends_is_an_error_of_its_kind);
	tcase_add_test(tests, a_program_goes_on_after_the_error);
	tcase_add_test(tests, kept_memory_is_given_up_for_another_size);
#if CT_RELEASE_AT_LEAST(2, 6)
	tcase_add_test(tests, memory_that_a_stream_uses_gets_no_other_use);
	tcase_add_test(tests, memory_of_its_own_stream_is_used_at_once);
#endif
	tcase_add_test(tests, functions_that_read_elements_do_not_touch_it);
	tcase_add_test(tests, a_child_of_a_fork_gets_an_error);
	suite_add_tcase(suite, tests);
	/* A sanitizer ends the process by itself, with a report. */
	tcase_add_checked_fixture(faults, load_sim, NULL);
	if (!is_sanitized()) {
		tcase_add_test_raise_signal(faults, reading_it_on_the_host_is_a_fault, SIGSEGV);
		tcase_add_test_raise_signal(faults, writing_it_on_the_host_is_a_fault, SIGSEGV);
	}
	suite_add_tcase(suite, faults);
	return suite;
}
