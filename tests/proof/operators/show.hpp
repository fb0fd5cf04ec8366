/*
 * Shows one sample with all its effects, for the analysis of a finding.
 */
#ifndef OPS_SHOW_HPP
#define OPS_SHOW_HPP

#include "options.hpp"

namespace ops {

int show_sample(const options &options);

} // namespace ops

#endif
