/*
 * Numbers in place of tensors, from C.
 */
#include <ATen/ScalarOps.h>

#include <ctorch/core/scope.h>

#include "operators/by_name/leaves.hpp"
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

ct_error ct_wrapped_number_new(const ct_value *number, ct_tensor **result) noexcept
try {
	ct_tensor *handle = nullptr;

	ct::give_or_drop(CT_HERE,
			 at::native::wrapped_scalar_tensor(
				 ct::make_scalar(ct::scalar_of(*number), 1, "number")),
			 &handle);
	ct_scope_disown(handle);
	*result = handle;
	return nullptr;
} catch (...) {
	return ct::caught(__func__);
}
