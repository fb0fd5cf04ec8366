/*
 * Inside the library: metadata of safetensors files, dicts of texts.
 */
#ifndef CT_SAFETENSORS_METADATA_H
#define CT_SAFETENSORS_METADATA_H

#include <ctorch/error.h>
#include <ctorch/value.h>

/* A TypeError unless it is NULL, None or a dict of texts; `position` is its argument's. */
ct_error ct_st_check_metadata(const char *function, int position,
			      const ct_value *metadata) CT_WARN_UNUSED;

#endif
