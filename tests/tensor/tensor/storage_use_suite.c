/*
 * Storages: made, resized, copied, and tensors put on them.
 */
#include "support.h"

static ct_storage *four_bytes(void)
{
	static const unsigned char bytes[] = { 1, 2, 3, 4 };
	ct_storage *storage = NULL;

	OK(ct_storage_new(4, CT_DEVICE_NONE, &storage));
	memcpy(ct_storage_mutable_data(storage), bytes, 4);
	return storage;
}

START_TEST(new_storage_is_libtorchs_memory)
{
	ct_storage *storage = four_bytes(), *none = NULL, *meta = NULL;

	ck_assert_int_eq(ct_storage_nbytes(storage), 4);
	ck_assert_int_eq(ct_storage_device(storage).type, CT_DEVICE_TYPE_CPU);
	ck_assert(ct_storage_is_resizable(storage));
	ck_assert(!ct_storage_is_shared(storage));
	ck_assert_int_eq(ct_storage_use_count(storage), 1);
	OK(ct_storage_new(0, CT_DEVICE_CPU, &none));
	ck_assert_int_eq(ct_storage_nbytes(none), 0);
	OK(ct_storage_new(8, CT_DEVICE(CT_DEVICE_TYPE_META, -1), &meta));
	ck_assert_int_eq(ct_storage_nbytes(meta), 8);
	ck_assert_ptr_null(ct_storage_data(meta));
	FAILS(ct_storage_new(-1, CT_DEVICE_CPU, &meta),
	      "ArgumentError: ct_storage_new: argument 1 (nbytes) is -1, but must not be negative");
	FAILS_WITH(ct_storage_new(1, CT_DEVICE(99, 0), &meta), CT_ERROR_ARGUMENT,
		   "argument 2 (device)");
	ct_storage_free(storage);
	ct_storage_free(none);
	ct_storage_free(meta);
}
END_TEST

static void count(void *data, void *context)
{
	(void)data;
	++*(int *)context;
}

START_TEST(storage_around_memory_releases_it_once)
{
	static float values[] = { 1, 2, 3 };
	ct_storage *storage = NULL;
	ct_tensor *tensor = NULL;
	int deleted = 0;

	OK(ct_storage_from_blob(values, sizeof values, CT_DEVICE_NONE, count, &deleted, &storage));
	ck_assert_ptr_eq(ct_storage_data(storage), values);
	ck_assert(!ct_storage_is_resizable(storage));
	OK(ct_tensor_from_storage(storage, CT_FLOAT32, 1, CT_L(2), CT_NO_INTS, &tensor));
	assert_floats(tensor, (int64_t[]){ 2, -1 }, (double[]){ 2, 3 });
	ct_storage_free(storage);
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 1);
	FAILS(ct_storage_from_blob(values, -1, CT_DEVICE_CPU, count, &deleted, &storage),
	      "ArgumentError: ct_storage_from_blob: argument 2 (nbytes) is -1, but must not be "
	      "negative");
	FAILS(ct_storage_from_blob(NULL, 1, CT_DEVICE_CPU, count, &deleted, &storage),
	      "ArgumentError: ct_storage_from_blob: argument 1 (data) must not be NULL, since "
	      "nbytes is 1");
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(resized_storage_keeps_its_bytes)
{
	ct_storage *storage = four_bytes(), *meta = NULL, *foreign = NULL;
	static float value;

	OK(ct_storage_resize(storage, 100));
	ck_assert_int_eq(ct_storage_nbytes(storage), 100);
	ck_assert_mem_eq(ct_storage_data(storage), "\1\2\3\4", 4);
	OK(ct_storage_resize(storage, 2));
	ck_assert_int_eq(ct_storage_nbytes(storage), 2);
	ck_assert_mem_eq(ct_storage_data(storage), "\1\2", 2);
	OK(ct_storage_resize(storage, 0));
	ck_assert_int_eq(ct_storage_nbytes(storage), 0);
	FAILS(ct_storage_resize(storage, -4),
	      "ArgumentError: ct_storage_resize: argument 2 (nbytes) is -4, but must not be "
	      "negative");
	FAILS(ct_storage_resize(NULL, 4),
	      "ArgumentError: ct_storage_resize: argument 1 (self) must not be NULL");
	OK(ct_storage_new(8, CT_DEVICE(CT_DEVICE_TYPE_META, -1), &meta));
	OK(ct_storage_resize(meta, 16));
	ck_assert_int_eq(ct_storage_nbytes(meta), 16);
	OK(ct_storage_from_blob(&value, sizeof value, CT_DEVICE_CPU, NULL, NULL, &foreign));
	FAILS(ct_storage_resize(foreign, 8),
	      "ArgumentError: ct_storage_resize: argument 1 (self): a storage that does not own "
	      "its memory cannot be resized; ct_storage_clone() returns a resizable copy");
	ct_storage_free(storage);
	ct_storage_free(meta);
	ct_storage_free(foreign);
}
END_TEST

