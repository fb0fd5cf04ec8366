/*
 * Texts that a function returns.
 */
#pragma once

#include <cstring>
#include <string>

#include "core/bridge/wrap.hpp"
#include "core/memory/given.h"

namespace ct {

inline void give_text(const std::string &text, char **result)
{
	if (result == nullptr)
		return;
	char *copy = static_cast<char *>(ct_given_new(text.size() + 1));

	if (copy == nullptr)
		throw out_of_memory{ text.size() + 1, "a text" };
	std::memcpy(copy, text.c_str(), text.size() + 1);
	*result = copy;
}

} // namespace ct
