/*
 * DLPack in both directions. dlpack_read.c reads foreign managed tensors.
 */
#include <cstring>
#include <new>

#include <ATen/Context.h>
#include <ATen/ops/from_blob.h>
#include <c10/util/DimVector.h>

#include "core/base/device_type.hpp"
#include "core/bridge/callback.hpp"
#include "core/bridge/recorded.hpp"
#include "core/bridge/wrap.hpp"
#include "tensor/sharing/dlpack.h"
#include "tensor/tensor/checks.hpp"

namespace {

/* --- Exporting ------------------------------------------------------------------------------- */

/* A ct_error, not an exception: only later releases of libtorch have a class for BufferError. */
ct_error check_can_be_said(const at::Tensor &tensor, const char *function)
{
	const char *why = nullptr;

	if (tensor.is_nested())
		why = "Can't export nested tensors, use unbind() for their components";
	else if (tensor.requires_grad())
		why = "Can't export tensors that require gradient, use tensor.detach()";
	else if (tensor.layout() != at::kStrided)
		why = "Can't export tensors with layout other than torch.strided";
	else if (tensor.is_conj())
		why = "Can't export tensors with the conjugate bit set";
	else if (tensor.is_neg())
		why = "Can't export tensors with the negative bit set, use tensor.resolve_neg()";
	else if (tensor._is_zerotensor())
		why = "Can't export a zero tensor without memory, use clone() to allocate it";
	else if (tensor.is_quantized())
		why = "QUInt/QInt types are not supported by dlpack";
	return why ? ct_error_new(CT_ERROR_BUFFER, function, "%s", why) : nullptr;
}

ct_error say_dtype(const at::Tensor &tensor, bool versioned, const char *function,
		   ct_dlpack_dtype *result)
{
	if (!ct_dlpack_dtype_of(ct::from_dtype(tensor.scalar_type()), result))
		return ct_error_new(CT_ERROR_BUFFER, function,
				    "%s is not supported by dlpack; view it as another dtype",
				    c10::toString(tensor.scalar_type()));
	if (result->bits < 8 && result->lanes == 1 && !versioned)
		return ct_error_new(CT_ERROR_BUFFER, function,
				    "%s is not supported by dlpack without a version; use "
				    "ct_tensor_to_dlpack_versioned()",
				    c10::toString(tensor.scalar_type()));
	return nullptr;
}

bool is_rocm()
{
#if CT_HAS_ROCM_KNOWN
	return at::globalContext().hasROCM();
#else
	/* Earlier releases cannot tell. */
	return false;
#endif
}

ct_error say_device(const at::Tensor &tensor, const char *function, ct_dlpack_device *result)
{
	if (!ct_dlpack_device_of(ct::from_device(tensor.device()), result))
		return ct_error_new(CT_ERROR_BUFFER, function, "Cannot pack tensors on %s",
				    tensor.device().str().c_str());
	if (result->type == CT_DLPACK_CUDA && is_rocm())
		result->type = CT_DLPACK_ROCM;
	return nullptr;
}

/* The memory of one of our managed tensors. It holds the storage, not the tensor, which may be set
 * to another storage. Sizes and strides are copies, since a tensor can be resized. */
template <class Managed> struct exported {
	Managed managed;
	at::Storage storage;
	c10::DimVector shape, strides;
};

template <class Managed, class Handle> void release_exported(Handle *self)
{
	delete static_cast<exported<Managed> *>(reinterpret_cast<Managed *>(self)->manager_ctx);
}

template <class Managed>
ct_error fill(exported<Managed> &out, const at::Tensor &tensor, bool versioned, bool read_only,
	      const char *function)
{
	ct_dlpack_tensor &to = out.managed.dl_tensor;

	ct::check_not_recorded();
	if (ct_error error = check_can_be_said(tensor, function))
		return error;
	if (ct_error error = say_dtype(tensor, versioned, function, &to.dtype))
		return error;
	if (ct_error error = say_device(tensor, function, &to.device))
		return error;
	ct::check_memory(tensor);
	out.storage = tensor.storage();
	out.shape.assign(tensor.sizes().begin(), tensor.sizes().end());
	out.strides.assign(tensor.strides().begin(), tensor.strides().end());
	to.data = read_only ? const_cast<void *>(ct::read_data(tensor)) : ct::write_data(tensor);
	to.ndim = static_cast<int32_t>(tensor.dim());
	to.shape = out.shape.data();
	to.strides = out.strides.data();
	to.byte_offset = 0;
	out.managed.manager_ctx = &out;
	return nullptr;
}

/* As Python's Tensor.__dlpack__() does for another stream than the current one. */
void make_ready(const at::Tensor &tensor, const ct_stream &receiver)
{
	const at::Device device = tensor.device();
	const at::Stream waiting = ct::stream(receiver, 2, "options.stream");

	if (waiting.device_type() != device.type())
		ct::refuse(
			"argument 2 (options.stream): its devices are %s, but the tensor is on %s",
			c10::DeviceTypeName(waiting.device_type(), true).c_str(),
			device.str().c_str());
	if (device.is_cpu())
		return;
	const at::Stream working = ct::guard_of(device.type()).getStream(device);

	if (waiting != working)
		ct::make_wait(waiting, working);
}

/* --- Importing ------------------------------------------------------------------------------- */

/* What the pointer of a managed tensor points to. */
template <class Handle> struct managed_of;
template <> struct managed_of<ct_dlpack> {
	using type = ct_dlpack_managed;
};
template <> struct managed_of<ct_dlpack_versioned> {
	using type = ct_dlpack_managed_versioned;
};

template <class Handle> void call_deleter(Handle *self) noexcept
{
	auto *managed = reinterpret_cast<typename managed_of<Handle>::type *>(self);

	if (managed->deleter)
		managed->deleter(self);
}

/* A foreign managed tensor, which becomes ours when the new tensor is returned. */
template <class Handle> struct taken final : ct::pending_release {
	Handle *const managed;
	bool armed;

	taken(Handle *handle, bool is_ours) : managed(handle), armed(is_ours) {}

	void release() noexcept override { call_deleter(managed); }
};

template <class Handle> void release_taken(void *pointer)
{
	taken<Handle> *owner = static_cast<taken<Handle> *>(pointer);

	if (owner->armed)
		ct::release_in_turn(owner);
	else
		delete owner;
}

template <class Handle> void free_managed(Handle *self) noexcept
{
	taken<Handle> *owner;

	if (self == nullptr)
		return;
	owner = new (std::nothrow) taken<Handle>(self, true);
	if (owner) {
		ct::release_in_turn(owner);
	} else {
		ct::callback running;

		call_deleter(self);
	}
}

int device_count(at::DeviceType type)
{
	if (!c10::impl::hasDeviceGuardImpl(type))
		return 0;
	return c10::impl::getDeviceGuardImpl(type)->deviceCount();
}

/* libtorch without this kind of device would make an unusable tensor. */
at::Device check_device(ct_device wanted)
{
	at::Device device = ct::device(wanted, 1, "managed");
	int count;

	if (device.is_cpu())
		return device;
	count = device_count(device.type());
	if (device.index() < 0 || device.index() >= count)
		ct::refuse("argument 1 (managed): its device is %s, but there are only %d of that "
			   "type",
			   device.str().c_str(), count);
	return device;
}

template <class Handle>
void take(ct_origin here, const ct_dlpack_request &request, Handle *managed, ct_tensor **result)
{
	at::Device device = check_device(request.device);
	at::ScalarType dtype = ct::dtype(request.dtype, 1, "managed");
	size_t ndim = static_cast<size_t>(request.ndim);
	taken<Handle> *owner = new taken<Handle>(managed, false);
	at::Tensor tensor = at::for_blob(request.data, at::IntArrayRef(request.shape, ndim))
				    .strides(at::IntArrayRef(request.strides, ndim))
				    .context(owner, release_taken<Handle>)
				    .options(at::TensorOptions(dtype).device(device))
				    .target_device(device)
				    .make_tensor();

	ct::give_or_drop(here, std::move(tensor), result);
	owner->armed = true;
}

} // namespace

