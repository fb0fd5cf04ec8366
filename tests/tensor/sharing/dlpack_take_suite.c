/*
 * DLPack: imported tensors, whose deleter runs once, and those that cannot be imported.
 */
#include "support.h"

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

/* Faults of the foreign tensor, and their messages. */
static const struct {
	const char *message; /* after "argument 1 (managed): " */
	size_t offset, size; /* of the field */
	int64_t value;
} wrong[] = {
#define FIELD(field) offsetof(ct_dlpack_tensor, field), sizeof(((ct_dlpack_tensor *)NULL)->field)
	{ "its shape is NULL", FIELD(shape), 0 },
	{ "it has -1 dimensions, but must have 0 to 64", FIELD(ndim), -1 },
	{ "it has 65 dimensions, but must have 0 to 64", FIELD(ndim), 65 },
	{ "its data is NULL, but it has elements", FIELD(data), 0 },
	{ "its dtype is { code 2 (float), 32 bits, 4 lanes }, which PyTorch does not support; "
	  "pass a vector type as an extra last dimension",
	  FIELD(dtype.lanes), 4 },
	{ "its dtype is { code 2 (float), 80 bits, 1 lanes }, which PyTorch does not support",
	  FIELD(dtype.bits), 80 },
	{ "its dtype is { code 3 (opaque handle), 32 bits, 1 lanes }, which PyTorch does not "
	  "support",
	  FIELD(dtype.code), 3 },
	{ "its dtype is { code 7 (float8, 6 or 4), 32 bits, 1 lanes }, which PyTorch does not "
	  "support",
	  FIELD(dtype.code), 7 },
	{ "its dtype is { code 17 (float8, 6 or 4), 32 bits, 1 lanes }, which PyTorch does not "
	  "support",
	  FIELD(dtype.code), 17 },
	{ "its dtype is { code 18 (unknown), 32 bits, 1 lanes }, which PyTorch does not support",
	  FIELD(dtype.code), 18 },
	{ "its dtype is { code 200 (unknown), 32 bits, 1 lanes }, which PyTorch does not support",
	  FIELD(dtype.code), 200 },
	{ "its device type is 99, which libtorch does not support", FIELD(device.type), 99 },
	{ "its first element must be aligned to 4 bytes; pass a copy", FIELD(byte_offset), 2 },
	{ "larger than the address space", FIELD(byte_offset), -4 },
	/* 2^63, and the smallest offset after which there is no room for the elements. */
	{ "larger than the address space", FIELD(byte_offset), INT64_MIN },
	{ "larger than the address space", FIELD(byte_offset), INT64_MAX - 23 },
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
	      "ArgumentError: ct_tensor_from_dlpack: argument 1 (managed): size 1 is -3, but "
	      "must not be negative");
	foreign.shape[1] = 3;
	foreign.strides[1] = -1;
	FAILS(take(&tensor),
	      "ArgumentError: ct_tensor_from_dlpack: argument 1 (managed): stride 1 is -1; PyTorch "
	      "has no negative strides, so pass a copy");
	foreign.strides[1] = INT64_MAX / 2;
	FAILS(take(&tensor),
	      "ArgumentError: ct_tensor_from_dlpack: argument 1 (managed): larger than the address "
	      "space");
	foreign.shape[0] = foreign.shape[1] = INT64_C(1) << 40;
	foreign.managed.dl_tensor.strides = NULL;
	FAILS(take(&tensor),
	      "ArgumentError: ct_tensor_from_dlpack: argument 1 (managed): larger than the address "
	      "space");
	foreign.shape[0] = INT64_C(1) << 20;
	foreign.shape[1] = INT64_C(1) << 42;
	FAILS(take(&tensor),
	      "ArgumentError: ct_tensor_from_dlpack: argument 1 (managed): larger than the address "
	      "space");
	ck_assert_int_eq(foreign.deleted, 0);
}
END_TEST

