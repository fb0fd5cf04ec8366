/*
 * Operators that others call: the calls inside a call and its backward pass have arguments that
 * nobody would guess. They are recorded as samples.
 */
#ifndef OPS_HARVEST_HPP
#define OPS_HARVEST_HPP

#include <set>
#include <string>

#include <ATen/core/dispatch/Dispatcher.h>

#include "language/sample.hpp"

namespace ops {

/* The calls of operators that this call leads to, as texts of samples; calls with arguments that
 * the language cannot express are left out. */
std::set<std::string> calls_inside(const c10::OperatorHandle &op, const sample &sample);

} // namespace ops

#endif
