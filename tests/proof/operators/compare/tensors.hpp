/*
 * The tensors among values, and the parts of a tensor.
 */
#ifndef OPS_TENSORS_HPP
#define OPS_TENSORS_HPP

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>
#include <c10/core/QScheme.h>

namespace ops {

/* Where a value is: "argument 2", its "element 3", that one's "indices". It becomes text only on
 * request, since most comparisons find nothing. */
struct place {
	const place *outer = nullptr;
	const char *name;
	int64_t index = -1; /* none: -1 */

	std::string text() const;
};

/* A part of a tensor: the tensors that one without its own elements consists of, such as the
 * indices and values of a sparse one, and those that belong to one with elements: scales by
 * channel, the tangent of a dual number, the gradient. */
struct tensor_part {
	const char *name; /* "indices" */
	at::Tensor tensor;
};

std::vector<tensor_part> parts_of(const at::Tensor &tensor);

/* Sparse by rows, columns or blocks of them. */
bool is_compressed(const at::Tensor &tensor);

/* The scheme of a quantized tensor; none if libtorch does not know it, as for an empty one. */
std::optional<at::QScheme> scheme_of(const at::Tensor &tensor);

using tensor_visitor = std::function<void(const place &, const at::Tensor &)>;

/* Each tensor in a value, those in lists included, in order; undefined ones too. */
void for_each_tensor(const place &where, const c10::IValue &value, const tensor_visitor &visit);
void for_each_tensor(const char *name, const std::vector<c10::IValue> &values,
		     const tensor_visitor &visit);

/* The references that each tensor and storage among the values has, parts included. */
std::vector<size_t> reference_counts(const std::vector<c10::IValue> &values);
std::string counts_text(const std::vector<size_t> &counts); /* "[1, 2]" */

} // namespace ops

#endif
