/*
 * Inside the library: datasets over one other dataset. Their data begins with `ct_dataset *base`, a
 * reference; what a pass over them keeps begins with `struct ct_pass pass`, a pass over that.
 */
#ifndef CT_DATA_DATASET_BASED_H
#define CT_DATA_DATASET_BASED_H

#include "data/dataset/dataset.h"

/* What the dataset below says. */
ct_error ct_based_len(const void *data, int64_t *result);
ct_error ct_based_classes(const void *data, ct_value *result);

/* Drops the reference and frees the data. */
void ct_based_free(void *data);

/* Zeroed memory of `nbytes` for a pass, in which the one below is open; for the errors of the function
 * of this name. */
ct_error ct_based_open(const void *data, size_t nbytes, ct_generator *generator,
		       const char *function, void **stream) CT_WARN_UNUSED;
/* Closes the pass below and frees the memory. */
void ct_based_close(void *stream);

#endif
