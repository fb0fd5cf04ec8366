/*
 * Inside the library: optimizers. What a class is called and takes comes from
 * runtime/optim/optimizers.yaml, from which ctorch-gen writes classes/optim.c; what it computes is
 * in the other files of this folder, in a `struct ct_optim_code` for each class.
 *
 * A step visits each group. Its parameters that have a gradient are cut into blocks of tensors of
 * one dtype and device, small enough on a CPU that what one operator wrote is still in the cache
 * for the next. A class updates a block by a few calls of _foreach_ operators, which compute what
 * Python's loop over the parameters does.
 */
#ifndef CT_OPTIM_OPTIMIZER_CLASS_H
#define CT_OPTIM_OPTIMIZER_CLASS_H

#include <ctorch/calls/call.h>
#include <ctorch/classes/optim.h>
#include <ctorch/operators/value.h>
#include <ctorch/optim/lr_scheduler.h>
#include <ctorch/optim/optimizer.h>

#include "classes/class.h"
#include "core/memory/counted.h"

enum { CT_OPTIM_SLOTS = 12 }; /* the most state that a class keeps for a parameter */
enum { CT_OPTIM_SEEN = 16 };

/* A group of an optimizer. Its tensors are references that belong to no scope. */
struct ct_optim_group {
	ct_value options; /* a dict, in Python's order, without "params" */
	ct_tensor **params;
	ct_tensor **state[CT_OPTIM_SLOTS]; /* by slot, `len` each; NULL: it has none yet */
	int64_t *order; /* by place: when its state began, see add_parameters(); 0: not yet */
	int64_t len;
	int64_t *last; /* the last place of each tensor, which has its state; NULL: none is twice */
};

/* The options that the blocks of a group have read in a step, by the address of the name: each
 * block reads the same. */
struct ct_optim_seen {
	const char *names[CT_OPTIM_SEEN]; /* the others are NULL */
	ct_value values[CT_OPTIM_SEEN];   /* the group's */
	/* Of a value that is a tensor, once the host has read it: a device would wait each time. */
	bool is_read[CT_OPTIM_SEEN];
	double numbers[CT_OPTIM_SEEN];
};

/* Some parameters of a group in a step, all with gradients. What it points to is the step's. */
struct ct_optim_block {
	ct_optimizer *optimizer;
	struct ct_optim_group *group;
	struct ct_optim_seen *seen; /* NULL: nothing is noted */
	const int64_t *index;       /* the place of each parameter in the group */
	ct_tensor **params, **grads;
	ct_tensor **state[CT_OPTIM_SLOTS];
	ct_scalar *numbers; /* room for one for each parameter */
	int64_t len;
};

/* What a class does. */
struct ct_optim_code {
	/* Python's checks of the arguments, in a struct of arguments; NULL: none. */
	ct_error (*check)(const void *args);
	/* Fills in options that follow from others, in a dict; NULL: there are none. */
	ct_error (*complete)(ct_value *options);
	/* Checks a group before it is added; NULL: nothing to check. */
	ct_error (*check_group)(const ct_optimizer *self, const struct ct_optim_group *group);
	/* Makes the state of a parameter, with ct_optim_keep(), before its first update; NULL:
	 * update() does. It may see no gradients. */
	ct_error (*begin)(const struct ct_optim_block *block, int64_t i);
	/* Updates all parameters of the block. */
	ct_error (*update)(const struct ct_optim_block *block);
	/* Instead of the two: a whole step, for a class whose groups do not come apart. */
	ct_error (*step)(ct_optimizer *self, ct_optimizer_closure closure, void *context,
			 ct_tensor **loss);
	/* For a class whose state does not fit slots: adds all of it to the dict of a state dict,
	 * by the number of the parameter, and makes `*made` from such a dict; exchanges it with
	 * `*other`; and releases one that is not the optimizer's, which may be NULL. */
	ct_error (*save)(const ct_optimizer *self, ct_value *state);
	ct_error (*load)(ct_optimizer *self, const ct_value *state, void **made);
	void (*exchange)(ct_optimizer *self, void **other);
	void (*drop)(void *own);
	/* What Python's __setstate__ adds to the options of a group that lacks them, in its order:
	 * "maximize=False, foreach=None"; a name alone is an option that may be missing. */
	const char *added;
	/* Whether the state of a parameter, if it has any, must have this slot; NULL: all of
	 * them. */
	bool (*must_have)(const struct ct_optim_group *group, int64_t i, int slot);
	/* The dict of a parameter, by its group and its place there; NULL: it has none. */
	const ct_value *(*look_up)(const ct_optimizer *self, int64_t group, int64_t index);
	bool numbers_on_device; /* a state dict's numbers become tensors there, as in Python */
	bool begins_at_once;    /* state is made when a group is added */
	bool takes_sparse;      /* gradients may be sparse */
	bool takes_complex;     /* update() computes with complex tensors; else they are pairs */
	bool decays_complex;    /* but Python adds the weight decay before it makes the pairs */
	const char *on_sparse;  /* the errors' texts for a sparse gradient; */
	const char *on_dense;   /* for one that is not; NULL: it is fine; */
	const char *on_complex; /* and for a complex parameter; likewise */
	size_t data_size;       /* of what the optimizer has besides its groups; zeros at first */
	void (*release)(void *data);
};

