/*
 * Conversions of values for programs in C++.
 */
#include <ctorch/operators/ivalue.h>

#include "core/bridge/wrap.hpp"
#include "operators/by_name/ivalue.hpp"

ct_error ct_value_from_ivalue(const void *ivalue, ct_value *result) noexcept
try {
	if (ivalue == nullptr || result == nullptr)
		ct::refuse("argument %d (%s) must not be NULL", ivalue ? 2 : 1,
			   ivalue ? "result" : "ivalue");
	*result = ct::from_ivalue(*static_cast<const c10::IValue *>(ivalue)).release();
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}

ct_error ct_value_to_ivalue(const ct_value *self, void *ivalue) noexcept
try {
	if (ivalue == nullptr)
		ct::refuse("argument 2 (ivalue) must not be NULL");
	*static_cast<c10::IValue *>(ivalue) = ct::to_ivalue(ct_value_borrow(self));
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}
