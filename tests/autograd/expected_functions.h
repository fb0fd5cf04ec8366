/*
 * The functions and errors of tests/data/expected/autograd.py, in C.
 */
#ifndef AUTOGRAD_EXPECTED_FUNCTIONS_H
#define AUTOGRAD_EXPECTED_FUNCTIONS_H

#include "expected.h"
#include "support.h"

/* y = f(x), in the scope of the caller. NULL: there is no function of that name. */
typedef ct_error (*function_of_one)(const ct_tensor *x, ct_tensor **y);

function_of_one function_called(const char *name);

/* A view that was made before its base was written to, and not asked for its grad_fn since. */
ct_error view_whose_base_was_written_to(ct_tensor **view);

/* The error of that name, NULL without one. */
ct_error provoked(const char *name);

/* Computes a case's gradients, or builds its graph, and compares. In a scope. */
void check_result(const json_t *of_case);
void check_graph(const json_t *of_case);

#endif
