/*
 * Numbers in place of tensors.
 */
#pragma once

#include <string>

#include <ATen/core/ivalue.h>

namespace ct {

/* Whether Python accepts a number for a Tensor of this operator, of whichever overload:
 * "aten::add". */
bool takes_numbers_as_tensors(const std::string &name);

/* Whether a value is such a tensor. */
bool is_number_tensor(const c10::IValue &value);

} // namespace ct
