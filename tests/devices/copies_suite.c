/*
 * Copies to a device, from it, within it and between two; those that the host waits for, and those
 * that it does not.
 */
#define _POSIX_C_SOURCE 200809L

#include <time.h>

#include "support.h"

enum { ELEMENTS = 5000 };

static ct_tensor *copy_queued(const ct_tensor *from, ct_device to)
{
	return CT_E(to_device, from, to, ct_tensor_dtype(from), .non_blocking = true);
}

/* --- Values ----------------------------------------------------------------------------------- */

static void check_round_trip(const ct_tensor *x, const char *what)
{
	CT_SCOPE;
	const ct_tensor *there = on_sim(x), *further = on_device(there, SIM_DEVICE(1));
	const ct_tensor *back = on_cpu(further);

	OK(CT_DONE());
	ck_assert_int_eq(ct_tensor_device(there).index, 0);
	ck_assert_int_eq(ct_tensor_device(further).index, SIM_DEVICE(1).index);
	ck_assert_int_eq(ct_tensor_device(back).type, CT_DEVICE_TYPE_CPU);
	assert_same(back, x, what);
}

START_TEST(values_survive_the_way_there_and_back)
{
	const ct_dtype dtypes[] = { CT_FLOAT32, CT_FLOAT64, CT_FLOAT16,  CT_BFLOAT16,
				    CT_INT8,    CT_UINT8,   CT_INT16,    CT_INT32,
				    CT_INT64,   CT_BOOL,    CT_COMPLEX64 };

	for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
		CT_SCOPE;
		const ct_tensor *x = CT_E(to_dtype, CT_E(reshape, CT_E(arange, 24), CT_L(2, 3, 4)),
					  dtypes[i]);

		OK(CT_DONE());
		check_round_trip(x, ct_dtype_name(dtypes[i]));
	}
}
END_TEST

START_TEST(views_of_any_kind_are_copied)
{
	CT_SCOPE;
	const ct_tensor *x = CT_E(reshape, CT_E(arange, 24, .dtype = CT_FLOAT32), CT_L(2, 3, 4));
	const ct_tensor *complex_ = CT_E(complex, x, CT_E(neg, x));

	OK(CT_DONE());
	check_round_trip(CT_E(transpose, x, 0, 2), "transposed");
	check_round_trip(CT_E(select, x, 1, 2), "selected");
	check_round_trip(CT_E(expand, CT_E(select, x, 0, 1), CT_L(5, 3, 4)), "expanded");
	check_round_trip(CT_E(unfold, x, 2, 2, 1), "unfolded");
	check_round_trip(CT_E(narrow, x, 0, 0, 0), "empty");
	check_round_trip(CT_E(select, CT_E(flatten, x), 0, 7), "a number");
	check_round_trip(CT_E(conj, complex_), "conjugated");
	check_round_trip(CT_E(imag, CT_E(conj, complex_)), "negated");
	OK(CT_DONE());
}
END_TEST

START_TEST(conjugated_and_negated_views_of_the_device_are_copied)
{
	CT_SCOPE;
	const ct_tensor *x = CT_E(complex, CT_E(arange, 6, .dtype = CT_FLOAT32),
				  CT_E(arange_start, 1, 7, .dtype = CT_FLOAT32));
	const ct_tensor *there = on_sim(x);
	ct_tensor *target = CT_E(zeros_like, there);

	OK(CT_DONE());
	assert_same(CT_E(conj, there), CT_E(conj, x), "conjugated");
	assert_same(CT_E(imag, CT_E(conj, there)), CT_E(imag, CT_E(conj, x)), "negated");
	CT_E(copy_, CT_E(conj, target), there);
	assert_same(target, CT_E(conj, x), "written to a conjugated view");
	OK(CT_DONE());
}
END_TEST

START_TEST(views_on_the_device_share_its_memory)
{
	NEEDS_SIM;
	CT_SCOPE;
	ct_tensor *x = on_sim(CT_E(zeros, CT_L(3, 4)));
	const ct_tensor *wanted = CT_E(zeros, CT_L(3, 4));

	CT_E(fill_, CT_E(select, CT_E(t, x), 0, 1), 7);
	CT_E(fill_, CT_E(select, wanted, 1, 1), 7);
	OK(CT_DONE());
	assert_same(x, wanted, "a column");
	ck_assert_ptr_eq(ct_tensor_data(CT_E(view, x, CT_L(12))), ct_tensor_data(x));
	ck_assert_int_eq(memory_of(0).allocated, 4096);
}
END_TEST

