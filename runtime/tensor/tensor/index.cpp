/*
 * Indexing and assigning: index_walk.hpp finds the view that a subscript selects, and libtorch
 * picks elements from it.
 */
#include <utility>
#include <vector>

#include <ATen/DeviceGuard.h>
#include <ATen/TensorIndexing.h>
#include <ATen/core/LegacyTypeDispatch.h>

#include "tensor/tensor/index.h"
#include "tensor/tensor/index_walk.hpp"

namespace {

using ct::subscript;
using ct::walk;

/* Makes a device current for a tensor that is not on the CPU. */
class on_device_of {
	c10::OptionalDeviceGuard guard;

public:
	explicit on_device_of(const at::Tensor &self)
	{
		if (!self.is_cpu())
			guard.reset_device(self.device());
	}
};

at::Tensor get(const at::Tensor &self, subscript parts)
{
	on_device_of guard(self);
	walk way(self, parts, ct::READING);

	if (way.picks.empty())
		return way.shared();
	return at::indexing::dispatch_index(way.target(), std::move(way.picks));
}

/* --- Assigning ------------------------------------------------------------------------------- */

/* NumPy's rule: leading dimensions of size 1 do not count. */
at::Tensor without_leading_ones(const at::Tensor &value)
{
	at::IntArrayRef sizes = value.sizes();
	size_t ones = 0;

	while (ones < sizes.size() && sizes[ones] == 1)
		ones++;
	return ones ? value.view(sizes.slice(ones)) : value;
}

void copy_into(const at::Tensor &target, const at::Tensor &value)
{
	at::indexing::copy_to(target, value);
}

void copy_into(const at::Tensor &target, const at::Scalar &value)
{
	target.fill_(value);
}

void put_picked(at::Tensor target, std::vector<at::Tensor> &&picks, const at::Tensor &,
		const at::Tensor &value)
{
	at::indexing::dispatch_index_put_(target, std::move(picks), without_leading_ones(value));
}

at::Tensor as_tensor(const at::Tensor &self, const at::Scalar &value)
{
	at::AutoDispatchBelowADInplaceOrView guard;

	if (c10::isQIntType(self.scalar_type()))
		return at::indexing::scalarToTensor(value, at::device(at::kCPU).dtype(at::kFloat),
						    at::Device(at::kCPU));
	return at::indexing::scalarToTensor(value, self.options(), self.device());
}

void put_picked(at::Tensor target, std::vector<at::Tensor> &&picks, const at::Tensor &self,
		const at::Scalar &value)
{
#if CT_HAS_INDEX_FILL
	if (at::indexing::try_dispatch_masked_fill_(target, picks, value) ||
	    at::indexing::try_dispatch_index_fill_(target, picks, value))
		return;
#endif
	put_picked(std::move(target), std::move(picks), self, as_tensor(self, value));
}

bool may_stay_on_device([[maybe_unused]] const at::Tensor &value,
			[[maybe_unused]] const at::Tensor &self)
{
#if CT_HAS_INDEX_FILL
	return at::indexing::impl::allowsScalarIndexOnDevice(value, self);
#else
	return false;
#endif
}

bool may_stay_on_device(const at::Scalar &, const at::Tensor &)
{
	return true;
}

template <class Value> void put(const at::Tensor &self, subscript parts, const Value &value)
{
	on_device_of guard(self);

	TORCH_CHECK_TYPE(!self.is_sparse(), "Cannot assign to a sparse tensor");
	if (ct::is_plain(parts) && parts[0].kind == CT_INDEX_BOOL) {
		/* Alone, it may have another dtype, and False ignores the value. */
		ct::dims_of(parts);
		if (parts[0].start)
			copy_into(self.unsqueeze(0), value);
		return;
	}
	walk way(self, parts,
		 may_stay_on_device(value, self) ? ct::ASSIGNING_ON_DEVICE : ct::ASSIGNING);

	if (way.picks.empty())
		copy_into(way.target(), value);
	else
		put_picked(way.target(), std::move(way.picks), self, value);
}

void accumulate(const at::Tensor &self, subscript parts, const at::Tensor &value)
{
	on_device_of guard(self);

	TORCH_CHECK_TYPE(!self.is_sparse(), "Cannot assign to a sparse tensor");
	walk way(self, parts, ct::ASSIGNING);
	at::Tensor target = way.target();

	/* A second ellipsis skips dimensions that do not exist, and index_put_() counts them. */
	while (way.picks.size() > static_cast<size_t>(target.dim()) && !way.picks.back().defined())
		way.picks.pop_back();
	if (way.picks.empty())
		target.add_(without_leading_ones(value));
	else
		target.index_put_(
			at::indexing::impl::typeConvertIndices(target, std::move(way.picks)),
			without_leading_ones(value), true);
}

} // namespace

/* --- For the functions that parse a text ----------------------------------------------------- */

ct_error ct_subscript_get(ct_origin from, const ct_tensor *self, const ct_index *indices,
			  int64_t indices_len, ct_tensor **result) noexcept
try {
	ct::give_or_drop(from,
			 get(*ct::tensor(self, 1, "self"), ct::parts_of(indices, indices_len)),
			 result);
	return nullptr;
} catch (...) {
	return ct::caught(from.function);
}

ct_error ct_subscript_put(ct_origin from, ct_tensor *self, const ct_index *indices,
			  int64_t indices_len, const ct_tensor *value, int position) noexcept
try {
	put(*ct::tensor(self, 1, "self"), ct::parts_of(indices, indices_len),
	    *ct::tensor(value, position, "value"));
	return nullptr;
} catch (...) {
	return ct::caught(from.function);
}

ct_error ct_subscript_put_scalar(ct_origin from, ct_tensor *self, const ct_index *indices,
				 int64_t indices_len, ct_scalar value, int position) noexcept
try {
	const at::Scalar number = ct::make_scalar(value, position, "value");

	put(*ct::tensor(self, 1, "self"), ct::parts_of(indices, indices_len), number);
	return nullptr;
} catch (...) {
	return ct::caught(from.function);
}

/* --- The public ones ------------------------------------------------------------------------- */

ct_error ct_tensor_index(const ct_tensor *self, const ct_index *indices, int64_t indices_len,
			 ct_tensor **result) noexcept
{
	return ct_subscript_get(CT_HERE, self, indices, indices_len, result);
}

ct_error ct_tensor_index_put(ct_tensor *self, const ct_index *indices, int64_t indices_len,
			     const ct_tensor *value) noexcept
{
	return ct_subscript_put(CT_HERE, self, indices, indices_len, value, 4);
}

ct_error ct_tensor_index_put_scalar(ct_tensor *self, const ct_index *indices, int64_t indices_len,
				    ct_scalar value) noexcept
{
	return ct_subscript_put_scalar(CT_HERE, self, indices, indices_len, value, 4);
}

ct_error ct_tensor_index_accumulate(ct_tensor *self, const ct_index *indices, int64_t indices_len,
				    const ct_tensor *value) noexcept
try {
	accumulate(*ct::tensor(self, 1, "self"), ct::parts_of(indices, indices_len),
		   *ct::tensor(value, 4, "value"));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}
