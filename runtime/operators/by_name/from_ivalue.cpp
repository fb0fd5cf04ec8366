/*
 * Converts IValues to owning values.
 */
#include <new>

#include <ATen/core/Dict.h>
#include <ATen/core/List.h>

#include <ctorch/core/scope.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "operators/by_name/ivalue.hpp"
#include "operators/value/object.hpp"

namespace ct {

namespace {

using c10::IValue;
using c10::TypeKind;

/* Owned by the value and by no scope. */
ct_tensor *unscoped(const at::Tensor &tensor)
{
	ct_tensor *handle = nullptr;

	give_or_drop(CT_HERE, at::Tensor(tensor), &handle);
	ct_scope_disown(handle);
	return handle;
}

owned_value owning(ct_value value)
{
	value.flags = CT_VALUE_OWNED;
	return owned_value(value);
}

owned_value own_string(const std::string &text)
{
	char *copy = static_cast<char *>(std::malloc(text.size() + 1));
	ct_value value = ct_value_string("");

	if (copy == nullptr)
		throw out_of_memory{ text.size() + 1, "the text of a value" };
	std::memcpy(copy, text.c_str(), text.size() + 1);
	value.object = copy;
	value.i = static_cast<int64_t>(text.size());
	return owning(value);
}

owned_value own_object(const IValue &object)
{
	ct_value value = ct_value_none();

	value.kind = CT_VALUE_OBJECT;
	value.object = new_object(object);
	return owning(value);
}

template <class T> T *allocate(size_t n)
{
	void *memory = ct_array_new(static_cast<int64_t>(n), sizeof(T));

	if (memory == nullptr)
		throw out_of_memory{ n * sizeof(T), "the list of a value" };
	return static_cast<T *>(memory);
}

owned_value own_ints(const c10::List<int64_t> &list)
{
	int64_t *ints = allocate<int64_t>(list.size());
	owned_value value = owning(ct_value_ints({ ints, static_cast<int64_t>(list.size()) }));

	for (size_t i = 0; i < list.size(); i++)
		ints[i] = list.get(i);
	return value;
}

owned_value own_floats(const c10::List<double> &list)
{
	double *floats = allocate<double>(list.size());
	owned_value value = owning(ct_value_floats({ floats, static_cast<int64_t>(list.size()) }));

	for (size_t i = 0; i < list.size(); i++)
		floats[i] = list.get(i);
	return value;
}

owned_value own_bools(const c10::List<bool> &list)
{
	bool *bools = allocate<bool>(list.size());
	owned_value value = owning(ct_value_bools({ bools, static_cast<int64_t>(list.size()) }));

	for (size_t i = 0; i < list.size(); i++)
		bools[i] = list.get(i);
	return value;
}

owned_value own_tensors(const c10::List<at::Tensor> &list)
{
	ct_tensor **tensors = allocate<ct_tensor *>(list.size());
	owned_value value = owning(
		ct_value_tensors({ tensors, static_cast<int64_t>(list.size()) }));

	for (size_t i = 0; i < list.size(); i++)
		tensors[i] = unscoped(list.get(i));
	return value;
}

void append(owned_value &list, owned_value item)
{
	check_callback(ct_value_list_put(&list, &item, nullptr));
}

owned_value own_list(const c10::List<IValue> &list, int depth)
{
	owned_value value(ct_value_list_new());

	for (size_t i = 0; i < list.size(); i++)
		append(value, from_ivalue(list.get(i), nullptr, depth + 1));
	return value;
}

/* Integers above 2^63 - 1, which releases before 2.7 do not have. */
template <class Value> auto unsigned_of(const Value &value, int) -> decltype(value.isUnsigned())
{
	return value.isUnsigned();
}

template <class Value> bool unsigned_of(const Value &, long)
{
	return false;
}

/* Their type is int, too, but they are not an int64_t. */
bool has_large(const IValue &list)
{
	for (const IValue &item : list.toListRef())
		if (!item.isInt() && unsigned_of(item, 0))
			return true;
	return false;
}

owned_value own_any_list(const IValue &list, int depth)
{
	if (list.isIntList() && !has_large(list))
		return own_ints(list.toIntList());
	if (list.isDoubleList())
		return own_floats(list.toDoubleList());
	if (list.isBoolList())
		return own_bools(list.toBoolList());
	if (list.isTensorList())
		return own_tensors(list.toTensorList());
	return own_list(list.toList(), depth);
}

owned_value own_tuple(const IValue &tuple, int depth)
{
	owned_value value(ct_value_tuple_new());

	for (const IValue &item : tuple.toTupleRef().elements())
		append(value, from_ivalue(item, nullptr, depth + 1));
	return value;
}

owned_value own_dict(const IValue &dict, int depth)
{
	owned_value value(ct_value_dict_new());

	for (const auto &entry : dict.toGenericDict()) {
		owned_value key = from_ivalue(entry.key(), nullptr, depth + 1);
		owned_value item = from_ivalue(entry.value(), nullptr, depth + 1);

		check_callback(ct_value_dict_put(&value, &key, &item, nullptr));
	}
	return value;
}

/* An int whose meaning is in the schema. */
ct_value meant_int(int64_t i, const c10::Type *real)
{
	const c10::OptionalType *optional = real ? real->castRaw<c10::OptionalType>() : nullptr;

	if (optional)
		real = optional->getElementType().get();
	switch (real ? real->kind() : TypeKind::IntType) {
	case TypeKind::ScalarTypeType:
		return ct_value_dtype(from_dtype(static_cast<at::ScalarType>(i)));
	case TypeKind::LayoutType:
		return ct_value_layout(number_of(static_cast<at::Layout>(i)));
	case TypeKind::MemoryFormatType:
		return ct_value_memory_format(number_of(static_cast<at::MemoryFormat>(i)));
	default:
		return ct_value_int(i);
	}
}

ct_value number_of(const at::Scalar &number)
{
	ct_scalar scalar;

	give_or_drop(CT_HERE, at::Scalar(number), &scalar);
	return ct_value_scalar(scalar);
}

ct_value stream_value(const c10::Stream &stream)
{
	return ct_value_stream(
		{ stream.id(), device_number(stream.device_type()), stream.device_index() });
}

owned_value own_generator(at::Generator generator)
{
	return owning(ct_value_generator(
		reinterpret_cast<ct_generator *>(generator.unsafeReleaseGeneratorImpl())));
}

owned_value own_storage(at::Storage storage)
{
	return owning(ct_value_storage(
		reinterpret_cast<ct_storage *>(storage.unsafeReleaseStorageImpl())));
}

} // namespace

owned_value own_tensor(const at::Tensor &tensor)
{
	ct_value value = ct_value_tensor(unscoped(tensor));

	return value.kind == CT_VALUE_NONE ? owned_value() : owning(value);
}

owned_value from_ivalue(const IValue &value, const c10::Type *real, int depth)
{
	if (depth > CT_CALL_MAX_DEPTH)
		check_callback(CT_RAISED(CT_ERROR_ARGUMENT, CT_VALUE_TOO_DEEP, CT_CALL_MAX_DEPTH));
	if (value.isTensor())
		return own_tensor(value.toTensor());
	if (value.isInt())
		return owned_value(meant_int(value.toInt(), real));
	if (value.isNone())
		return {};
	if (value.isDouble() || value.isComplexDouble() || value.isBool() || unsigned_of(value, 0))
		return owned_value(number_of(value.toScalar()));
	if (value.isString())
		return own_string(value.toStringRef());
	if (value.isList())
		return own_any_list(value, depth);
	if (value.isTuple())
		return own_tuple(value, depth);
	if (value.isGenericDict())
		return own_dict(value, depth);
	if (value.isDevice())
		return owned_value(ct_value_device(from_device(value.toDevice())));
	if (value.isGenerator())
		return own_generator(value.toGenerator());
	if (value.isStorage())
		return own_storage(value.toStorage());
	if (value.isStream())
		return owned_value(stream_value(value.toStream()));
	return own_object(value);
}

} // namespace ct
