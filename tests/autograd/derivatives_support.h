/*
 * The suites of forward mode.
 */
#ifndef AUTOGRAD_DERIVATIVES_SUPPORT_H
#define AUTOGRAD_DERIVATIVES_SUPPORT_H

#include "steps.h"

Suite *forward_ad_suite(void);
Suite *forward_expected_suite(void);

/* A float64 tensor without history. */
ct_tensor *numbers(int64_t n, const double *values);

#endif
