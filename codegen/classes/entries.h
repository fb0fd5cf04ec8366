/* entries.h: the lists of functions, classes and names, whose entries have a few plain values each. */
#ifndef CTORCH_GEN_CLASSES_ENTRIES_H
#define CTORCH_GEN_CLASSES_ENTRIES_H

#include "model.h"

enum { LIST_KEYS_AT_MOST = 10 };

/* The keys of a list. The first one begins an entry. */
struct list_keys {
	const char *kind; /* "a list of functions", for messages */
	size_t len;
	struct list_key {
		const char *name;
		bool is_required;
		bool is_schema; /* on one line */
		bool may_be_empty;
	} at[LIST_KEYS_AT_MOST];
};

struct list_entry {
	struct loc loc;                        /* of the entry */
	struct item values[LIST_KEYS_AT_MOST]; /* by key; text NULL: not there */
};

struct list_entries {
	VEC(struct list_entry) all;
};

/* Reports all errors, and leaves out entries that lack a required key. */
bool list_read(struct arena *arena, struct diag *diag, const struct source *source,
	       const struct list_keys *keys, struct list_entries *entries);

#endif
