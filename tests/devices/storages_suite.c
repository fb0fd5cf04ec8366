/*
 * Storages on the device: bytes that are copied, filled, compared and resized there, and tensors on
 * them.
 */
#include "support.h"

enum { NBYTES = 24 };

static ct_storage *storage_on(ct_device device, int64_t nbytes, uint8_t value)
{
	ct_storage *storage;

	OK(ct_storage_new(nbytes, device, &storage));
	OK(ct_storage_fill(storage, value));
	return storage;
}

/* All bytes must be these, one after the other. */
static void assert_bytes(const ct_storage *storage, const unsigned char *wanted, int64_t n)
{
	CT_SCOPE;
	ct_tensor *bytes, *expected;

	ck_assert_int_eq(ct_storage_nbytes(storage), n);
	OK(ct_tensor_from_storage(storage, CT_UINT8, 0, CT_L(n), CT_NO_INTS, &bytes));
	OK(ct_tensor_from_data(wanted, CT_UINT8, CT_L(n), &expected));
	assert_same(bytes, expected, "bytes");
}

START_TEST(a_storage_is_where_it_was_asked_for)
{
	CT_SCOPE;
	ct_storage *storage = storage_on(SIM_DEVICE(1), NBYTES, 0), *of_current, *of_tensor;

	ck_assert_int_eq(ct_storage_device(storage).type, SIM_TYPE);
	ck_assert_int_eq(ct_storage_device(storage).index, SIM_DEVICE(1).index);
	ck_assert(ct_storage_is_resizable(storage));
	ck_assert(ct_storage_is_shared(storage)); /* as Python says of every accelerator */
	ck_assert_int_eq(memory_of(1).allocated, SIM_BLOCK);
	OK(ct_storage_new(NBYTES, SIM_DEVICE(-1), &of_current));
	ck_assert_int_eq(ct_storage_device(of_current).index, 0);
	OK(ct_tensor_storage(on_device(CT_E(ones, CT_L(3)), SIM_DEVICE(1)), &of_tensor));
	ck_assert_int_eq(ct_storage_device(of_tensor).index, SIM_DEVICE(1).index);
	ck_assert_int_eq(ct_storage_nbytes(of_tensor), 12);
}
END_TEST

START_TEST(a_missing_device_is_refused)
{
	NEEDS_SIM;
	ct_storage *storage = NULL;

	FAILS_WITH(ct_storage_new(NBYTES, SIM_DEVICE(2), &storage), CT_ERROR_RUNTIME,
		   "invalid device index 2");
	ck_assert_ptr_null(storage);
}
END_TEST

START_TEST(resizing_keeps_the_bytes)
{
	CT_SCOPE;
	ct_storage *storage = storage_on(SIM_DEVICE(1), 3, 7);

	OK(ct_storage_resize(storage, 2 * SIM_BLOCK));
	ck_assert_int_eq(ct_storage_device(storage).index, SIM_DEVICE(1).index);
	ck_assert_int_eq(memory_of(1).allocated, 2 * SIM_BLOCK);
	OK(ct_storage_resize(storage, 2));
	assert_bytes(storage, (const unsigned char[]){ 7, 7 }, 2);
	OK(ct_storage_resize(storage, 0));
	ck_assert_int_eq(memory_of(1).allocated, 0);
	OK(ct_storage_resize(storage, 1));
	OK(ct_storage_fill(storage, 9));
	assert_bytes(storage, (const unsigned char[]){ 9 }, 1);
}
END_TEST

/* Each from any device to any other. */
START_TEST(bytes_are_copied_between_devices)
{
	CT_SCOPE;
	const ct_device places[] = { CT_DEVICE_CPU, SIM_DEVICE(0), SIM_DEVICE(1) };

	for (int i = 0; i < 9; i++) {
		const unsigned char value = (unsigned char)(i + 1);
		ct_storage *from = storage_on(places[i / 3], 3, value);
		ct_storage *to = storage_on(places[i % 3], 3, 0);

		OK(ct_storage_copy(to, from));
		assert_bytes(to, (const unsigned char[]){ value, value, value }, 3);
	}
	FAILS_WITH(
		ct_storage_copy(storage_on(SIM_DEVICE(0), 3, 0), storage_on(SIM_DEVICE(0), 4, 0)),
		CT_ERROR_RUNTIME, "size does not match, self was 3 bytes but src was 4 bytes");
}
END_TEST

START_TEST(a_clone_has_memory_of_its_own)
{
	CT_SCOPE;
	ct_storage *storage = storage_on(SIM_DEVICE(1), NBYTES, 3), *clone;
	bool equal;

	OK(ct_storage_clone(storage, &clone));
	ck_assert_int_eq(ct_storage_device(clone).index, SIM_DEVICE(1).index);
	ck_assert_ptr_ne(ct_storage_data(clone), ct_storage_data(storage));
	OK(ct_storage_equal(clone, storage, &equal));
	ck_assert(equal);
	OK(ct_storage_fill(clone, 4));
	OK(ct_storage_equal(clone, storage, &equal));
	ck_assert(!equal);
}
END_TEST

