/*
 * Converts values to IValues of the value's own type, without a schema.
 */
#include <ATen/core/Dict.h>
#include <ATen/core/List.h>

#include "core/base/name_of.h"
#include "operators/by_name/leaves.hpp"

namespace ct {

namespace {

using c10::IValue;

/* The common type of all of them, or Any. */
c10::TypePtr common_type(const std::vector<IValue> &items, size_t step, size_t first)
{
	c10::TypePtr common;

	for (size_t i = first; i < items.size(); i += step) {
		c10::TypePtr type = items[i].isTensor() ? c10::TypePtr(c10::TensorType::get())
							: items[i].type();

		if (common && !(*common == *type))
			return c10::AnyType::get();
		common = type;
	}
	return common ? common : c10::TypePtr(c10::AnyType::get());
}

std::vector<IValue> each(const ct_value &value, int depth)
{
	std::vector<IValue> items;

	items.reserve(static_cast<size_t>(value.i));
	for (int64_t i = 0; i < value.i; i++)
		items.push_back(to_ivalue(ct_value_element(&value, i), depth + 1));
	return items;
}

IValue list_of(const std::vector<IValue> &items, const c10::TypePtr &element)
{
	c10::impl::GenericList list(element);

	list.reserve(items.size());
	for (const IValue &item : items)
		list.push_back(item);
	return list;
}

IValue tensors_of(const std::vector<IValue> &items)
{
	bool all = true;

	for (const IValue &item : items)
		all = all && item.isTensor();
	if (all)
		return list_of(items, c10::TensorType::get());
	return list_of(items, c10::OptionalType::create(c10::TensorType::get()));
}

IValue dict_of(const ct_value &value, int depth)
{
	std::vector<IValue> slots;

	for (int64_t i = 0; i < 2 * value.i; i++)
		slots.push_back(to_ivalue(*ct_value_slot(&value, i), depth + 1));
	c10::impl::GenericDict dict(common_type(slots, 2, 0), common_type(slots, 2, 1));
	dict_filler filler(dict);
	for (size_t i = 0; i < slots.size(); i += 2)
		filler.add(slots[i], slots[i + 1]);
	return dict;
}

} // namespace

c10::IValue to_ivalue(const ct_value &value, int depth)
{
	IValue result;

	check(value, depth);
	switch (value.kind) {
	case CT_VALUE_NONE:
		return IValue();
	case CT_VALUE_BOOL:
		return value.i != 0;
	case CT_VALUE_UINT:
	case CT_VALUE_COMPLEX:
		return make_scalar(scalar_of(value), 1, "value");
	case CT_VALUE_FLOAT:
		return value.re;
	case CT_VALUE_STRING:
		return text_of(value);
	case CT_VALUE_TENSOR:
		return tensor_of(value.object);
	case CT_VALUE_DEVICE:
		to_device(value, 1, "value", result);
		return result;
	case CT_VALUE_GENERATOR:
		return generator_of(value);
	case CT_VALUE_STORAGE:
		return storage_of(value);
	case CT_VALUE_STREAM:
		return stream_of(value);
	case CT_VALUE_INTS:
		ints_to_list(value, result);
		return result;
	case CT_VALUE_FLOATS:
		return list_of(each(value, depth), c10::FloatType::get());
	case CT_VALUE_BOOLS:
		return list_of(each(value, depth), c10::BoolType::get());
	case CT_VALUE_TENSORS:
		return tensors_of(each(value, depth));
	case CT_VALUE_LIST: {
		std::vector<IValue> items = each(value, depth);

		return list_of(items, common_type(items, 1, 0));
	}
	case CT_VALUE_TUPLE:
		return c10::ivalue::Tuple::create(each(value, depth));
	case CT_VALUE_DICT:
		return dict_of(value, depth);
	case CT_VALUE_BIG_INT:
		check_callback(
			CT_RAISED(CT_ERROR_TYPE, "libtorch has no integers of more than 64 bits"));
		return result;
	case CT_VALUE_BYTES:
	case CT_VALUE_SET:
	case CT_VALUE_FOREIGN:
		check_callback(CT_RAISED(CT_ERROR_TYPE, "libtorch has no type for '%s'",
					 ct_value_type_name(&value)));
		return result;
	case CT_VALUE_OBJECT:
		return *static_cast<const IValue *>(value.object);
	case CT_VALUE_DTYPE:
	case CT_VALUE_LAYOUT:
	case CT_VALUE_MEMORY_FORMAT:
		return value.i - 1; /* libtorch's number */
	default:
		return value.i; /* integers, and quantization schemes, which libtorch counts so */
	}
}

} // namespace ct
