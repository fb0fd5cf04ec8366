/*
 * Whether two calls did the same.
 */
#ifndef OPS_COMPARE_HPP
#define OPS_COMPARE_HPP

#include <string>
#include <vector>

#include <ATen/core/ivalue.h>

#include "call/caller.hpp"
#include "compare/tensors.hpp"

namespace ops {

/* A call that has been made: what it was given, as it is now, and what came out. */
struct finished_call {
	const std::vector<c10::IValue> &arguments;
	const outcome &result;
};

/* What differs, in words: "result 1: element [2, 0]: expected 0.5, got 0.25"; empty when all is
 * the same: values bit for bit, dtypes, sizes, strides, offsets, layouts, quantisers, lists,
 * scalars, undefined tensors, what objects in tensors do (packed.hpp), which argument a result
 * shares its storage with, what the arguments hold afterwards, the error's text. */
std::vector<std::string> differences(const finished_call &expected, const finished_call &got);

/* The same of two calls that draw random numbers, each others: the error's text, dtypes, sizes,
 * strides, layouts, what shares storage; but no elements and no numbers. */
std::vector<std::string> differences_but_values(const finished_call &expected,
						const finished_call &got);

/* What differs between two values, or two tensors, added to the list. */
void compare_values(const place &where, const c10::IValue &expected, const c10::IValue &got,
		    std::vector<std::string> &found);
void compare_tensors(const place &where, const at::Tensor &expected, const at::Tensor &got,
		     std::vector<std::string> &found);
void compare_shapes(const place &where, const at::Tensor &expected, const at::Tensor &got,
		    std::vector<std::string> &found);

} // namespace ops

#endif
