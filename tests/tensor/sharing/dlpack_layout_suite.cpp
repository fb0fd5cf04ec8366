/*
 * Our DLPack and libtorch's: the structs, the numbers, and tensors passed from one to the other.
 */
#include <cstddef>

/* Before and after dlpack.h: both orders must work. */
#include <ctorch/tensor/dlpack.h>
#include <ATen/dlpack.h>
#include <ctorch/ctorch.h>

#include <ATen/ATen.h>
#include <ATen/DLConvertor.h>

#include "releases.hpp"
#include "support.h"

#define SAME_FIELD(ours, field, theirs, name)                              \
	static_assert(offsetof(ours, field) == offsetof(theirs, name) &&   \
			      sizeof(ours::field) == sizeof(theirs::name), \
		      #ours "." #field)

SAME_FIELD(ct_dlpack_device, type, DLDevice, device_type);
SAME_FIELD(ct_dlpack_device, index, DLDevice, device_id);
SAME_FIELD(ct_dlpack_dtype, code, DLDataType, code);
SAME_FIELD(ct_dlpack_dtype, bits, DLDataType, bits);
SAME_FIELD(ct_dlpack_dtype, lanes, DLDataType, lanes);
SAME_FIELD(ct_dlpack_tensor, data, DLTensor, data);
SAME_FIELD(ct_dlpack_tensor, device, DLTensor, device);
SAME_FIELD(ct_dlpack_tensor, ndim, DLTensor, ndim);
SAME_FIELD(ct_dlpack_tensor, dtype, DLTensor, dtype);
SAME_FIELD(ct_dlpack_tensor, shape, DLTensor, shape);
SAME_FIELD(ct_dlpack_tensor, strides, DLTensor, strides);
SAME_FIELD(ct_dlpack_tensor, byte_offset, DLTensor, byte_offset);
SAME_FIELD(ct_dlpack_managed, dl_tensor, DLManagedTensor, dl_tensor);
SAME_FIELD(ct_dlpack_managed, manager_ctx, DLManagedTensor, manager_ctx);
SAME_FIELD(ct_dlpack_managed, deleter, DLManagedTensor, deleter);
#if HAS_DLPACK_VERSIONS
SAME_FIELD(ct_dlpack_version, major, DLPackVersion, major);
SAME_FIELD(ct_dlpack_version, minor, DLPackVersion, minor);
SAME_FIELD(ct_dlpack_managed_versioned, version, DLManagedTensorVersioned, version);
SAME_FIELD(ct_dlpack_managed_versioned, manager_ctx, DLManagedTensorVersioned, manager_ctx);
SAME_FIELD(ct_dlpack_managed_versioned, deleter, DLManagedTensorVersioned, deleter);
SAME_FIELD(ct_dlpack_managed_versioned, flags, DLManagedTensorVersioned, flags);
SAME_FIELD(ct_dlpack_managed_versioned, dl_tensor, DLManagedTensorVersioned, dl_tensor);
static_assert(sizeof(ct_dlpack_managed_versioned) == sizeof(DLManagedTensorVersioned), "size");
#endif
static_assert(sizeof(ct_dlpack_managed) == sizeof(DLManagedTensor), "size");

#define SAME(ours, theirs) static_assert(int64_t(ours) == int64_t(theirs), #ours)

#if HAS_DLPACK_VERSIONS
SAME(CT_DLPACK_MAJOR, DLPACK_MAJOR_VERSION);
SAME(CT_DLPACK_MINOR, DLPACK_MINOR_VERSION);
SAME(CT_DLPACK_READ_ONLY, DLPACK_FLAG_BITMASK_READ_ONLY);
SAME(CT_DLPACK_IS_COPIED, DLPACK_FLAG_BITMASK_IS_COPIED);
SAME(CT_DLPACK_PADDED, DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED);
#endif
SAME(CT_DLPACK_INT, kDLInt);
SAME(CT_DLPACK_UINT, kDLUInt);
SAME(CT_DLPACK_FLOAT, kDLFloat);
SAME(CT_DLPACK_OPAQUE_HANDLE, kDLOpaqueHandle);
SAME(CT_DLPACK_BFLOAT, kDLBfloat);
SAME(CT_DLPACK_COMPLEX, kDLComplex);
#if HAS_DLPACK_VERSIONS
SAME(CT_DLPACK_BOOL, kDLBool);
SAME(CT_DLPACK_FLOAT8_E3M4, kDLFloat8_e3m4);
SAME(CT_DLPACK_FLOAT8_E4M3, kDLFloat8_e4m3);
SAME(CT_DLPACK_FLOAT8_E4M3B11FNUZ, kDLFloat8_e4m3b11fnuz);
SAME(CT_DLPACK_FLOAT8_E4M3FN, kDLFloat8_e4m3fn);
SAME(CT_DLPACK_FLOAT8_E4M3FNUZ, kDLFloat8_e4m3fnuz);
SAME(CT_DLPACK_FLOAT8_E5M2, kDLFloat8_e5m2);
SAME(CT_DLPACK_FLOAT8_E5M2FNUZ, kDLFloat8_e5m2fnuz);
SAME(CT_DLPACK_FLOAT8_E8M0FNU, kDLFloat8_e8m0fnu);
SAME(CT_DLPACK_FLOAT6_E2M3FN, kDLFloat6_e2m3fn);
SAME(CT_DLPACK_FLOAT6_E3M2FN, kDLFloat6_e3m2fn);
SAME(CT_DLPACK_FLOAT4_E2M1FN, kDLFloat4_e2m1fn);
#endif
SAME(CT_DLPACK_CPU, kDLCPU);
SAME(CT_DLPACK_CUDA, kDLCUDA);
SAME(CT_DLPACK_CUDA_HOST, kDLCUDAHost);
SAME(CT_DLPACK_OPENCL, kDLOpenCL);
SAME(CT_DLPACK_VULKAN, kDLVulkan);
SAME(CT_DLPACK_METAL, kDLMetal);
SAME(CT_DLPACK_VPI, kDLVPI);
SAME(CT_DLPACK_ROCM, kDLROCM);
SAME(CT_DLPACK_ROCM_HOST, kDLROCMHost);
SAME(CT_DLPACK_EXTENSION, kDLExtDev);
SAME(CT_DLPACK_CUDA_MANAGED, kDLCUDAManaged);
#if HAS_DLPACK_VERSIONS
SAME(CT_DLPACK_ONEAPI, kDLOneAPI);
SAME(CT_DLPACK_WEBGPU, kDLWebGPU);
SAME(CT_DLPACK_HEXAGON, kDLHexagon);
SAME(CT_DLPACK_MAIA, kDLMAIA);
SAME(CT_DLPACK_TRN, kDLTrn);
#endif

/* A tensor that both have: 3 by 4, with the first dimension varying fastest. libctorch makes it,
 * since a checked build accepts no other handles. */
class both {
	ct_tensor *made;

public:
	ct_tensor *handle;
	at::Tensor tensor;

	explicit both(at::ScalarType dtype)
	{
		const int64_t shape[] = { 4, 3 };

		OK(ct_empty_memory_format(shape, 2, static_cast<ct_dtype>(dtype) + 1,
					  CT_LAYOUT_NONE, CT_DEVICE_NONE, nullptr,
					  CT_MEMORY_FORMAT_NONE, &made));
		OK(ct_transpose_int(made, 0, 1, &handle));
		tensor = at::Tensor(
			c10::intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>::reclaim_copy(
				reinterpret_cast<c10::TensorImpl *>(handle)));
	}
	both(const both &) = delete;
	~both()
	{
		ct_tensor_free(handle);
		ct_tensor_free(made);
	}
};

static const at::ScalarType dtypes[] = {
	at::kByte,
	at::kChar,
	at::kShort,
	at::kInt,
	at::kLong,
	at::kHalf,
	at::kFloat,
	at::kDouble,
	at::kBFloat16,
	at::kComplexHalf,
	at::kComplexFloat,
	at::kComplexDouble,
#if HAS_DLPACK_BOOL
	at::kBool,
#endif
#if HAS_DLPACK_VERSIONS
	at::kUInt16,
	at::kUInt32,
	at::kUInt64,
	at::kFloat8_e4m3fn,
	at::kFloat8_e4m3fnuz,
	at::kFloat8_e5m2,
	at::kFloat8_e5m2fnuz,
	at::kFloat8_e8m0fnu,
	at::kFloat4_e2m1fn_x2,
#endif
};

static void assert_same_tensor(const DLTensor &a, const DLTensor &b)
{
	ck_assert_int_eq(a.dtype.code, b.dtype.code);
	ck_assert_int_eq(a.dtype.bits, b.dtype.bits);
	ck_assert_int_eq(a.dtype.lanes, b.dtype.lanes);
	ck_assert_int_eq(a.device.device_type, b.device.device_type);
	ck_assert_int_eq(a.device.device_id, b.device.device_id);
	ck_assert_int_eq(a.ndim, b.ndim);
	ck_assert_ptr_eq(static_cast<char *>(a.data) + a.byte_offset,
			 static_cast<char *>(b.data) + b.byte_offset);
	for (int i = 0; i < a.ndim; i++) {
		ck_assert_int_eq(a.shape[i], b.shape[i]);
		ck_assert_int_eq(a.strides[i], b.strides[i]);
	}
}

START_TEST(every_dtype_is_said_as_libtorch_says_it)
{
	both made(dtypes[_i]);
	at::Tensor &tensor = made.tensor;
	ct_dlpack *ours;
	DLManagedTensor *theirs = at::toDLPack(tensor);

	OK(ct_tensor_to_dlpack(made.handle, &ours));
	/* No cast: it is the same type. */
	assert_same_tensor(ours->dl_tensor, theirs->dl_tensor);
	ours->deleter(ours);
	theirs->deleter(theirs);
}
END_TEST

#if HAS_DLPACK_VERSIONS
START_TEST(the_version_is_said_as_libtorch_says_it)
{
	both made(dtypes[_i]);
	at::Tensor &tensor = made.tensor;
	ct_dlpack_versioned *ours;
	DLManagedTensorVersioned *theirs = at::toDLPackVersioned(tensor);

	OK(ct_tensor_to_dlpack_versioned(made.handle, nullptr, &ours));
	assert_same_tensor(ours->dl_tensor, theirs->dl_tensor);
	ck_assert_uint_eq(ours->version.major, theirs->version.major);
	ck_assert_uint_eq(ours->version.minor, theirs->version.minor);
	ck_assert_uint_eq(ours->flags, theirs->flags);
	ours->deleter(ours);
	theirs->deleter(theirs);
}
END_TEST
#endif

static void assert_taken(const at::Tensor &got, const at::Tensor &tensor)
{
	ck_assert(got.scalar_type() == tensor.scalar_type());
	ck_assert(got.sizes() == tensor.sizes());
	ck_assert(got.strides() == tensor.strides());
	ck_assert_ptr_eq(got.data_ptr(), tensor.data_ptr());
}

START_TEST(libtorch_takes_ours)
{
	both made(dtypes[_i]);
	at::Tensor &tensor = made.tensor;
	size_t users = tensor.storage().use_count();
	ct_dlpack *ours;

	OK(ct_tensor_to_dlpack(made.handle, &ours));
	assert_taken(at::fromDLPack(ours), tensor);
#if HAS_DLPACK_VERSIONS
	ct_dlpack_versioned *versioned;

	OK(ct_tensor_to_dlpack_versioned(made.handle, nullptr, &versioned));
	assert_taken(at::fromDLPackVersioned(versioned), tensor);
#endif
	ck_assert_uint_eq(tensor.storage().use_count(), users);
}
END_TEST

/* libtorch gives the tensor itself or, in older releases, a view, which shares the storage. */
static size_t users_of(const at::Tensor &tensor)
{
	return tensor.use_count() + tensor.storage().use_count();
}

static void assert_we_take(ct_tensor *got, const at::Tensor &tensor, size_t users)
{
	ck_assert_uint_gt(users_of(tensor), users);
	ck_assert_int_eq(ct_tensor_dtype(got), static_cast<int>(tensor.scalar_type()) + 1);
	ck_assert_int_eq(ct_tensor_strides(got)[0], 1);
	ck_assert_int_eq(ct_tensor_size(got, 0), 3);
	ck_assert_ptr_eq(ct_tensor_data(got), tensor.data_ptr());
	ct_tensor_free(got);
	ck_assert_uint_eq(users_of(tensor), users);
}

START_TEST(we_take_libtorchs)
{
	both made(dtypes[_i]);
	at::Tensor &tensor = made.tensor;
	size_t users = users_of(tensor);
	ct_tensor *handle;

	OK(ct_tensor_from_dlpack(at::toDLPack(tensor), &handle));
	assert_we_take(handle, tensor, users);
#if HAS_DLPACK_VERSIONS
	OK(ct_tensor_from_dlpack_versioned(at::toDLPackVersioned(tensor), &handle));
	assert_we_take(handle, tensor, users);
#endif
}
END_TEST

/* Strides of dimensions with and without a second element; libtorch determines the result. */
static struct {
	int32_t ndim;
	int64_t shape[3], strides[3];
} laid_out[] = {
	{ 1, { 1 }, { 0 } },
	{ 1, { 1 }, { 5 } },
	{ 1, { 1 }, { -1 } },
	{ 1, { 0 }, { 7 } },
	{ 1, { 0 }, { -7 } },
	{ 2, { 1, 3 }, { 77, 1 } },
	{ 2, { 1, 3 }, { -3, 1 } },
	{ 2, { 1, 3 }, { INT64_MIN, 2 } },
	{ 2, { 1, 3 }, { INT64_MAX, 1 } },
	{ 2, { 2, 0 }, { 5, 1 } },
	{ 2, { 2, 0 }, { -5, 1 } },
	{ 2, { 0, 3 }, { 9, 9 } },
	{ 3, { 3, 1, 2 }, { 2, 50, 1 } },
	{ 3, { 3, 1, 2 }, { 2, -50, 1 } },
	{ 3, { 2, 1, 1 }, { 1, -1, 4 } },
	{ 3, { 2, 0, 3 }, { -1, -1, -1 } },
};

START_TEST(strides_are_taken_as_libtorch_takes_them)
{
	static float data[16];
	auto &given = laid_out[_i];
	DLManagedTensor managed = {};
	ct_tensor *ours;

	managed.dl_tensor = { data,        { kDLCPU, 0 }, given.ndim, { kDLFloat, 32, 1 },
			      given.shape, given.strides, 0 };
	managed.deleter = [](DLManagedTensor *) {};
	at::Tensor theirs = at::fromDLPack(&managed);

	OK(ct_tensor_from_dlpack(&managed, &ours));
	for (int64_t i = 0; i < given.ndim; i++)
		ck_assert_int_eq(ct_tensor_strides(ours)[i], theirs.stride(i));
	ct_tensor_free(ours);
}
END_TEST

Suite *dlpack_layout_suite()
{
	Suite *suite = suite_create("dlpack_layout");
	TCase *tests = tcase_create("beside libtorch");
	int n = sizeof dtypes / sizeof *dtypes;

	tcase_add_loop_test(tests, every_dtype_is_said_as_libtorch_says_it, 0, n);
#if HAS_DLPACK_VERSIONS
	tcase_add_loop_test(tests, the_version_is_said_as_libtorch_says_it, 0, n);
#else
	LEFT_OUT("the_version_is_said_as_libtorch_says_it", "its DLPack has no version");
#endif
	tcase_add_loop_test(tests, libtorch_takes_ours, 0, n);
	tcase_add_loop_test(tests, we_take_libtorchs, 0, n);
	tcase_add_loop_test(tests, strides_are_taken_as_libtorch_takes_them, 0,
			    sizeof laid_out / sizeof *laid_out);
	suite_add_tcase(suite, tests);
	return suite;
}
