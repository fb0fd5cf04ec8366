/*
 * Inside the library: applying a subscript to the dimensions of a tensor.
 */
#pragma once

#include <vector>

#include <ctorch/tensor/index.h>

#include "core/bridge/wrap.hpp"

namespace ct {

using subscript = at::ArrayRef<ct_index>;

/* The second argument of a function. */
subscript parts_of(const ct_index *indices, int64_t n);

/* Throws for invalid parts. Returns the number of dimensions that all parts consume. */
int64_t dims_of(subscript parts);

/* Python's subscripts of one part that do not become a tuple first: their dimensions are not
 * counted. */
bool is_plain(subscript parts);

enum purpose { READING, ASSIGNING, ASSIGNING_ON_DEVICE };

/* Applies integers, slices, None and ellipsis as views, one after the other; collects tensors,
 * lists and bools for libtorch's indexing, which takes all at once. */
class walk {
	const at::Tensor &self;
	const purpose why;
	at::Tensor view; /* undefined while it is `self` itself */
	int64_t dim = 0; /* of the view: the next part's dimension */
	int64_t specified;
	bool makes_each_slice; /* also one that selects all */

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
	/* A tensor for each of the view's dimensions; undefined ones select all. Empty: no
	 * picks. */
	std::vector<at::Tensor> picks;

	walk(const at::Tensor &tensor, subscript parts, purpose purpose);

	/* The view to pick from; the tensor itself if nothing changed. */
	at::Tensor target() const { return now(); }

	/* The view as a result, never the tensor itself. */
	at::Tensor shared();
};

} // namespace ct
