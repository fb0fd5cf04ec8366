/*
 * Storages.
 */
#include "support.h"

static ct_tensor *tensor;
static ct_storage *storage;

static void make_storage(void)
{
	tensor = vector(4, (const float[]){ 1, 2, 3, 4 });
	OK(ct_tensor_storage(tensor, &storage));
}

static void free_storage(void)
{
	ct_storage_free(storage);
	ct_tensor_free(tensor);
}

START_TEST(storage_tells_what_it_is)
{
	ck_assert_int_eq(ct_storage_nbytes(storage), 16);
	ck_assert_ptr_eq(ct_storage_data(storage), ct_tensor_data(tensor));
	ck_assert_int_eq(ct_storage_device(storage).type, CT_DEVICE_TYPE_CPU);
	((float *)ct_storage_mutable_data(storage))[3] = 40;
	assert_floats(tensor, (int64_t[]){ 4, -1 }, (double[]){ 1, 2, 3, 40 });
}
END_TEST

START_TEST(views_have_the_same_storage)
{
	ct_tensor *view, *copy;
	ct_storage *of_view, *of_copy;

	OK(ct_select_int(tensor, 0, 2, &view));
	OK(ct_clone(tensor, CT_MEMORY_FORMAT_NONE, &copy));
	OK(ct_tensor_storage(view, &of_view));
	OK(ct_tensor_storage(copy, &of_copy));
	ck_assert_ptr_eq(of_view, storage);
	ck_assert_ptr_ne(of_copy, storage);
	ct_storage_free(of_view);
	ct_storage_free(of_copy);
	ct_tensor_free(view);
	ct_tensor_free(copy);
}
END_TEST

START_TEST(tensor_can_be_set_on_a_storage)
{
	ct_tensor *other = vector(1, (const float[]){ 0 });
	const int64_t size[] = { 2 }, stride[] = { 2 };

	OK(ct_set__source_Storage_storage_offset(other, storage, 1, size, 1, stride, 1, NULL));
	assert_floats(other, (int64_t[]){ 2, -1 }, (double[]){ 2, 4 });
	FAILS(ct_set__source_Storage(other, NULL, NULL),
	      "ArgumentError: ct_set__source_Storage: argument 2 (source) must not be NULL");
	ct_tensor_free(other);
}
END_TEST

START_TEST(kept_storage_is_the_same)
{
	ct_storage *again = ct_storage_retain(storage);

	ck_assert_ptr_eq(again, storage);
	ct_storage_free(again);
	ck_assert_int_eq(ct_storage_nbytes(storage), 16);
}
END_TEST

START_TEST(no_storage_has_no_answers)
{
	ck_assert_ptr_null(ct_storage_data(NULL));
	ck_assert_ptr_null(ct_storage_mutable_data(NULL));
	ck_assert_int_eq(ct_storage_nbytes(NULL), -1);
	ck_assert_int_eq(ct_storage_device(NULL).type, CT_DEVICE_TYPE_NONE);
	FAILS(ct_tensor_storage(NULL, NULL),
	      "ArgumentError: ct_tensor_storage: argument 1 (self) must not be NULL");
}
END_TEST

START_TEST(sparse_tensor_has_no_storage)
{
	ct_tensor *sparse;
	ct_storage *none = (ct_storage *)UNTOUCHED;

	OK(ct_to_sparse(tensor, CT_LAYOUT_NONE, NULL, 0, NULL, &sparse));
	FAILS_WITH(ct_tensor_storage(sparse, &none), CT_ERROR_NOT_IMPLEMENTED, "storage");
	ck_assert_ptr_eq(none, (ct_storage *)UNTOUCHED);
	ct_tensor_free(sparse);
}
END_TEST

Suite *storages_suite(void)
{
	Suite *suite = suite_create("storages");
	TCase *tests = tests_of("storages");

	tcase_add_checked_fixture(tests, make_storage, free_storage);
	tcase_add_test(tests, storage_tells_what_it_is);
	tcase_add_test(tests, views_have_the_same_storage);
	tcase_add_test(tests, tensor_can_be_set_on_a_storage);
	tcase_add_test(tests, kept_storage_is_the_same);
	tcase_add_test(tests, no_storage_has_no_answers);
	tcase_add_test(tests, sparse_tensor_has_no_storage);
	suite_add_tcase(suite, tests);
	return suite;
}
