/*
 * Inside the library: L-BFGS, whose line search is in a file of its own.
 *
 * In Python its numbers are floats or tensors without dimensions, and an operation on a tensor rounds
 * to the tensor's dtype. So that all decisions are the same, a number here says which of them it is.
 */
#ifndef CT_OPTIM_ALGORITHMS_LBFGS_H
#define CT_OPTIM_ALGORITHMS_LBFGS_H

#include "optim/optimizer/class.h"

struct ct_lbfgs_number {
	double value;
	bool is_tensor;
	bool is_int; /* a number that is an int */
};

/* A step. As in Python, the closure may load a state dict: the step goes on with the options that it
 * began with. */
struct ct_lbfgs {
	ct_optimizer *optimizer;
	ct_tensor **params; /* `len`: all of them, also those without a gradient */
	int64_t len;
	ct_optimizer_closure closure;
	void *context;
	bool is_single; /* tensors are rounded to float32 */
	bool maximize;
};

/* --- numbers ---------------------------------------------------------------------------------- */

struct ct_lbfgs_number ct_lbfgs_float(double value);
struct ct_lbfgs_number ct_lbfgs_int(int64_t value);
struct ct_lbfgs_number ct_lbfgs_add(const struct ct_lbfgs *l, struct ct_lbfgs_number a,
				    struct ct_lbfgs_number b);
struct ct_lbfgs_number ct_lbfgs_sub(const struct ct_lbfgs *l, struct ct_lbfgs_number a,
				    struct ct_lbfgs_number b);
struct ct_lbfgs_number ct_lbfgs_mul(const struct ct_lbfgs *l, struct ct_lbfgs_number a,
				    struct ct_lbfgs_number b);
struct ct_lbfgs_number ct_lbfgs_div(const struct ct_lbfgs *l, struct ct_lbfgs_number a,
				    struct ct_lbfgs_number b);
struct ct_lbfgs_number ct_lbfgs_sqrt(const struct ct_lbfgs *l, struct ct_lbfgs_number a);
struct ct_lbfgs_number ct_lbfgs_abs(struct ct_lbfgs_number a);
bool ct_lbfgs_less(const struct ct_lbfgs *l, struct ct_lbfgs_number a, struct ct_lbfgs_number b);
/* With a NaN neither is true. */
bool ct_lbfgs_at_most(const struct ct_lbfgs *l, struct ct_lbfgs_number a, struct ct_lbfgs_number b);
/* Python's min() and max(), which return one of the two. */
struct ct_lbfgs_number ct_lbfgs_min(const struct ct_lbfgs *l, struct ct_lbfgs_number a,
				    struct ct_lbfgs_number b);
struct ct_lbfgs_number ct_lbfgs_max(const struct ct_lbfgs *l, struct ct_lbfgs_number a,
				    struct ct_lbfgs_number b);

/* As parts of an expression: the product of two vectors, and the largest absolute element. */
struct ct_lbfgs_number ct_lbfgs_dot(const ct_tensor *a, const ct_tensor *b);
struct ct_lbfgs_number ct_lbfgs_largest(const ct_tensor *x);

/* --- the function ----------------------------------------------------------------------------- */

/* Moves the parameters by `step` times the direction. */
ct_error ct_lbfgs_move(const struct ct_lbfgs *l, double step,
		       const ct_tensor *direction) CT_WARN_UNUSED;

/* Whether the group, which a closure may have changed, has "maximize" now. */
bool ct_lbfgs_maximizes(const struct ct_lbfgs *l);

/* The loss and the gradients as one vector, at the parameters; `returned` may be NULL. */
ct_error ct_lbfgs_evaluate(const struct ct_lbfgs *l, ct_tensor **returned, double *loss,
			   ct_tensor **gradient) CT_WARN_UNUSED;

/* Where a line search begins and ends. */
struct ct_line {
	const ct_tensor *direction;
	struct ct_lbfgs_number t;   /* the step */
	double f;                   /* the loss */
	ct_tensor *g;               /* the gradient */
	struct ct_lbfgs_number gtd; /* its product with the direction */
	int64_t evaluations;
};

/* Python's _strong_wolfe(). The parameters are where they were afterwards. */
ct_error ct_lbfgs_strong_wolfe(const struct ct_lbfgs *l, struct ct_line *line,
			       double tolerance_change, int64_t max_evaluations) CT_WARN_UNUSED;

#endif
