/*
 * Texts that a function returns; the caller releases them with ct_free().
 */
#pragma once

#include <cstdlib>
#include <cstring>
#include <string>

#include "bridge/wrap.hpp"

namespace ct {

inline void give_text(const std::string &text, char **result)
{
	if (result == nullptr)
		return;
	char *copy = static_cast<char *>(std::malloc(text.size() + 1));

	if (copy == nullptr)
		throw out_of_memory{ text.size() + 1, "a text" };
	std::memcpy(copy, text.c_str(), text.size() + 1);
	*result = copy;
}

} // namespace ct