/* must_have() of a class whose step does without any state. */
static inline bool ct_optim_state_is_optional(const struct ct_optim_group *group, int64_t i,
					      int slot)
{
	(void)group, (void)i, (void)slot;
	return false;
}

struct ct_optim_class {
	struct ct_class of;
	const char *group; /* "lr, betas, ...": the options of a group, in order */
	const char *state; /* "step, exp_avg": the slots; "step: int" is an int in Python */
	const struct ct_optim_code *code;
};

/* Generated, sorted by name as strcmp() does. */
extern const struct ct_optim_class ct_optim_classes[];
extern const size_t ct_optim_classes_len;

struct ct_optim_hooks; /* hook_list.c */

struct ct_optimizer {
	struct ct_counted counted;
	const struct ct_optim_class *klass;
	ct_value defaults; /* a dict: the options of a group that names none */
	struct ct_optim_group **groups;
	int64_t groups_len, groups_room;
	char slots[CT_OPTIM_SLOTS][20]; /* names; "": not used */
	bool is_int[CT_OPTIM_SLOTS];
	struct ct_optim_hooks *hooks;            /* NULL: none */
	const ct_tensor *grad_scale, *found_inf; /* of a gradient scaler in a step; NULL: none */
	void *scratch;                           /* of a step, kept for the next; step.c */
	int64_t scratch_room;                    /* in parameters */
	int64_t begun;                           /* how many states steps have begun */
	bool is_watched, has_stepped;            /* by schedulers; since then */
	_Alignas(16) char data[];                /* code->data_size bytes */
};

/* --- optimizer.c ------------------------------------------------------------------------------ */

/* An error unless `self` is an optimizer: the expression's error that waits, if it is NULL. */
ct_error ct_optimizer_check(const ct_optimizer *self, const char *function, int position,
			    const char *name) CT_WARN_UNUSED;
#define CT_OPTIMIZER_CHECK(self) CT_TRY(ct_optimizer_check((self), __func__, 1, "self"))
/* In a function that calls functions of the program: they may release the last handle. */
#define CT_OPTIMIZER_CHECK_AND_HOLD(self) \
	CT_OPTIMIZER_CHECK(self);         \
	CT_HOLD(self)

/* --- make.c ----------------------------------------------------------------------------------- */

/* A dict with the options of a group as the arguments have them. */
ct_error ct_optim_options(const struct ct_optim_class *klass, const void *args,
			  ct_value *options) CT_WARN_UNUSED;

/* --- state.c: a group and its state ----------------------------------------------------------- */

/* A group without options, whose parameters are NULL; NULL if there is no memory. */
struct ct_optim_group *ct_optim_group_new(const ct_optimizer *self, int64_t len);
void ct_optim_group_free(struct ct_optim_group *group);

