/*
 * Inside the library: from a recorded graph to a program.
 */
#ifndef CT_EXPORT_RECORD_PROGRAM_H
#define CT_EXPORT_RECORD_PROGRAM_H

#include "export/record/merge.h"

/* A parameter or a buffer. */
struct ct_recorded_weight {
	enum ct_program_input_kind kind;
	const char *path; /* borrowed */
	bool is_persistent;
	ct_tensor *tensor; /* borrowed */
};

/* What a program is made of. The values of the graph are those of the weights, those of the inputs
 * that are not None, and all others. */
struct ct_recorded {
	const char *function;
	const struct ct_merging *merged;
	const struct ct_recorded_weight *weights;
	int64_t weights_len;
	const char *const *input_names;
	const bool *input_is_none;
	int64_t inputs_len;
	const struct ct_graph_argument *outputs;
	int64_t outputs_len;
};

/* Fills the program, whose arena has the graph. */
ct_error ct_recorded_program(const struct ct_recorded *self,
			     struct ct_program *result) CT_WARN_UNUSED;

enum { CT_CONSTANT_NAME = 48 };

/* The name of a constant, as in the program's weights: "lifted_tensor_0". */
void ct_constant_name(int64_t number, char result[CT_CONSTANT_NAME]);

#endif
