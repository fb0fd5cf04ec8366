/*
 * Inside the library: schedulers. What a class is called and takes comes from
 * runtime/optim/schedulers.yaml; what it computes is in a `struct ct_lr_scheduler_code`.
 *
 * Everything that Python's scheduler has as attributes is a value by the same name in a dict, in
 * Python's order, which is also the state dict. The computations are Python's, in the same order of
 * operations, so that the rates are the same to the last bit: numbers are values, since a rate may be
 * a tensor, and an int stays one.
 *
 * What returns no ct_error is part of an expression: an error waits for CT_FINISH().
 */
#ifndef CT_OPTIM_SCHEDULERS_SCHEDULER_H
#define CT_OPTIM_SCHEDULERS_SCHEDULER_H

#include <ctorch/calls/call.h>
#include <ctorch/classes/lr_scheduler.h>
#include <ctorch/optim/lr_scheduler.h>
#include <ctorch/optim/optimizer.h>

#include "classes/class.h"
#include "core/memory/counted.h"

/* What a class does. All may be NULL. */
struct ct_lr_scheduler_code {
	/* Checks the arguments as Python does, and sets the attributes that Python sets before those of
	 * LRScheduler. NULL: all arguments become attributes. */
	ct_error (*begin)(ct_lr_scheduler *self);
	/* Instead of LRScheduler's constructor, after begin(). */
	ct_error (*init)(ct_lr_scheduler *self);
	/* Python's get_lr(): a rate for each group. NULL: it is not implemented. */
	void (*rates)(ct_lr_scheduler *self, ct_value *rates);
	/* Python's _get_closed_form_lr(). */
	void (*closed_form)(ct_lr_scheduler *self, ct_value *rates);
	/* Instead of LRScheduler's step; `epoch` is NULL for None. */
	ct_error (*step)(ct_lr_scheduler *self, const double *epoch);
	ct_error (*step_metric)(ct_lr_scheduler *self, double metric);
	/* What Python keeps out of __dict__ but adds to the state dict. */
	ct_error (*save)(const ct_lr_scheduler *self, ct_value *state);
	/* Attributes that follow from others, after a state dict was loaded. */
	ct_error (*loaded)(ct_lr_scheduler *self);
	/* The key of the state dict that must be there, and is not an attribute. */
	const char *required_key;
};

struct ct_lr_scheduler_class {
	struct ct_class of;
	const char *state; /* "step_size, gamma, ...": what the class itself keeps */
	const struct ct_lr_scheduler_code *code;
};

/* Generated, sorted by name as strcmp() does. */
extern const struct ct_lr_scheduler_class ct_lr_scheduler_classes[];
extern const size_t ct_lr_scheduler_classes_len;

struct ct_lr_scheduler {
	struct ct_counted counted;
	const struct ct_lr_scheduler_class *klass;
	ct_optimizer *optimizer; /* a reference */
	ct_value state;          /* a dict */
	ct_value arguments;      /* a dict, while it is made; then None */
	ct_lr_lambda *lambdas;   /* `lambdas_len`; NULL: none */
	int64_t lambdas_len;
	ct_lr_scheduler **parts; /* references to `parts_len` schedulers that it consists of */
	int64_t parts_len;
};

/* --- scheduler.c ------------------------------------------------------------------------------ */

ct_error ct_lr_scheduler_check(const ct_lr_scheduler *self, const char *function, int position,
			       const char *name) CT_WARN_UNUSED;

/* A new one without a state; NULL if there is no memory. */
ct_lr_scheduler *ct_lr_scheduler_alloc(const struct ct_lr_scheduler_class *klass);

/* Gives it to the innermost scope, and stores it; on an error releases it. */
ct_error ct_lr_scheduler_give(ct_lr_scheduler *self, const char *function,
			      ct_lr_scheduler **result) CT_WARN_UNUSED;

/* --- state_dict.c ----------------------------------------------------------------------------- */

/* ct_lr_scheduler_load_state_dict(); as a trial it changes nothing. */
ct_error ct_lr_scheduler_load(ct_lr_scheduler *self, const ct_value *state_dict,
			      bool is_trial) CT_WARN_UNUSED;

/* --- numbers.c: Python's arithmetic ----------------------------------------------------------- */

ct_value ct_lr_plus(ct_value a, ct_value b);
ct_value ct_lr_minus(ct_value a, ct_value b);
ct_value ct_lr_times(ct_value a, ct_value b);
ct_value ct_lr_over(ct_value a, ct_value b);

/* The numbers of a computation are values, doubles or ints. */
static inline ct_value ct_lr_same(ct_value value)
{
	return value;
}

#define CT_LR_NUMBER(x) \
	_Generic((x), ct_value : ct_lr_same, double : ct_value_float, default : ct_value_int)(x)
