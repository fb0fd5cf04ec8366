/*
 * Conversions between values and libtorch's c10::IValue.
 */
#pragma once

#include <ATen/core/ivalue.h>
#include <ATen/core/jit_type.h>

#include "core/bridge/callback.hpp"
#include "core/bridge/wrap.hpp"
#include "operators/value/grow.h"

namespace ct {

/* A value that is freed unless it is released. */
class owned_value {
	ct_value value;

public:
	owned_value() noexcept : value(ct_value_none()) {}
	explicit owned_value(const ct_value &taken) noexcept : value(taken) {}
	owned_value(owned_value &&other) noexcept : value(other.release()) {}
	owned_value(const owned_value &) = delete;
	owned_value &operator=(owned_value &&other) noexcept
	{
		std::swap(value, other.value);
		return *this;
	}
	~owned_value() { ct_value_free(&value); }

	ct_value *operator&() noexcept { return &value; }
	const ct_value &operator*() const noexcept { return value; }

	ct_value release() noexcept
	{
		ct_value given = value;

		value = ct_value_none();
		return given;
	}
};

/* A schema's type: the plain one, and the one that distinguishes a dtype from an int. */
struct declared_type {
	const c10::Type &plain;
	const c10::Type &real;
	int32_t broadcast; /* the 2 of int[2], which also accepts one number; or 0 */
	bool takes_numbers; /* in place of a tensor */

	/* For messages. */
	int position;
	const char *name;

	declared_type element(const c10::TypePtr &is, const c10::TypePtr &really) const
	{
		return { *is, *really, 0, false, position, name };
	}
};

/* The T of T?; other types as they are. */
inline const c10::Type &without_optional(const c10::Type &type)
{
	const c10::OptionalType *optional = type.castRaw<c10::OptionalType>();

	return optional ? *optional->getElementType() : type;
}

/* False if the value is not of the type; throws argument_error for an invalid one. */
bool to_ivalue(const ct_value &value, const declared_type &type, c10::IValue &result);

/* Without a wanted type; throws for values without a type. */
c10::IValue to_ivalue(const ct_value &value, int depth = 0);

/* Owning. `real` may be NULL. */
owned_value from_ivalue(const c10::IValue &value, const c10::Type *real = nullptr, int depth = 0);

/* An owning value for a tensor; None for the undefined one. */
owned_value own_tensor(const at::Tensor &tensor);

} // namespace ct
