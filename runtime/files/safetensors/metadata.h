/*
 * Inside the library: metadata of safetensors files, dicts of texts.
 */
#ifndef CT_FILES_SAFETENSORS_METADATA_H
#define CT_FILES_SAFETENSORS_METADATA_H

#include <ctorch/core/error.h>
#include <ctorch/operators/value.h>

/* A copy of the caller's metadata, which is to be released, also after an error; a TypeError unless
 * they are NULL, None or a dict of texts. `position` is the argument's. */
ct_error ct_st_metadata_read(const char *function, int position, const ct_value *metadata,
			     ct_value *result) CT_WARN_UNUSED;

#endif