#define CT_PLUS(a, b) ct_lr_plus(CT_LR_NUMBER(a), CT_LR_NUMBER(b))
#define CT_MINUS(a, b) ct_lr_minus(CT_LR_NUMBER(a), CT_LR_NUMBER(b))
#define CT_TIMES(a, b) ct_lr_times(CT_LR_NUMBER(a), CT_LR_NUMBER(b))
#define CT_OVER(a, b) ct_lr_over(CT_LR_NUMBER(a), CT_LR_NUMBER(b))

#define CT_LR_PI 3.14159265358979323846

/* A number as a double; a tensor with one element gives that element. */
double ct_lr_double(ct_value number);

/* An int if it is one: an epoch. */
ct_value ct_lr_whole(double number);

/* Python's `a % b`; an error for 0. */
double ct_lr_modulo(double a, double b);

/* --- attributes.c ----------------------------------------------------------------------------- */

/* The attributes; a value is borrowed until the attribute changes. */
ct_value ct_lr_get(const ct_lr_scheduler *self, const char *name);
double ct_lr_float(const ct_lr_scheduler *self, const char *name);
bool ct_lr_bool(const ct_lr_scheduler *self, const char *name);
const char *ct_lr_text(const ct_lr_scheduler *self, const char *name);
/* An element of a list, which must be as long as there are groups. */
ct_value ct_lr_of_group(const ct_lr_scheduler *self, const char *name, int64_t group);

/* Copies the value. */
void ct_lr_set(ct_lr_scheduler *self, const char *name, ct_value value);
/* Moves it. */
void ct_lr_move(ct_lr_scheduler *self, const char *name, ct_value *value);

/* Arguments, while a scheduler is made. */
ct_value ct_lr_argument(const ct_lr_scheduler *self, const char *name);
double ct_lr_float_argument(const ct_lr_scheduler *self, const char *name);
int64_t ct_lr_int_argument(const ct_lr_scheduler *self, const char *name);
bool ct_lr_bool_argument(const ct_lr_scheduler *self, const char *name);
const char *ct_lr_text_argument(const ct_lr_scheduler *self, const char *name);
/* All of them, in order, become attributes, but for those of LRScheduler. */
void ct_lr_keep_arguments(ct_lr_scheduler *self);
void ct_lr_keep_argument(ct_lr_scheduler *self, const char *name);
/* Whether it is a list, with an element for each group. */
bool ct_lr_is_list(const ct_value *value);
/* Python's _format_param(): a number for each group, from one or from a list; a new value. */
ct_error ct_lr_for_groups(const ct_lr_scheduler *self, const char *name,
			  ct_value *result) CT_WARN_UNUSED;

/* The groups of the optimizer, and their options. */
int64_t ct_lr_groups(const ct_lr_scheduler *self);
ct_value ct_lr_group(const ct_lr_scheduler *self, int64_t group, const char *name);
/* Python's `group[name] = value`. */
void ct_lr_set_group(ct_lr_scheduler *self, int64_t group, const char *name, ct_value value);
/* Python's _update_param_group_val(): a tensor stays the same one. */
void ct_lr_update_group(ct_lr_scheduler *self, int64_t group, const char *name, ct_value value);
/* Python's _param_groups_val_list(): a list with an option of each group becomes an attribute. */
ct_error ct_lr_list_groups(ct_lr_scheduler *self, const char *option,
			   const char *name) CT_WARN_UNUSED;

/* --- step.c ----------------------------------------------------------------------------------- */

/* LRScheduler.__init__(): "initial_lr" of the groups, the base rates, and the first step. */
ct_error ct_lr_scheduler_init(ct_lr_scheduler *self) CT_WARN_UNUSED;

/* LRScheduler._initial_step(). */
ct_error ct_lr_scheduler_initial_step(ct_lr_scheduler *self) CT_WARN_UNUSED;

/* The step of any class; `epoch` is NULL for None. */
ct_error ct_lr_scheduler_step_to(ct_lr_scheduler *self, const double *epoch) CT_WARN_UNUSED;

/* LRScheduler._update_lr(). */
ct_error ct_lr_scheduler_update(ct_lr_scheduler *self, const double *epoch) CT_WARN_UNUSED;

/* Computes the rates with get_lr(), and sets them. */
ct_error ct_lr_scheduler_set_rates(ct_lr_scheduler *self,
				   void (*compute)(ct_lr_scheduler *self,
						   ct_value *rates)) CT_WARN_UNUSED;

/* --- momentum.c: what CyclicLR and OneCycleLR do to it ---------------------------------------- */

/* A ValueError if the optimizer has none; sets "use_beta1". */
ct_error ct_lr_check_momentum(ct_lr_scheduler *self) CT_WARN_UNUSED;
/* The momentum of a group, which may be its first beta. */
void ct_lr_set_momentum(ct_lr_scheduler *self, int64_t group, ct_value momentum);
/* Each group begins with its largest momentum, unless training is resumed. */
void ct_lr_begin_momentum(ct_lr_scheduler *self, const ct_value *max_momentums,
			  const ct_value *base_momentums);

#endif
