/*
 * The sizes and strides of a caller's tensor: see sizes.h.
 */
#include <string.h>

#include <ctorch/core/error.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "tensor/tensor/sizes.h"
#include "core/base/name_of.h"

static bool lacks(const ct_tensor *x, const int64_t *list)
{
	return list == NULL && ct_tensor_dim(x) > 0;
}

/* With the texts of libtorch's at::Tensor::sizes() and strides(). */
static ct_error refuse(const ct_tensor *x, const char *what)
{
	if (ct_tensor_is_nested(x))
		return CT_RAISED(CT_ERROR_RUNTIME,
				 "Internal error: NestedTensorImpl doesn't support %s. Please "
				 "file an issue.",
				 what);
	return CT_RAISED(CT_ERROR_RUNTIME, "the tensor's layout has no %s", what);
}

ct_error ct_check_sizes(const ct_tensor *x)
{
	return lacks(x, ct_tensor_shape(x)) ? refuse(x, "sizes") : NULL;
}

ct_error ct_check_strides(const ct_tensor *x)
{
	return lacks(x, ct_tensor_strides(x)) ? refuse(x, "strides") : NULL;
}

static ct_ints readable(const ct_tensor *x, const int64_t *list, const char *what)
{
	static const int64_t none[CT_SIZES_READABLE];
	const int64_t dim = ct_tensor_dim(x);

	if (list)
		return (ct_ints){ list, dim };
	if (dim > 0)
		ct_expression_note(refuse(x, what), NULL, 0, NULL);
	return (ct_ints){ none, dim < CT_SIZES_READABLE ? dim : CT_SIZES_READABLE };
}

ct_ints ct_sizes_of(const ct_tensor *x)
{
	return readable(x, ct_tensor_shape(x), "sizes");
}

ct_ints ct_strides_of(const ct_tensor *x)
{
	return readable(x, ct_tensor_strides(x), "strides");
}

int64_t ct_size_of(const ct_tensor *x, int64_t dim)
{
	int64_t size = ct_tensor_size(x, dim);
	ct_error error;

	if (size >= 0 || !ct_tensor_is_nested(x))
		return size;
	error = ct_size_int(x, dim, &size);
	if (error == NULL)
		return size;
	ct_expression_note(error, NULL, 0, NULL);
	return 0;
}

bool ct_same_sizes(const ct_tensor *a, const ct_tensor *b)
{
	const ct_ints a_sizes = ct_sizes_of(a), b_sizes = ct_sizes_of(b);

	return a_sizes.len == b_sizes.len &&
	       (a_sizes.len <= 0 ||
		memcmp(a_sizes.at, b_sizes.at, (size_t)a_sizes.len * sizeof *a_sizes.at) == 0);
}
