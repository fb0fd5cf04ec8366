/*
 * Inside the library: numbers as Python's repr() prints them, for C++. For C: core/base/text.h.
 */
#pragma once

#include <string>

#include <ctorch/core/scalar.h>

#include "core/base/text.h"

namespace ct {

std::string number_text(const ct_scalar &number);

} // namespace ct
