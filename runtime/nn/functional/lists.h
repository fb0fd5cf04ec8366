/*
 * Inside the library: arguments that Python takes as a number or a tuple.
 */
#ifndef CT_NN_FUNCTIONAL_LISTS_H
#define CT_NN_FUNCTIONAL_LISTS_H

#include <ctorch/core/types.h>

/* The spatial dimensions of an image, at most. */
enum { CT_NN_SPATIAL = 3 };

/* Python's _pair() and _triple(): `n` numbers in `list`. An ArgumentError of `function` unless
 * there are 1 or `n`. */
ct_error ct_nn_expand(const char *function, const char *name, const int64_t *given,
		      int64_t given_len, int64_t n, int64_t *list) CT_RETURNS_ERROR;
ct_error ct_nn_expand_floats(const char *function, const char *name, const double *given,
			     int64_t given_len, int64_t n, double *list) CT_RETURNS_ERROR;

#endif
