/*
 * DLPack: lifetimes, flags, and managed tensors that cannot be taken.
 */
#include <pthread.h>

#include "support.h"

/* --- Giving ---------------------------------------------------------------------------------- */

static ct_dlpack_tensor *in(ct_dlpack *managed)
{
	return &((ct_dlpack_managed *)managed)->dl_tensor;
}

START_TEST(memory_outlives_the_tensor)
{
	int deleted = 0;
	ct_tensor *tensor = counted(&deleted);
	const void *data = ct_tensor_data(tensor);
	ct_dlpack *managed;

	OK(ct_tensor_to_dlpack(tensor, &managed));
	ck_assert_ptr_eq(in(managed)->data, data);
	ct_tensor_free(tensor);
	ck_assert_int_eq(deleted, 0);
	ct_dlpack_free(managed);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(tensor_outlives_what_was_given)
{
	ct_tensor *tensor = vector(2, (const float[]){ 1, 2 });
	ct_dlpack *managed;

	OK(ct_tensor_to_dlpack(tensor, &managed));
	((float *)in(managed)->data)[1] = 20;
	ct_dlpack_free(managed);
	assert_floats(tensor, (int64_t[]){ 2, -1 }, (double[]){ 1, 20 });
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(shape_is_what_it_was_when_given)
{
	ct_tensor *tensor = vector(2, (const float[]){ 1, 2 });
	ct_dlpack *managed;

	OK(ct_tensor_to_dlpack(tensor, &managed));
	OK(ct_resize_(tensor, (const int64_t[]){ 1, 1 }, 2, CT_MEMORY_FORMAT_NONE, NULL));
	ck_assert_int_eq(in(managed)->ndim, 1);
	ck_assert_int_eq(in(managed)->shape[0], 2);
	ct_dlpack_free(managed);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(view_is_given_with_its_strides)
{
	ct_tensor *tensor = matrix(2, 3, (const float[]){ 1, 2, 3, 4, 5, 6 }), *view;
	ct_dlpack *managed;

	OK(ct_select_int(tensor, 1, 1, &view));
	OK(ct_tensor_to_dlpack(view, &managed));
	ck_assert_int_eq(in(managed)->strides[0], 3);
	ck_assert_ptr_eq((char *)in(managed)->data + in(managed)->byte_offset,
			 (const char *)ct_tensor_data(tensor) + sizeof(float));
	ct_dlpack_free(managed);
	ct_tensor_free(view);
	ct_tensor_free(tensor);
}
END_TEST

static void *free_managed(void *managed)
{
	ct_dlpack_free(managed);
	return NULL;
}

START_TEST(any_thread_may_release_it)
{
	int deleted = 0;
	ct_tensor *tensor = counted(&deleted);
	ct_dlpack *managed;

	OK(ct_tensor_to_dlpack(tensor, &managed));
	ct_tensor_free(tensor);
	run_in_thread(free_managed, managed);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(scope_does_not_own_what_was_given)
{
	int deleted = 0;
	ct_scope *scope = open_scope();
	ct_dlpack *managed;

	OK(ct_tensor_to_dlpack(counted(&deleted), &managed));
	OK(ct_scope_close(scope));
	ck_assert_int_eq(deleted, 0);
	ct_dlpack_free(managed);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(flags_say_what_was_asked_for)
{
	ct_tensor *tensor = vector(2, (const float[]){ 1, 2 });
	ct_dlpack_options options = ct_dlpack_options_defaults();
	ct_dlpack_versioned *managed;
	ct_dlpack_managed_versioned *layout;

	options.read_only = true;
	OK(ct_tensor_to_dlpack_versioned(tensor, &options, &managed));
	layout = (ct_dlpack_managed_versioned *)managed;
	ck_assert_uint_eq(layout->flags, CT_DLPACK_READ_ONLY);
	ck_assert_ptr_eq(layout->dl_tensor.data, ct_tensor_data(tensor));
	ct_dlpack_versioned_free(managed);

	options.copy = true;
	OK(ct_tensor_to_dlpack_versioned(tensor, &options, &managed));
	layout = (ct_dlpack_managed_versioned *)managed;
	ck_assert_uint_eq(layout->flags, CT_DLPACK_READ_ONLY | CT_DLPACK_IS_COPIED);
	ck_assert_ptr_ne(layout->dl_tensor.data, ct_tensor_data(tensor));
	ck_assert(((float *)layout->dl_tensor.data)[1] == 2);
	ct_dlpack_versioned_free(managed);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(small_integers_are_padded_in_the_versioned_form)
{
	const int64_t shape[] = { 3 };
	unsigned char data[] = { 1, 2, 15 };
	ct_tensor *tensor, *back;
	ct_dlpack_versioned *managed;
	ct_dlpack_managed_versioned *layout;
	ct_dlpack *unversioned;

	OK(ct_tensor_from_blob(data, CT_UINT4, shape, 1, NULL, 0, NULL, NULL, &tensor));
	OK(ct_tensor_to_dlpack_versioned(tensor, NULL, &managed));
	layout = (ct_dlpack_managed_versioned *)managed;
	ck_assert_uint_eq(layout->flags, CT_DLPACK_PADDED);
	ck_assert_int_eq(layout->dl_tensor.dtype.bits, 4);
	OK(ct_tensor_from_dlpack_versioned(managed, &back));
	ck_assert_int_eq(ct_tensor_dtype(back), CT_UINT4);
	ck_assert_ptr_eq(ct_tensor_data(back), data);
	FAILS(ct_tensor_to_dlpack(tensor, &unversioned),
	      "BufferError: UInt4 is not supported by dlpack without a version; use "
	      "ct_tensor_to_dlpack_versioned()");
	ct_tensor_free(back);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(what_dlpack_cannot_say_is_refused)
{
	const int64_t shape[] = { 2 };
	const float numbers[] = { 1, 2, 3, 4 };
	ct_dlpack *managed = (ct_dlpack *)UNTOUCHED;
	ct_tensor *tensor = vector(2, numbers), *other, *imaginary;

	OK(ct_tensor_set_requires_grad(tensor, true));
	FAILS(ct_tensor_to_dlpack(tensor, &managed), "BufferError: Can't export tensors that "
						     "require gradient, use tensor.detach()");
	OK(ct_tensor_set_requires_grad(tensor, false));
	OK(ct_to_sparse(tensor, CT_LAYOUT_NONE, NULL, 0, NULL, &other));
	FAILS(ct_tensor_to_dlpack(other, &managed),
	      "BufferError: Can't export tensors with layout other than torch.strided");
	ct_tensor_free(other);
	OK(ct_quantize_per_tensor(tensor, 1, 0, CT_QINT8, &other));
	FAILS(ct_tensor_to_dlpack(other, &managed),
	      "BufferError: QUInt/QInt types are not supported by dlpack");
	ct_tensor_free(other);
	OK(ct_empty_memory_format(shape, 1, CT_FLOAT32, CT_LAYOUT_NONE,
				  CT_DEVICE(CT_DEVICE_TYPE_META, -1), NULL, CT_MEMORY_FORMAT_NONE,
				  &other));
	FAILS(ct_tensor_to_dlpack(other, &managed), "BufferError: Cannot pack tensors on meta");
	ct_tensor_free(other);
	OK(ct__efficientzerotensor(shape, 1, CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
				   &other));
	FAILS(ct_tensor_to_dlpack(other, &managed),
	      "BufferError: Can't export a tensor of zeros without memory, clone() makes it one "
	      "with");
	ct_tensor_free(other);
	OK(ct__nested_tensor_from_tensor_list(&tensor, 1, CT_DTYPE_NONE, CT_LAYOUT_NONE,
					      CT_DEVICE_NONE, NULL, &other));
	FAILS(ct_tensor_to_dlpack(other, &managed),
	      "BufferError: Can't export nested tensors, unbind() gives their components");
	ct_tensor_free(other);
	ct_tensor_free(tensor);

	OK(ct_tensor_from_data(numbers, CT_COMPLEX64, shape, 1, &tensor));
	OK(ct__conj(tensor, &other));
	FAILS(ct_tensor_to_dlpack(other, &managed),
	      "BufferError: Can't export tensors with the conjugate bit set");
	OK(ct_imag(other, &imaginary));
	FAILS(ct_tensor_to_dlpack(imaginary, &managed),
	      "BufferError: Can't export tensors with the negative bit set, use "
	      "tensor.resolve_neg()");
	ct_tensor_free(imaginary);
	ct_tensor_free(other);
	ct_tensor_free(tensor);

	OK(ct_tensor_from_data("ab", CT_BITS8, shape, 1, &tensor));
	FAILS(ct_tensor_to_dlpack(tensor, &managed),
	      "BufferError: Bits8 is not supported by dlpack; view it as another dtype");
	ct_tensor_free(tensor);
	FAILS(ct_tensor_to_dlpack(NULL, &managed),
	      "ArgumentError: ct_tensor_to_dlpack: argument 1 (self) must not be NULL");
	FAILS(ct_tensor_to_dlpack_versioned(NULL, NULL, NULL),
	      "ArgumentError: ct_tensor_to_dlpack_versioned: argument 1 (self) must not be NULL");
	ck_assert_ptr_eq(managed, (ct_dlpack *)UNTOUCHED);
}
END_TEST

/* The receiver could not know that there is nothing behind. */
START_TEST(elements_behind_the_storage_are_not_given)
{
	ct_tensor *tensor = vector(2, (const float[]){ 1, 2 });
	ct_dlpack *managed = (ct_dlpack *)UNTOUCHED;
	ct_storage *storage;

	OK(ct_tensor_storage(tensor, &storage));
	OK(ct_storage_resize(storage, 4));
	FAILS(ct_tensor_to_dlpack(tensor, &managed),
	      "RuntimeError: the elements of the tensor take 8 bytes of its storage, which has 4");
	ck_assert_ptr_eq(managed, (ct_dlpack *)UNTOUCHED);
	ct_storage_free(storage);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(device_is_told_in_dlpacks_numbers)
{
	const int64_t shape[] = { 2 };
	ct_tensor *tensor = number(1), *meta;
	ct_dlpack_device device = { 0, 7 };

	OK(ct_tensor_dlpack_device(tensor, &device));
	ck_assert_int_eq(device.type, CT_DLPACK_CPU);
	ck_assert_int_eq(device.index, 0);
	OK(ct_empty_memory_format(shape, 1, CT_FLOAT32, CT_LAYOUT_NONE,
				  CT_DEVICE(CT_DEVICE_TYPE_META, -1), NULL, CT_MEMORY_FORMAT_NONE,
				  &meta));
	FAILS(ct_tensor_dlpack_device(meta, &device), "BufferError: Cannot pack tensors on meta");
	ct_tensor_free(meta);
	ct_tensor_free(tensor);
}
END_TEST

/* --- Taking ---------------------------------------------------------------------------------- */

/* A managed tensor as another library would make it; its deleter counts. */
static struct {
	float data[8];
	int64_t shape[80], strides[80];
	int deleted;
	ct_dlpack_managed managed;
	ct_dlpack_managed_versioned versioned;
} foreign;

static void count(ct_dlpack *self)
{
	MUST((void *)self == &foreign.managed);
	foreign.deleted++;
}

static void count_versioned(ct_dlpack_versioned *self)
{
	MUST((void *)self == &foreign.versioned);
	foreign.deleted++;
}

static void make_foreign(void)
{
	memset(&foreign, 0, sizeof foreign);
	for (int i = 0; i < 8; i++)
		foreign.data[i] = (float)i;
	foreign.shape[0] = 2;
	foreign.shape[1] = 3;
	foreign.strides[0] = 3;
	foreign.strides[1] = 1;
	foreign.managed.dl_tensor = (ct_dlpack_tensor){
		foreign.data,  { CT_DLPACK_CPU, 0 }, 2, { CT_DLPACK_FLOAT, 32, 1 },
		foreign.shape, foreign.strides,      0
	};
	foreign.managed.deleter = count;
	foreign.versioned.version = (ct_dlpack_version){ 1, 0 };
	foreign.versioned.deleter = count_versioned;
	foreign.versioned.dl_tensor = foreign.managed.dl_tensor;
}

static ct_error take(ct_tensor **result)
{
	return ct_tensor_from_dlpack((ct_dlpack *)&foreign.managed, result);
}

static ct_error take_versioned(ct_tensor **result)
{
	return ct_tensor_from_dlpack_versioned((ct_dlpack_versioned *)&foreign.versioned, result);
}

START_TEST(deleter_runs_once_when_the_last_tensor_goes)
{
	ct_tensor *tensor, *view;

	OK(take(&tensor));
	OK(ct_select_int(tensor, 0, 1, &view));
	ct_tensor_free(tensor);
	ck_assert_int_eq(foreign.deleted, 0);
	foreign.data[4] = 40;
	assert_floats(view, (int64_t[]){ 3, -1 }, (double[]){ 3, 40, 5 });
	ct_tensor_free(view);
	ck_assert_int_eq(foreign.deleted, 1);
}
END_TEST

START_TEST(versioned_one_is_taken_whatever_its_minor_version_and_flags)
{
	ct_tensor *tensor;

	foreign.versioned.version.minor = 99;
	foreign.versioned.flags = CT_DLPACK_READ_ONLY | CT_DLPACK_IS_COPIED | 1 << 20;
	OK(take_versioned(&tensor));
	ck_assert_ptr_eq(ct_tensor_data(tensor), foreign.data);
	ct_tensor_free(tensor);
	ck_assert_int_eq(foreign.deleted, 1);
}
END_TEST

START_TEST(dropped_result_is_released)
{
	OK(take(NULL));
	ck_assert_int_eq(foreign.deleted, 1);
}
END_TEST

START_TEST(no_deleter_is_no_harm)
{
	ct_tensor *tensor;

	foreign.managed.deleter = NULL;
	OK(take(&tensor));
	ct_tensor_free(tensor);
	ct_dlpack_free((ct_dlpack *)&foreign.managed);
	ct_dlpack_free(NULL);
	ct_dlpack_versioned_free(NULL);
}
END_TEST

START_TEST(no_strides_are_contiguous)
{
	ct_tensor *tensor;

	foreign.managed.dl_tensor.strides = NULL;
	OK(take(&tensor));
	assert_floats(tensor, (int64_t[]){ 2, 3, -1 }, (double[]){ 0, 1, 2, 3, 4, 5 });
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(byte_offset_counts)
{
	ct_tensor *tensor;

	foreign.managed.dl_tensor.byte_offset = 2 * sizeof(float);
	OK(take(&tensor));
	assert_floats(tensor, (int64_t[]){ 2, 3, -1 }, (double[]){ 2, 3, 4, 5, 6, 7 });
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(zero_dimensions_need_no_shape)
{
	ct_tensor *tensor;

	foreign.managed.dl_tensor.ndim = 0;
	foreign.managed.dl_tensor.shape = foreign.managed.dl_tensor.strides = NULL;
	OK(take(&tensor));
	ck_assert_int_eq(ct_tensor_dim(tensor), 0);
	ck_assert(value_of(tensor) == 0);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(no_elements_need_no_data)
{
	ct_tensor *tensor;

	foreign.shape[1] = 0;
	foreign.strides[0] = -5;
	foreign.managed.dl_tensor.data = NULL;
	OK(take(&tensor));
	ck_assert_int_eq(ct_tensor_numel(tensor), 0);
	ck_assert_int_eq(ct_tensor_size(tensor, 0), 2);
	ct_tensor_free(tensor);
	ck_assert_int_eq(foreign.deleted, 1);
}
END_TEST

START_TEST(stride_that_is_never_taken_may_be_anything)
{
	ct_tensor *tensor;

	foreign.shape[0] = 1;
	foreign.strides[0] = -3;
	OK(take(&tensor));
	assert_floats(tensor, (int64_t[]){ 1, 3, -1 }, (double[]){ 0, 1, 2 });
	ct_tensor_free(tensor);
}
END_TEST

/* What is wrong with the foreign tensor, and what is said of it. */
static const struct {
	const char *message; /* behind "argument 1 (managed): " */
	size_t offset, size; /* of the field */
	int64_t value;
} wrong[] = {
#define FIELD(field) offsetof(ct_dlpack_tensor, field), sizeof(((ct_dlpack_tensor *)NULL)->field)
	{ "its shape is NULL", FIELD(shape), 0 },
	{ "it has -1 dimensions, 0 to 64 are possible", FIELD(ndim), -1 },
	{ "it has 65 dimensions, 0 to 64 are possible", FIELD(ndim), 65 },
	{ "its data is NULL, and it has elements", FIELD(data), 0 },
	{ "its dtype is { code 2 (float), 32 bits, 4 lanes }, for which PyTorch has none; hand a "
	  "vector type over as a last dimension",
	  FIELD(dtype.lanes), 4 },
	{ "its dtype is { code 2 (float), 80 bits, 1 lanes }, for which PyTorch has none",
	  FIELD(dtype.bits), 80 },
	{ "its dtype is { code 3 (opaque handle), 32 bits, 1 lanes }, for which PyTorch has none",
	  FIELD(dtype.code), 3 },
	{ "its dtype is { code 200 (float8, 6 or 4), 32 bits, 1 lanes }, for which PyTorch has "
	  "none",
	  FIELD(dtype.code), 200 },
	{ "its device type is 99, which libtorch does not have", FIELD(device.type), 99 },
	{ "its first element must be aligned to 4 bytes; hand over a copy", FIELD(byte_offset), 2 },
	{ "more bytes than an address can count", FIELD(byte_offset), -4 },
#undef FIELD
};

START_TEST(wrong_fields_are_named_and_stay_the_callers)
{
	char message[300];
	ct_tensor *tensor = UNTOUCHED;

	memcpy((char *)&foreign.managed.dl_tensor + wrong[_i].offset, &wrong[_i].value,
	       wrong[_i].size);
	snprintf(message, sizeof message,
		 "ArgumentError: ct_tensor_from_dlpack: argument 1 (managed): %s",
		 wrong[_i].message);
	FAILS(take(&tensor), message);
	ck_assert_ptr_eq(tensor, UNTOUCHED);
	ck_assert_int_eq(foreign.deleted, 0);
	ct_dlpack_free((ct_dlpack *)&foreign.managed);
	ck_assert_int_eq(foreign.deleted, 1);
}
END_TEST

START_TEST(wrong_sizes_and_strides_are_named)
{
	ct_tensor *tensor;

	foreign.shape[1] = -3;
	FAILS(take(&tensor),
	      "ArgumentError: ct_tensor_from_dlpack: argument 1 (managed): size 1 is "
	      "-3, it must not be negative");
	foreign.shape[1] = 3;
	foreign.strides[1] = -1;
	FAILS(take(&tensor),
	      "ArgumentError: ct_tensor_from_dlpack: argument 1 (managed): stride 1 is -1; PyTorch "
	      "has no negative strides, so hand over a copy");
	foreign.strides[1] = INT64_MAX / 2;
	FAILS(take(&tensor),
	      "ArgumentError: ct_tensor_from_dlpack: argument 1 (managed): more bytes "
	      "than an address can count");
	foreign.shape[0] = foreign.shape[1] = INT64_C(1) << 40;
	foreign.managed.dl_tensor.strides = NULL;
	FAILS(take(&tensor),
	      "ArgumentError: ct_tensor_from_dlpack: argument 1 (managed): more bytes "
	      "than an address can count");
	foreign.shape[0] = INT64_C(1) << 20;
	foreign.shape[1] = INT64_C(1) << 42;
	FAILS(take(&tensor),
	      "ArgumentError: ct_tensor_from_dlpack: argument 1 (managed): more bytes "
	      "than an address can count");
	ck_assert_int_eq(foreign.deleted, 0);
}
END_TEST

START_TEST(packed_integers_are_refused)
{
	ct_tensor *tensor;

	foreign.versioned.dl_tensor.dtype = (ct_dlpack_dtype){ CT_DLPACK_INT, 4, 1 };
	FAILS(take_versioned(&tensor),
	      "ArgumentError: ct_tensor_from_dlpack_versioned: argument 1 (managed): its elements "
	      "of 4 bits are packed, libtorch wants each in a byte of its own");
	foreign.versioned.flags = CT_DLPACK_PADDED;
	OK(take_versioned(&tensor));
	ck_assert_int_eq(ct_tensor_dtype(tensor), CT_INT4);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(foreign_major_version_is_refused_and_still_released)
{
	ct_tensor *tensor = UNTOUCHED;

	foreign.versioned.version = (ct_dlpack_version){ 2, 5 };
	/* Nothing of it may be looked at. */
	memset(&foreign.versioned.flags, 0xff,
	       sizeof foreign.versioned - offsetof(ct_dlpack_managed_versioned, flags));
	FAILS(take_versioned(&tensor), "ArgumentError: ct_tensor_from_dlpack_versioned: argument 1 "
				       "(managed): it is of DLPack 2.5; this library reads 1.x");
	foreign.versioned.version.major = 0;
	FAILS(take_versioned(&tensor), "ArgumentError: ct_tensor_from_dlpack_versioned: argument 1 "
				       "(managed): it is of DLPack 0.5; this library reads 1.x");
	ck_assert_ptr_eq(tensor, UNTOUCHED);
	ck_assert_int_eq(foreign.deleted, 0);
	ct_dlpack_versioned_free((ct_dlpack_versioned *)&foreign.versioned);
	ck_assert_int_eq(foreign.deleted, 1);
}
END_TEST

START_TEST(no_managed_tensor_is_refused)
{
	FAILS(ct_tensor_from_dlpack(NULL, NULL),
	      "ArgumentError: ct_tensor_from_dlpack: argument 1 (managed) must not be NULL");
	FAILS(ct_tensor_from_dlpack_versioned(NULL, NULL),
	      "ArgumentError: ct_tensor_from_dlpack_versioned: argument 1 (managed) must not be "
	      "NULL");
}
END_TEST

START_TEST(device_that_is_not_there_is_refused)
{
	ct_tensor *tensor;

	/* No machine has so many; without CUDA libtorch has words of its own. */
	foreign.managed.dl_tensor.device = (ct_dlpack_device){ CT_DLPACK_CUDA, 100 };
	ct_error error = take(&tensor);

	ck_assert_ptr_nonnull(error);
	ck_assert_msg(strstr(error, "cuda") || strstr(error, "CUDA"), "%s", error);
	ct_error_free(error);
	ck_assert_int_eq(foreign.deleted, 0);
}
END_TEST

Suite *dlpack_suite(void)
{
	Suite *suite = suite_create("dlpack");
	TCase *giving = tests_of("giving"), *taking = tests_of("taking");

	tcase_add_test(giving, memory_outlives_the_tensor);
	tcase_add_test(giving, tensor_outlives_what_was_given);
	tcase_add_test(giving, shape_is_what_it_was_when_given);
	tcase_add_test(giving, view_is_given_with_its_strides);
	tcase_add_test(giving, any_thread_may_release_it);
	tcase_add_test(giving, scope_does_not_own_what_was_given);
	tcase_add_test(giving, flags_say_what_was_asked_for);
	tcase_add_test(giving, small_integers_are_padded_in_the_versioned_form);
	tcase_add_test(giving, what_dlpack_cannot_say_is_refused);
	tcase_add_test(giving, elements_behind_the_storage_are_not_given);
	tcase_add_test(giving, device_is_told_in_dlpacks_numbers);
	suite_add_tcase(suite, giving);
	tcase_add_checked_fixture(taking, make_foreign, NULL);
	tcase_add_test(taking, deleter_runs_once_when_the_last_tensor_goes);
	tcase_add_test(taking, versioned_one_is_taken_whatever_its_minor_version_and_flags);
	tcase_add_test(taking, dropped_result_is_released);
	tcase_add_test(taking, no_deleter_is_no_harm);
	tcase_add_test(taking, no_strides_are_contiguous);
	tcase_add_test(taking, byte_offset_counts);
	tcase_add_test(taking, zero_dimensions_need_no_shape);
	tcase_add_test(taking, no_elements_need_no_data);
	tcase_add_test(taking, stride_that_is_never_taken_may_be_anything);
	tcase_add_loop_test(taking, wrong_fields_are_named_and_stay_the_callers, 0,
			    (int)(sizeof wrong / sizeof *wrong));
	tcase_add_test(taking, wrong_sizes_and_strides_are_named);
	tcase_add_test(taking, packed_integers_are_refused);
	tcase_add_test(taking, foreign_major_version_is_refused_and_still_released);
	tcase_add_test(taking, no_managed_tensor_is_refused);
	tcase_add_test(taking, device_that_is_not_there_is_refused);
	suite_add_tcase(suite, taking);
	return suite;
}
