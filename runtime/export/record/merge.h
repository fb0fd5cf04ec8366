/*
 * Inside the library: one graph from the recordings of a function with different sizes.
 */
#ifndef CT_EXPORT_RECORD_MERGE_H
#define CT_EXPORT_RECORD_MERGE_H

#include "export/record/expression.h"
#include "export/record/tape.h"

struct ct_merging {
	const char *function;
	const struct ct_tape *tapes; /* one for each recording; the first is the program's */
	struct ct_expressions expressions;
	struct ct_graph_node *nodes; /* of the program, in the arena */
	int64_t nodes_len;
	bool has_quotients; /* among the arguments */
};

/* Replaces the integers of the first recording that change by expressions; with a single recording
 * all stay as they are. An error names the line whose calls differ. */
ct_error ct_merge(struct ct_merging *self) CT_WARN_UNUSED;

#endif
