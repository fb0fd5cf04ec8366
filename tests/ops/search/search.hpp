/*
 * Finds arguments for as many operators as it can, and writes found.txt.
 */
#ifndef OPS_SEARCH_HPP
#define OPS_SEARCH_HPP

#include "options.hpp"

namespace ops {

/* For the operators that the patterns mean the samples are printed, for all of them written. */
int search(const options &options);

} // namespace ops

#endif
