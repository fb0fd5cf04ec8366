/*
 * Inside the library: tensors of one safetensors file.
 */
#ifndef CT_FILES_SAFETENSORS_READ_H
#define CT_FILES_SAFETENSORS_READ_H

#include <ctorch/files/save.h>

#include "files/safetensors/header.h"
#include "files/io/keys.h"

/* A call that loads tensors, from one file or several. */
struct ct_st_reading {
	const char *function;
	ct_load_options options;
	struct ct_keys keys;
	ct_value tensors; /* a dict, by name */
	ct_value skipped; /* a list of names */
};

/* `position` is the options' among the arguments. Both must be closed, also after an error. */
ct_error ct_st_reading_open(const char *function, int position, const ct_load_options *options,
			    struct ct_st_reading *reading) CT_WARN_UNUSED;

/* Gives the tensors to the caller unless there is an error, and frees the rest. `file` is what was
 * read, for messages. */
ct_error ct_st_reading_close(struct ct_st_reading *reading, ct_error error, const char *file,
			     ct_value *result) CT_WARN_UNUSED;

/* Adds the selected tensors of a file whose header was read. */
ct_error ct_st_read_tensors(struct ct_st_reading *reading, const struct ct_st_source *source,
			    const struct ct_st_header *header) CT_WARN_UNUSED;

#endif
