/*
 * How many bytes elements take: libtorch has the sizes of its types.
 */
#include "interop/file_map.h"
#include "wrap.hpp"

namespace {

void check(at::ScalarType dtype, int dtype_position, at::IntArrayRef shape, int shape_position)
{
	if (c10::isQIntType(dtype))
		ct::refuse("argument %d (dtype): %s is a quantised type; map its integers instead",
			   dtype_position, c10::toString(dtype));
	for (size_t i = 0; i < shape.size(); i++)
		if (shape[i] < 0)
			ct::refuse("argument %d (shape): element %zu is %lld, it must not be "
				   "negative",
				   shape_position, i, static_cast<long long>(shape[i]));
}

/* Without elements there is nothing to be beyond. */
bool multiply(int64_t factor, int64_t *product)
{
	return __builtin_mul_overflow(*product, factor, product);
}

} // namespace

ct_error ct_file_nbytes(const char *function, ct_dtype dtype, int dtype_position,
			const int64_t *shape, int64_t shape_len, int shape_position,
			int64_t *nbytes, int64_t *alignment)
try {
	at::ScalarType type = ct::dtype(dtype, dtype_position, "dtype");
	at::IntArrayRef sizes = ct::ints(shape, shape_len, shape_position, "shape");
	int64_t size = static_cast<int64_t>(c10::elementSize(type)), product = size;

	check(type, dtype_position, sizes, shape_position);
	for (int64_t n : sizes)
		if (multiply(n ? n : 1, &product))
			ct::refuse("argument %d (shape): more bytes than an address can count",
				   shape_position);
	for (int64_t n : sizes)
		if (n == 0)
			product = 0;
	*nbytes = product;
	*alignment = c10::isComplexType(type) ? size / 2 : size;
	return nullptr;
} catch (...) {
	return ct::caught(function);
}

const char *ct_file_dtype_name(ct_dtype dtype)
try {
	return c10::toString(ct::dtype(dtype, 1, "dtype"));
} catch (...) {
	return "unknown";
}
