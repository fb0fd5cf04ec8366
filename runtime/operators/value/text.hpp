/*
 * Inside the library: values as text, for C++.
 */
#pragma once

#include <string>

#include "core/bridge/wrap.hpp"
#include "operators/value/grow.h"

namespace ct {

/* The text of ct_value_to_string(); throws. */
std::string value_text(const ct_value &value);

} // namespace ct
