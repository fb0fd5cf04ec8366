/*
 * Inside the library: what operators do that their schemas do not say, or not directly.
 */
#pragma once

#include <ATen/core/function_schema.h>

namespace ct {

/* Whether one of them is a tensor or a list of tensors. */
bool has_tensors(const std::vector<c10::Argument> &arguments);

/* Whether an operator that returns numbers does not depend on the elements of its tensors. */
bool reads_no_elements(const c10::FunctionSchema &schema);

/* Whether it writes to its argument `i`. */
bool is_written(const c10::FunctionSchema &schema, const c10::IValue *values_of, size_t i);

} // namespace ct
