/*
 * Tensors from and around C data, and handles on C++ tensors.
 */
#include <ATen/ScalarOps.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/sparse_compressed_tensor.h>
#include <ATen/ops/sparse_coo_tensor.h>

#include <ctorch/core/dtype.h>
#include <ctorch/tensor/create.h>

#include "core/bridge/recorded.hpp"
#include "tensor/tensor/checks.hpp"
#include "tensor/tensor/maker.h"
#include "tensor/tensor/nbytes.h"

#if CT_HAS_EMPTY_PERMUTED
#include <ATen/ops/empty_permuted.h>
#endif

namespace {

/* The options of the functions. */
struct request {
	at::ScalarType dtype;
	at::IntArrayRef shape;
	int64_t numel;
};

request check_request(const void *data, ct_dtype dtype, const int64_t *shape, int64_t shape_len)
{
	request wanted = { ct::number_dtype(dtype, 2, "dtype"),
			   ct::ints(shape, shape_len, 3, "shape"), 0 };

	wanted.numel = ct::checked_numel(wanted.shape, wanted.dtype, 3, "shape");
	if (data == nullptr && wanted.numel > 0)
		ct::refuse("argument 1 (data) must not be NULL, since the shape has %lld elements",
			   static_cast<long long>(wanted.numel));
	return wanted;
}

at::Tensor copy_of(const void *data, const request &wanted)
{
	ct::unrecorded unrecorded;
	at::Tensor tensor;

	if (wanted.dtype == at::kBool)
		ct::check_bools(data, wanted.numel, 1, "data");
	tensor = at::empty(wanted.shape, at::TensorOptions(wanted.dtype).device(at::kCPU));
	if (wanted.numel > 0)
		std::memcpy(tensor.data_ptr(), data, tensor.nbytes());
	return tensor;
}

at::TensorOptions to_options(const ct_tensor_options &wish)
{
	return at::TensorOptions()
		.dtype(ct::optional_dtype(wish.dtype, 0, "dtype"))
		.layout(ct::optional_layout(wish.layout, 0, "layout"))
		.device(ct::optional_device(wish.device, 0, "device"));
}

/* The values of a sparse tensor with the options' dtype and device. */
at::Tensor convert(const at::Tensor &values, const at::TensorOptions &wanted)
{
	return values.to(wanted.has_device() ? wanted.device() : values.device(),
			 wanted.has_dtype() ? c10::typeMetaToScalarType(wanted.dtype())
					    : values.scalar_type());
}

at::Tensor to_device(const at::Tensor &indices, const at::Tensor &values)
{
	return indices.to(values.device());
}

/* For a function that calls libtorch's C++: its last step is the same as in the others. */
template <class Make>
ct_error make(ct_origin by, const ct_tensor_options *options, int position, ct_tensor **result,
	      Make call)
{
	ct_tensor_options wish;
	ct_tensor *made = nullptr;
	ct_error error = ct_options_read(options, position, by.function, &wish);

	ct_options_default_device(&wish);
	if (error == nullptr)
		try {
			ct::give_or_drop(by, call(to_options(wish)), &made);
		} catch (...) {
			error = ct::caught(by.function);
		}
	return ct_options_finish(by, error, made, &wish, result);
}

} // namespace

ct_error ct_options_read(const ct_tensor_options *options, int position, const char *function,
			 ct_tensor_options *wish) noexcept
try {
	*wish = {};
	if (options == nullptr)
		return nullptr;
	ct::optional_dtype(options->dtype, position, "options.dtype");
	ct::optional_layout(options->layout, position, "options.layout");
	ct::optional_device(options->device, position, "options.device");
	ct::optional_memory_format(options->memory_format, position, "options.memory_format");
	*wish = *options;
	return nullptr;
} catch (...) {
	return ct::caught(function);
}

ct_error ct_tensor_from_data(const void *data, ct_dtype dtype, ct_ints shape,
			     ct_tensor **result) noexcept
