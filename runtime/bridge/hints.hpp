/*
 * Lines that give the C names of what libtorch's messages call by names of Python and C++.
 */
#pragma once

#include <string>

namespace ct {

/* "\nIn C: no_grad is CT_NO_GRAD_SCOPE", to be appended to a message or warning of libtorch; "" if there
 * is nothing to say, and if there is no memory for it. */
std::string hint_for(const char *text) noexcept;

} // namespace ct
