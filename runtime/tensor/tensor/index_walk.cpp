/*
 * A subscript's way through the dimensions of a tensor: what Python's front end does before it
 * calls the operators `index` and `index_put_`.
 */
#include <algorithm>
#include <cstring>

#include <ATen/TensorIndexing.h>
#include <ATen/ops/alias.h>
#include <ATen/ops/empty.h>

#include "core/base/lengths.h"
#include "core/bridge/lists.hpp"
#include "core/bridge/recorded.hpp"
#include "core/memory/checked.h"
#include "tensor/tensor/index_walk.hpp"

namespace ct {

namespace {

[[noreturn, gnu::cold]] void refuse_part(size_t position, const char *what)
{
	refuse("argument 2 (indices): element %zu: %s", position, what);
}

borrowed_tensor tensor_of(const ct_index &part, size_t position)
{
	char fault[CT_FAULT_SIZE];

	if (part.tensor == nullptr) {
		check_no_expression_failed();
		refuse_part(position, "the tensor must not be NULL");
	}
	if (CT_CHECKED && !ct_checked_lives(part.tensor, fault))
		refuse_part(position, fault);
	return borrowed_tensor(impl_of(part.tensor));
}

bool is_mask(const at::Tensor &tensor)
{
	return tensor.scalar_type() == at::kBool || tensor.scalar_type() == at::kByte;
}

void check_list(const ct_index &part, size_t position)
{
	if (part.length < 0)
		refuse_part(position, "the length of a list must not be negative");
	if (part.length > CT_LENGTH_MAX)
		refuse_part(position, "the list is larger than the address space");
	if (part.list == nullptr && part.length > 0)
		refuse_part(position, "the list must not be NULL");
}

void check_mask(const ct_index &part, size_t position)
{
	const unsigned char *bytes = static_cast<const unsigned char *>(part.list);

	check_list(part, position);
	for (int64_t i = 0; i < part.length; i++)
		if (bytes[i] > 1)
			refuse_part(position, "a bool must be 0 or 1");
}

/* The number of dimensions that a part consumes; throws for an invalid part. */
int64_t dims_of(const ct_index &part, size_t position)
{
	switch (part.kind) {
	case CT_INDEX_INT:
		return 1;
	case CT_INDEX_SLICE:
		if (part.given & ~(CT_INDEX_START | CT_INDEX_STOP | CT_INDEX_STEP))
			refuse_part(position, "`given` must be a sum of CT_INDEX_START, _STOP, "
					      "_STEP");
		return 1;
	case CT_INDEX_NONE:
	case CT_INDEX_ELLIPSIS:
		return 0;
	case CT_INDEX_BOOL:
		if (part.start != 0 && part.start != 1)
			refuse_part(position, "a bool must be 0 or 1");
		return 0;
	case CT_INDEX_TENSOR: {
		borrowed_tensor tensor = tensor_of(part, position);

		return is_mask(*tensor) ? tensor->dim() : 1;
	}
	case CT_INDEX_LIST:
		check_list(part, position);
		return 1;
	case CT_INDEX_MASK:
		check_mask(part, position);
		return 1;
	default:
		refuse_part(position, "unknown kind of index");
	}
}

at::Tensor tensor_from_list(const ct_index &part, const at::Tensor &self)
{
	ct::unrecorded unrecorded;
	at::Tensor list = at::empty({ part.length },
				    part.kind == CT_INDEX_MASK ? at::kBool : at::kLong);

	if (part.length > 0)
		std::memcpy(list.data_ptr(), part.list, list.nbytes());
	/* On the meta device a mask has no elements to count; libtorch reads it on the CPU. */
	return self.is_cpu() || self.is_meta() ? list : list.to(self.device());
}

} // namespace

subscript parts_of(const ct_index *indices, int64_t n)
{
	check_length(indices, n, 2, "indices");
	return subscript(indices, static_cast<size_t>(n));
}

int64_t dims_of(subscript parts)
{
	int64_t dims = 0;

	for (size_t i = 0; i < parts.size(); i++)
		dims += dims_of(parts[i], i);
	return dims;
}

bool is_plain(subscript parts)
{
	return parts.size() == 1 && parts[0].kind <= CT_INDEX_BOOL;
}

/* --- The way ------------------------------------------------------------------------------- */

/* 0 if there is no such dimension, as after a second ellipsis. */
int64_t walk::size() const
{
	at::IntArrayRef sizes = now().sizes();
	size_t i = static_cast<size_t>(dim);

	return i < sizes.size() ? sizes[i] : 0;
}

void walk::check_int(int64_t place, size_t position) const
{
	int64_t n = size();

	/* libtorch has a special text for index 0 of a single number. */
	if (place == 0 && dim == 0 && now().dim() == 0)
		now().index({ at::indexing::TensorIndex(place) });
	TORCH_CHECK_INDEX(place < n && place >= -n, "index ", place,
			  " is out of bounds for dimension ", position, " with size ", n);
}

void walk::take_int(int64_t place, size_t position)
{
	if (!now().is_nested())
		check_int(place, position);
	view = now().select(dim, place);
}

void walk::take_slice(const ct_index &part)
{
	/* Sizes end far below; a SymInt below -2^62 would be an allocation. */
	constexpr int64_t least = -(INT64_C(1) << 62);
	int64_t step = part.given & CT_INDEX_STEP ? part.step : 1;
	int64_t start = part.given & CT_INDEX_START ? std::max(part.start, least) : 0;
	int64_t stop = part.given & CT_INDEX_STOP ? std::max(part.stop, least) : INT64_MAX;

	TORCH_CHECK_VALUE(step != 0, "slice step cannot be zero");
	TORCH_CHECK_VALUE(step > 0, "step must be greater than zero");
	if (makes_each_slice || start != 0 || step != 1 || now().is_nested() || now().dim() == 0 ||
	    stop < size())
		view = now().slice(dim, start, stop, step);
	/* Counting steps of almost 2^63 overflows in libtorch, which checks it only if the tensor
	 * has elements. */
	TORCH_CHECK(now().is_nested() || size() >= 0,
		    "Storage size calculation overflowed with sizes=", now().sizes(),
		    " and strides=", now().strides());
	pass(1);
}

/* These dimensions are used unchanged. */
void walk::pass(int64_t n)
{
	dim += n;
	if (!picks.empty())
		picks.resize(picks.size() + static_cast<size_t>(n));
}

void walk::take_new_axis()
{
	view = now().unsqueeze(dim);
	pass(1);
}

void walk::pick(const at::Tensor &tensor)
{
	at::indexing::impl::recordTensorIndex(tensor, picks, &dim);
}

void walk::take_bool(bool truth)
{
	view = now().unsqueeze(dim);
	pick(at::indexing::impl::boolToIndexingTensor(view, truth, self.device()));
}

bool walk::stays_on_device([[maybe_unused]] const at::Tensor &number) const
{
#if CT_HAS_INDEX_FILL
	return why == ASSIGNING_ON_DEVICE &&
	       at::indexing::impl::canKeepScalarIndexOnDevice(number, self);
#else
	return false;
#endif
}

void walk::take_tensor(const at::Tensor &tensor, size_t position)
{
	if (tensor.dim() != 0 || !at::isIntegralType(tensor.scalar_type(), true) ||
	    stays_on_device(tensor))
		pick(tensor);
	else if (is_mask(tensor))
		take_bool(tensor.item().toBool());
	else
		take_int(tensor.item().toLong(), position);
}

void walk::take(const ct_index &part, size_t position)
{
	switch (part.kind) {
	case CT_INDEX_INT:
		return take_int(part.start, position);
	case CT_INDEX_SLICE:
		return take_slice(part);
	case CT_INDEX_NONE:
		return take_new_axis();
	case CT_INDEX_ELLIPSIS:
		return pass(self.dim() - specified);
	case CT_INDEX_BOOL:
		return take_bool(part.start == 1);
	case CT_INDEX_TENSOR:
		return take_tensor(*tensor_of(part, position), position);
	default:
		return pick(tensor_from_list(part, self));
	}
}

walk::walk(const at::Tensor &tensor, subscript parts, purpose purpose)
    : self(tensor), why(purpose), specified(dims_of(parts)),
      makes_each_slice(parts.size() == 1 && purpose == READING)
{
	TORCH_CHECK_INDEX(is_plain(parts) || specified <= self.dim(),
			  "too many indices for tensor of dimension ", self.dim());
	for (size_t i = 0; i < parts.size(); i++)
		take(parts[i], i);
}

at::Tensor walk::shared()
{
	return view.defined() ? std::move(view) : at::alias(self);
}

} // namespace ct