/* Like Python's copy_(): converts, broadcasts, writes to a view. */
START_TEST(copying_converts_and_broadcasts)
{
	CT_SCOPE;
	const ct_tensor *row = CT_E(arange, 4);
	ct_tensor *x = CT_E(zeros, CT_L(3, 4), .device = SIM_DEVICE(0));
	ct_tensor *wanted = CT_E(zeros, CT_L(3, 4));

	CT_E(copy_, x, row);
	CT_E(copy_, wanted, row);
	CT_E(copy_, CT_E(select, x, 1, 2), on_device(CT_E(full, CT_L(3), 9), SIM_DEVICE(1)));
	CT_E(copy_, CT_E(select, wanted, 1, 2), CT_E(full, CT_L(3), 9));
	OK(CT_DONE());
	assert_same(x, wanted, "rows and a column");
}
END_TEST

START_TEST(elements_are_read_and_written_on_the_device)
{
	CT_SCOPE;
	ct_tensor *x = on_sim(CT_E(arange, 4));
	int64_t elements[4] = { 0 };
	const int64_t others[] = { 4, 3, 2, 1 };
	double first;

	OK(CT_DONE());
	OK(ct_tensor_copy_to(x, CT_INT64, elements, 4));
	ck_assert_int_eq(elements[3], 3);
	OK(ct_tensor_copy_from(x, CT_INT64, others, 4));
	first = CT_ITEM(CT_E(select, x, 0, 0));
	ck_assert_double_eq(first, 4);
	OK(CT_DONE());
}
END_TEST

/* --- Pinned memory ---------------------------------------------------------------------------- */

#if CT_RELEASE_AT_LEAST(2, 6)

/* ELEMENTS numbers in pinned memory: start, start + 1, ... */
static ct_tensor *pinned_numbers(double start)
{
	const ct_tensor *numbers = CT_E(add, CT_E(arange, ELEMENTS, .dtype = CT_FLOAT32), start);

	return CT_E(pin_memory, numbers);
}

START_TEST(pinned_memory_is_the_accelerators)
{
	NEEDS_SIM;
	CT_SCOPE;
	const ct_tensor *x = CT_E(ones, CT_L(1000));
	const ct_tensor *pinned = CT_E(pin_memory, x);
	bool is_pinned = true;

	OK(CT_DONE());
	OK(ct_is_pinned(x, CT_DEVICE_NONE, &is_pinned));
	ck_assert(!is_pinned);
	OK(ct_is_pinned(pinned, CT_DEVICE_NONE, &is_pinned));
	ck_assert(is_pinned);
	OK(ct_is_pinned(CT_E(narrow, pinned, 0, 500, 10), CT_DEVICE_NONE, &is_pinned));
	ck_assert(is_pinned);
	ck_assert_int_eq(SIM(pinned_nbytes)(), 4000);
	assert_same(pinned, x, "pinned");
}
END_TEST

/* While the copy is held, the host goes on: this test would not end if it waited. */
START_TEST(host_goes_on_while_pinned_memory_is_copied)
{
	NEEDS_SIM;
	CT_SCOPE;
	const ct_tensor *x = pinned_numbers(1);
	ct_tensor *there;

	OK(CT_DONE());
	SIM(hold_copies)(true);
	there = copy_queued(x, SIM_DEVICE(0));
	OK(CT_DONE());
	ck_assert_int_eq(counts().copies_queued, 1);
	ck_assert_int_eq(counts().synchronizations, 0);
	SIM(hold_copies)(false);
	assert_same(there, x, "copied to the device");
}
END_TEST

START_TEST(host_goes_on_while_it_gets_a_copy)
{
	NEEDS_SIM;
	CT_SCOPE;
	const ct_tensor *x = CT_E(arange, ELEMENTS, .dtype = CT_FLOAT32);
	const ct_tensor *there = on_sim(x);
	ct_tensor *back = CT_E(pin_memory, CT_E(zeros, CT_L(ELEMENTS)));

	OK(CT_DONE());
	SIM(hold_copies)(true);
	CT_E(copy_, back, there, .non_blocking = true);
	OK(CT_DONE());
	ck_assert_float_eq(((const float *)ct_tensor_data(back))[7], 0);
	SIM(hold_copies)(false);
	OK(ct_device_synchronize(SIM_DEVICE(0)));
	assert_same(back, x, "copied from the device");
}
END_TEST

