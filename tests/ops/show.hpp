/*
 * One sample with all that is to be seen of it, for who looks into a finding.
 */
#ifndef OPS_SHOW_HPP
#define OPS_SHOW_HPP

#include "options.hpp"

namespace ops {

int show_sample(const options &options);

} // namespace ops

#endif