try {
	ct::give_or_drop(CT_HERE, copy_of(data, check_request(data, dtype, shape.at, shape.len)),
			 result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_new_wrapped_number(ct_scalar number, ct_tensor **result) noexcept
try {
	const at::Scalar scalar = ct::make_scalar(number, 1, "number");

	ct::give_or_drop(CT_HERE, at::native::wrapped_scalar_tensor(scalar), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_from_memory(const void *data, int64_t nbytes, ct_dtype dtype, ct_ints shape,
			       ct_tensor **result) noexcept
try {
	int64_t wanted, alignment;

	if (ct_error error = ct_nbytes_of(__func__, dtype, 3, shape.at, shape.len, 4, &wanted,
					  &alignment))
		return error;
	if (nbytes != wanted)
		ct::refuse("argument 2 (nbytes) is %lld, but the shape needs %lld bytes of %s",
			   static_cast<long long>(nbytes), static_cast<long long>(wanted),
			   ct_dtype_name(dtype));
	ct::give_or_drop(CT_HERE, copy_of(data, check_request(data, dtype, shape.at, shape.len)),
			 result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_from_data_with(const void *data, ct_dtype dtype, ct_ints shape,
				  const ct_tensor_options *options, ct_tensor **result) noexcept
{
	ct_origin here = CT_HERE;
	ct_tensor_options wish;
	ct_tensor *made = nullptr;
	ct_error error = ct_options_read(options, 4, here.function, &wish);

	ct_options_default_device(&wish);
	if (error == nullptr)
		try {
			ct::give_or_drop(
				here,
				copy_of(data, check_request(data, dtype, shape.at, shape.len)),
				&made);
		} catch (...) {
			error = ct::caught(here.function);
		}
	return ct_options_finish_data(here, error, made, &wish, result);
}

ct_error ct_tensor_from_blob(void *data, ct_dtype dtype, ct_ints shape, ct_ints strides,
			     ct_deleter deleter, void *context, ct_tensor **result) noexcept
try {
	request wanted = check_request(data, dtype, shape.at, shape.len);
	at::OptionalIntArrayRef steps = ct::checked_strides(strides.at, strides.len, wanted.shape,
							    wanted.dtype, 4, "strides");
	ct::blob_owner *owner;
	at::Tensor tensor;

	ct::check_alignment(data, wanted.dtype, 1, "data");
	owner = new ct::blob_owner(data, deleter, context);
	tensor = at::for_blob(data, wanted.shape)
			 .strides(steps)
			 .context(owner, ct::release_blob)
			 .options(at::TensorOptions(wanted.dtype).device(at::kCPU))
			 .make_tensor();
	ct::give_or_drop(CT_HERE, std::move(tensor), result);
	owner->armed = true;
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_empty_permuted(ct_ints size, ct_ints physical_layout,
				  const ct_tensor_options *options, ct_tensor **result) noexcept
{
	return make(CT_HERE, options, 3, result, [&](const at::TensorOptions &wanted) {
#if CT_HAS_EMPTY_PERMUTED
		return at::empty_permuted(
			ct::ints(size.at, size.len, 1, "size"),
			ct::ints(physical_layout.at, physical_layout.len, 2, "physical_layout"),
			wanted);
#else
		(void)size.at, (void)size.len, (void)physical_layout.at, (void)physical_layout.len;
		TORCH_CHECK_NOT_IMPLEMENTED(false, "this release of libtorch has no "
						   "empty_permuted; use empty and permute");
		return at::empty({ 0 }, wanted);
#endif
	});
}

/* Releases have added parameters to their operators, but not to their C++ functions. */
ct_error ct_tensor_sparse_coo(const ct_tensor *indices, const ct_tensor *values, ct_ints size,
			      const ct_tensor_options *options, ct_tensor **result) noexcept
{
	return make(CT_HERE, options, 4, result, [&](const at::TensorOptions &wanted) {
		ct::borrowed_tensor places = ct::tensor(indices, 1, "indices");
		ct::borrowed_tensor numbers = ct::tensor(values, 2, "values");
		at::OptionalIntArrayRef shape = ct::optional_ints(size.at, size.len, 3, "size");
		at::Tensor converted = convert(*numbers, wanted);
		return shape ? at::sparse_coo_tensor(to_device(*places, converted), converted,
						     *shape)
			     : at::sparse_coo_tensor(to_device(*places, converted), converted);
	});
}

ct_error ct_tensor_sparse_compressed(const ct_tensor *compressed_indices,
				     const ct_tensor *plain_indices, const ct_tensor *values,
				     ct_ints size, const ct_tensor_options *options,
				     ct_tensor **result) noexcept
{
	return make(CT_HERE, options, 5, result, [&](const at::TensorOptions &wanted) {
		ct::borrowed_tensor compressed = ct::tensor(compressed_indices, 1,
							    "compressed_indices");
		ct::borrowed_tensor plain = ct::tensor(plain_indices, 2, "plain_indices");
		ct::borrowed_tensor numbers = ct::tensor(values, 3, "values");
		at::OptionalIntArrayRef shape = ct::optional_ints(size.at, size.len, 4, "size");

		at::Tensor converted = convert(*numbers, wanted);
		at::TensorOptions its = wanted.dtype(converted.dtype()).device(converted.device());

		return shape ? at::sparse_compressed_tensor(to_device(*compressed, converted),
							    to_device(*plain, converted), converted,
							    *shape, its)
			     : at::sparse_compressed_tensor(to_device(*compressed, converted),
							    to_device(*plain, converted), converted,
							    its);
	});
}

ct_error ct_tensor_from_impl(void *tensor_impl, ct_tensor **result) noexcept
try {
	c10::TensorImpl *impl = static_cast<c10::TensorImpl *>(tensor_impl);

	if (impl == nullptr || impl == c10::UndefinedTensorImpl::singleton()) {
		if (result)
			*result = nullptr;
		return nullptr;
	}
	ct::give_or_drop(CT_HERE, at::Tensor(ct::tensor_pointer::reclaim_copy(impl)), result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}
