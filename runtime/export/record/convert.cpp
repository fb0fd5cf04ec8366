/*
 * From libtorch's values to the arguments of a graph.
 */
#include <ATen/core/List.h>
#include <c10/core/DeviceType.h>

#include "export/record/convert.hpp"
#include "operators/by_name/ivalue.hpp"

namespace ct {

namespace {

using c10::IValue;
using c10::TypeKind;

ct_graph_argument number_argument(ct_graph_arm arm, int64_t i) noexcept
{
	ct_graph_argument argument = argument_of(arm);

	argument.i = i;
	return argument;
}

ct_graph_argument float_argument(double f) noexcept
{
	ct_graph_argument argument = argument_of(CT_ARM_FLOAT);

	argument.f = f;
	return argument;
}

ct_graph_argument text_argument(const std::string &text, ct_arena &arena)
{
	ct_graph_argument argument = argument_of(CT_ARM_STRING);

	argument.string = copy_text(arena, text);
	return argument;
}

ct_graph_argument device_argument(const at::Device &device, ct_arena &arena)
{
	ct_graph_argument argument = argument_of(CT_ARM_DEVICE);

	argument.string = copy_text(arena, c10::DeviceTypeName(device.type(), true));
	argument.index = device.index();
	return argument;
}

ct_graph_argument complex_argument(const c10::complex<double> &number) noexcept
{
	ct_graph_argument argument = argument_of(CT_ARM_COMPLEX);

	argument.f = number.real();
	argument.imaginary = number.imag();
	return argument;
}

/* An int, which the schema may mean as something else. */
ct_graph_argument meant_argument(int64_t i, const c10::Type &type) noexcept
{
	switch (type.kind()) {
	case TypeKind::ScalarTypeType:
		return number_argument(CT_ARM_SCALAR_TYPE,
				       from_dtype(static_cast<at::ScalarType>(i)));
	case TypeKind::LayoutType:
		return number_argument(CT_ARM_LAYOUT, number_of(static_cast<at::Layout>(i)));
	case TypeKind::MemoryFormatType:
		return number_argument(CT_ARM_MEMORY_FORMAT,
				       number_of(static_cast<at::MemoryFormat>(i)));
	case TypeKind::SymIntType:
	case TypeKind::NumberType:
	case TypeKind::TensorType:
		return number_argument(CT_ARM_SYM_INT, i);
	default:
		return number_argument(CT_ARM_INT, i);
	}
}

/* The arm of a list. */
ct_graph_arm list_arm(const c10::Type &element)
{
	switch (element.kind()) {
	case TypeKind::TensorType:
		return CT_ARM_TENSORS;
	case TypeKind::OptionalType:
		return CT_ARM_OPTIONAL_TENSORS;
	case TypeKind::IntType:
		return CT_ARM_INTS;
	case TypeKind::SymIntType:
		return CT_ARM_SYM_INTS;
	case TypeKind::FloatType:
		return CT_ARM_FLOATS;
	case TypeKind::BoolType:
		return CT_ARM_BOOLS;
	case TypeKind::StringType:
		return CT_ARM_STRINGS;
	default:
		TORCH_CHECK_NOT_IMPLEMENTED(false, "a list of ", element.repr_str(),
					    " cannot be recorded");
	}
}

ct_graph_argument list_argument(const IValue &list, const c10::Type &type, ct_arena &arena,
				tensor_finder &tensors)
{
	const c10::Type &element = *type.expectRef<c10::ListType>().getElementType();
	ct_graph_argument argument = argument_of(list_arm(element));
	const c10::List<IValue> items = list.toList();
	auto *copy = new_array<ct_graph_argument>(arena, items.size());

	for (size_t i = 0; i < items.size(); i++)
		copy[i] = to_argument(items.get(i), element, arena, tensors);
	argument.items = copy;
	argument.items_len = static_cast<int64_t>(items.size());
	return argument;
}

ct_graph_argument tensor_argument(const at::Tensor &tensor, tensor_finder &tensors)
{
	ct_graph_argument argument = argument_of(CT_ARM_TENSOR);

	argument.value = tensors.find(tensor);
	return argument;
}

ct_graph_size size_of(int64_t i) noexcept
{
	ct_graph_size size = {};

	size.i = i;
	size.has_hint = true;
	return size;
}

const ct_graph_size *copy_sizes(at::IntArrayRef sizes, ct_arena &arena)
{
	auto *copy = new_array<ct_graph_size>(arena, sizes.size());

	for (size_t i = 0; i < sizes.size(); i++)
		copy[i] = size_of(sizes[i]);
	return copy;
}

/* A number of C that libtorch has made a tensor of. */
bool is_number(const at::Tensor &tensor)
{
	return tensor.dim() == 0 && tensor.unsafeGetTensorImpl()->is_wrapped_number();
}

} // namespace

const char *copy_text(ct_arena &arena, const std::string &text)
{
	char *copy = new_array<char>(arena, text.size());

	std::memcpy(copy, text.c_str(), text.size() + 1);
	return copy;
}

ct_graph_argument argument_of(ct_graph_arm arm) noexcept
{
	ct_graph_argument argument = {};

	argument.arm = arm;
	argument.value = CT_NO_VALUE;
	return argument;
}

ct_graph_argument to_argument(const IValue &value, const c10::Type &declared, ct_arena &arena,
			      tensor_finder &tensors)
{
	const c10::Type &type = without_optional(declared);

	if (value.isNone() || (value.isTensor() && !value.toTensor().defined()))
		return argument_of(CT_ARM_NONE);
	if (value.isTensor() && is_number(value.toTensor()))
		return to_argument(value.toTensor().item(), type, arena, tensors);
	if (value.isTensor())
		return tensor_argument(value.toTensor(), tensors);
	if (value.isInt())
		return meant_argument(value.toInt(), type);
	if (value.isBool())
		return number_argument(CT_ARM_BOOL, value.toBool());
	if (value.isDouble())
		return float_argument(value.toDouble());
	if (value.isComplexDouble())
		return complex_argument(value.toComplexDouble());
	if (value.isString())
		return text_argument(value.toStringRef(), arena);
	if (value.isDevice())
		return device_argument(value.toDevice(), arena);
	if (value.isList())
		return list_argument(value, type, arena, tensors);
	TORCH_CHECK_NOT_IMPLEMENTED(false, "a value of type ", value.tagKind(),
				    " cannot be recorded");
}

ct_graph_argument tensors_argument(at::TensorList list, ct_arena &arena, tensor_finder &tensors)
{
	ct_graph_argument argument = argument_of(CT_ARM_TENSORS);
	auto *items = new_array<ct_graph_argument>(arena, list.size());

	for (size_t i = 0; i < list.size(); i++)
		items[i] = tensor_argument(list[i], tensors);
	argument.items = items;
	argument.items_len = static_cast<int64_t>(list.size());
	return argument;
}

ct_graph_argument ints_argument(at::IntArrayRef list, ct_arena &arena)
{
	ct_graph_argument argument = argument_of(CT_ARM_SYM_INTS);
	auto *items = new_array<ct_graph_argument>(arena, list.size());

	for (size_t i = 0; i < list.size(); i++)
		items[i] = number_argument(CT_ARM_SYM_INT, list[i]);
	argument.items = items;
	argument.items_len = static_cast<int64_t>(list.size());
	return argument;
}

const ct_graph_tensor *describe_tensor(const at::Tensor &tensor, ct_arena &arena)
{
	auto *described = new_array<ct_graph_tensor>(arena, 1);

	TORCH_CHECK_NOT_IMPLEMENTED(tensor.layout() == at::kStrided && !tensor.is_quantized(),
				    "a tensor of the layout ", tensor.layout(),
				    tensor.is_quantized() ? ", quantized," : "",
				    " cannot be recorded");
	described->dtype = from_dtype(tensor.scalar_type());
	described->layout = number_of(tensor.layout());
	described->requires_grad = tensor.is_leaf() && tensor.requires_grad();
	described->device.type = copy_text(arena,
					   c10::DeviceTypeName(tensor.device().type(), true));
	described->device.index = tensor.device().index();
	described->sizes = copy_sizes(tensor.sizes(), arena);
	described->strides = copy_sizes(tensor.strides(), arena);
	described->dim = tensor.dim();
	described->offset = size_of(tensor.storage_offset());
	return described;
}

} // namespace ct
