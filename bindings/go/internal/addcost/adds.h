/* Adds of one element with their release, in C: what bindings are compared with, here and in
 * benchmarks/node_add.c. */
#ifndef ADDS_H
#define ADDS_H

#include <ctorch/ctorch.h>

static ct_error make_adds(int64_t n)
{
	const float one = 1;
	ct_tensor *x, *y;

	CT_TRY(ct_tensor_from_data(&one, CT_FLOAT32, CT_L(1), &x));
	for (int64_t i = 0; i < n; i++) {
		CT_TRY(ct_add_Tensor(x, x, ct_scalar_int(1), &y));
		ct_tensor_free(y);
	}
	ct_tensor_free(x);
	return NULL;
}

#endif