/* The place of a parameter; false if it is none of the optimizer's. */
bool ct_optim_find(const ct_optimizer *self, const ct_tensor *parameter, int64_t *group,
		   int64_t *index);

/* The place of the state of a parameter: like Python, a tensor that is twice in a group has one. */
static inline int64_t ct_optim_place(const struct ct_optim_group *group, int64_t index)
{
	return group->last ? group->last[index] : index;
}

/* The slot with this name; -1: none has. */
int ct_optim_slot(const ct_optimizer *self, const char *name);

/* The tensor in a slot as a value, borrowed; an int if Python has one there. */
ct_value ct_optim_slot_value(const ct_optimizer *self, int slot, const ct_tensor *tensor);

/* Stores a reference to the tensor, which may be NULL, as the state of a parameter. */
ct_error ct_optim_set_state(struct ct_optim_group *group, int slot, int64_t index,
			    const ct_tensor *tensor) CT_WARN_UNUSED;

/* Stores a tensor as the state of a parameter, for this step and later ones. */
ct_error ct_optim_keep(const struct ct_optim_block *block, int slot, int64_t i,
		       const ct_tensor *tensor) CT_WARN_UNUSED;

/* A step counter of 0, and zeros like the parameter. */
ct_error ct_optim_begin_step(const struct ct_optim_block *block, int slot,
			     int64_t i) CT_WARN_UNUSED;
ct_error ct_optim_begin_zeros(const struct ct_optim_block *block, int slot,
			      int64_t i) CT_WARN_UNUSED;
/* A number where the counter is, or in any case on the parameter's device. */
ct_error ct_optim_begin_number(const struct ct_optim_block *block, int slot, int64_t i,
			       double value, bool on_device) CT_WARN_UNUSED;

/* Python's _get_scalar_dtype(): float64 where that is the default dtype, else float32. */
ct_dtype ct_optim_step_dtype(bool is_fused);

/* Adds 1 to each counter, on a device to all of them at once. */
ct_error ct_optim_count(const struct ct_optim_block *block, int slot) CT_WARN_UNUSED;
/* Subtracts 1 again if a gradient scaler found an infinity, in which case a fused kernel did
 * nothing. */
ct_error ct_optim_uncount(const struct ct_optim_block *block, int slot) CT_WARN_UNUSED;
/* The value of a counter, or of another tensor with one number. */
double ct_optim_number(const ct_tensor *tensor);

/* What a gradient scaler leaves to a fused kernel, on the block's device; NULL: none is used. Parts
 * of an expression. */
const ct_tensor *ct_optim_grad_scale(const struct ct_optim_block *block);
const ct_tensor *ct_optim_found_inf(const struct ct_optim_block *block);

/* --- groups.c --------------------------------------------------------------------------------- */

/* Finds `last` of a group that has all its tensors. */
ct_error ct_optim_find_twice(struct ct_optim_group *group) CT_WARN_UNUSED;

/* --- group_options.c -------------------------------------------------------------------------- */

/* Adds the options that are given to a dict. */
ct_error ct_optim_group_dict(const ct_param_group_options *options, ct_value *dict) CT_WARN_UNUSED;

/* The groups of a new optimizer: those that are given, or one with all parameters. */
ct_error ct_optim_add_groups(ct_optimizer *self, ct_parameters parameters) CT_WARN_UNUSED;

/* --- own_options.c ---------------------------------------------------------------------------- */

/* The letters, digits and '_' that a name of Python begins with; 0: there is none. */
size_t ct_identifier_length(const char *text);

/* Reads "lr=1e-4, betas=(0.9, 0.99)" into a dict. */
ct_error ct_optim_read_options(const char *class_name, const char *text,
			       ct_value *dict) CT_WARN_UNUSED;

/* --- state_dict.c ----------------------------------------------------------------------------- */

/* What a state dict replaces; zeros: nothing. */
struct ct_optim_content {
	struct ct_optim_group **groups;
	int64_t len, room;
	void *own; /* of a class whose state does not fit slots; NULL: none */
};

/* ct_optimizer_load_state_dict(), which moves the old content to `*old`. `*old` is set even if a
 * hook that runs after loading fails. */
