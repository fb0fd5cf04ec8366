/*
 * Whether two calls did the same.
 */
#ifndef OPS_COMPARE_HPP
#define OPS_COMPARE_HPP

#include <string>
#include <vector>

#include <ATen/core/ivalue.h>

#include "caller.hpp"

namespace ops {

/* A call that has been made: what it was given, as it is now, and what came out. */
struct finished_call {
	const std::vector<c10::IValue> &arguments;
	const outcome &result;
};

/* What differs, in words: "result 1: element [2, 0]: expected 0.5, got 0.25"; empty when all is
 * the same: values bit for bit, dtypes, sizes, strides, offsets, layouts, quantisers, lists,
 * scalars, undefined tensors, which argument a result shares its storage with, what the arguments
 * hold afterwards, the error's text. */
std::vector<std::string> differences(const finished_call &expected, const finished_call &got);

/* The gradients of the results for the floating point arguments, the same `backward` on both
 * sides. compared tells whether there were any to compare. */
std::vector<std::string> gradient_differences(const api_function &function,
					      const c10::OperatorHandle &op,
					      const std::vector<c10::IValue> &arguments_at,
					      const std::vector<c10::IValue> &arguments_c,
					      bool &compared);

/* The references that each tensor and storage among the arguments has. */
std::vector<size_t> reference_counts(const std::vector<c10::IValue> &arguments);

/* From now on fresh memory of tensors is filled with one byte, so that `empty` can be compared, a
 * piece above 1 GiB is refused as an error, one thread computes, and errors carry no backtrace. */
void make_libtorch_repeatable();

} // namespace ops

#endif
