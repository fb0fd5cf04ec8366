/*
 * Inside the library: numbers as Python's repr() prints them, for C++. For C: base/text.h.
 */
#pragma once

#include <string>

#include <ctorch/scalar.h>

#include "base/text.h"

namespace ct {

/* `point_zero` adds ".0" to what looks like an integer. */
std::string float_text(double number, bool point_zero);
std::string complex_text(double re, double im);
std::string number_text(const ct_scalar &number);

} // namespace ct
