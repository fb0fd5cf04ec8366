/*
 * The custom functions of tests/fixtures/expected/function.py.
 */
#ifndef FUNCTION_SAMPLES_H
#define FUNCTION_SAMPLES_H

#include "expected.h"
#include "support.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

extern const ct_function my_exp;    /* saves its output */
extern const ct_function my_square; /* saves its input; also for complex */
extern const ct_function my_relu;
extern const ct_function my_linear; /* x, weight, bias or NULL */
extern const ct_function my_leaky;  /* data: a double, copied */
extern const ct_function my_pair;   /* maps a, b to a + b, a * b */
extern const ct_function my_pair_without_zeros;
extern const ct_function my_sort;    /* values, indices, a copy that is marked */
extern const ct_function my_add_one; /* in place; returns three times the gradient */
extern const ct_function my_identity;
extern const ct_function my_view; /* [3] to [3, 1] */
extern const ct_function my_once; /* the cube; differentiable only once */

/* Applies one of these that has one input and one output. */
ct_error apply_one(const ct_function *function, const ct_tensor *x, ct_tensor **y);

/* Python's x.add_(1); the 1 is a tensor there. */
ct_error add_one(ct_tensor *x);

/* Python's y.sum().backward(). */
ct_error sum_backward(const ct_tensor *y);

/* Float32 leaves with requires_grad: 1, 2, 3, and one number. */
ct_tensor *leaf_of_three(void);
ct_tensor *leaf_number(float value);

/* A float64 leaf that requires a gradient. */
ct_tensor *doubles(const double *values, int64_t n);

/* The tensor without its history. */
ct_tensor *plain(const ct_tensor *x);

/* Twice the input. */
ct_error double_forward(ct_function_context *context, ct_tensor *const *inputs,
			ct_tensor **outputs);

/* Applies MyFunction, with that forward and this backward, to leaf_of_three(); calls backward. */
ct_error backward_with(ct_backward_function backward);

#endif
