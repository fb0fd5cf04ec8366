/*
 * Converts values to IValues as Python's argument parser does: an int to a float or a list of two
 * ints, a tuple to a list, a text to a device.
 */
#include <stdexcept>

#include <ATen/core/Dict.h>
#include <ATen/ScalarOps.h>
#include <ATen/core/List.h>
#include <c10/core/QScheme.h>

#include <ctorch/core/scalar.h>

#include "operators/by_name/leaves.hpp"

namespace ct {

namespace {

using c10::IValue;
using c10::TypeKind;

bool convert(const ct_value &value, const declared_type &type, int depth, IValue &result);

/* --- Single values --------------------------------------------------------------------------- */

/* The number in a tensor with one element, of any shape, as for Python's int(), float(), complex()
 * and bool(). A tensor without data, as on the meta device, has none. */
bool number_of_tensor(const at::Tensor &tensor, at::Scalar &result)
try {
	if (tensor.numel() != 1)
		return false;
	result = tensor.item();
	return true;
} catch (const c10::Error &) {
	return false;
}

bool number_in(const ct_value &value, at::Scalar &result)
{
	if (value.kind == CT_VALUE_TENSOR)
		return number_of_tensor(tensor_of(value.object), result);
	if (!ct_value_is_number(&value))
		return false;
	result = make_scalar(scalar_of(value), 1, "value");
	return true;
}

/* int() of a tensor: towards zero. */
bool whole_of_tensor(const at::Tensor &tensor, int64_t &result)
{
	at::Scalar number;

	if (!number_of_tensor(tensor, number) || number.isComplex())
		return false;
	if (number.isFloatingPoint()) {
		double real = number.toDouble();

		if (!(real >= -0x1p63 && real < 0x1p63))
			return false;
		result = static_cast<int64_t>(real);
		return true;
	}
	try {
		result = number.toLong();
	} catch (const std::runtime_error &) { /* an unsigned one above the largest int64 */
		return false;
	}
	return true;
}

bool whole_in(const ct_value &value, int64_t &result)
{
	if (value.kind == CT_VALUE_TENSOR)
		return whole_of_tensor(tensor_of(value.object), result);
	if (value.kind != CT_VALUE_INT && value.kind != CT_VALUE_BOOL)
		return false;
	result = value.i;
	return true;
}

bool to_whole(const ct_value &value, IValue &result)
{
	int64_t whole;

	if (!whole_in(value, whole))
		return false;
	result = whole;
	return true;
}

bool is_enumerator(const ct_value &value)
{
	return value.kind == CT_VALUE_DTYPE || value.kind == CT_VALUE_LAYOUT ||
	       value.kind == CT_VALUE_MEMORY_FORMAT;
}

/* libtorch's number of an enumerator. */
int64_t libtorchs_number(const ct_value &value)
{
	return value.i - 1;
}

/* Python accepts an enumerator as an int, but not as a SymInt. */
bool to_int(const ct_value &value, bool symbolic, IValue &result)
{
	if (symbolic || !is_enumerator(value))
		return to_whole(value, result);
	result = libtorchs_number(value);
	return true;
}

bool to_float(const ct_value &value, IValue &result)
{
	at::Scalar number;

	if (!number_in(value, number) || number.isComplex())
		return false;
	result = number.toDouble();
	return true;
}

bool to_complex(const ct_value &value, IValue &result)
{
	at::Scalar number;

	if (!number_in(value, number))
		return false;
	result = number.toComplexDouble();
	return true;
}

/* A number of any kind, or a dtype or a layout, but not a tensor. */
bool to_scalar(const ct_value &value, IValue &result)
{
	at::Scalar number;

	if (value.kind == CT_VALUE_DTYPE || value.kind == CT_VALUE_LAYOUT) {
		result = libtorchs_number(value);
		return true;
	}
	if (value.kind == CT_VALUE_TENSOR || !number_in(value, number))
		return false;
	result = number;
	return true;
}

/* A number becomes a tensor whose dtype gives way to that of other tensors: a float is added to
 * float16 numbers as one of them. */
bool to_tensor(const ct_value &value, const declared_type &type, IValue &result)
{
	at::Scalar number;

	if (value.kind == CT_VALUE_TENSOR) {
		result = tensor_of(value.object);
		return true;
	}
	if (!type.takes_numbers || !number_in(value, number))
		return false;
	result = at::native::wrapped_scalar_tensor(number);
	return true;
}

/* Python's truth value: None is false, NaN is true. */
bool to_bool(const ct_value &value, IValue &result)
{
	at::Scalar number = false;

	if (value.kind != CT_VALUE_NONE && !number_in(value, number))
		return false;
	/* equal() is false for a bool and a number. */
	result = number.isBoolean() ? number.toBool() : !number.equal(0);
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

int64_t enumerators_of(TypeKind enumeration)
{
	switch (enumeration) {
	case TypeKind::ScalarTypeType:
		return static_cast<int64_t>(at::ScalarType::NumOptions);
	case TypeKind::LayoutType:
		return static_cast<int64_t>(at::Layout::NumOptions);
	default:
		return static_cast<int64_t>(at::MemoryFormat::NumOptions);
	}
}

/* As in Python, an int is also accepted as an enumerator, by libtorch's number. An unknown one is
 * an error here, since libtorch would truncate it to a byte. */
bool to_enumerator(const ct_value &value, TypeKind kind, int position, const char *name,
		   IValue &result)
{
	const bool is_ours = value.kind == kind_of(kind);
	int64_t whole = value.i;

	if (!is_ours && !whole_in(value, whole))
		return false;
	if (is_ours ? whole != static_cast<int32_t>(whole)
		    : whole < 0 || whole >= enumerators_of(kind))
		refuse("argument %d (%s): unknown dtype, layout or memory format %lld", position,
		       name, static_cast<long long>(whole));

	const int32_t number = static_cast<int32_t>(whole) + !is_ours;
	if (kind == TypeKind::ScalarTypeType)
		result = static_cast<int64_t>(dtype(number, position, name));
	else if (kind == TypeKind::LayoutType)
		result = static_cast<int64_t>(layout(number, position, name));
	else
		result = static_cast<int64_t>(memory_format(number, position, name));
	return true;
}

bool to_qscheme(const ct_value &value, const declared_type &type, IValue &result)
{
	if (value.kind != CT_VALUE_INT && value.kind != CT_VALUE_BOOL &&
	    value.kind != CT_VALUE_QUANT_SCHEME)
		return false;
	if (value.i < 0 || value.i >= at::COMPILE_TIME_NUM_QSCHEMES)
		refuse("argument %d (%s): unknown quantization scheme %lld", type.position,
		       type.name, static_cast<long long>(value.i));
	result = value.i;
	return true;
}

/* --- Lists, tuples, dicts -------------------------------------------------------------------- */

/* One int for int[2], one float for float[2]; no other list accepts a single item. */
bool broadcasts(const ct_value &value, const declared_type &type, TypeKind element)
{
	if (type.broadcast <= 0)
		return false;
	if (element == TypeKind::IntType)
		return value.kind == CT_VALUE_INT || value.kind == CT_VALUE_BOOL;
	return element == TypeKind::FloatType && value.kind == CT_VALUE_FLOAT;
}

/* A SymInt in a list must be an int; a single one may also be a number in a tensor. */
bool to_listed_symint(const ct_value &value, IValue &result)
{
	return (value.kind != CT_VALUE_TENSOR ||
		c10::isIntegralType(tensor_of(value.object).scalar_type(), false)) &&
	       to_whole(value, result);
}

/* Lists of ints do not accept enumerators, unlike a single int. */
bool to_item(const ct_value &value, const declared_type &type, int depth, IValue &result)
{
	check(value, depth);
	if (type.real.kind() == TypeKind::IntType)
		return to_whole(value, result);
	if (type.real.kind() == TypeKind::SymIntType)
		return to_listed_symint(value, result);
	return convert(value, type, depth, result);
}

bool to_list(const ct_value &value, const declared_type &type, int depth, IValue &result)
{
	const c10::TypePtr &element = type.plain.castRaw<c10::ListType>()->getElementType();
	const declared_type element_type = type.element(
		element, type.real.castRaw<c10::ListType>()->getElementType());
	bool one = broadcasts(value, type, element->kind());
	c10::impl::GenericList list(element);
	IValue item;

	if (!one && !ct_value_is_sequence(&value))
		return false;
	if (value.kind == CT_VALUE_INTS && element->kind() == TypeKind::IntType)
		return ints_to_list(value, result);
	list.reserve(static_cast<size_t>(one ? type.broadcast : value.i));
	for (int64_t i = 0; i < (one ? type.broadcast : value.i); i++) {
		if (!to_item(one ? value : ct_value_element(&value, i), element_type, depth + 1,
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
			     type.element(elements[i], elements[i]), depth + 1, items[i]))
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
	dict_filler filler(dict);
	IValue key, item;

	if (value.kind != CT_VALUE_DICT)
		return false;
	for (int64_t i = 0; i < value.i; i++) {
		if (!convert(*ct_value_slot(&value, 2 * i), type.element(key_type, key_type),
			     depth + 1, key) ||
		    !convert(*ct_value_slot(&value, 2 * i + 1),
			     type.element(value_type, value_type), depth + 1, item))
			return false;
		filler.add(key, item);
	}
	result = std::move(dict);
	return true;
}

/* --- By the wanted type ---------------------------------------------------------------------- */

bool to_object(const ct_value &value, const c10::Type &type, IValue &result)
{
	if (value.kind != CT_VALUE_OBJECT)
		return false;
	result = *static_cast<const IValue *>(value.object);
	return result.type()->isSubtypeOf(type);
}

bool convert_plain(const ct_value &value, const declared_type &type, int depth, IValue &result)
{
	switch (type.plain.kind()) {
	case TypeKind::TensorType:
		return to_tensor(value, type, result);
	case TypeKind::NumberType:
		return to_scalar(value, result);
	case TypeKind::ComplexType:
		return to_complex(value, result);
	case TypeKind::IntType:
		return to_int(value, type.real.kind() == TypeKind::SymIntType, result);
	case TypeKind::SymIntType:
		return to_whole(value, result);
	case TypeKind::QSchemeType:
		return to_qscheme(value, type, result);
	case TypeKind::FloatType:
		return to_float(value, result);
	case TypeKind::BoolType:
#if CT_HAS_SYM_BOOL
	case TypeKind::SymBoolType:
#endif
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
	return convert_plain(
		value,
		{ plain, real, type.broadcast, type.takes_numbers, type.position, type.name },
		depth, result);
}

} // namespace

bool to_ivalue(const ct_value &value, const declared_type &type, c10::IValue &result)
{
	return convert(value, type, 0, result);
}

} // namespace ct
