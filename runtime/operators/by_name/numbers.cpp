/*
 * Numbers in place of tensors.
 */
#include <algorithm>
#include <string_view>

#include "operators/by_name/numbers.hpp"

namespace ct {

namespace {

/* should_allow_numbers_as_tensors() of torch/csrc/utils/python_arg_parser.cpp, which libtorch does
 * not have without Python. CT() has the same names: codegen/emit/operand.c. */
constexpr std::string_view with_numbers[] = { "add",          "add_",          "add_out",
					      "sub",          "sub_",          "sub_out",
					      "subtract",     "subtract_",     "subtract_out",
					      "mul",          "mul_",          "mul_out",
					      "multiply",     "multiply_",     "multiply_out",
					      "div",          "div_",          "div_out",
					      "divide",       "divide_",       "divide_out",
					      "true_divide",  "true_divide_",  "true_divide_out",
					      "floor_divide", "floor_divide_", "floor_divide_out",
					      "to",           "_to_copy",      "copy",
					      "copy_",        "_conj" };

bool begins_with(const std::string &name, std::string_view prefix)
{
	return name.compare(0, prefix.size(), prefix) == 0;
}

} // namespace

bool takes_numbers_as_tensors(const std::string &name)
{
	constexpr std::string_view aten = "aten::";

	if (!begins_with(name, aten))
		return begins_with(name, "prims::"); /* all of them */
	return std::find(std::begin(with_numbers), std::end(with_numbers),
			 std::string_view(name).substr(aten.size())) != std::end(with_numbers);
}

bool is_number_tensor(const c10::IValue &value)
{
	return value.isTensor() && value.toTensor().defined() &&
	       value.toTensor().unsafeGetTensorImpl()->is_wrapped_number();
}

} // namespace ct
