/*
 * Values that hold no other values, to IValues.
 */
#include <cmath>
#include <utility>

#include <ATen/core/List.h>

#include "core/memory/checked.h"
#include "operators/by_name/leaves.hpp"

namespace ct {

using c10::IValue;

void check(const ct_value &value, int depth)
{
	const char *fault = ct_value_fault(&value);

	if (fault)
		refuse("invalid value: %s", fault);
	if (depth > CT_CALL_MAX_DEPTH)
		refuse(CT_VALUE_TOO_DEEP, CT_CALL_MAX_DEPTH);
}

at::Tensor tensor_of(const void *object)
{
	const ct_tensor *handle = static_cast<const ct_tensor *>(object);

	if constexpr (CT_CHECKED) {
		char fault[CT_FAULT_SIZE];

		if (!ct_checked_lives(handle, fault))
			refuse("a tensor argument: %s", fault);
	}
	return reference(handle);
}

ct_scalar scalar_of(const ct_value &value)
{
	ct_scalar scalar;

	check_callback(ct_value_as_scalar(&value, &scalar));
	return scalar;
}

bool to_device(const ct_value &value, int position, const char *name, IValue &result)
{
	ct_device device;

	if (value.kind != CT_VALUE_DEVICE && value.kind != CT_VALUE_STRING)
		return false;
	check_callback(ct_value_as_device(&value, &device));
	result = ct::device(device, position, name);
	return true;
}

std::string text_of(const ct_value &value)
{
	return std::string(static_cast<const char *>(value.object), static_cast<size_t>(value.i));
}

IValue generator_of(const ct_value &value)
{
	return generator(static_cast<const ct_generator *>(value.object));
}

IValue storage_of(const ct_value &value)
{
	return storage(static_cast<const ct_storage *>(value.object), 1, "storage");
}

IValue stream_of(const ct_value &value)
{
	return stream({ value.i, value.device.type, value.device.index }, 1, "stream");
}

static bool is_nan(const IValue &key)
{
	if (key.isComplexDouble())
		return std::isnan(key.toComplexDouble().real()) ||
		       std::isnan(key.toComplexDouble().imag());
	return key.isDouble() && std::isnan(key.toDouble());
}

void dict_filler::add(const IValue &key, const IValue &item)
{
	if (is_nan(key) && std::exchange(has_nan, true))
		refuse("a dict for libtorch can have only one key that is NaN");
	dict.insert(key, item);
}

bool ints_to_list(const ct_value &value, IValue &result)
{
	const int64_t *ints = static_cast<const int64_t *>(value.object);
	c10::List<int64_t> list;

	list.reserve(static_cast<size_t>(value.i));
	for (int64_t i = 0; i < value.i; i++)
		list.push_back(ints[i]);
	result = std::move(list);
	return true;
}

} // namespace ct
