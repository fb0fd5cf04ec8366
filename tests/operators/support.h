/*
 * Common parts of the operator suites.
 */
#ifndef OPERATORS_SUPPORT_H
#define OPERATORS_SUPPORT_H

#include "kernels.h"
#include "values.h"

Suite *any_suite(void);
Suite *calls_suite(void);
Suite *catalogue_suite(void);
Suite *expected_suite(void);
Suite *fakes_suite(void);
Suite *derivative_lists_suite(void);
Suite *derivatives_suite(void);
Suite *freeing_suite(void);
Suite *lent_suite(void);
Suite *libraries_suite(void);
Suite *loading_suite(void);
Suite *same_suite(void);
Suite *types_suite(void);

/* Counts in `*context`, an int, how often something was released. */
void count_release(void *context);

/* Defines test_c::scale(Tensor self, float factor=2) -> Tensor, which has no kernel yet. */
ct_library *scale_library(void);

/* In any thread: one float32 number that requires a gradient, and the gradient of one. */
ct_tensor *leaf(float value);
double gradient_of(const ct_tensor *tensor);

#endif