ct_error ct_optim_load(ct_optimizer *self, const ct_value *state_dict,
		       struct ct_optim_content *old) CT_WARN_UNUSED;
void ct_optim_exchange(ct_optimizer *self, struct ct_optim_content *other);
void ct_optim_content_free(const ct_optimizer *self, struct ct_optim_content *content);

/* --- loading.c -------------------------------------------------------------------------------- */

/* A copy of a tensor of a state dict as the state of a parameter. */
ct_error ct_optim_convert(const struct ct_optim_group *group, int64_t i, const char *name,
			  const ct_tensor *tensor, ct_tensor **result) CT_WARN_UNUSED;

/* Adds to a state dict's options of a group what an older release lacks; a KeyError if more is
 * missing. */
ct_error ct_optim_complete(const ct_optimizer *self, ct_value *options) CT_WARN_UNUSED;

/* The state of a parameter in a state dict becomes that of the parameter in a new group. */
ct_error ct_optim_load_parameter(const ct_optimizer *self, struct ct_optim_group *group, int64_t i,
				 const ct_value *state) CT_WARN_UNUSED;

/* A slot that the state of a parameter must have and lacks; NULL: there is none. */
const char *ct_optim_missing_state(const ct_optimizer *self, const struct ct_optim_group *group,
				   int64_t i);

/* --- options.c -------------------------------------------------------------------------------- */

/* Whether a dict of options has this one, and it is true. */
bool ct_optim_is_true(const ct_value *options, const char *name);

/* Whether the optimizer was made with this option. */
bool ct_optim_defaults_to(const ct_optimizer *self, const char *name);

/* Whether a group has this option, and it is true. */
bool ct_optim_reads(const struct ct_optim_group *group, const char *name);

/* The number of an option, which may be a tensor with one element. */
ct_error ct_optim_number_of(const ct_value *value, double *result) CT_WARN_UNUSED;

/* A number among the options of a group; 0 if there is none. */
double ct_optim_option(const struct ct_optim_group *group, const char *name);

/* An option of a block if it is a tensor, borrowed; else NULL. */
ct_error ct_optim_tensor(const struct ct_optim_block *block, const char *name,
			 ct_tensor **result) CT_WARN_UNUSED;

/* What update() reads, as parts of an expression. */

double ct_optim_float(const struct ct_optim_block *block, const char *name);
/* What the optimizer was made with, whatever the group has. */
double ct_optim_default(const struct ct_optim_block *block, const char *name);
/* An element of a tuple: "betas", 0. */
double ct_optim_float_at(const struct ct_optim_block *block, const char *name, int64_t i);
/* False for None. */
bool ct_optim_bool(const struct ct_optim_block *block, const char *name);
int64_t ct_optim_int(const struct ct_optim_block *block, const char *name);
/* NULL for None; borrowed from the group. */
const char *ct_optim_string(const struct ct_optim_block *block, const char *name);

/* --- lr.c: what is computed with a learning rate that may be a tensor -------------------------- */

/* The learning rate if it is a tensor that the host must not read, on the block's device: in a step that
 * a graph may capture, or for a fused kernel. NULL: it is a number, "lr". */
ct_error ct_optim_device_lr(const struct ct_optim_block *block, ct_tensor **result) CT_WARN_UNUSED;

/* In place. */
ct_error ct_optim_multiply_by_lr(const struct ct_optim_block *block,
				 ct_tensors tensors) CT_WARN_UNUSED;
ct_error ct_optim_divide_by_lr(const struct ct_optim_block *block,
			       ct_tensors tensors) CT_WARN_UNUSED;
/* params -= lr * changes */
ct_error ct_optim_move_by(const struct ct_optim_block *block, ct_tensors params,
			  ct_tensors changes) CT_WARN_UNUSED;
/* params -= lr * above / below; `below` may be overwritten. */
ct_error ct_optim_move_by_quotients(const struct ct_optim_block *block, ct_tensors above,
				    ct_tensors below) CT_WARN_UNUSED;
/* params *= 1 - lr * decay */
ct_error ct_optim_shrink(const struct ct_optim_block *block, double decay) CT_WARN_UNUSED;

