/*
 * The number of bytes of elements, from libtorch's sizes of its types.
 */
#include "tensor/tensor/checks.hpp"
#include "tensor/tensor/nbytes.h"

ct_error ct_nbytes_of(const char *function, ct_dtype dtype, int dtype_position,
		      const int64_t *shape, int64_t shape_len, int shape_position, int64_t *nbytes,
		      int64_t *alignment)
try {
	at::ScalarType type = ct::number_dtype(dtype, dtype_position, "dtype");
	at::IntArrayRef sizes = ct::ints(shape, shape_len, shape_position, "shape");
	int64_t size = static_cast<int64_t>(c10::elementSize(type));

	*nbytes = size * ct::checked_numel(sizes, type, shape_position, "shape");
	*alignment = static_cast<int64_t>(ct::alignment_of(type));
	return nullptr;
} catch (...) {
	return ct::caught(function);
}

const char *ct_libtorch_dtype_name(ct_dtype dtype)
try {
	return c10::toString(ct::dtype(dtype, 1, "dtype"));
} catch (...) {
	return "unknown";
}
