/* entries.h: the yaml files of runtime/nn/, lists of entries with a few plain values each. */
#ifndef CTORCH_GEN_CLASSES_ENTRIES_H
#define CTORCH_GEN_CLASSES_ENTRIES_H

#include "model.h"

enum { NN_KEYS_AT_MOST = 8 };

/* The keys of a list. The first one begins an entry. */
struct nn_keys {
	const char *kind; /* "a list of functions", for messages */
	size_t len;
	struct nn_key {
		const char *name;
		bool is_required;
		bool is_schema; /* on one line */
		bool may_be_empty;
	} at[NN_KEYS_AT_MOST];
};

struct nn_entry {
	struct loc loc;                      /* of the entry */
	struct item values[NN_KEYS_AT_MOST]; /* by key; text NULL: not there */
};

struct nn_entries {
	VEC(struct nn_entry) all;
};

/* Reports all errors, and leaves out entries that lack a required key. */
bool nn_entries_read(struct arena *arena, struct diag *diag, const struct source *source,
		     const struct nn_keys *keys, struct nn_entries *entries);

#endif
