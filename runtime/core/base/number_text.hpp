/*
 * Inside the library: numbers as Python's repr() prints them, for C++. For C: core/base/text.h.
 */
#pragma once

#include <new>
#include <string>

#include <ctorch/core/scalar.h>

#include "core/base/text.h"

namespace ct {

inline std::string number_text(const ct_scalar &number)
{
	ct_text text{};
	std::string result;

	ct_text_add_number(&text, number);
	if (text.failed) {
		ct_text_release(&text);
		throw std::bad_alloc();
	}
	result = text.data;
	ct_text_release(&text);
	return result;
}

} // namespace ct
