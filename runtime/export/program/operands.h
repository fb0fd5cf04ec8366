/*
 * Inside the library: the operands and results of higher-order operators.
 */
#ifndef CT_EXPORT_PROGRAM_OPERANDS_H
#define CT_EXPORT_PROGRAM_OPERANDS_H

#include "export/program/plan.h"

/* Slots of operands or results; free(at). */
struct ct_slots {
	struct ct_slot *at;
	int64_t len;
};

/* Zeroed slots. */
ct_error ct_slots_new(const struct ct_plan *plan, int64_t len,
		      struct ct_slots *result) CT_WARN_UNUSED;

/* Whether an argument is as many operands as it has items. */
bool ct_is_list_of_operands(const struct ct_graph_argument *argument);

/* How many operands the inputs of a node from `begin` to before `end` are: a list is as many as it
 * has items. */
int64_t ct_operands_count(const struct ct_graph_node *node, int64_t begin, int64_t end);

/* Reads them, borrowed; returns what is after the last slot. */
struct ct_slot *ct_operands_read(const struct ct_plan_frame *frame,
				 const struct ct_graph_node *node, int64_t begin, int64_t end,
				 struct ct_slot *to);

/* The size of the first dimension of operands that are sliced along it; an error unless all are
 * tensors that have it. */
ct_error ct_operands_size(const struct ct_plan *plan, const struct ct_slot *operands, int64_t len,
			  int64_t *result) CT_WARN_UNUSED;

/* Puts results, which are owned, into the values that the node makes, in order; an error if there
 * are more or fewer. All of them are taken, also on an error. */
ct_error ct_operands_give(struct ct_plan_frame *frame, const struct ct_graph_node *node,
			  struct ct_slots *results) CT_WARN_UNUSED;

/* The truth of a bool, a number or a tensor with one element. */
ct_error ct_slot_is_true(const struct ct_slot *slot, bool *result) CT_WARN_UNUSED;

/* Makes the gradients of operands that a chosen graph does not use zeros (untaken.c). */
ct_error ct_give_zeros_to_unused(const struct ct_plan *plan, const struct ct_slots *inputs,
				 struct ct_slots *outputs) CT_WARN_UNUSED;

/* An error unless the inputs of auto_functionalized that describe views are of the right types
 * (functional.c). */
ct_error ct_check_functionalized(const struct ct_plan *plan,
				 const struct ct_step *step) CT_WARN_UNUSED;

/* An error if the operator of out_dtype writes to an argument (out_dtype.c). */
ct_error ct_check_out_dtype(const struct ct_plan *plan, const struct ct_step *step) CT_WARN_UNUSED;

/* The steps of control.c, stack.c, wrap.c and functional.c. */
ct_error ct_run_cond(const struct ct_step *step, struct ct_plan_frame *frame);
ct_error ct_run_while_loop(const struct ct_step *step, struct ct_plan_frame *frame);
ct_error ct_run_map(const struct ct_step *step, struct ct_plan_frame *frame);
ct_error ct_run_scan(const struct ct_step *step, struct ct_plan_frame *frame);
ct_error ct_run_associative_scan(const struct ct_step *step, struct ct_plan_frame *frame);
ct_error ct_run_set_grad_enabled(const struct ct_step *step, struct ct_plan_frame *frame);
ct_error ct_run_autocast(const struct ct_step *step, struct ct_plan_frame *frame);
ct_error ct_run_wrapped(const struct ct_step *step, struct ct_plan_frame *frame);
ct_error ct_run_out_dtype(const struct ct_step *step, struct ct_plan_frame *frame);
ct_error ct_run_functionalized(const struct ct_step *step, struct ct_plan_frame *frame);

#endif
