/*
 * Numbers in place of tensors, from C.
 */
#include "operators/by_name/registry.hpp"
#include "operators/by_name/wrapped.h"

bool ct_operator_takes_numbers(const ct_operator *self) noexcept
try {
	const ct::resolution &now = ct::resolve(*self);

	return now.overloads.size() == 1 && now.overloads[0]->takes_numbers;
} catch (...) {
	ct_error_free(ct::caught(__func__));
	return false;
}
