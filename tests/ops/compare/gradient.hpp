/*
 * Whether the gradients of the two ways to call an operator are the same.
 */
#ifndef OPS_GRADIENT_HPP
#define OPS_GRADIENT_HPP

#include <string>
#include <vector>

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/ivalue.h>

#include "call/api.h"

namespace ops {

/* The gradients of the results for the floating point arguments, the same `backward` on both
 * sides: differences in words, and results that no gradient to begin from can be made for, since
 * theirs are then not compared. The arguments are fresh ones, equal on both sides. compared tells
 * whether there were any gradients to compare: not of an operator that has none, nor of one that
 * fails in the same way on both sides. */
std::vector<std::string> gradient_differences(const api_function &function,
					      const c10::OperatorHandle &op,
					      const std::vector<c10::IValue> &arguments_at,
					      const std::vector<c10::IValue> &arguments_c,
					      bool &compared);

/* The same of libtorch with itself. */
std::vector<std::string> gradient_differences(const c10::OperatorHandle &op,
					      const std::vector<c10::IValue> &arguments,
					      const std::vector<c10::IValue> &again);

} // namespace ops

#endif
