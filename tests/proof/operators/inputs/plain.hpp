/*
 * Arguments for an operator without samples.
 */
#ifndef OPS_PLAIN_HPP
#define OPS_PLAIN_HPP

#include <vector>

#include "catalogue.hpp"
#include "language/sample.hpp"

namespace ops {

/* Small tensors, ones, and otherwise the defaults: some operators accept them, and for the others
 * the errors can be compared. */
std::vector<sample> plain_samples(const operator_entry &entry);

} // namespace ops

#endif
