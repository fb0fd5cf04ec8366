/*
 * results.h: what became of each operator in the tests, as tests/ops/results.tsv keeps it.
 *
 *     # release 2.15.0
 *     add.Tensor	31	values	gradient	bool,float32	-	-
 *
 * KEEP THE SAME: tests/ops/results.cpp writes it.
 */
#ifndef CTORCH_GEN_FACTS_RESULTS_H
#define CTORCH_GEN_FACTS_RESULTS_H

#include "model.h"

enum outcome { OUTCOME_VALUES, OUTCOME_ERRORS, OUTCOME_DIES };

struct result {
	struct loc loc;
	unsigned long calls;  /* lists of arguments that it was called with */
	enum outcome outcome; /* the best of them */
	bool has_gradient;    /* which was compared, too */
	struct names dtypes;  /* of self or the first tensor where accepted: "bool", "float32" */
	const char *reason;   /* OUTCOME_ERRORS: the error; else "-" */
};

/* "values" */
const char *outcome_name(enum outcome outcome);

/*
 * Reads the file into the `result` of the model's operators. Without `path`, and for a file of
 * another release, they stay NULL. False after reporting all that is wrong with the file.
 */
bool results_read(struct arena *arena, struct diag *diag, const char *path, struct model *model);

#endif
