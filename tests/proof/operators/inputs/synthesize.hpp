/*
 * Values for optional arguments that a sample leaves out.
 */
#ifndef OPS_SYNTHESIZE_HPP
#define OPS_SYNTHESIZE_HPP

#include <vector>

#include <ATen/core/function_schema.h>

#include "language/expr.hpp"

namespace ops {

/* Possible values of the optional argument together with the other arguments, by its type and name,
 * the likeliest first. */
std::vector<expr> synthesize(const c10::Argument &argument, const std::vector<expr> &others);

} // namespace ops

#endif
