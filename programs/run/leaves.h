/* The leaves of nested outputs, with names: "0.logits". */
#ifndef CT_RUN_LEAVES_H
#define CT_RUN_LEAVES_H

#include <ctorch/operators/value.h>

struct leaf {
	char *name;     /* the keys on the way to it, with dots; "output" for the only one */
	ct_value value; /* borrowed */
};

struct leaves {
	struct leaf *items;
	int64_t len;
};

/* Adds the leaves of a value; release them, also after an error. */
ct_error add_leaves(const ct_value *value, struct leaves *leaves) CT_WARN_UNUSED;
void free_leaves(struct leaves *leaves);

/* The tensor of a leaf, borrowed; NULL: it is something else. */
ct_tensor *tensor_of(const struct leaf *leaf);

/* A contiguous copy on the CPU, with resolved conjugation. The result is new. */
ct_error plain_copy(const ct_tensor *tensor, ct_tensor **result) CT_WARN_UNUSED;

#endif