static void compare_copy_error(const json_t *of_case)
{
	ct_storage *four = four_bytes(), *eight = NULL;

	OK(ct_storage_new(8, CT_DEVICE_CPU, &eight));
	if (strcmp(expected_text(of_case, "call"), "storage copy") == 0)
		FAILS_AS_EXPECTED(ct_storage_copy(four, eight), expected_text(of_case, "error"));
	ct_storage_free(four);
	ct_storage_free(eight);
}

START_TEST(storages_are_copied_filled_and_compared)
{
	ct_storage *storage = four_bytes(), *clone = NULL, *other = NULL;
	bool equal = false;

	OK(ct_storage_clone(storage, &clone));
	ck_assert_ptr_ne(clone, storage);
	OK(ct_storage_equal(storage, clone, &equal));
	ck_assert(equal);
	OK(ct_storage_fill(clone, 200));
	ck_assert_mem_eq(ct_storage_data(clone), "\310\310\310\310", 4);
	OK(ct_storage_equal(storage, clone, &equal));
	ck_assert(!equal);
	OK(ct_storage_copy(storage, clone));
	ck_assert_mem_eq(ct_storage_data(storage), "\310\310\310\310", 4);
	OK(ct_storage_new(8, CT_DEVICE_CPU, &other));
	OK(ct_storage_equal(storage, other, &equal));
	ck_assert(!equal);
	for_each_case("error", 7, compare_copy_error);
	ct_storage_free(storage);
	ct_storage_free(clone);
	ct_storage_free(other);
}
END_TEST

START_TEST(users_of_a_storage_are_counted)
{
	ct_tensor *tensor = vector(4, (const float[]){ 1, 2, 3, 4 }), *view = NULL, *copy = NULL;
	ct_storage *storage = NULL;

	OK(ct_tensor_storage(tensor, &storage));
	ck_assert_int_eq(ct_storage_use_count(storage), 2);
	OK(ct_view(tensor, (int64_t[]){ 2, 2 }, 2, &view));
	ck_assert_int_eq(ct_storage_use_count(storage), 3);
	ck_assert(ct_tensor_shares_storage(tensor, view));
	OK(ct_clone(tensor, CT_MEMORY_FORMAT_NONE, &copy));
	ck_assert(!ct_tensor_shares_storage(tensor, copy));
	ck_assert(!ct_tensor_shares_storage(tensor, NULL));
	ck_assert_int_eq(ct_storage_use_count(NULL), 0);
	ck_assert(!ct_storage_is_resizable(NULL));
	ck_assert(!ct_storage_is_shared(NULL));
	ct_storage_free(storage);
	ct_tensor_free(tensor);
	ct_tensor_free(view);
	ct_tensor_free(copy);
}
END_TEST

/* Two tensors on one storage, one reading the other's numbers as bits. */
START_TEST(tensors_of_several_dtypes_share_a_storage)
{
	ct_storage *storage = NULL;
	ct_tensor *numbers = NULL, *bits = NULL;
	int64_t item = 0;

	OK(ct_storage_new(12, CT_DEVICE_NONE, &storage));
	OK(ct_tensor_from_storage(storage, CT_FLOAT32, 0, CT_L(3), CT_NO_INTS, &numbers));
	OK(ct_fill__Scalar(numbers, ct_scalar_float(1), NULL));
	OK(ct_tensor_from_storage(storage, CT_INT32, 2, CT_NO_INTS, CT_NO_INTS, &bits));
	OK(ct_tensor_item_int64(bits, &item));
	ck_assert_int_eq(item, 0x3f800000);
	OK(ct_tensor_set_storage(bits, storage, 0, CT_L(2, 2), CT_L(1, 0)));
	ck_assert_int_eq(ct_tensor_size(bits, 1), 2);
	ck_assert(ct_tensor_shares_storage(numbers, bits));
	ct_storage_free(storage);
	ct_tensor_free(numbers);
	ct_tensor_free(bits);
}
END_TEST

