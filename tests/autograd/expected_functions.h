/*
 * The functions and errors of tests/fixtures/expected/autograd.py, in C.
 */
#ifndef AUTOGRAD_EXPECTED_FUNCTIONS_H
#define AUTOGRAD_EXPECTED_FUNCTIONS_H

#include "expected.h"
#include "support.h"

/* y = f(x), in the scope of the caller. NULL: no function has that name. */
typedef ct_error (*function_of_one)(const ct_tensor *x, ct_tensor **y);

function_of_one function_called(const char *name);

/* A view made before its base was written to; its grad_fn was not queried since. */
ct_error view_whose_base_was_written_to(ct_tensor **view);

/* Provokes the error of that name; NULL if there was no error. */
ct_error provoked(const char *name);

/* Computes a case's gradients, or builds its graph, and compares. The caller opens a scope. */
void check_result(const json_t *of_case);
void check_graph(const json_t *of_case);

#endif
