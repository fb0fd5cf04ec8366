/*
 * How similar two names are, to suggest one for another.
 */
#pragma once

#include <string>

namespace ct {

/* The number of letters to change, add or remove. */
size_t distance(const std::string &a, const std::string &b);

} // namespace ct
