/*
 * Inside the library: what running a graph needs, prepared once: a step for each node, with its
 * operator found and its constants converted, and the values that are dead after it.
 *
 * A plan does not change while it runs, so that any number of threads can run it at once; what one
 * run needs is in its frame.
 */
#ifndef CT_EXPORT_PROGRAM_PLAN_H
#define CT_EXPORT_PROGRAM_PLAN_H

#include <ctorch/export/program.h>
#include <ctorch/operators/operator.h>

#include "export/graph/place.h"
#include "operators/direct/direct.h"

/* --- Frames ----------------------------------------------------------------------------------- */

/* A value of a graph in one run. */
struct ct_slot {
	int32_t kind;  /* CT_VALUE_NONE, _BOOL, _INT, _FLOAT, _TENSOR or _OBJECT */
	bool is_owned; /* the run owns the tensor's handle, which is in the caller's scope */
	union {
		int64_t i;
		double f;
		ct_tensor *tensor;
		const void *object;
	};
};

struct ct_plan;

struct ct_plan_frame {
	const struct ct_plan *plan;
	struct ct_slot *slots; /* of the graph's values */
	ct_value *args;        /* of the present step; as many as the plan's largest has */
	char *lists;           /* of the present step; likewise */
};

/* --- Steps ------------------------------------------------------------------------------------ */

/* How a value becomes an argument, or an item of a list. */
enum ct_patch_kind {
	CT_PATCH_TENSOR,
	CT_PATCH_INT, /* and a bool */
	CT_PATCH_FLOAT,
	CT_PATCH_NUMBER, /* of the kind that it has */
	CT_PATCH_OBJECT,
	CT_PATCH_DEVICE,  /* that of a tensor */
	CT_PATCH_WRAPPED, /* a number where the schema wants a tensor */
	CT_PATCH_TENSOR_ITEM,
	CT_PATCH_INT_ITEM,
	CT_PATCH_FLOAT_ITEM,
	CT_PATCH_BOOL_ITEM
};

struct ct_patch {
	enum ct_patch_kind kind;
	int32_t argument;
	int32_t item; /* of a list */
	int32_t value;
};

/* A list among the arguments some of whose items are values. */
struct ct_patched_list {
	int32_t argument;
	size_t offset; /* in the frame's lists */
	size_t nbytes;
	const void *items; /* before they are patched */
};

/* An argument of a kind that is rare: its value is made in each run. */
struct ct_late_argument {
	int32_t argument;
	const struct ct_graph_argument *from;
};

/* Where a result goes. */
struct ct_step_output {
	enum { CT_OUTPUT_NOTHING, CT_OUTPUT_VALUE, CT_OUTPUT_LIST } kind;
	int32_t value;         /* CT_NO_VALUE: nowhere */
	const int32_t *values; /* of a list's items; CT_NO_VALUE: nowhere */
	int64_t values_len;
};

/* What the operator's schema says about the memory of an argument. */
enum ct_input_note {
	CT_INPUT_SHARED = 1, /* a result may be a view of it: "Tensor(a)" */
	CT_INPUT_WRITTEN,    /* the operator writes to it: "Tensor(a!)" */
};

struct ct_step;

/* Computes the values that the node makes. */
typedef ct_error (*ct_step_function)(const struct ct_step *step, struct ct_plan_frame *frame);

struct ct_step {
	const struct ct_graph_node *node;
	ct_step_function run;
	const struct ct_direct *direct;      /* of an operator; NULL: it is called by its name */
	const struct ct_operator *operator_; /* of an operator */
	const ct_value *args;
	int32_t args_len;
	int32_t patches_len;
	const struct ct_patch *patches;
	bool makes_tensors; /* some patches are CT_PATCH_WRAPPED */
	const struct ct_patched_list *lists;
	size_t lists_nbytes; /* of all of them, each aligned */
	int32_t lists_len;
	int32_t late_len;
	const struct ct_late_argument *late;
	int32_t outputs_len;
	const struct ct_step_output *outputs; /* one for each result of the operator */
	const unsigned char *notes;           /* for each input of the node; NULL: all are 0 */
	const struct ct_plan *const *inner;   /* the graphs of a higher-order operator, in order */
	int64_t inner_len;
	int64_t number;                       /* for the function: which symbolic operator */
	const int32_t *dead;
	int32_t dead_len;
};

/* No operator has more results: _lstm_mps has 6. */
enum { CT_MAX_RESULTS = 16 };

struct ct_plan {
	struct ct_graph_place place;
	const struct ct_step *steps; /* as many as the graph has nodes */
	int32_t args_max;            /* of all steps */
	size_t lists_max;
};

/* --- Preparing (prepare.c) -------------------------------------------------------------------- */

