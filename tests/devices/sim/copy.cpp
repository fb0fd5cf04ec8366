/*
 * Copies: to a device, from it, within it and between the two. A copy that the host need not wait for
 * is put into the current stream of the device.
 */
#include <cstring>

#include <ATen/ATen.h>
#include <torch/library.h>

#include "control.hpp"
#include "device.hpp"
#include "kernel.hpp"
#include "memory.hpp"
#include "pinned.hpp"
#include "storage.hpp"
#include "stream.hpp"

namespace sim {

namespace {

void *address_of(const at::Tensor &tensor)
{
	return const_cast<void *>(tensor.const_data_ptr());
}

} // namespace

at::Tensor on_host(const at::Tensor &tensor)
{
	at::Tensor seen = at::from_blob(address_of(tensor), tensor.sizes(), tensor.strides(),
					tensor.options().device(at::kCPU));

	/* from_blob() knows neither of these, under which a value is not what the memory has. */
	seen._set_conj(tensor.is_conj());
	seen._set_neg(tensor.is_neg());
	return seen;
}

namespace {

void count_copy(const at::Tensor &from, const at::Tensor &to, bool is_queued)
{
	if (is_in_kernel())
		return;
	(from.is_cpu() ? counted.copies_in
	 : to.is_cpu() ? counted.copies_out
		       : counted.copies_within)++;
	(is_queued ? counted.copies_queued : counted.synchronizations)++;
}

/* --- Queued ----------------------------------------------------------------------------------- */

/* The bytes as they are: no conversion, no other order of elements. */
bool has_same_bytes(const at::Tensor &from, const at::Tensor &to)
{
	return from.scalar_type() == to.scalar_type() && from.sizes() == to.sizes() &&
	       from.is_contiguous() && to.is_contiguous() && from.is_conj() == to.is_conj() &&
	       from.is_neg() == to.is_neg();
}

/* Also the host's part must be memory that stays where it is. */
bool can_queue(const at::Tensor &from, const at::Tensor &to, bool non_blocking)
{
	if (!has_same_bytes(from, to))
		return false;
	if (from.device() == to.device())
		return true;
	return non_blocking && ((from.is_cpu() && is_pinned(address_of(from))) ||
				(to.is_cpu() && is_pinned(address_of(to))));
}

void copy_bytes(void *to, const void *from, size_t nbytes)
{
	const access both({ to, from });

	memmove(to, from, nbytes);
}

void queue_copy(const at::Tensor &from, const at::Tensor &to)
{
	const c10::DeviceIndex index = (from.is_cpu() ? to : from).device().index();
	const c10::Stream stream = current_stream(index);
	void *const target = to.mutable_data_ptr();
	const void *const source = address_of(from);

	queue_of(stream).put([target, source, nbytes = to.nbytes()] {
		wait_before_copy();
		copy_bytes(target, source, nbytes);
	});
	/* Only one of them is pinned, if any. */
	record_pinned_use(target, stream);
	record_pinned_use(source, stream);
}

/* --- At once ---------------------------------------------------------------------------------- */

void wait_for_current_stream(const at::Tensor &tensor)
{
	if (!tensor.is_cpu())
		end_of(current_stream(tensor.device().index())).wait();
}

void copy_now(const at::Tensor &from, const at::Tensor &to)
{
	wait_for_current_stream(from);
	wait_for_current_stream(to);
	const access both({ address_of(from), to.mutable_data_ptr() });
	at::Tensor target = to.is_cpu() ? to : on_host(to);

	target.copy_(from.is_cpu() ? from : on_host(from));
}

/* --- Operators -------------------------------------------------------------------------------- */

/* What Tensor.copy_() calls if either is on a device; the sizes are those of `to`, or expand to
 * them. */
at::Tensor copy_from(const at::Tensor &from, const at::Tensor &to, bool non_blocking)
{
	const bool is_queued = can_queue(from, to, non_blocking);

	if (to.numel() == 0)
		return to;
	count_copy(from, to, is_queued);
	if (is_queued)
		queue_copy(from, to);
	else
		copy_now(from.expand_as(to), to);
	return to;
}

at::Tensor copy_from_and_resize(const at::Tensor &from, const at::Tensor &to)
{
	to.resize_(from.sizes());
	return copy_from(from, to, false);
}

/* item() */
at::Scalar local_scalar_dense(const at::Tensor &self)
{
	if (!is_in_kernel())
		counted.synchronizations++;
	wait_for_current_stream(self);
	const access memory({ address_of(self) });
	return on_host(self).item();
}

} // namespace

TORCH_LIBRARY_IMPL(aten, PrivateUse1, library)
{
	library.impl("_copy_from", copy_from);
	library.impl("_copy_from_and_resize", copy_from_and_resize);
	library.impl("_local_scalar_dense", local_scalar_dense);
}

/* libtorch would replace a conjugated or negated view by a copy of it first, and copy with this very
 * operator: without end. on_host() keeps what the view says of its values. */
TORCH_LIBRARY_IMPL(aten, Conjugate, library)
{
	library.impl("_copy_from", torch::CppFunction::makeFallthrough());
}

TORCH_LIBRARY_IMPL(aten, Negative, library)
{
	library.impl("_copy_from", torch::CppFunction::makeFallthrough());
}

} // namespace sim
