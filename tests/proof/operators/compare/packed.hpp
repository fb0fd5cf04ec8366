/*
 * Tensors that hold a C++ object in place of elements, such as packed weights: the operator that
 * uses the object shows its value.
 */
#ifndef OPS_PACKED_HPP
#define OPS_PACKED_HPP

#include <string>
#include <vector>

#include <c10/core/Allocator.h>

#include "compare/compare.hpp"

namespace ops {

/* The deleter of the object; NULL if the tensor has elements. An object holds addresses, so its
 * bytes cannot be compared. */
c10::DeleterFnPtr object_deleter(const at::Tensor &tensor);

/* For results that are otherwise the same: adds to the list the differences, bit for bit, between
 * the results of the operators that use the objects among them. */
void compare_objects(const finished_call &expected, const finished_call &got,
		     std::vector<std::string> &found);

/* The objects among the results that compare_objects() does not see, each with advice. */
std::vector<std::string> unseen_objects(const finished_call &call);

} // namespace ops

#endif
