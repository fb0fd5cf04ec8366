/*
 * Values to IValues, as Python's parser of arguments takes them: an int where a float or a list of
 * two ints is wanted, a tuple where a list is, a text for a device.
 */
#include <ATen/core/Dict.h>
#include <ATen/core/List.h>

#include <ctorch/scalar.h>

#include "operators/leaves.hpp"

namespace ct {

namespace {

using c10::IValue;
using c10::TypeKind;

bool convert(const ct_value &value, const declared_type &type, int depth, IValue &result);

/* --- One thing ------------------------------------------------------------------------------- */

/* A tensor of one number stands for it, as in Python, when no gradient is asked of it. */
bool number_in(const ct_value &value, bool integer, at::Scalar &result)
{
	if (value.kind == CT_VALUE_TENSOR) {
		at::Tensor tensor = tensor_of(value.object);
		bool fits = !integer || c10::isIntegralType(tensor.scalar_type(), true);

		if (tensor.dim() != 0 || !fits || tensor.requires_grad())
			return false;
		result = tensor.item();
		return true;
	}
	if (!ct_value_is_number(&value))
		return false;
	result = make_scalar(scalar_of(value), 1, "value");
	return true;
}

bool to_int(const ct_value &value, IValue &result)
{
	at::Scalar number;

	switch (value.kind) {
	case CT_VALUE_INT:
	case CT_VALUE_BOOL:
	case CT_VALUE_DTYPE:
	case CT_VALUE_LAYOUT:
	case CT_VALUE_MEMORY_FORMAT:
		result = value.i;
		return true;
	case CT_VALUE_TENSOR:
		if (!number_in(value, true, number))
			return false;
		result = number.toLong();
		return true;
	default:
		return false;
	}
}

bool to_float(const ct_value &value, IValue &result)
{
	at::Scalar number;

	if (!number_in(value, false, number) || number.isComplex())
		return false;
	result = number.toDouble();
	return true;
}

bool to_bool(const ct_value &value, IValue &result)
{
	if (value.kind != CT_VALUE_BOOL && value.kind != CT_VALUE_INT)
		return false;
	result = value.i != 0;
	return true;
}

ct_value_kind kind_of(TypeKind enumeration)
{
	switch (enumeration) {
	case TypeKind::ScalarTypeType:
		return CT_VALUE_DTYPE;
	case TypeKind::LayoutType:
		return CT_VALUE_LAYOUT;
	default:
		return CT_VALUE_MEMORY_FORMAT;
	}
}

/* A number stands for an enumerator, too; one that does not exist is refused here, since libtorch
 * would cut it to a byte. */
bool to_enumerator(const ct_value &value, TypeKind kind, int position, const char *name,
		   IValue &result)
{
	int32_t number = static_cast<int32_t>(value.i);

	if (value.kind != kind_of(kind) && value.kind != CT_VALUE_INT)
		return false;
	if (value.i != number)
		refuse("argument %d (%s): there is no dtype, layout or memory format %lld",
		       position, name, static_cast<long long>(value.i));
	if (kind == TypeKind::ScalarTypeType)
		result = static_cast<int64_t>(dtype(number, position, name));
	else if (kind == TypeKind::LayoutType)
		result = static_cast<int64_t>(layout(number, position, name));
	else
		result = static_cast<int64_t>(memory_format(number, position, name));
	return true;
}

/* --- Lists, tuples, dicts -------------------------------------------------------------------- */

bool broadcasts(const ct_value &value, const declared_type &type)
{
	return type.broadcast > 0 && (ct_value_is_number(&value) || value.kind == CT_VALUE_TENSOR);
}

bool to_list(const ct_value &value, const declared_type &type, int depth, IValue &result)
{
	const c10::TypePtr &element = type.plain.castRaw<c10::ListType>()->getElementType();
	const declared_type element_type = type.element(element);
	bool one = broadcasts(value, type);
	c10::impl::GenericList list(element);
	IValue item;

	if (!one && !ct_value_is_sequence(&value))
		return false;
	if (value.kind == CT_VALUE_INTS && element->kind() == TypeKind::IntType)
		return ints_to_list(value, result);
	list.reserve(static_cast<size_t>(one ? type.broadcast : value.i));
	for (int64_t i = 0; i < (one ? type.broadcast : value.i); i++) {
		if (!convert(one ? value : ct_value_element(&value, i), element_type, depth + 1,
			     item))
			return false;
		list.push_back(item);
	}
	result = std::move(list);
	return true;
}

bool to_tuple(const ct_value &value, const declared_type &type, int depth, IValue &result)
{
	c10::ArrayRef<c10::TypePtr> elements = type.plain.castRaw<c10::TupleType>()->elements();
	std::vector<IValue> items(elements.size());

	if (!ct_value_is_sequence(&value) || static_cast<size_t>(value.i) != elements.size())
		return false;
	for (size_t i = 0; i < items.size(); i++) {
		if (!convert(ct_value_element(&value, static_cast<int64_t>(i)),
			     type.element(elements[i]), depth + 1, items[i]))
			return false;
	}
	result = c10::ivalue::Tuple::create(std::move(items));
	return true;
}

bool to_dict(const ct_value &value, const declared_type &type, int depth, IValue &result)
{
	auto *dict_type = type.plain.castRaw<c10::DictType>();
	const c10::TypePtr &key_type = dict_type->getKeyType();
	const c10::TypePtr &value_type = dict_type->getValueType();
	c10::impl::GenericDict dict(key_type, value_type);
	IValue key, item;

	if (value.kind != CT_VALUE_DICT)
		return false;
	for (int64_t i = 0; i < value.i; i++) {
		if (!convert(*ct_value_slot(&value, 2 * i), type.element(key_type), depth + 1,
			     key) ||
		    !convert(*ct_value_slot(&value, 2 * i + 1), type.element(value_type), depth + 1,
			     item))
			return false;
		dict.insert(key, item);
	}
	result = std::move(dict);
	return true;
}

/* --- By the type that is wanted -------------------------------------------------------------- */

/* NULL is what an optional is not. */
const c10::Type &without_optional(const c10::Type &type)
{
	const c10::OptionalType *optional = type.castRaw<c10::OptionalType>();

	return optional ? *optional->getElementType() : type;
}

bool to_object(const ct_value &value, const c10::Type &type, IValue &result)
{
	if (value.kind != CT_VALUE_OBJECT)
		return false;
	result = *static_cast<const IValue *>(value.object);
	return result.type()->isSubtypeOf(type);
}

bool convert_plain(const ct_value &value, const declared_type &type, int depth, IValue &result)
{
	at::Scalar number;

	switch (type.plain.kind()) {
	case TypeKind::TensorType:
		if (value.kind != CT_VALUE_TENSOR)
			return false;
		result = tensor_of(value.object);
		return true;
	case TypeKind::NumberType:
		if (!ct_value_is_number(&value) || !number_in(value, false, number))
			return false;
		result = number;
		return true;
	case TypeKind::ComplexType:
		if (!ct_value_is_number(&value) || !number_in(value, false, number))
			return false;
		result = number.toComplexDouble();
		return true;
	case TypeKind::IntType:
	case TypeKind::SymIntType:
	case TypeKind::QSchemeType:
		return to_int(value, result);
	case TypeKind::FloatType:
		return to_float(value, result);
	case TypeKind::BoolType:
		return to_bool(value, result);
	case TypeKind::DeviceObjType:
		return to_device(value, type.position, type.name, result);
	case TypeKind::ListType:
		return to_list(value, type, depth, result);
	case TypeKind::TupleType:
		return to_tuple(value, type, depth, result);
	case TypeKind::DictType:
		return to_dict(value, type, depth, result);
	case TypeKind::StringType:
		result = value.kind == CT_VALUE_STRING ? text_of(value) : IValue();
		return value.kind == CT_VALUE_STRING;
	case TypeKind::GeneratorType:
		result = value.kind == CT_VALUE_GENERATOR ? generator_of(value) : IValue();
		return value.kind == CT_VALUE_GENERATOR;
	case TypeKind::StorageType:
		result = value.kind == CT_VALUE_STORAGE ? storage_of(value) : IValue();
		return value.kind == CT_VALUE_STORAGE;
	case TypeKind::StreamObjType:
		result = value.kind == CT_VALUE_STREAM ? stream_of(value) : IValue();
		return value.kind == CT_VALUE_STREAM;
	case TypeKind::NoneType:
		result = IValue();
		return value.kind == CT_VALUE_NONE;
	case TypeKind::AnyType:
	case TypeKind::VarType:
		result = to_ivalue(value, depth);
		return true;
	default:
		return to_object(value, type.plain, result);
	}
}

bool convert(const ct_value &value, const declared_type &type, int depth, IValue &result)
{
	const c10::Type &plain = without_optional(type.plain);
	const c10::Type &real = without_optional(type.real);

	check(value, depth);
	if (&plain != &type.plain && value.kind == CT_VALUE_NONE) {
		result = IValue();
		return true;
	}
	if (real.kind() == TypeKind::ScalarTypeType || real.kind() == TypeKind::LayoutType ||
	    real.kind() == TypeKind::MemoryFormatType)
		return to_enumerator(value, real.kind(), type.position, type.name, result);
	return convert_plain(value, { plain, real, type.broadcast, type.position, type.name },
			     depth, result);
}

} // namespace

bool to_ivalue(const ct_value &value, const declared_type &type, c10::IValue &result)
{
	return convert(value, type, 0, result);
}

} // namespace ct
