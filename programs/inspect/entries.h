/* What a file contains, as a list of names: "model.fc.weight". */
#ifndef CT_INSPECT_ENTRIES_H
#define CT_INSPECT_ENTRIES_H

#include <stddef.h>

#include <ctorch/operators/value.h>
#include <ctorch/tensor/storage.h>

#include "file.h"

/* A tensor, or another value without tensors in it. */
struct entry {
	char *name; /* the keys on the way to it, with dots; as in the file */
	size_t name_len;
	char *key_types; /* where keys in it that are not texts begin, and what they are: "2int " */
	bool is_ambiguous;       /* another one has the same name, but keys of other types */
	ct_value value;          /* borrowed from the file */
	const ct_tensor *tensor; /* borrowed; NULL: another value */
	ct_storage *storage;     /* NULL: several or none */
	size_t storage_id;       /* in `storages`; SIZE_MAX: several or none */
	int64_t nbytes;          /* of its elements */
};

/* A storage of tensors. */
struct storage {
	int64_t nbytes;
	size_t first, users; /* the first of the entries that use it, and how many do */
};

struct entries {
	struct entry *items;
	size_t len, room;
	struct storage *storages; /* in the order of their first tensors */
	size_t storages_len;
	size_t state_dicts; /* with _metadata */
};

/* Lists all, or what options->keys select, and notes in `used` which of them select something.
 * Release it, also after an error. */
ct_error list_entries(const struct file *file, const struct options *options, bool *used,
		      struct entries *result) CT_WARN_UNUSED;

/* Marks the entries of both with the same name and keys of other types: the keys 3 and '3'. `b` may be
 * NULL. */
void mark_ambiguous(struct entries *a, struct entries *b);

void free_entries(struct entries *entries);

/* The bytes that reading all elements reads: an expanded tensor has fewer than its shape says. */
int64_t readable_nbytes(const struct entries *entries);

/* The name for a terminal, with the types of its keys if it is ambiguous: "state.3 (int key)"; of the
 * file's only value: "(value)". free() */
char *shown_name(const struct entry *entry);

/* Those of a tensor: "float32" and "[2, 3]". free() */
char *shown_dtype(const struct entry *entry);
char *shown_shape(const struct entry *entry);

/* The type and, for a tensor, the shape: "float32 [2, 3]". free() */
char *shown_type(const struct entry *entry);

/* Python's repr() of another value, for a terminal, of at most `most` columns; 0: any. free() */
ct_error shown_value(const ct_value *value, size_t most, char **result) CT_WARN_UNUSED;

#endif
