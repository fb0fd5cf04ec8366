/*
 * Inside the library: the names of functions and classes that a pickle has and nobody wants.
 */
#ifndef CT_PICKLE_SKIPPED_H
#define CT_PICKLE_SKIPPED_H

/* What has no memory is not in the table, and an error. */
#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(element) ((void)(element))
#include <uthash.h>

#include "pickle/unpickle.h"

/* In the order of the file, each once. In the arena. */
struct ct_skipped_name {
	UT_hash_handle hh;
	size_t n;
	char text[]; /* "module.name", with a NUL */
};

ct_error ct_skipped_add(struct ct_unpickler *self, const char *module, size_t module_len,
			const char *name, size_t name_len) CT_WARN_UNUSED;

/* Before the arena is freed. */
void ct_skipped_clear(struct ct_unpickler *self);

#endif
