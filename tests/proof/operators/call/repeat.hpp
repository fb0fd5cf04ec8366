/*
 * Whether libtorch gives the same answer when it is called twice.
 */
#ifndef OPS_REPEAT_HPP
#define OPS_REPEAT_HPP

#include <functional>
#include <string>
#include <vector>

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/ivalue.h>

namespace ops {

/* Only the call, or its backward, too. */
enum class passes { forward, both };

/* How libtorch differs from itself when it is called a few times with equal arguments, which the
 * function makes; empty if it does not. It differs if it reads memory that does not belong to it,
 * as some operators that trust their arguments do: then there is nothing to compare with. */
std::vector<std::string> unrepeatable(
	const c10::OperatorHandle &op,
	const std::function<std::vector<c10::IValue>()> &make_arguments, passes passes);

} // namespace ops

#endif