START_TEST(place_beyond_the_storage_is_refused)
{
	static double numbers[2];
	ct_storage *storage = four_bytes(), *odd = NULL, *meta = NULL;
	ct_tensor *tensor = vector(1, (const float[]){ 0 }), *leaf = NULL;

#define REFUSED(offset, shape, strides, why)                                  \
	FAILS(ct_tensor_set_storage(tensor, storage, offset, shape, strides), \
	      "ArgumentError: ct_tensor_set_storage: " why)
#define NO_STRIDES CT_NO_INTS
	REFUSED(0, CT_L(2), NO_STRIDES,
		"argument 4 (shape): the last element ends at byte 8, but the storage has 4; "
		"ct_storage_resize() enlarges it");
	REFUSED(1, CT_L(1), NO_STRIDES,
		"argument 4 (shape): the last element ends at byte 8, but the storage has 4; "
		"ct_storage_resize() enlarges it");
	REFUSED(-1, CT_L(1), NO_STRIDES,
		"argument 3 (storage_offset) is -1, but must not be negative");
	REFUSED(INT64_MAX, CT_L(2), NO_STRIDES,
		"argument 4 (shape): the last element ends at byte 9223372036854775807, but the "
		"storage has 4; ct_storage_resize() enlarges it");
	REFUSED(0, CT_L(-1), NO_STRIDES,
		"argument 4 (shape): element 0 is -1, but must not be negative");
	REFUSED(0, CT_L(1), CT_L(-1),
		"argument 5 (strides): element 0 is -1, but must not be negative");
	REFUSED(0, CT_L(1), CT_L(1, 1),
		"argument 5 (strides): length is 2, but must equal the length of shape, 1");
	REFUSED(0, CT_L(3, 3), CT_L(INT64_MAX / 2, 1),
		"argument 5 (strides): larger than the address space");
	ck_assert_int_eq(ct_tensor_numel(tensor), 1);
	FAILS(ct_tensor_set_storage(tensor, NULL, 0, CT_L(1), CT_NO_INTS),
	      "ArgumentError: ct_tensor_set_storage: argument 2 (storage) must not be NULL");
	OK(ct_tensor_set_storage(tensor, storage, 100, CT_L(0), CT_NO_INTS));

	OK(ct_storage_from_blob((char *)numbers + 2, 12, CT_DEVICE_CPU, NULL, NULL, &odd));
	FAILS(ct_tensor_from_storage(odd, CT_FLOAT32, 0, CT_L(1), CT_NO_INTS, NULL),
	      "ArgumentError: ct_tensor_from_storage: argument 1 (storage) must be aligned to 4 "
	      "bytes");
	OK(ct_storage_new(8, CT_DEVICE(CT_DEVICE_TYPE_META, -1), &meta));
	FAILS_WITH(ct_tensor_set_storage(tensor, meta, 0, CT_L(2), CT_NO_INTS), CT_ERROR_RUNTIME,
		   "device");
	FAILS_WITH(ct_tensor_from_storage(storage, CT_QINT8, 0, CT_L(2), CT_NO_INTS, NULL),
		   CT_ERROR_ARGUMENT, "qint8 is a quantized dtype");
	OK(ct_tensor_zeros(CT_L(1), CT_OPTIONS_GRAD, &leaf));
	FAILS_WITH(ct_tensor_set_storage(leaf, storage, 0, CT_L(1), CT_NO_INTS), CT_ERROR_RUNTIME,
		   "a leaf Variable that requires grad");
	ct_tensor_free(leaf);
	ct_tensor_free(tensor);
	ct_storage_free(storage);
	ct_storage_free(odd);
	ct_storage_free(meta);
}
END_TEST

START_TEST(elements_behind_the_storage_are_not_reached)
{
	static const char message[] =
		"RuntimeError: the elements of the tensor take 8 bytes of its storage, but it has "
		"0";
	ct_storage *storage;
	ct_tensor *tensor;

	OK(ct_tensor_zeros(CT_L(2), NULL, &tensor));
	OK(ct_tensor_storage(tensor, &storage));
	OK(ct_storage_resize(storage, 0));
	FAILS(ct_tensor_element_double(tensor, CT_L(1), NULL), message);
	FAILS(ct_tensor_set_element_double(tensor, CT_L(1), 1), message);
	FAILS(ct_tensor_data_as(tensor, CT_FLOAT32, NULL), message);
	ct_storage_free(storage);
	ct_tensor_free(tensor);
}
END_TEST

Suite *storage_use_suite(void)
{
	Suite *suite = suite_create("use of storages");
	TCase *tests = tests_of("use of storages");

	tcase_add_test(tests, new_storage_is_libtorchs_memory);
	tcase_add_test(tests, storage_around_memory_releases_it_once);
	tcase_add_test(tests, resized_storage_keeps_its_bytes);
	tcase_add_test(tests, storages_are_copied_filled_and_compared);
	tcase_add_test(tests, users_of_a_storage_are_counted);
	tcase_add_test(tests, tensors_of_several_dtypes_share_a_storage);
	tcase_add_test(tests, place_beyond_the_storage_is_refused);
	tcase_add_test(tests, elements_behind_the_storage_are_not_reached);
	suite_add_tcase(suite, tests);
	return suite;
}