/* --- block.c: what update() calls ------------------------------------------------------------- */

/* `n` parameters of a block, from `first` on. */
struct ct_optim_block ct_optim_part(const struct ct_optim_block *all, int64_t first, int64_t n);

/* The tensors of a block as lists for operators. */
static inline ct_tensors ct_optim_params(const struct ct_optim_block *block)
{
	return (ct_tensors){ block->params, block->len };
}

static inline ct_tensors ct_optim_grads(const struct ct_optim_block *block)
{
	return (ct_tensors){ block->grads, block->len };
}

static inline ct_tensors ct_optim_state(const struct ct_optim_block *block, int slot)
{
	return (ct_tensors){ block->state[slot], block->len };
}

/* Whether a graph of the step is recorded, for "differentiable": what an operator has saved must
 * not be overwritten then. An operator that returns a new list saves those that it is given. */
bool ct_optim_records(void);
/* The tensors, or copies for the graph. */
ct_error ct_optim_saved(ct_tensors tensors, ct_tensors *result) CT_WARN_UNUSED;

/* Multiplies each by a number, as Python's mul_() does. */
ct_error ct_optim_scale(ct_tensors tensors, double factor) CT_WARN_UNUSED;

/* tensors += alpha * others, in place. */
ct_error ct_optim_add(ct_tensors tensors, ct_tensors others, double alpha) CT_WARN_UNUSED;
/* The same as a new list. */
ct_error ct_optim_sum(ct_tensors tensors, ct_tensors others, double alpha,
		      ct_tensors *result) CT_WARN_UNUSED;

/* A sparse tensor with the indices of a gradient and these values, as a part of an expression. */
ct_tensor *ct_optim_like(const ct_tensor *grad, const ct_tensor *values);

/* tensors += weight * (ends - tensors) */
ct_error ct_optim_lerp(ct_tensors tensors, ct_tensors ends, double weight) CT_WARN_UNUSED;
/* average * beta + square * (1 - beta), in place. */
ct_error ct_optim_average_squares(ct_tensors averages, ct_tensors values,
				  double beta) CT_WARN_UNUSED;
/* New lists: sqrt(x + eps); and x + eps, in place unless the step is recorded. */
ct_error ct_optim_root_of_sum(ct_tensors x, double eps, ct_tensors *result) CT_WARN_UNUSED;
ct_error ct_optim_plus(ct_tensors x, double eps, ct_tensors *result) CT_WARN_UNUSED;

/* Whether Python would compute with lists: if "foreach" says so, and by default on a device, but not
 * while a graph is recorded. Some classes have other digits then. */
bool ct_optim_is_foreach(const struct ct_optim_block *block);

/* Whether the host must not read the step counters, since a graph may be captured: with
 * "capturable", but not while a graph of autograd is recorded. */
bool ct_optim_is_captured(const struct ct_optim_block *block);

/* Whether a parameter of the block is complex, and Python's optimizer, which may be a loop or may
 * call _foreach_ operators for pairs, computes with it as it is in `decays_complex`. */
bool ct_optim_is_complex(const struct ct_optim_block *block, int64_t i);

/* The gradients, negated with "maximize", and with "weight_decay" times the parameters. */
ct_error ct_optim_gradients(const struct ct_optim_block *block, bool with_decay,
			    ct_tensors *result) CT_WARN_UNUSED;

/* --- lists.c: what else is computed with lists ------------------------------------------------ */

/* New lists. Corrections are 1 - beta^step. */
ct_error ct_optim_powers(double base, ct_tensors exponents, ct_tensors *result) CT_WARN_UNUSED;
ct_error ct_optim_powers_less_1(double base, ct_tensors exponents,
				ct_tensors *result) CT_WARN_UNUSED;
ct_error ct_optim_corrections(double beta, ct_tensors steps, ct_tensors *result) CT_WARN_UNUSED;
ct_error ct_optim_difference(ct_tensors tensors, double number, ct_tensors *result) CT_WARN_UNUSED;
ct_error ct_optim_product(ct_tensors tensors, double factor, ct_tensors *result) CT_WARN_UNUSED;
ct_error ct_optim_products(ct_tensors tensors, ct_tensors others,
			   ct_tensors *result) CT_WARN_UNUSED;
