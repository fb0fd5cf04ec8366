/*
 * Arguments that Python takes as a number or a tuple.
 */
#include <ctorch/core/error.h>
#include <ctorch/macros/try.h>

#include "nn/functional/lists.h"

static ct_error check_length(const char *function, const char *name, const void *given,
			     int64_t given_len, int64_t n)
{
	if (given == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, function, "%s must not be NULL", name);
	if (given_len == 1 || given_len == n)
		return NULL;
	return ct_error_new(CT_ERROR_ARGUMENT, function,
			    "%s: expected 1 or %lld numbers, but got %lld", name, (long long)n,
			    (long long)given_len);
}

ct_error ct_nn_expand(const char *function, const char *name, const int64_t *given,
		      int64_t given_len, int64_t n, int64_t *list)
{
	CT_TRY(check_length(function, name, given, given_len, n));
	for (int64_t i = 0; i < n; i++)
		list[i] = given[given_len == 1 ? 0 : i];
	return NULL;
}

ct_error ct_nn_expand_floats(const char *function, const char *name, const double *given,
			     int64_t given_len, int64_t n, double *list)
{
	CT_TRY(check_length(function, name, given, given_len, n));
	for (int64_t i = 0; i < n; i++)
		list[i] = given[given_len == 1 ? 0 : i];
	return NULL;
}
