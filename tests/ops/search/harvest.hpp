/*
 * Operators that others call: those inside of a call and those of its backward pass get arguments
 * that nobody would guess. They are written down as samples.
 */
#ifndef OPS_HARVEST_HPP
#define OPS_HARVEST_HPP

#include <set>
#include <string>

#include <ATen/core/dispatch/Dispatcher.h>

#include "language/sample.hpp"

namespace ops {

/* The calls of operators that this call leads to, as texts of samples; those with arguments that
 * the language has no text for are left out. */
std::set<std::string> calls_inside(const c10::OperatorHandle &op, const sample &sample);

} // namespace ops

#endif
