/* shim.h: what the generated functions call. */
#ifndef TCH_SHIM_H
#define TCH_SHIM_H

#include <stdlib.h>

#include <ctorch/core.h>

#include "torch_api.h"

/* Ends a call: keeps its error for get_and_reset_last_err(). Returns whether it succeeded. */
bool tch_done(int64_t was, ct_error error);

/* A list with NULL after its last tensor, in a block that free() frees; NULL after an error. */
tensor *tch_list(tensor *tensors, int64_t len);

/* A text with NUL at its end; NULL for NULL. */
char *tch_text(const char *text, int64_t len);

/* libtorch's numbers: libctorch's are greater by one, and -1 is none. */
static inline ct_dtype tch_dtype(int type)
{
	return type + 1;
}

static inline ct_layout tch_layout(int layout)
{
	return layout + 1;
}

/* -1: the CPU, -2: Apple's GPU, -3: Vulkan, others: a CUDA device. */
ct_device tch_device(int device);

#endif
