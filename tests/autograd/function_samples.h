/*
 * Custom functions, the same as in tests/data/expected/function.py.
 */
#ifndef FUNCTION_SAMPLES_H
#define FUNCTION_SAMPLES_H

#include "expected.h"
#include "support.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof *(table)))

extern const ct_function my_exp;    /* saves its output */
extern const ct_function my_square; /* saves its input; complex, too */
extern const ct_function my_relu;
extern const ct_function my_linear; /* x, weight, bias or NULL */
extern const ct_function my_leaky;  /* data: a double, copied */
extern const ct_function my_pair;   /* a, b to a + b, a * b */
extern const ct_function my_pair_without_zeros;
extern const ct_function my_sort;    /* values, indices, a copy that is marked */
extern const ct_function my_add_one; /* in place; says three times the gradient */
extern const ct_function my_identity;
extern const ct_function my_view; /* [3] to [3, 1] */
extern const ct_function my_once; /* the cube, differentiable once */

/* One of these with one input and one output. */
ct_error apply_one(const ct_function *function, const ct_tensor *x, ct_tensor **y);

/* Python's x.add_(1), which is one of two tensors there. */
ct_error add_one(ct_tensor *x);

/* Python's y.sum().backward(). */
ct_error sum_backward(const ct_tensor *y);

/* 1, 2, 3 and a number, in float32 and with requires_grad. */
ct_tensor *leaf_of_three(void);
ct_tensor *leaf_number(float value);

/* A leaf of float64 that requires a gradient. */
ct_tensor *doubles(const double *values, int64_t n);

/* It without what is recorded. */
ct_tensor *plain(const ct_tensor *x);

/* Twice the input. */
ct_error double_forward(ct_function_context *context, ct_tensor *const *inputs,
			ct_tensor **outputs);

/* Applies MyFunction, whose forward is that one, to leaf_of_three(), and goes back through this. */
ct_error backward_with(ct_function_backward backward);

#endif
