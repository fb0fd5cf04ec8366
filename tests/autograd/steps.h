/*
 * Functions that are lists of operators, as tests/fixtures/expected/derivatives.py describes them.
 */
#ifndef AUTOGRAD_STEPS_H
#define AUTOGRAD_STEPS_H

#include "expected.h"

enum { MOST_VALUES = 32 };

/* The inputs, and the tensors that the steps returned. */
struct steps_values {
	ct_tensor *tensors[MOST_VALUES];
	int64_t n;
};

/* Runs the steps on the values and appends their results. The caller's scope owns them. */
ct_error run_steps(const json_t *steps, struct steps_values *values);

/* An element of a case's list of tensors, in the scope; NULL for null. */
ct_tensor *tensor_at(const json_t *of_case, const char *key, size_t i);

/* Fails unless the tensor equals the list's element, which may be null. */
void assert_tensor_at(const ct_tensor *got, const json_t *of_case, const char *key, size_t i,
		      const char *what);

/* The case of this kind and name; the test fails if there is none. Borrowed. */
const json_t *case_called(const json_t *cases, const char *kind, const char *name);

/* Calls a function for each case of a kind, in a scope. The number wanted keeps a test from being
 * empty. */
void for_each_case(const json_t *cases, const char *kind, int wanted,
		   void (*check)(const json_t *of_case));

#endif