ct_error ct_optim_roots(ct_tensors tensors, ct_tensors *result) CT_WARN_UNUSED;
ct_error ct_optim_signs(ct_tensors tensors, ct_tensors *result) CT_WARN_UNUSED;

/* In place. */
ct_error ct_optim_copy(ct_tensors to, ct_tensors from) CT_WARN_UNUSED;
ct_error ct_optim_raise(ct_tensors tensors, double exponent) CT_WARN_UNUSED;
ct_error ct_optim_make_at_least(ct_tensors tensors, double least) CT_WARN_UNUSED;

/* --- step.c ----------------------------------------------------------------------------------- */

/* Calls a closure, with gradients recorded. */
ct_error ct_optim_call_closure(ct_optimizer_closure closure, void *context,
			       ct_tensor **loss) CT_WARN_UNUSED;

/* --- hook_list.c ------------------------------------------------------------------------------ */

/* ORDER HOOKS: the first four are ct_state_hook_time. */
enum ct_optim_hook_kind {
	CT_OPTIM_BEFORE_STATE_DICT,
	CT_OPTIM_AFTER_STATE_DICT,
	CT_OPTIM_BEFORE_LOADING,
	CT_OPTIM_AFTER_LOADING,
	CT_OPTIM_BEFORE_STEP,
	CT_OPTIM_AFTER_STEP
};

struct ct_optim_hook {
	int64_t number;
	enum ct_optim_hook_kind kind;
	ct_optimizer_hook call;
	ct_optimizer_state_hook call_with_state;
	void *context;
	ct_release_function release;
};

/* False: no memory. */
bool ct_optim_hooks_add(ct_optimizer *self, const struct ct_optim_hook *hook, bool prepend);
/* Releases the hook with this number; false: there is none. `hooks` may be NULL. */
bool ct_optim_hooks_remove(struct ct_optim_hooks *hooks, int64_t number);

/* Calls all hooks of a kind; `state_dict` is for those of state dicts. */
ct_error ct_optim_call_hooks(ct_optimizer *self, enum ct_optim_hook_kind kind,
			     ct_value *state_dict) CT_WARN_UNUSED;
void ct_optim_hooks_free(struct ct_optim_hooks *hooks);

/* --- checks.c: Python's errors for options ---------------------------------------------------- */

/* A ValueError "Invalid learning rate: -1.0" unless `valid`. */
ct_error ct_optim_require(bool valid, const char *what, double value) CT_WARN_UNUSED;
/* A ValueError "momentum should be >= 0 but is: -1.0" unless `valid`. */
ct_error ct_optim_demand(bool valid, const char *what, double value) CT_WARN_UNUSED;
/* "Invalid beta parameter at index 1: 1.0" unless both are in [0, 1). */
ct_error ct_optim_check_betas(ct_floats betas) CT_WARN_UNUSED;
/* Those of a class with fused kernels for its arguments, and for the parameters of a block. */
ct_error ct_optim_check_fused(signed char fused, signed char foreach,
			      bool differentiable) CT_WARN_UNUSED;
ct_error ct_optim_check_fusable(const struct ct_optim_block *block) CT_WARN_UNUSED;
/* A RuntimeError with this text if a gradient is sparse. */
ct_error ct_optim_check_dense(const struct ct_optim_block *block, const char *text) CT_WARN_UNUSED;
/* In a release that lacks the fused kernel of a class. */
ct_error ct_optim_no_kernel(void) CT_WARN_UNUSED;
/* With "capturable", a CPU is an AssertionError, which names what has to be on another device. */
ct_error ct_optim_check_capturable(const struct ct_optim_block *block, const char *what,
				   bool with_xla) CT_WARN_UNUSED;
/* "Invalid eta values: 1.0, 0.5" */
ct_error ct_optim_invalid_pair(const char *what, double first, double second) CT_WARN_UNUSED;

#endif
