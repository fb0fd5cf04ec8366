/*
 * Shared by the autograd suites.
 */
#ifndef AUTOGRAD_SUPPORT_H
#define AUTOGRAD_SUPPORT_H

#include "testing.h"

Suite *anomaly_suite(void);
Suite *backward_suite(void);
Suite *checkpoint_suite(void);
Suite *checkpoint_expected_suite(void);
Suite *checkpoint_memory_suite(void);
Suite *checkpoint_sequential_suite(void);
Suite *checkpoint_surroundings_suite(void);
Suite *drawings_suite(void);
Suite *expected_suite(void);
Suite *forward_ad_suite(void);
Suite *forward_expected_suite(void);
Suite *function_suite(void);
Suite *function_callback_errors_suite(void);
Suite *function_callbacks_suite(void);
Suite *function_lifetimes_suite(void);
Suite *function_pytorch_errors_suite(void);
Suite *function_refusals_suite(void);
Suite *function_threads_suite(void);
Suite *functional_suite(void);
Suite *functional_expected_suite(void);
Suite *grad_suite(void);
Suite *graphs_suite(void);
Suite *hook_costs_suite(void);
Suite *hooks_suite(void);
Suite *jvp_suite(void);
Suite *modes_suite(void);
Suite *node_hooks_suite(void);
Suite *save_on_cpu_suite(void);
Suite *saved_tensors_suite(void);
Suite *threads_suite(void);
Suite *traces_suite(void);

/* A float32 leaf of three numbers that requires a gradient. */
ct_tensor *leaf(float first, float second, float third);

/* Operations that return only their result. */
ct_tensor *product(const ct_tensor *a, const ct_tensor *b);
ct_tensor *times(const ct_tensor *a, double factor);
ct_tensor *plus(const ct_tensor *a, double summand);
ct_tensor *sum_of(const ct_tensor *a);

/* sum(x * x) */
ct_tensor *sum_of_squares(const ct_tensor *x);

/* Fails unless a leaf of three numbers has this gradient. */
void assert_gradient(const ct_tensor *leaf, const double *values);

/* A hook that multiplies by its context, a double; NULL multiplies by 2. */
ct_error multiply(const ct_tensor *grad, void *factor, ct_tensor **replacement);

/* A hook that fails: `ValueError: CONTEXT`. */
ct_error say_no(const ct_tensor *grad, void *text, ct_tensor **replacement);

/* A release function that adds 1 to its context, an int. */
void count_release(void *count);

#endif
