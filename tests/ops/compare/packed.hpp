/*
 * Tensors that hold a C++ object in the place of elements, as packed weights do: what the object is
 * worth is told by the operator that it is made for.
 */
#ifndef OPS_PACKED_HPP
#define OPS_PACKED_HPP

#include <string>
#include <vector>

#include <c10/core/Allocator.h>

#include "compare/compare.hpp"

namespace ops {

/* What deletes the object; NULL when the tensor has elements. An object holds addresses, so its
 * bytes are no value. */
c10::DeleterFnPtr object_deleter(const at::Tensor &tensor);

/* How the results of what the objects among the results are for differ, bit for bit, added to the
 * list. Of results that are otherwise the same. */
void compare_objects(const finished_call &expected, const finished_call &got,
		     std::vector<std::string> &found);

/* The objects among the results that compare_objects() does not see, each with what to do. */
std::vector<std::string> unseen_objects(const finished_call &call);

} // namespace ops

#endif
