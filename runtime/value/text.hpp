/*
 * Inside the library: values as text, for C++.
 */
#pragma once

#include <string>

#include "bridge/wrap.hpp"
#include "value/grow.h"

namespace ct {

/* What ct_value_to_string() gives; throws. */
std::string value_text(const ct_value &value);

} // namespace ct