START_TEST(packed_integers_are_refused)
{
	ct_tensor *tensor;

	foreign.versioned.dl_tensor.dtype = (ct_dlpack_dtype){ CT_DLPACK_INT, 4, 1 };
	FAILS(take_versioned(&tensor),
	      "ArgumentError: ct_tensor_from_dlpack_versioned: argument 1 (managed): its elements "
	      "of 4 bits are packed, but libtorch needs one byte for each");
	foreign.versioned.flags = CT_DLPACK_PADDED;
	if (is_refused_dtype(CT_INT4)) {
		FAILS(take_versioned(&tensor),
		      "ArgumentError: ct_tensor_from_dlpack_versioned: argument 1 (managed): "
		      "this release of libtorch has no int4");
		return;
	}
	OK(take_versioned(&tensor));
	ck_assert_int_eq(ct_tensor_dtype(tensor), CT_INT4);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(foreign_major_version_is_refused_and_still_released)
{
	ct_tensor *tensor = UNTOUCHED;

	foreign.versioned.version = (ct_dlpack_version){ 2, 5 };
	/* None of it may be read. */
	memset(&foreign.versioned.flags, 0xff,
	       sizeof foreign.versioned - offsetof(ct_dlpack_managed_versioned, flags));
	FAILS(take_versioned(&tensor), "ArgumentError: ct_tensor_from_dlpack_versioned: argument "
				       "1 (managed): it is from DLPack 2.5, but this library "
				       "reads 1.x");
	foreign.versioned.version.major = 0;
	FAILS(take_versioned(&tensor), "ArgumentError: ct_tensor_from_dlpack_versioned: argument "
				       "1 (managed): it is from DLPack 0.5, but this library "
				       "reads 1.x");
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

/* No machine has that many. libtorch has no code for most of them here. */
static const struct {
	ct_dlpack_device_type type;
	const char *name;
} devices[] = {
	{ CT_DLPACK_CUDA, "cuda:100" },     { CT_DLPACK_CUDA_MANAGED, "cuda:100" },
	{ CT_DLPACK_ROCM, "cuda:100" },     { CT_DLPACK_OPENCL, "opencl:100" },
	{ CT_DLPACK_VULKAN, "vulkan:100" }, { CT_DLPACK_METAL, "mps:100" },
	{ CT_DLPACK_ONEAPI, "xpu:100" },
};

START_TEST(device_that_is_not_there_is_refused)
{
	ct_tensor *tensor = UNTOUCHED;
	char message[100];

	foreign.managed.dl_tensor.device = (ct_dlpack_device){ devices[_i].type, 100 };
	snprintf(message, sizeof message, "argument 1 (managed): its device is %s, but there are ",
		 devices[_i].name);
	FAILS_WITH(take(&tensor), CT_ERROR_ARGUMENT, message);
	ck_assert_ptr_eq(tensor, UNTOUCHED);
	ck_assert_int_eq(foreign.deleted, 0);
}
END_TEST

Suite *dlpack_take_suite(void)
{
	Suite *suite = suite_create("taking by DLPack");
	TCase *tests = tests_of("taking by DLPack");

	tcase_add_checked_fixture(tests, make_foreign, NULL);
	tcase_add_test(tests, deleter_runs_once_when_the_last_tensor_goes);
	tcase_add_test(tests, versioned_one_is_taken_whatever_its_minor_version_and_flags);
	tcase_add_test(tests, dropped_result_is_released);
	tcase_add_test(tests, no_deleter_is_no_harm);
	tcase_add_test(tests, no_strides_are_contiguous);
	tcase_add_test(tests, byte_offset_counts);
	tcase_add_test(tests, zero_dimensions_need_no_shape);
	tcase_add_test(tests, no_elements_need_no_data);
	tcase_add_test(tests, stride_that_is_never_taken_may_be_anything);
	tcase_add_loop_test(tests, wrong_fields_are_named_and_stay_the_callers, 0,
			    (int)(sizeof wrong / sizeof *wrong));
	tcase_add_test(tests, wrong_sizes_and_strides_are_named);
	tcase_add_test(tests, packed_integers_are_refused);
	tcase_add_test(tests, foreign_major_version_is_refused_and_still_released);
	tcase_add_test(tests, no_managed_tensor_is_refused);
	tcase_add_loop_test(tests, device_that_is_not_there_is_refused, 0,
			    (int)(sizeof devices / sizeof *devices));
	suite_add_tcase(suite, tests);
	return suite;
}
