/*
 * Inside the library: a loaded program.
 */
#ifndef CT_EXPORT_PROGRAM_INSTANCE_H
#define CT_EXPORT_PROGRAM_INSTANCE_H

#include <pthread.h>
#include <stdatomic.h>

#include <ctorch/export/program.h>

#include "export/guards/guards.h"
#include "export/program/compiled.h"
#include "export/program/plan.h"
#include "module/module.h"

/* What all instances of a program share. It does not change. */
struct ct_export_shared {
	atomic_int references;
	struct ct_program *program;
	char *path, *what;     /* "model.pt2", "model.pt2: models/model.json" */
	struct ct_arena arena; /* of what follows */
	struct ct_wrapped *wrapped;
	const struct ct_plan *plan;
	const struct ct_guards *guards;
	const struct ct_guard_path *paths; /* of the user's inputs, in order */
	const int64_t *inputs;             /* their places among the graph's */
	const ct_device *devices;          /* theirs; CT_DEVICE_NONE: any */
	int64_t inputs_len;
	ct_device device;    /* of the options */
	const bool *writes;  /* for each input of the graph: a run writes to this weight */
	bool is_mutating;    /* it writes to any */
	char *sample_inputs; /* the bytes of torch.save(); NULL: there are none */
	size_t sample_inputs_nbytes;
	ct_value extra_files;
};

/* Where a weight is in the module: the tensor there may be replaced. */
struct ct_weight {
	ct_module *owner; /* NULL: the input is no weight */
	const char *name; /* in it */
	enum ct_part_kind kind;
	uint32_t index; /* where it was last */
};

/* The data of a module, which is the program: its references are those of the module. */
struct ct_export {
	struct ct_export_shared *shared; /* NULL: it is not complete */
	struct ct_weight *weights;       /* one for each input of the graph */
	ct_value objects;                /* custom objects: a dict, by their names */
	struct ct_compiled *compiled;    /* NULL: the plan runs */
	pthread_mutex_t lock;            /* of a program that is mutating */
	ct_export_profile_function profile; /* NULL: none */
	void *profile_context;
	ct_release_function profile_release; /* NULL: nothing to release */
};

/* --- Shared (shared.c) ------------------------------------------------------------------------ */

/* Prepares the program, which is taken, also on an error. */
ct_error ct_export_shared_new(const char *function, const char *path, const char *what,
			      struct ct_program *program, ct_device device,
			      struct ct_export_shared **result) CT_WARN_UNUSED;
struct ct_export_shared *ct_export_shared_keep(struct ct_export_shared *self);
void ct_export_shared_free(struct ct_export_shared *self);

/* Finds the weights that a run may write to (mutation.c). */
ct_error ct_export_find_mutation(struct ct_export_shared *self) CT_WARN_UNUSED;

/* --- The lock (lock.c) ------------------------------------------------------------------------ */

void ct_export_lock_init(ct_export *self);

/* Excludes other threads from a program that is mutating; does nothing for others. A RuntimeError
 * if this thread has the lock already. */
ct_error ct_export_lock(const ct_export *self, const char *function) CT_WARN_UNUSED;
void ct_export_unlock(const ct_export *self);

/* --- Weights (weights.c) ---------------------------------------------------------------------- */

/* A new instance: a module of this class with these tensors, which belongs to no scope. */
ct_error ct_export_new(const char *function, const ct_module_class *module_class,
		       struct ct_export_shared *shared, const ct_value *state,
		       const ct_value *constants, ct_export **result) CT_WARN_UNUSED;

/* The class of the module (module.c). */
extern const ct_module_class ct_export_module_class;

/* Finds the weights of an instance in its module, which has them all. */
ct_error ct_export_find_weights(ct_export *self, const char *function) CT_WARN_UNUSED;
void ct_export_drop_weights(ct_export *self);

/* The current tensor of a weight; NULL: the module no longer has one. */
ct_tensor *ct_weight_tensor(struct ct_weight *weight);

/* The same of the weight that is input `i` of the graph; an AttributeError if there is none. */
ct_error ct_export_weight(const ct_export *self, const char *function, int64_t i,
			  ct_tensor **result) CT_WARN_UNUSED;

/* --- Saving (save.c) -------------------------------------------------------------------------- */

/* As ct_export_save(), without the bytes of weights and what else a compiler does not need. */
ct_error ct_export_save_bare(const ct_export *self, const char *function,
			     const char *path) CT_WARN_UNUSED;

/* Adds what the code for the program depends on. */
ct_error ct_export_describe_computation(const ct_export *self, const char *function,
					struct ct_text *result) CT_WARN_UNUSED;

/* --- Running (call.c) ------------------------------------------------------------------------- */

/* Releases the context of the profile, and forgets both (export.c). */
void ct_export_drop_profile(ct_export *self);

/* Runs an instance with one slot for each of the user's inputs, borrowed. `outputs` gets an owning
 * value for each output of the graph that is not a mutation. */
ct_error ct_export_run_slots(ct_export *self, const char *function, const struct ct_slot *inputs,
			     ct_value *outputs) CT_WARN_UNUSED;

/* How many values that sets: the outputs, and the gradients if the program computes them. */
int64_t ct_export_output_count(const ct_export *self);

/* An error unless the inputs are what the program was exported for (inputs.c). */
ct_error ct_export_check_inputs(const ct_export *self, const char *function,
				const struct ct_slot *inputs) CT_WARN_UNUSED;

/* The slot of a value that is a leaf; an error for another one. */
ct_error ct_slot_of_leaf(const struct ct_export_shared *self, const char *function, int64_t input,
			 const ct_value *value, struct ct_slot *result) CT_WARN_UNUSED;

#endif
