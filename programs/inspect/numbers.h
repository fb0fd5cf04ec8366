/* The elements of tensors in C's order, in small parts: nothing is copied as a whole. */
#ifndef CT_INSPECT_NUMBERS_H
#define CT_INSPECT_NUMBERS_H

#include <stdbool.h>

#include <ctorch/core/types.h>

enum { MAX_TENSORS = 2, PART = 1 << 14 };

/* Elements of tensors of the same shape, `n` of each: at most PART. */
struct numbers {
	int64_t n;
	int64_t times;       /* so often each occurs: a dimension of stride 0 is read once */
	_Alignas(16) union { /* as libtorch's complex numbers, and as malloc() aligns */
		double real[PART];
		struct {
			double re, im;
		} complex[PART];
		int64_t integer[PART];
	} of[MAX_TENSORS];
};

/* How they are converted. */
enum kind { REAL, COMPLEX, INTEGER };

/* Complex dtypes are COMPLEX, integers and bools INTEGER, others REAL; uint64 wraps around. */
enum kind kind_of(ct_dtype dtype);

typedef void (*use_numbers)(const struct numbers *numbers, void *context);

/* False if elements overlap so much, other than by strides of 0, that reading them would not end. */
bool can_be_read(const ct_tensor *tensor);

/* Calls `use` for all elements of strided tensors, which may be quantized, and of the same shape, each
 * converted to its kind. What all of them repeat by strides of 0 is passed once. A RuntimeError if
 * elements overlap in another way so much that reading them would not end. */
ct_error for_each_part(const ct_tensor *const *tensors, int tensors_len, const enum kind *kinds,
		       use_numbers use, void *context) CT_WARN_UNUSED;

#endif
