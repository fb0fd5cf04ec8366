/*
 * Arguments that nobody should give: each of a function's arguments in turn replaced by what is not
 * of its kind, and each of its C parameters by what no value can say.
 */
#ifndef OPS_HOSTILE_HPP
#define OPS_HOSTILE_HPP

#include <vector>

#include "items.hpp"

namespace ops {

/* All of them start from the operator's first sample. */
std::vector<item> hostile_items(const operator_entry &entry, const sample_store &store);

} // namespace ops

#endif