/* A wrapped number that a plan uses as a constant. */
struct ct_wrapped {
	struct ct_wrapped *next;
	ct_tensor *tensor; /* in no scope */
};

struct ct_preparing;

/* Prepares a graph: ct_plan_new(), which steps with inner graphs call through the struct below. */
typedef ct_error (*ct_plan_maker)(struct ct_preparing *self, const struct ct_graph_place *place,
				  const struct ct_plan **result);

struct ct_preparing {
	ct_plan_maker new_plan;
	struct ct_arena *arena; /* for the plans */
	struct ct_wrapped *wrapped;
	ct_device device; /* replaces the devices in arguments; CT_DEVICE_NONE: they stay */
};

ct_error ct_plan_new(struct ct_preparing *self, const struct ct_graph_place *place,
		     const struct ct_plan **result) CT_WARN_UNUSED;

/* Memory for a plan (preparing.c). */
void *ct_prepare_array(struct ct_preparing *self, int64_t len, size_t size);
ct_error ct_prepare_no_memory(const struct ct_graph_place *place) CT_WARN_UNUSED;

/* A step of an operator: "torch.ops.aten.add.Tensor" (operator.c). */
ct_error ct_prepare_operator(struct ct_preparing *self, const struct ct_plan *plan,
			     struct ct_step *step) CT_WARN_UNUSED;
/* The same for an operator in "torch.ops.higher_order.with_effects". */
ct_error ct_prepare_with_effects(struct ct_preparing *self, const struct ct_plan *plan,
				 struct ct_step *step) CT_WARN_UNUSED;

/* Sets the operator of a step (operator.c). */
ct_error ct_prepare_find_operator(const struct ct_plan *plan, struct ct_step *step,
				  const char *target) CT_WARN_UNUSED;
/* Of Python's: "_operator.add"; false: the target is none of them (symbols.c). */
bool ct_prepare_symbolic(struct ct_step *step);
/* Of a higher-order operator: "torch.ops.higher_order.cond" (higher_order.c). */
ct_error ct_prepare_higher_order(struct ct_preparing *self, const struct ct_plan *plan,
				 struct ct_step *step) CT_WARN_UNUSED;

/* Whether there is a higher-order operator of this name: "cond". */
bool ct_is_higher_order(const char *name);
/* "aten::add.Tensor" of "torch.ops.aten.add.Tensor"; false: it is not an operator's name
 * (operator.c). */
bool ct_operator_name_of(const char *target, char *name, size_t size);

/* --- Running (run.c) -------------------------------------------------------------------------- */

/* The function that receives the time of each step of this thread's runs. */
struct ct_plan_profile {
	ct_export_profile_function call;
	void *context;
	int64_t inner; /* nanoseconds of the steps in the present one's graphs */
};

/* Sets the profile of this thread, NULL for none, and returns the previous one. */
struct ct_plan_profile *ct_plan_set_profile(struct ct_plan_profile *profile);

/* A frame with empty slots; the inputs are to be put into them. */
ct_error ct_plan_frame_new(const struct ct_plan *plan, struct ct_plan_frame *result) CT_WARN_UNUSED;
void ct_plan_frame_free(struct ct_plan_frame *frame);

/* Runs all steps and fills the slots of the outputs. After an error, the caller's scope owns the
 * tensors that the steps made. */
ct_error ct_plan_frame_run(struct ct_plan_frame *frame) CT_WARN_UNUSED;

/* Runs a graph on these inputs, which it borrows. `outputs` are owned, and as many as the graph
 * has. */
ct_error ct_plan_run(const struct ct_plan *plan, const struct ct_slot *inputs, int64_t inputs_len,
		     struct ct_slot *outputs) CT_WARN_UNUSED;

/* Sets a value, or releases the slot if there is none; an error if it is of another kind than the
 * graph says. The slot is taken, also on an error. */
ct_error ct_plan_frame_put(struct ct_plan_frame *frame, int32_t value,
			   struct ct_slot slot) CT_WARN_UNUSED;

/* A constant argument as a value, which borrows its text; None: it is neither a number nor a text, a
 * dtype, a layout or a memory format (constant.c). */
ct_value ct_constant_of(const struct ct_graph_argument *argument);

/* The slot of an argument: of its value, or its constant. A list has none. */
struct ct_slot ct_slot_of(const struct ct_plan_frame *frame,
			  const struct ct_graph_argument *argument);

/* Moves a slot out of a frame, or adds a reference to one that the frame does not own. */
ct_error ct_slot_take(struct ct_slot *slot, struct ct_slot *result) CT_WARN_UNUSED;
void ct_slot_free(struct ct_slot *slot);

#endif
