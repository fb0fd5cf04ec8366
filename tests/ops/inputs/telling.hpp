/*
 * Arguments in which nothing can be taken for something else: lists that differ from their reverse
 * and from their first element alone, numbers that only their own type holds, memory formats.
 */
#ifndef OPS_TELLING_HPP
#define OPS_TELLING_HPP

#include <string>
#include <vector>

#include <ATen/core/function_schema.h>

#include "language/expr.hpp"

namespace ops {

struct told_apart {
	std::vector<expr> arguments;
	std::string what; /* "padding uneven" */
};

/* Each list of integers whose elements are the same, and each of one element, with others; lists of
 * one tensor or number with a second. */
std::vector<told_apart> uneven_lists(const std::vector<expr> &arguments,
				     const c10::FunctionSchema &schema);

/* What is given no memory format keeps the one that it has: that is channels_last. */
std::vector<told_apart> kept_formats(const std::vector<expr> &arguments,
				     const c10::FunctionSchema &schema);

/* Numbers that a float, 32 bits or a double would not hold, with tensors that show it; lists of
 * scalars that are bools and complex numbers. */
std::vector<told_apart> telling_numbers(const std::vector<expr> &arguments,
					const c10::FunctionSchema &schema);

/* The tensors in a value, in calls and lists as well. */
template <class Change> void each_tensor(expr &value, const Change &change)
{
	if (value.kind == expr_kind::tensor)
		change(value);
	for (expr &item : value.items)
		each_tensor(item, change);
}

/* Whether it holds for the value, or for something in it. */
template <class Test> bool any_part(const expr &value, const Test &holds)
{
	if (holds(value))
		return true;
	for (const expr &item : value.items)
		if (any_part(item, holds))
			return true;
	return false;
}

/* Of an argument that may be None as of one that may not. */
bool is_scalar(const c10::Argument &argument);

} // namespace ops

#endif
