/*
 * Inside the library: tensors to be written to safetensors files.
 */
#ifndef CT_FILES_SAFETENSORS_WRITE_H
#define CT_FILES_SAFETENSORS_WRITE_H

#include <ctorch/operators/value.h>

#include "core/base/text.h"
#include "files/io/write.h"
#include "files/safetensors/types.h"

struct ct_st_item {
	const char *name;        /* the dict's */
	const ct_tensor *tensor; /* the dict's */
	const struct ct_st_type *type;
	int64_t nbytes;
};

struct ct_st_items {
	struct ct_st_item *items;
	int64_t len;
	ct_value
		dict; /* a copy of the caller's: its texts are complete, and no name occurs twice */
};

/* Checks a dict of tensors and lists them in its order. They must be released, also after an
 * error. */
ct_error ct_st_items_read(const char *function, const ct_value *tensors,
			  struct ct_st_items *items) CT_WARN_UNUSED;
void ct_st_items_release(struct ct_st_items *items);

/* A RuntimeError if some of the tensors share memory; it names them. */
ct_error ct_st_check_shared(const char *function, const struct ct_st_items *items) CT_WARN_UNUSED;

/* A file's bytes up to the data; it puts the items into the format's order. `metadata` is a dict of
 * texts or None. Release the text, also after an error. */
ct_error ct_st_header_write(const char *function, struct ct_st_items *items,
			    const ct_value *metadata, struct ct_text *text) CT_WARN_UNUSED;

/* Writes a file of these items, which it puts into the format's order. */
ct_error ct_st_write_file(const char *function, const char *path, struct ct_st_items *items,
			  const ct_value *metadata) CT_WARN_UNUSED;

#endif
