/*
 * Tensors whose memory has the elements themselves.
 */
#include <stddef.h>

#include <ctorch/core/error.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/recording.h"
#include "files/io/plain.h"

/* One of PyTorch's functions that return a tensor itself or a changed copy. */
static ct_error plain_replace(ct_error error, ct_tensor **tensor,
			      ct_error (*change)(const ct_tensor *, ct_tensor **))
{
	ct_tensor *changed;

	if (error)
		return error;
	error = change(*tensor, &changed);
	ct_tensor_free(*tensor);
	if (error == NULL)
		*tensor = changed;
	return error;
}

static ct_error make_contiguous(const ct_tensor *tensor, ct_tensor **result)
{
	return ct_contiguous(tensor, CT_CONTIGUOUS_FORMAT, result);
}

/* A tensor of zeros may be without memory. */
static ct_error make_real(const ct_tensor *self, ct_tensor **result)
{
	bool is_zero = false;

	CT_TRY(ct__is_zerotensor(self, &is_zero));
	return is_zero ? ct_clone(self, CT_MEMORY_FORMAT_NONE, result)
		       : ct_resolve_conj(self, result);
}

ct_error ct_make_plain(const ct_tensor *self, ct_tensor **result)
{
	CT_TRY(ct_check_not_recorded());
	return plain_replace(make_real(self, result), result, ct_resolve_neg);
}

ct_error ct_make_plain_contiguous(const ct_tensor *self, ct_tensor **result)
{
	return plain_replace(ct_make_plain(self, result), result, make_contiguous);
}
