/*
 * Arguments that cannot be confused: lists that differ from their reverse and from their first
 * element alone, numbers that only their own type can hold, memory formats.
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

/* Lists of integers with equal elements or a single one get different elements; lists of one tensor
 * or number get a second one. */
std::vector<told_apart> uneven_lists(const std::vector<expr> &arguments,
				     const c10::FunctionSchema &schema);

/* Without a memory format argument a tensor keeps its own, which is channels_last here. */
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

/* Also for an argument that may be None. */
bool is_scalar(const c10::Argument &argument);

} // namespace ops

#endif
