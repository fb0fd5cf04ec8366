/*
 * Inside the library: from libtorch's values to the arguments of a graph.
 */
#pragma once

#include <ATen/core/ivalue.h>
#include <ATen/core/jit_type.h>

#include "core/bridge/wrap.hpp"
#include "export/graph/graph.h"

namespace ct {

/* Zeroed memory of an arena; throws. */
template <class T> T *new_array(ct_arena &arena, size_t n)
{
	void *memory = ct_arena_new(&arena, (n + 1) * sizeof(T));

	if (memory == nullptr)
		throw out_of_memory{ n * sizeof(T), "a recording" };
	return static_cast<T *>(memory);
}

const char *copy_text(ct_arena &arena, const std::string &text);

ct_graph_argument argument_of(ct_graph_arm arm) noexcept;

/* Knows which value a tensor is. */
class tensor_finder {
public:
	virtual int32_t find(const at::Tensor &tensor) = 0;

protected:
	~tensor_finder() = default;
};

/* Throws for what a graph cannot have, such as a generator. `type` is the schema's real one. */
ct_graph_argument to_argument(const c10::IValue &value, const c10::Type &type, ct_arena &arena,
			      tensor_finder &tensors);

/* A list of tensors, or of integers that may be symbols. */
ct_graph_argument tensors_argument(at::TensorList list, ct_arena &arena, tensor_finder &tensors);
ct_graph_argument ints_argument(at::IntArrayRef list, ct_arena &arena);

/* What a file says about a tensor. */
const ct_graph_tensor *describe_tensor(const at::Tensor &tensor, ct_arena &arena);

} // namespace ct
