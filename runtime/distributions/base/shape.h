/*
 * Inside the library: shapes of samples, batches and events (shapes.c).
 */
#ifndef CT_DISTRIBUTIONS_BASE_SHAPE_H
#define CT_DISTRIBUTIONS_BASE_SHAPE_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>

enum { CT_DISTR_DIMS = 64 }; /* of a sample, at most: no operator takes more */

struct ct_distr_shape {
	int64_t at[CT_DISTR_DIMS];
	int64_t len;
};

static inline ct_ints ct_distr_ints(const struct ct_distr_shape *shape)
{
	return (ct_ints){ shape->at, shape->len };
}

/* The concatenation. What is longer than a tensor's shape is an error, which waits. */
struct ct_distr_shape ct_distr_joined(ct_ints a, ct_ints b);

/* torch.broadcast_shapes() */
ct_error ct_distr_broadcast_shapes(ct_ints a, ct_ints b,
				   struct ct_distr_shape *result) CT_WARN_UNUSED;

/* The same for the last of several shapes, of which those before are together `a`; `index` is its
 * place, which errors name. */
ct_error ct_distr_broadcast_shape(ct_ints a, ct_ints b, int index,
				  struct ct_distr_shape *result) CT_WARN_UNUSED;

#endif
