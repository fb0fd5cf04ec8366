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

/* A call that was made: its arguments as they are now, and its results. */
struct finished_call {
	const std::vector<c10::IValue> &arguments;
	const outcome &result;
};

/* The differences, in words: "result 1: element [2, 0]: expected 0.5, got 0.25"; empty when all is
 * the same: values bit for bit, dtypes, sizes, strides, offsets, layouts, quantizers, lists,
 * scalars, undefined tensors, the effect of objects in tensors (packed.hpp), the argument that a
 * result shares its storage with, the arguments after the call, the error's text. */
std::vector<std::string> differences(const finished_call &expected, const finished_call &got);

/* The same for two calls that draw different random numbers: the error's text, dtypes, sizes,
 * strides, layouts, shared storages; but no elements and no numbers. */
std::vector<std::string> differences_but_values(const finished_call &expected,
						const finished_call &got);

/* Adds the differences of two values, or of two tensors, to the list. */
void compare_values(const place &where, const c10::IValue &expected, const c10::IValue &got,
		    std::vector<std::string> &found);
void compare_tensors(const place &where, const at::Tensor &expected, const at::Tensor &got,
		     std::vector<std::string> &found);
void compare_shapes(const place &where, const at::Tensor &expected, const at::Tensor &got,
		    std::vector<std::string> &found);

} // namespace ops

#endif
