/*
 * Functions that return a tensor's properties and cannot fail.
 */
#pragma once

#include "core/bridge/wrap.hpp"
#include "core/memory/checked.h"

namespace ct {

/* A property of a tensor; `none` for NULL, and for a tensor without it, for which libtorch
 * throws. */
template <class Result, class Getter>
Result get(ct_origin here, const ct_tensor *self, Result none, Getter getter) noexcept
try {
	ct_check_lives(self, here, CT_SELF);
	return self ? static_cast<Result>(getter(*ct::tensor(self, 1, "self"))) : none;
} catch (...) {
	return none;
}

} // namespace ct