START_TEST(tensors_share_a_storage)
{
	CT_SCOPE;
	ct_tensor *x = on_sim(CT_E(arange, 6, .dtype = CT_INT32)), *pairs, *other;
	ct_storage *storage;
	double sum;

	OK(ct_tensor_storage(x, &storage));
	OK(ct_tensor_from_storage(storage, CT_INT32, 1, CT_L(2, 2), CT_L(2, 1), &pairs));
	ck_assert(ct_tensor_shares_storage(x, pairs));
	CT_E(fill_, CT_E(select, pairs, 0, 1), 9);
	OK(CT_DONE());
	sum = CT_ITEM(CT_E(sum, x));
	ck_assert_double_eq(sum, 0 + 1 + 2 + 9 + 9 + 5);
	other = on_sim(CT_E(zeros, CT_L(1), .dtype = CT_INT32));
	OK(CT_DONE());
	OK(ct_tensor_set_storage(other, storage, 4, CT_L(2), CT_NO_INTS));
	ck_assert(ct_tensor_shares_storage(x, other));
	sum = CT_ITEM(CT_E(sum, other));
	ck_assert_double_eq(sum, 9 + 5);
	FAILS_WITH(ct_tensor_from_storage(storage, CT_INT64, 0, CT_L(4), CT_NO_INTS, &pairs),
		   CT_ERROR_ARGUMENT,
		   "argument 4 (shape): the last element ends at byte 32, but the storage has 24");
}
END_TEST

START_TEST(memory_lives_as_long_as_its_last_user)
{
	ct_storage *storage;
	{
		CT_SCOPE;

		OK(ct_tensor_storage(on_sim(CT_E(full, CT_L(3), 5, .dtype = CT_UINT8)), &storage));
		ct_scope_disown_object(storage);
	}
	ck_assert_int_eq(memory_of(0).allocated, SIM_BLOCK);
	ck_assert_int_eq(ct_storage_use_count(storage), 1);
	assert_bytes(storage, (const unsigned char[]){ 5, 5, 5 }, 3);
	ct_storage_free(storage);
	ck_assert_int_eq(memory_of(0).allocated, 0);
}
END_TEST

/* As in Python: set_() does not copy. */
START_TEST(a_tensor_takes_no_storage_of_another_device)
{
	NEEDS_TWO_DEVICES;
	CT_SCOPE;
	ct_tensor *x = on_sim(CT_E(zeros, CT_L(2)));
	ct_storage *elsewhere = storage_on(SIM_DEVICE(1), 8, 0);

	FAILS_WITH(ct_tensor_set_storage(x, elsewhere, 0, CT_L(2), CT_NO_INTS), CT_ERROR_RUNTIME,
		   SIM_NAME ":1");
	ck_assert_int_eq(ct_tensor_device(x).index, 0);
}
END_TEST

/* --- Memory of the program's ------------------------------------------------------------------ */

static void count_deletion(void *data, void *deleted)
{
	(void)data;
	++*(int *)deleted;
}

/* Memory that another library has on the device. */
START_TEST(memory_of_others_is_used_in_place)
{
	CT_SCOPE;
	ct_tensor *owner = on_sim(CT_E(arange, 4, .dtype = CT_FLOAT32)), *x;
	ct_storage *storage;
	int deleted = 0;

	OK(CT_DONE());
	OK(ct_storage_from_blob(ct_tensor_mutable_data(owner), 16, SIM_DEVICE(0), count_deletion,
				&deleted, &storage));
	ck_assert(!ct_storage_is_resizable(storage));
	OK(ct_tensor_from_storage(storage, CT_FLOAT32, 0, CT_L(4), CT_NO_INTS, &x));
	CT_E(mul_, x, 2);
	OK(CT_DONE());
	assert_same(owner, CT_E(arange_start_step, 0, 8, CT_S(2), .dtype = CT_FLOAT32), "twice");
	FAILS_WITH(ct_storage_resize(storage, 32), CT_ERROR_ARGUMENT, "cannot be resized");
	ct_tensor_free(x);
	ck_assert_int_eq(deleted, 0);
	ct_storage_free(storage);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

Suite *storages_suite(void)
{
	Suite *suite = suite_create("storages");
	TCase *tests = tests_on_sim("storages");

	tcase_add_test(tests, a_storage_is_where_it_was_asked_for);
	tcase_add_test(tests, a_missing_device_is_refused);
	tcase_add_test(tests, resizing_keeps_the_bytes);
	tcase_add_test(tests, bytes_are_copied_between_devices);
	tcase_add_test(tests, a_clone_has_memory_of_its_own);
	tcase_add_test(tests, tensors_share_a_storage);
	tcase_add_test(tests, memory_lives_as_long_as_its_last_user);
	tcase_add_test(tests, a_tensor_takes_no_storage_of_another_device);
	tcase_add_test(tests, memory_of_others_is_used_in_place);
	suite_add_tcase(suite, tests);
	return suite;
}
