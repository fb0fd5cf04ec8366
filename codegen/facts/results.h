/*
 * results.h: the results of the operator tests, from tests/proof/operators/results.tsv.
 *
 *     # release 2.15.0
 *     add.Tensor	31	values	gradient	bool,float32	-	-
 *
 * KEEP THE SAME: tests/proof/operators/compare/results.cpp writes the file.
 */
#ifndef CTORCH_GEN_FACTS_RESULTS_H
#define CTORCH_GEN_FACTS_RESULTS_H

#include "model.h"

enum outcome { OUTCOME_VALUES, OUTCOME_ERRORS, OUTCOME_DIES };

struct result {
	struct loc loc;
	unsigned long calls;  /* the number of argument lists that it was called with */
	enum outcome outcome; /* the best of all calls */
	bool has_gradient;    /* gradients were compared too */
	struct names dtypes;  /* accepted for self or the first tensor: "bool", "float32" */
	const char *reason;   /* OUTCOME_ERRORS: the error; else "-" */
};

/* "values" */
const char *outcome_name(enum outcome outcome);

/*
 * Reads the file into the `result` of the model's operators. They stay NULL without `path`, or if
 * the file is of another release. Reports all errors in the file.
 */
bool results_read(struct arena *arena, struct diag *diag, const char *path, struct model *model);

#endif
