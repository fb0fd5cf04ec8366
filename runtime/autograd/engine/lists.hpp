/*
 * Lists of tensors as autograd takes them.
 */
#pragma once

#include <vector>

#include "core/bridge/wrap.hpp"

namespace ct {

/* New references; NULL means no tensor. */
inline std::vector<at::Tensor> references(ct_tensor *const *list, int64_t length, int position,
					  const char *name)
{
	std::vector<at::Tensor> tensors;

	for (const maybe<at::Tensor> &element : optional_tensors(list, length, position, name))
		tensors.push_back(element ? *element : at::Tensor());
	return tensors;
}

} // namespace ct
