/*
 * Arguments that nobody should give: each of a function's arguments in turn replaced by what is not
 * of its kind, and each of its C parameters by what no value can say.
 */
#ifndef OPS_HOSTILE_HPP
#define OPS_HOSTILE_HPP

#include <vector>

#include "inputs/items.hpp"

namespace ops {

/* All of them start from the operator's first sample. */
std::vector<item> hostile_items(const operator_entry &entry, const sample_store &store);

/* For a process that is to be given them, before make_libtorch_repeatable(): much memory is
 * refused, and every processor is used as an old one. */
void bear_hostile_arguments();

} // namespace ops

#endif