/* Its memory stays until the copy has read it. sim overwrites what it releases. */
START_TEST(a_source_may_be_freed_before_it_is_copied)
{
	NEEDS_SIM;
	CT_SCOPE;
	const ct_tensor *wanted = CT_E(add, CT_E(arange, ELEMENTS, .dtype = CT_FLOAT32), 3);
	ct_tensor *x = pinned_numbers(3), *there;

	OK(CT_DONE());
	SIM(hold_copies)(true);
	there = copy_queued(x, SIM_DEVICE(0));
	OK(CT_DONE());
	ct_tensor_free(x);
	ck_assert_int_eq(SIM(pinned_nbytes)(), ELEMENTS * 4);
	SIM(hold_copies)(false);
	assert_same(there, wanted, "copied after the source was freed");
	ck_assert_int_eq(SIM(pinned_nbytes)(), 0);
}
END_TEST

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

START_TEST(a_delay_is_kept)
{
	NEEDS_SIM;
	CT_SCOPE;
	const ct_tensor *x = pinned_numbers(1);
	const double delay = 0.03;
	double before;

	OK(CT_DONE());
	SIM(set_copy_delay)((int64_t)(1e6 * delay));
	before = seconds();
	copy_queued(x, SIM_DEVICE(1));
	OK(CT_DONE());
	OK(ct_device_synchronize(SIM_DEVICE(1)));
	ck_assert_double_ge(seconds() - before, delay);
}
END_TEST

#endif

START_TEST(host_waits_for_other_memory)
{
	NEEDS_SIM;
	CT_SCOPE;
	const ct_tensor *x = CT_E(ones, CT_L(10));

	OK(CT_DONE());
	copy_queued(x, SIM_DEVICE(0));
	OK(CT_DONE());
	ck_assert_int_eq(counts().copies_queued, 0);
	ck_assert_int_eq(counts().synchronizations, 1);
}
END_TEST

START_TEST(copies_are_counted_by_their_way)
{
	NEEDS_SIM;
	CT_SCOPE;
	const ct_tensor *x = CT_E(ones, CT_L(10)), *there = on_sim(x);

	on_device(there, SIM_DEVICE(1));
	CT_E(clone, there);
	on_cpu(there);
	CT_ITEM(CT_E(sum, there));
	OK(CT_DONE());
	ck_assert_int_eq(counts().copies_in, 1);
	ck_assert_int_eq(counts().copies_within, 2);
	ck_assert_int_eq(counts().copies_out, 1);
	ck_assert_int_eq(counts().copies_queued, 1);
	ck_assert_int_eq(counts().synchronizations, 4);
	ck_assert_int_eq(counts().kernels, 1);
	SIM(reset)();
	ck_assert_int_eq(counts().copies_in, 0);
	ck_assert_int_eq(counts().kernels, 0);
}
END_TEST

Suite *copies_suite(void)
{
	Suite *suite = suite_create("copies");
	TCase *tests = tests_on_sim("copies");

	tcase_add_test(tests, values_survive_the_way_there_and_back);
	tcase_add_test(tests, views_of_any_kind_are_copied);
	tcase_add_test(tests, conjugated_and_negated_views_of_the_device_are_copied);
	tcase_add_test(tests, views_on_the_device_share_its_memory);
	tcase_add_test(tests, copying_converts_and_broadcasts);
	tcase_add_test(tests, elements_are_read_and_written_on_the_device);
#if CT_RELEASE_AT_LEAST(2, 6)
	tcase_add_test(tests, pinned_memory_is_the_accelerators);
	tcase_add_test(tests, host_goes_on_while_pinned_memory_is_copied);
	tcase_add_test(tests, host_goes_on_while_it_gets_a_copy);
	tcase_add_test(tests, a_source_may_be_freed_before_it_is_copied);
	tcase_add_test(tests, a_delay_is_kept);
#endif
	tcase_add_test(tests, host_waits_for_other_memory);
	tcase_add_test(tests, copies_are_counted_by_their_way);
	suite_add_tcase(suite, tests);
	return suite;
}
