/*
 * libtorch's messages in C: hints, and a shorter text for one that lists everything.
 */
#pragma once

#include <string>

namespace ct {

/* "\nIn C: no_grad is CT_NO_GRAD_SCOPE", to append to a message or warning of libtorch; "" if there
 * is no hint or no memory for one. */
std::string hint_for(const char *text) noexcept;

/* If an operator was called on a device whose library is not loaded, or one for streams on a device
 * without them, that in one line. libtorch says that it has no kernel, and on sixty lines which ones
 * it has. Also what gloo says of a lost process, in a backward. "" for other texts. */
std::string in_one_line(const char *text) noexcept;

} // namespace ct
