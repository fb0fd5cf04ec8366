/*
 * Inside the library: the names of functions and classes of a pickle that are not in the table of
 * globals.c.
 */
#ifndef CT_FILES_PICKLE_SKIPPED_H
#define CT_FILES_PICKLE_SKIPPED_H

/* What has no memory is not in the table, and an error. */
#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(element) ((void)(element))
#include <uthash.h>

#include "files/pickle/unpickle.h"

/* In the order of the file, each once. In the arena. */
struct ct_skipped_name {
	UT_hash_handle hh;
	struct ct_pickle_global global; /* its `module` is the text, its `name` is empty */
	size_t n;
	char text[]; /* "module.name", printable, with a NUL */
};

/* The entry of a table of names, which is new if the table has none yet. */
ct_error ct_skipped_find(struct ct_unpickler *self, struct ct_skipped_name **table,
			 const char *module, size_t module_len, const char *name, size_t name_len,
			 struct ct_skipped_name **result) CT_WARN_UNUSED;

/* The same for what is skipped. */
ct_error ct_skipped_add(struct ct_unpickler *self, const char *module, size_t module_len,
			const char *name, size_t name_len) CT_WARN_UNUSED;

/* Before the arena is freed. */
void ct_skipped_clear(struct ct_unpickler *self);

#endif
