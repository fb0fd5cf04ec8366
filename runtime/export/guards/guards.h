/*
 * Inside the library: the conditions on the inputs of an exported program, which are checked before
 * any node runs: sizes and numbers that the export fixed, ranges, equal sizes, and the guards that
 * it found in the code. They are those that Python's ExportedProgram.module() makes, in its order
 * and with its texts.
 *
 * The types of inputs, and the dtypes, devices and numbers of dimensions of tensors, are for the
 * caller to check before.
 */
#ifndef CT_EXPORT_GUARDS_GUARDS_H
#define CT_EXPORT_GUARDS_GUARDS_H

#include <ctorch/core/error.h>

#include "export/graph/graph.h"
#include "export/symbolic/symbolic.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- Inputs and their names (path.c) --------------------------------------------------- */

/* Where an input comes from: "batch", ['image'][0]. */
struct ct_guard_path {
	const char *argument; /* of forward() */
	const struct ct_symbolic_step *steps;
	int64_t steps_len;
	int64_t input; /* of the program */
};

/* One path for each leaf of the arguments, in their order: the user's inputs, and constants. */
ct_error ct_guard_paths_new(const struct ct_program *program, struct ct_arena *arena,
			    const struct ct_guard_path **result,
			    int64_t *result_len) CT_RETURNS_ERROR;

/* "batch['image'][0]", as in Python's messages. */
void ct_guard_path_print(const struct ct_guard_path *self, struct ct_text *text);

/* --- Guards (guards.c, code.c) --------------------------------------------------------- */

struct ct_guards;

enum ct_guard_part {
	CT_GUARD_ITSELF, /* "n" */
	CT_GUARD_SIZE,   /* "x.size()[0]" */
	CT_GUARD_STRIDE,
	CT_GUARD_OFFSET,
	CT_GUARD_DIM, /* "x.dim()" */
	CT_GUARD_NUMEL
};

/* What a path in a guard stands for. */
struct ct_guard_reference {
	int64_t leaf;
	enum ct_guard_part part;
	int64_t index; /* of a size or a stride; from the end if it is negative */
};

/* One input, for the time of a check. */
struct ct_guard_input {
	bool is_tensor;
	int64_t dim;
	const int64_t *sizes, *strides; /* `dim` of each; strides are NULL if there are none */
	int64_t offset;                 /* in elements */
	struct ct_symbolic_value value; /* if it is no tensor */
};

/* They live in the arena. An expression that is malformed, or that is about what is not an input, is
 * an error. */
ct_error ct_guards_new(const struct ct_program *program, struct ct_arena *arena,
		       const struct ct_guards **result) CT_RETURNS_ERROR;

int64_t ct_guards_count(const struct ct_guards *self);
/* "x.size()[0] == 4" */
const char *ct_guards_text(const struct ct_guards *self, int64_t index);

/* Its expression; the slot of a path in it is a place among the references. */
const struct ct_symbolic *ct_guards_tree(const struct ct_guards *self, int64_t index,
					 const struct ct_guard_reference **references);

/* Fails with an AssertionError at the first guard that does not hold: "AssertionError: Guard
 * failed: x.size()[0] == 4". One input for each path. From any number of threads at once. */
ct_error ct_guards_check(const struct ct_guards *self, const struct ct_guard_input *inputs,
			 int64_t inputs_len) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
