/*
 * Inside the library: the common handling of options and results in functions that create tensors.
 */
#ifndef CT_TENSOR_TENSOR_MAKER_H
#define CT_TENSOR_TENSOR_MAKER_H

#include <ctorch/tensor/create.h>

#include "core/memory/handles.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sets `*wish` to the options, or to the defaults for NULL. An error for an unknown dtype, layout,
 * device or memory format; `position` is that of the argument `options`. */
ct_error ct_options_read(const ct_tensor_options *options, int position, const char *function,
			 ct_tensor_options *wish) CT_RETURNS_ERROR;

/* Sets the default device if none is given: for functions whose operators do not use it. */
void ct_options_default_device(ct_tensor_options *wish);

/* An operator's `pin_memory`: None unless it is requested. */
static inline const bool *ct_options_pinned(const ct_tensor_options *wish)
{
	return wish->pin_memory ? &wish->pin_memory : NULL;
}

/* Makes a new tensor require a gradient. As in Python, the error for its dtype differs from that of
 * ct_tensor_set_requires_grad(). */
ct_error ct_record_made(ct_tensor *made) CT_RETURNS_ERROR;

/* The last step of creating a tensor. On success `made`, in the requested memory format and with
 * the requested requires_grad, becomes the result of `by`; an error becomes one of `by`. In both
 * cases `made` is not the caller's any more. */
ct_error ct_options_finish(struct ct_origin by, ct_error error, ct_tensor *made,
			   const ct_tensor_options *wish, ct_tensor **result) CT_RETURNS_ERROR;

/* The same for C data, which is still on the CPU: also applies dtype, device and pin_memory. */
ct_error ct_options_finish_data(struct ct_origin by, ct_error error, ct_tensor *made,
				const ct_tensor_options *wish, ct_tensor **result) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
