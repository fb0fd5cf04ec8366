/*
 * Whether libtorch, asked the same twice, says the same.
 */
#ifndef OPS_REPEAT_HPP
#define OPS_REPEAT_HPP

#include <functional>
#include <string>
#include <vector>

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/ivalue.h>

namespace ops {

/* Of a call: it alone, or its backward, too. */
enum class passes { forward, both };

/* How libtorch differs from itself when it is called a few times with equal arguments, which the
 * function makes; empty when it does not. It does where it reads memory that it was not given,
 * which some operators do that trust their arguments: then there is nothing to compare with. */
std::vector<std::string> unrepeatable(
	const c10::OperatorHandle &op,
	const std::function<std::vector<c10::IValue>()> &make_arguments, passes passes);

} // namespace ops

#endif
