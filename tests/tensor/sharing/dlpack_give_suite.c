/*
 * DLPack: exported tensors, the lifetime of their memory, and tensors that cannot be exported.
 */
#include "support.h"

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
	ct_dlpack_options options = { 0 };
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

	if (is_refused_dtype(CT_UINT4))
		return;
	OK(ct_tensor_from_blob(data, CT_UINT4, CT_INTS_OF(shape, 1), CT_NO_INTS, NULL, NULL,
			       &tensor));
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
	      "BufferError: Can't export a zero tensor without memory, use clone() to allocate it");
	ct_tensor_free(other);
	OK(ct__nested_tensor_from_tensor_list(&tensor, 1, CT_DTYPE_NONE, CT_LAYOUT_NONE,
					      CT_DEVICE_NONE, NULL, &other));
	FAILS(ct_tensor_to_dlpack(other, &managed),
	      "BufferError: Can't export nested tensors, use unbind() for their components");
	ct_tensor_free(other);
	ct_tensor_free(tensor);

	OK(ct_tensor_from_data(numbers, CT_COMPLEX64, CT_INTS_OF(shape, 1), &tensor));
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

	if (!is_refused_dtype(CT_BITS8)) {
		OK(ct_tensor_from_data("ab", CT_BITS8, CT_INTS_OF(shape, 1), &tensor));
		FAILS(ct_tensor_to_dlpack(tensor, &managed),
		      "BufferError: Bits8 is not supported by dlpack; view it as another dtype");
		ct_tensor_free(tensor);
	}
	FAILS(ct_tensor_to_dlpack(NULL, &managed),
	      "ArgumentError: ct_tensor_to_dlpack: argument 1 (self) must not be NULL");
	FAILS(ct_tensor_to_dlpack_versioned(NULL, NULL, NULL),
	      "ArgumentError: ct_tensor_to_dlpack_versioned: argument 1 (self) must not be NULL");
	ck_assert_ptr_eq(managed, (ct_dlpack *)UNTOUCHED);
}
END_TEST

/* The receiver could not know that the memory ends before them. */
START_TEST(elements_behind_the_storage_are_not_given)
{
	ct_tensor *tensor = vector(2, (const float[]){ 1, 2 });
	ct_dlpack *managed = (ct_dlpack *)UNTOUCHED;
	ct_storage *storage;

	OK(ct_tensor_storage(tensor, &storage));
	OK(ct_storage_resize(storage, 4));
	FAILS(ct_tensor_to_dlpack(tensor, &managed),
	      "RuntimeError: the elements of the tensor take 8 bytes of its storage, but it has 4");
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

Suite *dlpack_give_suite(void)
{
	Suite *suite = suite_create("giving by DLPack");
	TCase *tests = tests_of("giving by DLPack");

	tcase_add_test(tests, memory_outlives_the_tensor);
	tcase_add_test(tests, tensor_outlives_what_was_given);
	tcase_add_test(tests, shape_is_what_it_was_when_given);
	tcase_add_test(tests, view_is_given_with_its_strides);
	tcase_add_test(tests, any_thread_may_release_it);
	tcase_add_test(tests, scope_does_not_own_what_was_given);
	tcase_add_test(tests, flags_say_what_was_asked_for);
	tcase_add_test(tests, small_integers_are_padded_in_the_versioned_form);
	tcase_add_test(tests, what_dlpack_cannot_say_is_refused);
	tcase_add_test(tests, elements_behind_the_storage_are_not_given);
	tcase_add_test(tests, device_is_told_in_dlpacks_numbers);
	suite_add_tcase(suite, tests);
	return suite;
}
