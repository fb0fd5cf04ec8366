/*
 * Finds arguments for as many operators as possible, and writes found.txt.
 */
#ifndef OPS_SEARCH_HPP
#define OPS_SEARCH_HPP

#include "options.hpp"

namespace ops {

/* Prints the samples of the operators that match the patterns; without patterns, writes those of
 * all. */
int search(const options &options);

} // namespace ops

#endif
