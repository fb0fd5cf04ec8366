/*
 * Edits of a C call as text, for what no value can express: "mat2=NULL", "dtype=256", "xs_len=-1",
 * "other.kind=9", "*mask=2" (what the parameter points to), "*other.kind=9".
 */
#ifndef OPS_EDITS_HPP
#define OPS_EDITS_HPP

#include <string>
#include <vector>

#include "call/caller.hpp"

namespace ops {

/* Throws std::runtime_error if the function does not have it. */
raw_edit parse_edit(const api_function &function, const std::string &text);
std::vector<raw_edit> parse_edits(const api_function &function,
				  const std::vector<std::string> &texts);

/* How libctorch's refusal of the edited parameter begins: "ArgumentError: ct_mm: argument 2
 * (mat2)", for a result "ArgumentError: ct_unbind_int: result_len must not be NULL". */
std::string refusal_of(const api_function &function, const raw_edit &edit);
/* The same for an argument's value, counted from 0. */
std::string refusal_of(const api_function &function, size_t argument, const std::string &name);

} // namespace ops

#endif
