#include "compare/tensors.hpp"

#include <ATen/NestedTensorImpl.h>
#include <ATen/ATen.h>
#include <ATen/SparseCsrTensorImpl.h>
#include <ATen/SparseTensorImpl.h>
#include <ATen/functorch/BatchedTensorImpl.h>
#include <ATen/quantized/QTensorImpl.h>
#include <ATen/quantized/Quantizer.h>

#include "support/releases.hpp"

namespace ops {

std::string place::text() const
{
	std::string own = index < 0 ? name : name + (" " + std::to_string(index));

	return outer ? outer->text() + ": " + own : own;
}

namespace {

using parts = std::vector<tensor_part>;

void add_compressed(const at::Tensor &tensor, parts &list)
{
	auto *impl = static_cast<at::SparseCsrTensorImpl *>(tensor.unsafeGetTensorImpl());

	list.push_back({ "compressed indices", impl->compressed_indices() });
	list.push_back({ "plain indices", impl->plain_indices() });
	list.push_back({ "values", impl->values() });
}

void add_sparse(const at::Tensor &tensor, parts &list)
{
	auto *impl = static_cast<at::SparseTensorImpl *>(tensor.unsafeGetTensorImpl());

	list.push_back({ "indices", impl->indices() });
	list.push_back({ "values", impl->values() });
}

void add_nested(const at::Tensor &tensor, parts &list)
{
	auto *impl = static_cast<at::native::NestedTensorImpl *>(tensor.unsafeGetTensorImpl());

#if HAS_NESTED_OFFSETS
	list.push_back({ "sizes", impl->get_nested_sizes() });
	list.push_back({ "strides", impl->get_nested_strides() });
	list.push_back({ "offsets", impl->get_storage_offsets() });
	list.push_back({ "buffer", impl->get_unsafe_storage_as_tensor() });
#else
	list.push_back({ "sizes", impl->get_nested_size_tensor() });
	list.push_back({ "strides", impl->get_nested_stride_tensor() });
	list.push_back({ "offsets", at::tensor(impl->get_offsets()) });
	list.push_back({ "buffer", impl->get_buffer() });
#endif
}

void add_channels(const at::Tensor &tensor, parts &list)
{
	const std::optional<at::QScheme> scheme = scheme_of(tensor);

	if (scheme != at::kPerChannelAffine && scheme != at::kPerChannelAffineFloatQParams)
		return;

	auto *impl = static_cast<at::QTensorImpl *>(tensor.unsafeGetTensorImpl());
	auto *quantizer = static_cast<at::PerChannelAffineQuantizer *>(impl->quantizer().get());

	list.push_back({ "scales", quantizer->scales() });
	list.push_back({ "zero points", quantizer->zero_points() });
}

void add_tangent(const at::Tensor &tensor, parts &list)
{
	at::Tensor tangent = tensor._fw_grad(0);

	if (tangent.defined())
		list.push_back({ "tangent", tangent });
}

/* The gradient of a leaf, or of a tensor that retains it; for others, reading it would warn. */
void add_gradient(const at::Tensor &tensor, parts &list)
{
	const at::Tensor gradient = tensor.unsafeGetTensorImpl()->grad();

	if (gradient.defined())
		list.push_back({ "gradient", gradient });
}

/* The storage; NULL without one. */
const c10::StorageImpl *storage_of(const at::Tensor &tensor)
{
	c10::TensorImpl *impl = tensor.unsafeGetTensorImpl();

	return impl->has_storage() ? impl->unsafe_storage().unsafeGetStorageImpl() : nullptr;
}

void count_references(const at::Tensor &tensor, std::vector<size_t> &counts)
{
	if (!tensor.defined())
		return;
	counts.push_back(tensor.use_count());
	if (storage_of(tensor))
		counts.push_back(tensor.unsafeGetTensorImpl()->unsafe_storage().use_count());
	for (const tensor_part &part : parts_of(tensor))
		count_references(part.tensor, counts);
}

void count_others(const c10::IValue &value, std::vector<size_t> &counts)
{
	if (value.isStorage())
		counts.push_back(value.toStorage().use_count());
	else if (value.isGenerator())
		counts.push_back(value.toGenerator().getIntrusivePtr().use_count());
}

} // namespace

std::optional<at::QScheme> scheme_of(const at::Tensor &tensor)
{
	/* _neg_view and _lazy_clone make tensors that are quantized only by their dispatch keys. */
	auto *impl = dynamic_cast<at::QTensorImpl *>(tensor.unsafeGetTensorImpl());

	if (!impl || dynamic_cast<const at::UnknownQuantizer *>(impl->quantizer().get()))
		return std::nullopt;
	return impl->quantizer()->qscheme();
}

bool is_compressed(const at::Tensor &tensor)
{
	const c10::Layout layout = tensor.layout();

	return layout == c10::kSparseCsr || layout == c10::kSparseCsc ||
	       layout == c10::kSparseBsr || layout == c10::kSparseBsc;
}

std::vector<tensor_part> parts_of(const at::Tensor &tensor)
{
	parts list;

	if (auto *batched = at::functorch::maybeGetBatchedImpl(tensor)) {
		list.push_back({ "value", batched->value() });
		return list;
	}
	if (is_compressed(tensor))
		add_compressed(tensor, list);
	else if (tensor.is_sparse())
		add_sparse(tensor, list);
	else if (tensor.is_nested())
		add_nested(tensor, list);
	else if (tensor.is_mkldnn())
		list.push_back({ "elements", tensor.detach().to_dense() });
	else if (tensor.is_quantized())
		add_channels(tensor, list);
	add_tangent(tensor, list);
	add_gradient(tensor, list);
	return list;
}

void for_each_tensor(const place &where, const c10::IValue &value, const tensor_visitor &visit)
{
	if (value.isTensor()) {
		visit(where, value.toTensor());
	} else if (value.isList()) {
		c10::ArrayRef<c10::IValue> list = value.toListRef();

		for (size_t i = 0; i < list.size(); i++)
			for_each_tensor({ &where, "element", static_cast<int64_t>(i) }, list[i],
					visit);
	}
}

void for_each_tensor(const char *name, const std::vector<c10::IValue> &values,
		     const tensor_visitor &visit)
{
	for (size_t i = 0; i < values.size(); i++)
		for_each_tensor({ nullptr, name, static_cast<int64_t>(i) }, values[i], visit);
}

std::vector<size_t> reference_counts(const std::vector<c10::IValue> &values)
{
	std::vector<size_t> counts;

	for_each_tensor("argument", values, [&](const place &, const at::Tensor &tensor) {
		count_references(tensor, counts);
	});
	for (const c10::IValue &value : values)
		count_others(value, counts);
	return counts;
}

std::string counts_text(const std::vector<size_t> &counts)
{
	std::string text;

	for (size_t count : counts)
		text += (text.empty() ? "" : ", ") + std::to_string(count);
	return "[" + text + "]";
}

} // namespace ops
