/*
 * For the conversion of values to IValues: those that contain no other values.
 */
#pragma once

#include <ATen/core/Dict.h>

#include "operators/by_name/ivalue.hpp"

namespace ct {

/* Throws for an invalid value, and beyond CT_CALL_MAX_DEPTH. */
void check(const ct_value &value, int depth);

at::Tensor tensor_of(const void *object);
ct_scalar scalar_of(const ct_value &value);
std::string text_of(const ct_value &value);
c10::IValue generator_of(const ct_value &value);
c10::IValue storage_of(const ct_value &value);
c10::IValue stream_of(const ct_value &value);
bool to_device(const ct_value &value, int position, const char *name, c10::IValue &result);

/* Adds pairs to a libtorch dict; throws for a second NaN key. NaN equals no other key, so each one
 * is added, but all have the same hash: libtorch's table would grow forever to separate them. */
class dict_filler {
	c10::impl::GenericDict &dict;
	bool has_nan = false;

public:
	explicit dict_filler(c10::impl::GenericDict &to) : dict(to) {}
	void add(const c10::IValue &key, const c10::IValue &item);
};

/* For CT_VALUE_INTS, without a value for each element. */
bool ints_to_list(const ct_value &value, c10::IValue &result);

} // namespace ct