ct_error ct_tensor_to_dlpack(const ct_tensor *self, ct_dlpack **result) noexcept
try {
	static const char *const function = __func__;
	auto out = std::make_unique<exported<ct_dlpack_managed>>();

	if (ct_error error = fill(*out, *ct::tensor(self, 1, "self"), false, false, function))
		return error;
	out->managed.deleter = release_exported<ct_dlpack_managed, ct_dlpack>;
	if (result)
		*result = reinterpret_cast<ct_dlpack *>(&out.release()->managed);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_to_dlpack_versioned(const ct_tensor *self, const ct_dlpack_options *options,
				       ct_dlpack_versioned **result) noexcept
try {
	static const char *const function = __func__;
	ct_dlpack_options wanted = options ? *options : ct_dlpack_options{};
	at::Tensor source = *ct::tensor(self, 1, "self");
	auto out = std::make_unique<exported<ct_dlpack_managed_versioned>>();

	if (wanted.copy && !source.requires_grad())
		source = source.clone();
	if (ct_error error = fill(*out, source, true, wanted.read_only, function))
		return error;
	if (wanted.stream)
		make_ready(source, *wanted.stream);
	out->managed.version = { CT_DLPACK_MAJOR, CT_DLPACK_MINOR };
	out->managed.deleter = release_exported<ct_dlpack_managed_versioned, ct_dlpack_versioned>;
	if (wanted.read_only)
		out->managed.flags |= CT_DLPACK_READ_ONLY;
	if (wanted.copy)
		out->managed.flags |= CT_DLPACK_IS_COPIED;
	if (out->managed.dl_tensor.dtype.bits < 8 && out->managed.dl_tensor.dtype.lanes == 1)
		out->managed.flags |= CT_DLPACK_PADDED;
	if (result)
		*result = reinterpret_cast<ct_dlpack_versioned *>(&out.release()->managed);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_dlpack_device(const ct_tensor *self, ct_dlpack_device *result) noexcept
try {
	ct_dlpack_device device;

	if (ct_error error = say_device(*ct::tensor(self, 1, "self"), __func__, &device))
		return error;
	if (result)
		*result = device;
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_from_dlpack(ct_dlpack *managed, ct_tensor **result) noexcept
try {
	ct_dlpack_request request;

	if (managed == nullptr)
		ct::refuse_null(1, "managed");
	if (ct_error error = ct_dlpack_read(
		    &reinterpret_cast<ct_dlpack_managed *>(managed)->dl_tensor, 0, __func__,
		    &request))
		return error;
	take(CT_HERE, request, managed, result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_tensor_from_dlpack_versioned(ct_dlpack_versioned *managed, ct_tensor **result) noexcept
try {
	const ct_dlpack_managed_versioned *from = reinterpret_cast<ct_dlpack_managed_versioned *>(
		managed);
	ct_dlpack_request request;

	if (managed == nullptr)
		ct::refuse_null(1, "managed");
	if (from->version.major != CT_DLPACK_MAJOR)
		ct::refuse("argument 1 (managed): it is from DLPack %u.%u, but this library reads "
			   "%d.x",
			   from->version.major, from->version.minor, CT_DLPACK_MAJOR);
	if (ct_error error = ct_dlpack_read(&from->dl_tensor, from->flags, __func__, &request))
		return error;
	take(CT_HERE, request, managed, result);
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

void ct_dlpack_free(ct_dlpack *self) noexcept
{
	free_managed(self);
}

void ct_dlpack_versioned_free(ct_dlpack_versioned *self) noexcept
{
	free_managed(self);
}
