/*
 * Functions that only say what a tensor is, and cannot fail.
 */
#pragma once

#include "bridge/wrap.hpp"
#include "memory/checked.h"

namespace ct {

/* What a getter says of a tensor; `none` of NULL, and of one that has no such thing, for which
 * libtorch throws. */
template <class Result, class Getter>
Result get(ct_origin here, const ct_tensor *self, Result none, Getter getter) noexcept
try {
	ct_check_lives(self, here, CT_SELF);
	return self ? static_cast<Result>(getter(*ct::tensor(self, 1, "self"))) : none;
} catch (...) {
	return none;
}

} // namespace ct
