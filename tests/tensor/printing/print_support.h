/*
 * For the printing suites: tensors rebuilt from recipes, and states of libtorch that only C++ can
 * set.
 */
#ifndef PRINTING_SUPPORT_H
#define PRINTING_SUPPORT_H

#include "expected.h"

#ifdef __cplusplus
extern "C" {
#endif

Suite *describe_suite(void);
Suite *print_options_suite(void);
Suite *print_suite(void);
Suite *print_unnoticed_suite(void);

/* The tensor of a case of tests/fixtures/expected/print.py; NULL for Python's None. Its
 * intermediate tensors belong to the caller's scope. */
ct_tensor *tensor_of_case(const json_t *of_case);

/* libtorch_state.cpp */
void state_set_default_dtype(ct_dtype dtype);
void state_enter_dual_level(void);
void state_leave_dual_level(void); /* nothing without one */
void state_set_inference(bool enabled);
void state_shrink_storage(ct_tensor *tensor, size_t nbytes);
int64_t state_version(const ct_tensor *tensor);

#ifdef __cplusplus
}
#endif

#endif
