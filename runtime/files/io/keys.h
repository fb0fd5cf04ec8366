/*
 * Inside the library: the names that ct_load_options.keys selects.
 */
#ifndef CT_FILES_IO_KEYS_H
#define CT_FILES_IO_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#include <ctorch/files/save.h>

struct ct_key {
	const char *name; /* the caller's */
	size_t n;
	bool found;
};

struct ct_keys {
	struct ct_key *keys; /* sorted */
	int64_t len;
	size_t longest; /* of the names */
	bool all;       /* every name is selected */
};

/* An error if the options have no list of names, which needs no memory. */
ct_error ct_keys_check_options(const char *function, int position,
			       const ct_load_options *options) CT_WARN_UNUSED;

/* `position` is the options' among the arguments. Release it with ct_keys_release(). */
ct_error ct_keys_read(const char *function, int position, const ct_load_options *options,
		      struct ct_keys *keys) CT_WARN_UNUSED;

void ct_keys_release(struct ct_keys *keys);

/* Whether one of the keys is this name of `n` bytes, or a part of it that ends at a dot. A name may
 * have a NUL, which no key has. */
bool ct_keys_has(struct ct_keys *keys, const char *name, size_t n);

/* The bytes of a name that ct_keys_has() looks at. */
size_t ct_keys_cost(const struct ct_keys *keys, size_t n);

/* A KeyError if a key has selected nothing of `file`. */
ct_error ct_keys_check(const struct ct_keys *keys, const char *function,
		       const char *file) CT_WARN_UNUSED;

#endif
