/*
 * Hints: the C equivalents of Python's and C++'s names in libtorch's messages.
 */
#pragma once

#include <string>

namespace ct {

/* "\nIn C: no_grad is CT_NO_GRAD_SCOPE", to append to a message or warning of libtorch; "" if there
 * is no hint or no memory for one. */
std::string hint_for(const char *text) noexcept;

} // namespace ct
