/*
 * Inside the library: the way of a subscript through the dimensions of a tensor.
 */
#pragma once

#include <vector>

#include <ctorch/index.h>

#include "bridge/wrap.hpp"

namespace ct {

using subscript = at::ArrayRef<ct_index>;

/* The second argument of a function. */
subscript parts_of(const ct_index *indices, int64_t n);

/* Refuses what cannot be parts; how many dimensions of the tensor all of them stand for. */
int64_t dims_of(subscript parts);

/* Python's subscripts of one part that are not made a tuple first: there, nobody counts. */
bool is_plain(subscript parts);

enum purpose { READING, ASSIGNING, ASSIGNING_ON_DEVICE };

/* Integers, slices, None and ellipsis become views, one after the other; tensors, lists and truth
 * values are collected, for libtorch's own indexing of all at once. */
class walk {
	const at::Tensor &self;
	const purpose why;
	at::Tensor view; /* undefined as long as it is `self` itself */
	int64_t dim = 0; /* of the view: what the next part is for */
	int64_t specified;
	bool makes_each_slice; /* also one that takes all */

	const at::Tensor &now() const { return view.defined() ? view : self; }

	int64_t size() const;
	void check_int(int64_t place, size_t position) const;
	bool stays_on_device(const at::Tensor &number) const;
	void pass(int64_t n);
	void pick(const at::Tensor &tensor);
	void take_int(int64_t place, size_t position);
	void take_slice(const ct_index &part);
	void take_new_axis();
	void take_bool(bool truth);
	void take_tensor(const at::Tensor &tensor, size_t position);
	void take(const ct_index &part, size_t position);

public:
	/* Tensors by the view's dimensions; undefined ones take all. Empty: nothing is picked. */
	std::vector<at::Tensor> picks;

	walk(const at::Tensor &tensor, subscript parts, purpose purpose);

	/* The view, of which the picks are to be taken; the tensor itself when nothing was done. */
	at::Tensor target() const { return now(); }

	/* The view as a result, which is never the tensor itself. */
	at::Tensor shared();
};

} // namespace ct
