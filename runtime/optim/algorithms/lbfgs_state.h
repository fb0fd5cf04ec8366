/*
 * Inside the library: what L-BFGS remembers from one step to the next. It is a dict, as in Python's
 * state dict, where all of it is the state of the first parameter.
 */
#ifndef CT_OPTIM_ALGORITHMS_LBFGS_STATE_H
#define CT_OPTIM_ALGORITHMS_LBFGS_STATE_H

#include "optim/algorithms/lbfgs.h"

/* The optimizer's data is a pointer to it; NULL: it has not made a step. As in Python a step goes on
 * with the state that it began with, even if its closure loads another one. */
struct ct_lbfgs_memory {
	int references; /* of the optimizer, and of steps */
	ct_value state; /* a dict, or None before the end of the first step */
};

/* What a step reads from it, and writes to it. There may be fewer directions than the history has
 * room for, which is a number from a file: only what is there needs memory. */
struct ct_lbfgs_state {
	int64_t func_evals, n_iter;
	ct_tensor *d, *prev_gradient; /* NULL: not yet */
	struct ct_lbfgs_number t, h_diag;
	ct_tensor **dirs, **steps;  /* `len`, with room for `room` */
	struct ct_lbfgs_number *ro; /* likewise */
	struct ct_lbfgs_number *al; /* `al_len`; NaN: not set */
	int64_t len, room, al_len;
	int64_t most; /* history_size */
	double prev_loss;
	bool has_al;
	bool has_searched; /* unless the gradient was small enough at once */
};

/* --- the form of the dict --------------------------------------------------------------------- */

/* Reads a number from a value that is a float, an int, or a tensor. */
ct_error ct_lbfgs_get_number(const ct_value *value, struct ct_lbfgs_number *result) CT_WARN_UNUSED;

/* Makes room for `room` directions. */
ct_error ct_lbfgs_make_room(struct ct_lbfgs_state *r, int64_t room) CT_WARN_UNUSED;

/* Lengthens "al" to `len` items; the new ones are not set. */
ct_error ct_lbfgs_lengthen_al(struct ct_lbfgs_state *r, int64_t len) CT_WARN_UNUSED;

/* Read the dict, for a history of `most` directions, and write it. `lr` is the option. The arrays
 * and tensors belong to the scope. */
ct_error ct_lbfgs_recall(const ct_value *state, int64_t most,
			 struct ct_lbfgs_state *r) CT_WARN_UNUSED;
ct_error ct_lbfgs_remember(const struct ct_lbfgs_state *r, const ct_value *lr,
			   ct_value *state) CT_WARN_UNUSED;

/* --- the dict of an optimizer ----------------------------------------------------------------- */

struct ct_lbfgs_memory *ct_lbfgs_memory_of(const ct_optimizer *self);

/* NULL: there is no memory. */
struct ct_lbfgs_memory *ct_lbfgs_memory_new(void);

/* Functions of the class. */
void ct_lbfgs_memory_drop(void *own);
ct_error ct_lbfgs_save(const ct_optimizer *self, ct_value *state);
ct_error ct_lbfgs_load(ct_optimizer *self, const ct_value *state, void **made);
void ct_lbfgs_exchange(ct_optimizer *self, void **other);
const ct_value *ct_lbfgs_look_up(const ct_optimizer *self, int64_t group, int64_t index);
void ct_lbfgs_release(void *data);

#endif
