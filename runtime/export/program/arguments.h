/*
 * Inside the library: arguments of operators, from the graph's form to the schema's.
 */
#ifndef CT_EXPORT_PROGRAM_ARGUMENTS_H
#define CT_EXPORT_PROGRAM_ARGUMENTS_H

#include "export/program/declared.h"
#include "export/program/plan.h"

/* The longest list `int[N]` that one number stands for. */
enum { CT_MAX_EXPANDED = 8 };

/* A step whose arguments are being prepared. */
struct ct_arguments {
	struct ct_preparing *self;
	const struct ct_plan *plan;
	struct ct_step *step;
	ct_value *args;
	struct ct_patch *patches;
	struct ct_patched_list *lists;
	struct ct_late_argument *late;
	size_t lists_nbytes;
	int64_t skipped;    /* inputs of the node that come before the operator's */
	bool takes_numbers; /* for tensors */
	bool is_direct;     /* so far every argument is as the generated function takes it */
};

/* Sets argument `k` of the schema from one of the node. */
ct_error ct_arguments_set(struct ct_arguments *self, int32_t k, struct ct_declared declared,
			  const struct ct_graph_argument *from) CT_WARN_UNUSED;

/* Sets argument `k` to its default value. */
void ct_arguments_set_default(struct ct_arguments *self, int32_t k, struct ct_declared declared,
			      const ct_value *value);

/* Fills in the arguments of a step (patch.c). What is in the frame stays valid until the next step.
 * What was made for this one, late arguments and tensors of numbers, must be freed, also after an
 * error. */
ct_error ct_arguments_fill(const struct ct_step *step, struct ct_plan_frame *frame) CT_WARN_UNUSED;
void ct_arguments_free(const struct ct_step *step, struct ct_plan_frame *frame);

/* A slot as a value that borrows it. */
ct_value ct_slot_as_value(const struct ct_slot *slot);

/* An argument as an owning value, of any arm. */
ct_error ct_argument_value(const struct ct_plan_frame *frame, const struct ct_graph_argument *from,
			   ct_value *result) CT_WARN_UNUSED;

#endif
