/*
 * Padding. As in Python's F.pad(), the sizes of the last dimension come first.
 */
#include <ctorch/tensor/tensor.h>

#include "nn/functional/lists.h"
#include "nn/layers/plain.h"

enum { MOST_PADS = 6 };

/* One number stands for all `n`. */
static ct_error pad(const ct_tensor *x, ct_ints padding, int64_t n, const char *mode, double value,
		    ct_tensor **result)
{
	int64_t pads[MOST_PADS];

	CT_TRY(ct_nn_expand(NULL, "padding", padding.at, padding.len, n, pads));
	return CT(pad, result, x, CT_INTS_OF(pads, n), mode, value);
}

#define PAD(class_name, n, mode)                                         \
	CT_NN_PLAIN(class_name, NULL)                                    \
	{                                                                \
		return pad(x, a->padding, n, mode, CT_NO_FLOAT, result); \
	}

PAD(ReflectionPad1d, 2, "reflect")
PAD(ReflectionPad2d, 4, "reflect")
PAD(ReflectionPad3d, 6, "reflect")
PAD(ReplicationPad1d, 2, "replicate")
PAD(ReplicationPad2d, 4, "replicate")
PAD(ReplicationPad3d, 6, "replicate")

#define PAD_VALUE(class_name, n, value)                                  \
	CT_NN_PLAIN(class_name, NULL)                                    \
	{                                                                \
		return pad(x, a->padding, n, "constant", value, result); \
	}

PAD_VALUE(ConstantPad1d, 2, a->value)
PAD_VALUE(ConstantPad2d, 4, a->value)
PAD_VALUE(ConstantPad3d, 6, a->value)
PAD_VALUE(ZeroPad1d, 2, 0)
PAD_VALUE(ZeroPad2d, 4, 0)
PAD_VALUE(ZeroPad3d, 6, 0)

/* --- CircularPad ------------------------------------------------------------------------------ */

static ct_error padding_check_dim(const void *self, const ct_tensor *x, int64_t unbatched)
{
	const struct ct_nn_head *head = self;
	const int64_t dim = ct_tensor_dim(x);

	if (dim == unbatched || dim == unbatched + 1)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, head->klass->of.name,
			    "expected %lldD or %lldD input (got %lldD input)", (long long)unbatched,
			    (long long)unbatched + 1, (long long)dim);
}

/* `dims`: spatial dimensions. */
#define PAD_CIRCULAR(class_name, dims)                                                \
	CT_NN_PLAIN(class_name, NULL)                                                 \
	{                                                                             \
		CT_TRY(padding_check_dim(self, x, dims + 1));                         \
		return pad(x, a->padding, 2 * dims, "circular", CT_NO_FLOAT, result); \
	}

PAD_CIRCULAR(CircularPad1d, 1)
PAD_CIRCULAR(CircularPad2d, 2)
PAD_CIRCULAR(CircularPad3d, 3)
