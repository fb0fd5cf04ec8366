/*
 * Edits of a C call as text, for what no value can say: "mat2=NULL", "dtype=256", "xs_len=-1",
 * "other.kind=9", "*mask=2" (what the parameter points to), "*other.kind=9".
 */
#ifndef OPS_EDITS_HPP
#define OPS_EDITS_HPP

#include <string>
#include <vector>

#include "caller.hpp"

namespace ops {

/* Throws std::runtime_error for what the function does not have. */
raw_edit parse_edit(const api_function &function, const std::string &text);
std::vector<raw_edit> parse_edits(const api_function &function,
				  const std::vector<std::string> &texts);

} // namespace ops

#endif
