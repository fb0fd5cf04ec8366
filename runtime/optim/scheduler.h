/*
 * Inside the library: schedulers. What a class is called and takes comes from
 * runtime/optim/schedulers.yaml; what it computes is in a `struct ct_lr_scheduler_code`.
 *
 * Everything that Python's scheduler has as attributes is a value by the same name in a dict, which is
 * also the state dict: "last_epoch", "base_lrs", "gamma". The formulas are Python's, in doubles and in
 * the same order, so that the rates are the same to the last bit.
 */
#ifndef CT_OPTIM_SCHEDULER_H
#define CT_OPTIM_SCHEDULER_H

#include <stdatomic.h>

#include <ctorch/lr_scheduler.h>
#include <ctorch/optim_classes.h>
#include <ctorch/optimizer.h>

#include "classes/class.h"

/* What a class does. All but `rates` may be NULL. */
struct ct_lr_scheduler_code {
	/* Checks the arguments as Python does, and sets the attributes that Python sets before those of
	 * LRScheduler. */
	ct_error (*begin)(ct_lr_scheduler *self, const void *args);
	/* Python's get_lr(): a rate for each group. */
	ct_error (*rates)(ct_lr_scheduler *self, double *rates);
	/* Python's _get_closed_form_lr(). */
	ct_error (*closed_form)(ct_lr_scheduler *self, double *rates);
	/* Instead of LRScheduler's constructor, or of its step. */
	ct_error (*init)(ct_lr_scheduler *self, const void *args);
	ct_error (*step)(ct_lr_scheduler *self, double epoch);
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
	const struct ct_lr_scheduler_class *klass;
	ct_optimizer *optimizer; /* a reference */
	ct_value state;          /* a dict */
	ct_lr_lambda *lambdas;   /* `lambdas_len`; NULL: none */
	int64_t lambdas_len;
	ct_lr_scheduler **parts; /* references to `parts_len` schedulers that it consists of */
	int64_t parts_len;
	atomic_int references;
	uint64_t magic;
};

/* --- scheduler.c ------------------------------------------------------------------------------ */

ct_error ct_lr_scheduler_check(const ct_lr_scheduler *self, const char *function, int position,
			       const char *name) CT_WARN_UNUSED;

/* The attributes, as parts of a formula. */
double ct_lr_get(const ct_lr_scheduler *self, const char *name);
int64_t ct_lr_get_int(const ct_lr_scheduler *self, const char *name);
bool ct_lr_get_bool(const ct_lr_scheduler *self, const char *name);
double ct_lr_get_at(const ct_lr_scheduler *self, const char *name, int64_t i);
const char *ct_lr_get_string(const ct_lr_scheduler *self, const char *name);
void ct_lr_set(ct_lr_scheduler *self, const char *name, ct_value value);
void ct_lr_set_float(ct_lr_scheduler *self, const char *name, double value);
void ct_lr_set_int(ct_lr_scheduler *self, const char *name, int64_t value);

/* How many groups the optimizer has, and an option of one of them, as parts of a formula. */
int64_t ct_lr_groups(const ct_lr_scheduler *self);
double ct_lr_group(const ct_lr_scheduler *self, int64_t group, const char *name);
void ct_lr_set_group(ct_lr_scheduler *self, int64_t group, const char *name, double value);

/* LRScheduler.__init__(): "initial_lr" of the groups, the base rates, and the first step. */
ct_error ct_lr_scheduler_init(ct_lr_scheduler *self, int64_t last_epoch) CT_WARN_UNUSED;

/* LRScheduler._update_lr(): the rates of the next epoch; NaN: the one after the last. */
ct_error ct_lr_scheduler_update(ct_lr_scheduler *self, double epoch) CT_WARN_UNUSED;

#endif
