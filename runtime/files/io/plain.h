/*
 * Inside the library: tensors whose memory has the elements themselves.
 */
#ifndef CT_FILES_IO_PLAIN_H
#define CT_FILES_IO_PLAIN_H

#include <ctorch/core/types.h>

/* The tensor, or a copy if it is conjugated, negated or of zeros without memory; new. */
ct_error ct_make_plain(const ct_tensor *self, ct_tensor **result) CT_WARN_UNUSED;

/* The same, in C's order. */
ct_error ct_make_plain_contiguous(const ct_tensor *self, ct_tensor **result) CT_WARN_UNUSED;

#endif
