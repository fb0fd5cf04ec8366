/*
 * Invalid arguments: each of a function's arguments in turn is replaced by one of another kind, and
 * each of its C parameters by something that no value can express.
 */
#ifndef OPS_HOSTILE_HPP
#define OPS_HOSTILE_HPP

#include <vector>

#include "inputs/items.hpp"

namespace ops {

/* All of them start from the operator's first sample. */
std::vector<item> hostile_items(const operator_entry &entry, const sample_store &store);

/* For a process that gets them, before make_libtorch_repeatable(): large allocations are refused,
 * and only features of old processors are used. */
void bear_hostile_arguments();

} // namespace ops

#endif
