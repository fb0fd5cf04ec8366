/*
 * Inside the library: what all makers of tensors do with their options and with what they made.
 */
#ifndef CT_TENSOR_MAKER_H
#define CT_TENSOR_MAKER_H

#include <ctorch/create.h>

#include "memory/handles.h"

#ifdef __cplusplus
extern "C" {
#endif

/* `*wish` is what is wanted: the options, or the defaults for NULL. An error for numbers that name
 * no dtype, layout, device or memory format; `position` is that of the argument `options`. */
ct_error ct_options_read(const ct_tensor_options *options, int position, const char *function,
			 ct_tensor_options *wish) CT_CALL;

/* Where nothing is wished for, the default device: for makers whose operators do not heed it. */
void ct_options_default_device(ct_tensor_options *wish);

/* An operator's `pin_memory`, which is None unless it is asked for. */
static inline const bool *ct_options_pinned(const ct_tensor_options *wish)
{
	return wish->pin_memory ? &wish->pin_memory : NULL;
}

/* Records what is computed with a tensor that was just made. As in Python, a maker refuses a dtype
 * in other words than ct_tensor_set_requires_grad() does. */
ct_error ct_record_made(ct_tensor *made) CT_CALL;

/* The end of a maker: what the operators that it called came to. On success `made`, in the memory
 * format that is wished for and recorded for backward if so, becomes the result of `by`; an error
 * becomes one of `by`. Either way `made` is not the caller's any more. */
ct_error ct_options_finish(struct ct_origin by, ct_error error, ct_tensor *made,
			   const ct_tensor_options *wish, ct_tensor **result) CT_CALL;

/* The same for C data that is on the CPU as yet: dtype, device and pin_memory are still to come. */
ct_error ct_options_finish_data(struct ct_origin by, ct_error error, ct_tensor *made,
				const ct_tensor_options *wish, ct_tensor **result) CT_CALL;

#ifdef __cplusplus
}
#endif

#endif
