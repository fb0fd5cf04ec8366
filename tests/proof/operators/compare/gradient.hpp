/*
 * Whether both ways to call an operator have the same gradients.
 */
#ifndef OPS_GRADIENT_HPP
#define OPS_GRADIENT_HPP

#include <string>
#include <vector>

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/ivalue.h>

#include "call/api.h"

namespace ops {

/* The gradients of the results for the floating point arguments, the same `backward` on both sides:
 * differences in words, and results for which no initial gradient can be made, whose gradients are
 * not compared. The arguments are new, and equal on both sides. `compared` is whether there were
 * any gradients to compare: not for an operator that has none, nor for one that fails in the same
 * way on both sides. */
std::vector<std::string> gradient_differences(const api_function &function,
					      const c10::OperatorHandle &op,
					      const std::vector<c10::IValue> &arguments_at,
					      const std::vector<c10::IValue> &arguments_c,
					      bool &compared);

/* The same for libtorch with itself. */
std::vector<std::string> gradient_differences(const c10::OperatorHandle &op,
					      const std::vector<c10::IValue> &arguments,
					      const std::vector<c10::IValue> &again);

} // namespace ops

#endif
